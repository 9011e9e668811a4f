// hullbake compile: bakes the hulls of a map.
// In: a .map file. Out: a .hull file, a report on stdout, remarks on stderr, and .pts and .lin files for a leak.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/base/errors.hpp"
#include "tools/base/loopback.hpp"
#include "tools/base/output.hpp"
#include "tools/base/progress.hpp"
#include "tools/commands/compile_map.hpp"
#include "tools/heap.hpp"
#include "tools/input/command_line.hpp"

namespace hullbake::cli {
namespace {

struct CompileCommandOptions : CompileOptions {
    bool json = false;
    std::string messages = "gcc";
    std::optional<std::string> monitor;
};

/// Gives back the memory of the text.
CompileResult compileWithProgress(MapInput& input, const CompileSettings& settings, std::shared_ptr<void>& leftOver) {
    ProgressLine line;
    CompileContext context;
    context.leftOver = &leftOver;
    if (line.shown()) {
        context.progress = [&](std::string_view stage, std::size_t done, std::size_t total) {
            line.update(stage, done, total);
        };
    }
    context.textIsHashed = [&] { input.text = std::string(); };
    return compileMap(input.map, input.text, settings, context);
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

void runCompile(const CompileCommandOptions& options) {
    if (options.monitor && options.messages != "radiant") throw UsageError("--monitor: goes with --messages radiant");
    const std::string monitor = options.monitor.value_or("127.0.0.1:39000");
    const std::optional<std::uint16_t> port = loopbackPort(monitor);
    if (!port) throw UsageError(fmt::format("--monitor: {} is no 127.0.0.1:PORT", monitor));
    const CompileSettings settings = settingsFrom(options);
    const OutputPaths paths = outputPaths(options);
    Messages messages(messageForm(options.messages));
    MessageEnd end(messages, *port);
    MapInput input = readInput(options.map, options.curveError, options.threads, messages);
    for (const MapPart& part : input.map.parts) refuseToOverwrite(part.path, paths);
    std::shared_ptr<void> leftOver;
    const CompileResult result = compileWithProgress(input, settings, leftOver);
    for (const Remark& remark : result.report.remarks) messages.print(remark.severity, remark.where);
    if (const HullReport* const leak = smallestLeak(result.report, settings)) end.trail = leak->leakTrail;

    CompileFiles files{options.map, {}, {}, {}, 0, input.milliseconds, input.patches};
    bool written = false;
    // Memory is freed beside the writing, and given back: at its end the program would do so alone.
    forEachOnThreads(options.threads)(2, [&](std::size_t i) {
        if (i == 0) {
            written = writeResult(options, input, result, settings, paths, files, messages);
        } else {
            leftOver.reset();
            for (MapEntity& entity : input.map.entities) entity.brushes = {};
            giveBackFreed();
        }
    });
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
    auto options = std::make_shared<CompileCommandOptions>();
    Command command("compile", "Compile a map into a .hull file");
    command.add(
        {argument("MAP", options->map, "The .map or .vmf file, or terrain: .pgm, .png, .obj, .gltf, .glb, .wkt")});
    command.add(outputOptions(*options));
    command.add(settingsOptions(*options));
    command.add({
        flag("--json", options->json, "Print the report as one JSON object"),
        option("--messages", options->messages, "gcc|json|radiant|trenchbroom",
               "Form of the messages on stderr: gcc (default), json, or for an editor")
            .oneOf({"gcc", "json", "radiant", "trenchbroom"}),
        option("--monitor", options->monitor, "HOST:PORT",
               "Where NetRadiant listens for --messages radiant; default: 127.0.0.1:39000"),
    });
    command.notes = "Hulls of each game:" + hullSetsText() +
                    "\n\nA leak's trail goes to a .pts and a .lin file beside the output.\n"
                    "\nExample: the hulls of Quake and one for a small robot\n"
                    "  hullbake compile demo.map -o demo.hull --hull robot=-8,-8,0:8,8,20";
    command.run = [options] { runCompile(*options); };
    return command;
}

}  // namespace hullbake::cli
