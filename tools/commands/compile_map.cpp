#include "tools/commands/compile_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "formats/files.hpp"
#include "formats/point_file.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/options.hpp"
#include "tools/input/passage_option.hpp"

namespace hullbake::cli {
namespace {

bool sameFile(const std::string& a, const std::string& b) {
    std::error_code error;
    return a == b || (std::filesystem::equivalent(pathOf(a), pathOf(b), error) && !error);
}

/// Returns a key that orders boxes by volume, and boxes without volume by the sum of their extents.
std::pair<double, double> sizeOf(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return {size.x * size.y * size.z, size.x + size.y + size.z};
}

void removeTrail(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(pathOf(path), ignored)) std::filesystem::remove(pathOf(path), ignored);
}

bool writeTrail(const std::string& path, const std::string& text) {
    std::string error;
    if (writeFile(path, text, error)) return true;
    printError(fmt::format("{}: {}", path, error));
    return false;
}

/// Writes the trail of the smallest leak, prints where it is and stores the names of the files in `files`.
/// Removes the trail of an earlier compile if this one searched for leaks and found none.
/// The leaks themselves are among the remarks.
void updateTrail(const MapInput& input, const CompileReport& report, const CompileSettings& settings, bool refused,
                 const OutputPaths& paths, CompileFiles& files, Messages& messages) {
    const HullReport* const leak = smallestLeak(report, settings);
    if (leak == nullptr) {
        if (settings.fill && !paths.points.empty()) {
            removeTrail(paths.points);
            removeTrail(paths.lines);
        }
        return;
    }
    if (!paths.points.empty()) {
        if (writeTrail(paths.points, pointFileText(leak->leakTrail))) files.points = paths.points;
        if (writeTrail(paths.lines, lineFileText(leak->leakTrail))) files.lines = paths.lines;
    }
    const bool both = !files.points.empty() && !files.lines.empty();
    const std::string written = files.points + (both ? " and " : "") + files.lines;
    std::string message = refused ? "a leak is an error here, no output is written" : "";
    if (!written.empty())
        message += fmt::format("{}the way out of hull {} is in {}", refused ? "; " : "", leak->name, written);
    if (!message.empty()) {
        messages.print(refused ? Severity::Error : Severity::Note,
                       {input.map.pathOf(leak->leakPos), leak->leakPos, message});
    }
    if (!paths.points.empty() && !both) throw Failure("");
}

/// Prints an error for each kind of what the map has and the hulls lack. Returns true if there is one.
bool refuseLeftOut(const MapFile& map, const CompileReport& report, Messages& messages) {
    bool refused = false;
    for (const MapLeftOut& kind : report.leftOut) {
        if (kind.asked) continue;
        refused = true;
        const std::size_t more = kind.places.size() - 1;
        messages.print(Severity::Error, {map.pathOf(kind.places.front()), kind.places.front(),
                                         fmt::format("{} is not used{}; with --strict no output is written", kind.kind,
                                                     more == 0 ? "" : fmt::format(", and {} more", more))});
    }
    return refused;
}

}  // namespace

std::vector<OptionSpec> settingsOptions(CompileOptions& options) {
    std::vector<OptionSpec> all = {
        option("--hull", options.hulls, "NAME=MINS:MAXS",
               "Bake this hull too, or give the set's hull NAME another box; repeatable"),
        option("--threads", options.threads, "N", "Worker threads; 0 (default): all processors").within(0, kMaxThreads),
        option("--fill", options.fill, "auto|off", "Make solid what no entity reaches: auto (default), off")
            .oneOf({"auto", "off"}),
        option("--cells", options.cells, "SIZE", "Size of the cells that speed up traces, units (64); 0: none"),
        option(
            "--start", options.starts, "CLASS",
            "Entities of this class are player starts too, which must not reach the void; * is any text; repeatable"),
        passageOption(options.passage),
        curveOption(options.curveError),
    };
    const std::vector<OptionSpec> rules = rulesOptions(
        options.rules, "The game whose hulls and rules count; without it quake's hulls and any game's rules");
    all.insert(all.end(), rules.begin(), rules.end());
    return all;
}

std::vector<OptionSpec> outputOptions(CompileOptions& options) {
    return {
        option("-o,--output", options.output, "FILE.hull", "Where to write; default: MAP with extension .hull"),
        option("--leak", options.leak, "error|warn", "A leak is an error (exit 1, no output) or a warning (default)")
            .oneOf({"error", "warn"}),
        flag("--strict", options.strict, "Write no file if anything of the map is left out or not used"),
        flag("--force", options.force, "Write the file even if the self-check finds faults in it"),
    };
}

CompileSettings settingsFrom(const CompileOptions& options) {
    CompileSettings settings;
    settings.hulls = hullsFor(options.rules.game);
    settings.rules = rulesFrom(options.rules);
    checkCurveError(options.curveError);
    settings.curveError = options.curveError;
    settings.threads = options.threads;
    settings.fill = options.fill == "auto";
    for (const std::string& start : options.starts) {
        if (start.find_first_not_of("* ") == std::string::npos)
            throw UsageError(fmt::format("--start: '{}' names no class", start));
        settings.playerStarts.push_back(start);
    }
    checkPassage(options.passage);
    settings.passage = options.passage + 0.0;  // a file would record -0
    if (!validCellSize(options.cells))
        throw UsageError(fmt::format("--cells: {} is no power of two from 1 to 65536, and not 0", options.cells));
    settings.cellSize = options.cells;
    std::set<std::string> given;
    for (const std::string& text : options.hulls) {
        const HullSpec hull = parseHull(text);
        if (!given.insert(hull.name).second) throw UsageError(fmt::format("--hull: {} is given twice", hull.name));
        const auto same = std::find_if(settings.hulls.begin(), settings.hulls.end(),
                                       [&](const HullSpec& known) { return known.name == hull.name; });
        if (same == settings.hulls.end()) {
            settings.hulls.push_back(hull);
        } else {
            same->box = hull.box;
        }
    }
    if (settings.hulls.size() > kMaxHulls) {
        throw UsageError(fmt::format("--hull: {} hulls are too many; at most {}", settings.hulls.size(), kMaxHulls));
    }
    return settings;
}

void refuseToOverwrite(const std::string& input, const OutputPaths& paths, std::string_view what) {
    for (const std::string& path : {paths.hull, paths.points, paths.lines})
        if (sameFile(path, input))
            throw UsageError(fmt::format("{}: the output would overwrite the {}; choose another with -o", input, what));
}

OutputPaths outputPaths(const CompileOptions& options) {
    OutputPaths paths;
    paths.hull = options.output.empty() ? utf8Of(pathOf(options.map).replace_extension(".hull")) : options.output;
    paths.points = utf8Of(pathOf(paths.hull).replace_extension(".pts"));
    paths.lines = utf8Of(pathOf(paths.hull).replace_extension(".lin"));
    refuseToOverwrite(options.map, paths);
    if (!options.rules.rules.empty()) refuseToOverwrite(options.rules.rules, paths, "rules");
    for (const std::string& path : {paths.points, paths.lines})
        if (sameFile(paths.hull, path))
            throw UsageError(
                fmt::format("-o {}: .pts and .lin are for leak trails; choose another extension", paths.hull));
    std::error_code ignored;
    const auto status = std::filesystem::status(pathOf(paths.hull), ignored);
    std::string error;
    if (!canWriteFile(paths.hull, error)) throw Failure(fmt::format("{}: {}", paths.hull, error));
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        paths.points.clear();
        paths.lines.clear();
    }
    return paths;
}

const HullReport* smallestLeak(const CompileReport& report, const CompileSettings& settings) {
    const HullReport* smallest = nullptr;
    std::pair<double, double> least;
    for (std::size_t h = 0; h < report.hulls.size(); ++h) {
        if (!report.hulls[h].leaked) continue;
        const auto size = sizeOf(settings.hulls[h].box);
        if (smallest != nullptr && size >= least) continue;
        smallest = &report.hulls[h];
        least = size;
    }
    return smallest;
}

bool writeResult(const CompileOptions& options, const MapInput& input, const CompileResult& result,
                 const CompileSettings& settings, const OutputPaths& paths, CompileFiles& files, Messages& messages) {
    const bool refusedLeak = options.leak == "error" && smallestLeak(result.report, settings) != nullptr;
    const bool refusedCheck = result.report.checkFaults > 0 && !options.force;
    if (refusedCheck) {
        const std::string why = "no output is written, as the self-check found faults; --force writes it";
        messages.print(Severity::Error, {options.map, {0, 0, 0}, why});
    }
    const bool refusedStrict = options.strict && refuseLeftOut(input.map, result.report, messages);
    const bool write = !result.blob.empty() && !refusedLeak && !refusedCheck && !refusedStrict;
    if (write) {
        std::string error;
        if (!writeFile(paths.hull, result.blob, error)) throw Failure(fmt::format("{}: {}", paths.hull, error));
        files.output = paths.hull;
        files.bytes = result.blob.size();
    }
    if (!result.blob.empty()) updateTrail(input, result.report, settings, refusedLeak, paths, files, messages);
    return write;
}

}  // namespace hullbake::cli
