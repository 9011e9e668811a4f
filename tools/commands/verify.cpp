// hullbake verify: compares a .hull file with its map, by an oracle that shares no geometry with the compiler.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/settings.hpp"
#include "formats/patch_brushes.hpp"
#include "oracle/campaign/verify.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/base/progress.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/curve_option.hpp"
#include "tools/input/gltf_map.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/passage_option.hpp"
#include "tools/input/rules_options.hpp"
#include "tools/reports/verify_report.hpp"

namespace hullbake::cli {
namespace {

/// Upper bound of --traces, so that a mistyped number is refused.
constexpr std::size_t kMaxTraces = 1'000'000'000;
/// Upper bound of --shapes, for the same reason.
constexpr std::size_t kMaxShapes = 100'000'000;

struct VerifyOptions {
    std::string file, map;
    std::size_t traces = oracle::VerifySettings{}.traces;
    std::size_t shapes = oracle::VerifySettings{}.shapes;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    RulesOptions rules;
    std::optional<double> curveError, passage;
    bool json = false;
};

MapFile readMapFile(const std::string& path, double curveError) {
    auto read = readMapOrGltf(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) throw Failure(error->text());
    MapFile map = std::move(std::get<MapFile>(read));
    if (curveError == 0) return map;
    if (const PatchCount count = addPatchBrushes(map, curveError); count.fault) throw Failure(count.fault->text());
    return map;
}

/// What a file says about how its map was read.
struct Recorded {
    std::string game;
    std::uint64_t rules = 0;  ///< rulesHash
    double curveError = kCurveError, passage = kPassage;
};

Recorded recordedIn(const ClipMap& map) {
    using Json = nlohmann::json;
    Recorded recorded;
    const Json meta = Json::parse(map.metaText(), nullptr, false);
    if (!meta.is_object()) return recorded;
    if (meta.contains("game") && meta["game"].is_string()) recorded.game = meta["game"].get<std::string>();
    if (meta.contains("rules") && meta["rules"].is_number_unsigned())
        recorded.rules = meta["rules"].get<std::uint64_t>();
    if (meta.contains("curveError") && meta["curveError"].is_number())
        recorded.curveError = meta["curveError"].get<double>();
    if (meta.contains("passage") && meta["passage"].is_number()) recorded.passage = meta["passage"].get<double>();
    return recorded;
}

/// Returns the rules of the options. Without any of them, those of the game that the file names.
GameRules rulesFor(const VerifyOptions& options, const Recorded& recorded) {
    RulesOptions asked = options.rules;
    const std::vector<std::string_view> games = gameRuleNames();
    const bool none = asked.game.empty() && asked.rules.empty() && asked.shaders.empty();
    if (none && std::find(games.begin(), games.end(), recorded.game) != games.end()) asked.game = recorded.game;
    GameRules rules = rulesFrom(asked);
    if (rulesHash(rules) == recorded.rules) return rules;
    throw Failure(
        fmt::format("{}: was compiled with other rules{}; give the same --game, --rules and --shaders as then",
                    options.file, recorded.game.empty() ? std::string() : fmt::format(" (game {})", recorded.game)));
}

void runVerify(const VerifyOptions& options) {
    if (options.curveError) checkCurveError(*options.curveError);
    if (options.passage) checkPassage(*options.passage);
    const HullFile file = openHullFile(options.file);
    const Recorded recorded = recordedIn(file.map);
    const double curveError = options.curveError.value_or(recorded.curveError);
    checkCurveError(curveError);
    checkPassage(options.passage.value_or(recorded.passage));
    const MapFile map = readMapFile(options.map, curveError);
    oracle::VerifySettings settings;
    settings.traces = options.traces;
    settings.shapes = options.shapes;
    settings.seed = options.seed;
    settings.threads = options.threads;
    settings.rules = rulesFor(options, recorded);
    settings.closed = options.passage.value_or(recorded.passage);
    ProgressLine progress;
    std::mutex mutex;
    if (progress.shown())
        settings.progress = [&](double done) {
            const std::lock_guard lock(mutex);
            progress.update("verify", static_cast<std::size_t>(done * 1000), 1000);
        };
    const oracle::VerifyResult result = oracle::verify(file.map, map, settings);
    progress.erase();
    const VerifyPaths paths{options.file, options.map};
    writeOutput(options.json ? verifyJson(result, paths, settings) : verifyText(result, paths, settings));
    if (!result.agrees()) throw Failure("");
}

}  // namespace

Command verifyCommand() {
    auto options = std::make_shared<VerifyOptions>();
    Command command("verify", "Compare a .hull file with its map, query by query");
    command.add({
        argument("FILE", options->file, "A .hull file"),
        option("--map", options->map, "MAP", "The map it was compiled from").asRequired(),
        option("--traces", options->traces, "N", "Traces, and points, per hull of the world and mode; default: 100000")
            .within(1, kMaxTraces),
        option("--shapes", options->shapes, "N", "Casts of each kind of shape through the world; default: 1000")
            .within(0, kMaxShapes),
        option("--seed", options->seed, "S", "Another seed asks other questions; default: 1"),
        option("--threads", options->threads, "N", "Worker threads; 0 (default): all processors")
            .within(0, kMaxThreads),
        flag("--json", options->json, "Print the result as one JSON object"),
    });
    command.add(
        {option("--curve-error", options->curveError, "UNITS", "As with compile; default: what the file records"),
         option("--passage", options->passage, "UNITS", "As with compile; default: what the file records")});
    command.add(rulesOptions(options->rules, "The game, as with compile; default: what the file records"));
    command.notes =
        "Every brush of the file is compared with the map's, then every hull of every model is asked,\n"
        "from its baked tree and expanded at query time, and some boxes that are no hulls. All answers\n"
        "are compared with those of a brute-force oracle: one that reads the map itself, grows the\n"
        "brushes itself, and clips each query against every grown brush near it. Kinds of\n"
        "queries: random, on integer coordinates, on and beside faces, edges and corners, grazing,\n"
        "tiny and huge ones. Casts of balls, capsules and cylinders are compared with the distance between\n"
        "body and brush along the way, casts of turned boxes with brushes that the oracle turns, casts of\n"
        "convex sets with all planes that the sum of brush and set may have.\n"
        "Exit 1 when anything differs, with the nearest brush and its line.\n"
        "The answer does not depend on --threads.\n"
        "\nExample: a million traces and as many points per hull\n"
        "  hullbake verify demo.hull --map demo.map --traces 1000000";
    command.run = [options] { runVerify(*options); };
    return command;
}

}  // namespace hullbake::cli
