// hullbake verify: compares a .hull file with its map, by an oracle that shares no geometry with the compiler.
#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <string>
#include <variant>

#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "oracle/campaign/verify.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/base/progress.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/curve_option.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/rules_options.hpp"
#include "tools/reports/verify_report.hpp"

namespace hullbake::cli {
namespace {

/// Upper bound of --traces, so that a mistyped number is refused.
constexpr std::size_t kMaxTraces = 1'000'000'000;
/// Upper bound of --threads: no machine has as many, so a larger number is a mistake.
constexpr unsigned kMaxThreads = 1024;

struct VerifyOptions {
    std::string file, map;
    std::size_t traces = oracle::VerifySettings{}.traces;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    RulesOptions rules;
    double curveError = kCurveError;
    bool json = false;
};

MapFile readMapFile(const std::string& path, double curveError) {
    auto read = readMap(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) throw Failure(error->text());
    MapFile map = std::move(std::get<MapFile>(read));
    if (curveError == 0) return map;
    if (const PatchCount count = addPatchBrushes(map, curveError); count.fault) throw Failure(count.fault->text());
    return map;
}

void runVerify(const VerifyOptions& options) {
    checkCurveError(options.curveError);
    const HullFile file = openHullFile(options.file);
    const MapFile map = readMapFile(options.map, options.curveError);
    oracle::VerifySettings settings;
    settings.traces = options.traces;
    settings.seed = options.seed;
    settings.threads = options.threads;
    settings.rules = rulesFrom(options.rules);
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
        option("--seed", options->seed, "S", "Another seed asks other questions; default: 1"),
        option("--threads", options->threads, "N", "Worker threads; 0 (default): all processors")
            .within(0, kMaxThreads),
        flag("--json", options->json, "Print the result as one JSON object"),
    });
    command.add({curveOption(options->curveError)});
    command.add(rulesOptions(options->rules, "The game that the map was compiled for, as with compile"));
    command.notes =
        "Every brush of the file is compared with the map's, then every hull of every model is asked,\n"
        "from its baked tree and expanded at query time, and some boxes that are no hulls. All answers\n"
        "are compared with those of a brute-force oracle: one that reads the map itself, grows the\n"
        "brushes itself, and clips each query against every grown brush near it. Kinds of\n"
        "queries: random, on integer coordinates, on and beside faces, edges and corners, grazing,\n"
        "tiny and huge ones. Exit 1 when anything differs, with the nearest brush and its line.\n"
        "The answer does not depend on --threads.\n"
        "\nExample: a million traces and as many points per hull\n"
        "  hullbake verify demo.hull --map demo.map --traces 1000000";
    command.run = [options] { runVerify(*options); };
    return command;
}

}  // namespace hullbake::cli
