// hullbake watch: compiles a map whenever it is saved.
// In: a map. Out: a .hull file, replaced whole after each save, until the program is interrupted.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/commands/map_loader.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/level_file.hpp"
#include "tools/view/level_server.hpp"

namespace hullbake::cli {
namespace {

struct WatchOptions {
    CompileOptions compile;
    ServerOptions server;
    bool view = false;
};

/// These do nothing without a page.
void refuseServerOptions(const ServerOptions& server) {
    for (const auto& [name, given] :
         {std::pair("--port", server.port >= 0), std::pair("--page", !server.page.empty()),
          std::pair("--editor", server.editor.has_value()), std::pair("--no-open", server.noOpen)})
        if (given) throw UsageError(fmt::format("{}: needs --view", name));
}

void runWatch(const WatchOptions& options) {
    const std::string& map = options.compile.map;
    if (isHullFile(map)) throw UsageError(fmt::format("{}: is a .hull file; watch takes its map", map));
    if (!options.view) refuseServerOptions(options.server);
    MapLoader loader(options.compile, outputPaths(options.compile));
    if (options.view) {
        serveLevel(map, loader, options.server);
        return;
    }
    writeOutput(fmt::format("watch    {}; end with Ctrl+C\n", map));
    LiveLevel level;
    LevelWatch watch(level, map, loader);
    for (;;) watch.wait(std::chrono::hours(1));
}

}  // namespace

Command watchCommand() {
    auto options = std::make_shared<WatchOptions>();
    Command command("watch", "Compile a map whenever it is saved");
    command.add(
        {argument("MAP", options->compile.map, "The map to compile, now and whenever it or its prefabs change")});
    command.add(outputOptions(options->compile));
    command.add(settingsOptions(options->compile));
    command.add({flag("--view", options->view, "Show it in a browser too, as hullbake view does")});
    command.add(serverOptions(options->server));
    command.notes =
        "The .hull file is replaced whole, so a game may read it at any time. A map that\n"
        "has an error leaves the file of the last good one.\n"
        "\nExample:\n  hullbake watch demo.map -o demo.hull --view";
    command.run = [options] { runWatch(*options); };
    return command;
}

}  // namespace hullbake::cli
