// hullbake compile: bakes the hulls of a map.
// In: a .map file. Out: a .hull file, a report on stdout, remarks on stderr, and .pts and .lin files for a leak.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/files.hpp"
#include "formats/point_file.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/loopback.hpp"
#include "tools/base/output.hpp"
#include "tools/base/progress.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/curve_option.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/rules_options.hpp"
#include "tools/reports/compile_report.hpp"
#include "tools/reports/messages.hpp"

namespace hullbake::cli {
namespace {

/// Upper bound of --threads: no machine has as many, so a larger number is a mistake.
constexpr int kMaxThreads = 1024;

struct CompileOptions {
    std::string map, output;
    RulesOptions rules;
    std::vector<std::string> hulls, starts;
    int threads = 0;
    std::string fill = "auto";
    std::string leak = "warn";
    double cells = CompileSettings{}.cellSize;
    double curveError = kCurveError;
    bool force = false;
    bool strict = false;
    bool json = false;
    std::string messages = "gcc";
    std::string monitor = "127.0.0.1:39000";
};

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
    if (!validCellSize(options.cells))
        throw UsageError(fmt::format("--cells: {} is no power of two from 1 to 65536, and not 0", options.cells));
    settings.cellSize = options.cells;
    for (const std::string& text : options.hulls) {
        const HullSpec hull = parseHull(text);
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

bool sameFile(const std::string& a, const std::string& b) {
    std::error_code error;
    return a == b || (std::filesystem::equivalent(a, b, error) && !error);
}

struct OutputPaths {
    std::string hull;
    std::string points, lines;  ///< the leak trail; empty if the output is a device, which has no files beside it
};

void refuseToOverwrite(const std::string& map, const OutputPaths& paths) {
    for (const std::string& path : {paths.hull, paths.points, paths.lines})
        if (sameFile(path, map))
            throw UsageError(fmt::format("{}: the output would overwrite the map; choose another with -o", map));
}

/// Chooses the paths of the results. Refuses to overwrite the map, and refuses directories before the map is compiled.
OutputPaths outputPaths(const CompileOptions& options) {
    OutputPaths paths;
    paths.hull = options.output.empty() ? std::filesystem::path(options.map).replace_extension(".hull").string()
                                        : options.output;
    paths.points = std::filesystem::path(paths.hull).replace_extension(".pts").string();
    paths.lines = std::filesystem::path(paths.hull).replace_extension(".lin").string();
    refuseToOverwrite(options.map, paths);
    for (const std::string& path : {paths.points, paths.lines})
        if (sameFile(paths.hull, path))
            throw UsageError(
                fmt::format("-o {}: .pts and .lin are for leak trails; choose another extension", paths.hull));
    std::error_code ignored;
    const auto status = std::filesystem::status(paths.hull, ignored);
    if (std::filesystem::is_directory(status)) throw Failure(fmt::format("{}: is a directory", paths.hull));
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        paths.points.clear();
        paths.lines.clear();
    }
    return paths;
}

CompileResult compileWithProgress(const MapInput& input, const CompileSettings& settings) {
    ProgressLine line;
    CompileContext context;
    if (line.shown()) {
        context.progress = [&](std::string_view stage, std::size_t done, std::size_t total) {
            line.update(stage, done, total);
        };
    }
    return compileMap(input.map, input.text, settings, context);
}

/// Returns a key that orders boxes by volume, and boxes without volume by the sum of their extents.
std::pair<double, double> sizeOf(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return {size.x * size.y * size.z, size.x + size.y + size.z};
}

/// Returns the leak of the smallest box, or null if nothing leaks. A hole that lets a box out lets every smaller box
/// out too, so the smallest box finds the hole to close first.
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

void removeTrail(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
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

/// Ends the messages also when the compile fails. A monitor that is not there does not hide that.
class MessageEnd {
  public:
    MessageEnd(Messages& messages, std::uint16_t port) : messages_(messages), port_(port) {}
    MessageEnd(const MessageEnd&) = delete;
    MessageEnd& operator=(const MessageEnd&) = delete;
    ~MessageEnd() {
        try {
            messages_.finish(port_, trail);
        } catch (const std::exception& error) {
            printError(error.what());
        }
    }
    std::vector<Vec3> trail;

  private:
    Messages& messages_;
    std::uint16_t port_;
};

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

void runCompile(const CompileOptions& options) {
    const std::optional<std::uint16_t> port = loopbackPort(options.monitor);
    if (!port) throw UsageError(fmt::format("--monitor: {} is no 127.0.0.1:PORT", options.monitor));
    const CompileSettings settings = settingsFrom(options);
    const OutputPaths paths = outputPaths(options);
    Messages messages(messageForm(options.messages));
    MessageEnd end(messages, *port);
    const MapInput input = readInput(options.map, options.curveError, messages);
    for (const MapPart& part : input.map.parts) refuseToOverwrite(part.path, paths);
    const CompileResult result = compileWithProgress(input, settings);
    for (const Remark& remark : result.report.remarks) messages.print(remark.severity, remark.where);
    if (const HullReport* const leak = smallestLeak(result.report, settings)) end.trail = leak->leakTrail;

    CompileFiles files{options.map, {}, {}, {}, 0, input.milliseconds, input.patches};
    const bool written = writeResult(options, input, result, settings, paths, files, messages);
    if (options.json) {
        writeOutput(reportJson(input.map, result.report, settings, files));
    } else if (written) {
        writeOutput(reportTable(result.report, settings, files));
    }
    if (!written) throw Failure("");
}

std::string hullSetsText() {
    std::string text;
    for (const std::string_view game : gameNames()) {
        text += fmt::format("\n  {:<9}", game);
        for (const HullSpec& hull : gameHulls(game)) text += " " + hull.name;
    }
    return text;
}

}  // namespace

Command compileCommand() {
    auto options = std::make_shared<CompileOptions>();
    Command command("compile", "Compile a map into a .hull file");
    command.add({
        argument("MAP", options->map, "The .map or .vmf file to compile, or terrain: .pgm, .png, .obj, .wkt"),
        option("-o,--output", options->output, "FILE.hull", "Where to write; default: MAP with extension .hull"),
        option("--hull", options->hulls, "NAME=MINS:MAXS",
               "Bake this hull too, or give the set's hull NAME another box; repeatable"),
        option("--threads", options->threads, "N", "Worker threads; 0 (default): all processors")
            .within(0, kMaxThreads),
        option("--fill", options->fill, "auto|off", "Make solid what no entity reaches: auto (default), off")
            .oneOf({"auto", "off"}),
        option("--cells", options->cells, "SIZE", "Size of the cells that speed up traces, units (64); 0: none"),
        option("--leak", options->leak, "error|warn", "A leak is an error (exit 1, no output) or a warning (default)")
            .oneOf({"error", "warn"}),
        option(
            "--start", options->starts, "CLASS",
            "Entities of this class are player starts too, which must not reach the void; * is any text; repeatable"),
        flag("--strict", options->strict, "Write no file if anything of the map is left out or not used"),
        flag("--force", options->force, "Write the file even if the self-check finds faults in it"),
        flag("--json", options->json, "Print the report as one JSON object"),
        option("--messages", options->messages, "gcc|json|radiant|trenchbroom",
               "Form of the messages on stderr: gcc (default), json, or for an editor")
            .oneOf({"gcc", "json", "radiant", "trenchbroom"}),
        option("--monitor", options->monitor, "HOST:PORT",
               "Where NetRadiant listens for --messages radiant; default: 127.0.0.1:39000"),
    });
    command.add({curveOption(options->curveError)});
    command.add(rulesOptions(options->rules,
                             "The game whose hulls and rules count; without it quake's hulls and any game's rules"));
    command.notes = "Hulls of each game:" + hullSetsText() +
                    "\n\nA leak's trail goes to a .pts and a .lin file beside the output.\n"
                    "\nExample: the hulls of Quake and one for a small robot\n"
                    "  hullbake compile demo.map -o demo.hull --hull robot=-8,-8,0:8,8,20";
    command.run = [options] { runCompile(*options); };
    return command;
}

}  // namespace hullbake::cli
