// hullbake view: shows a level in a browser.
// In: a .hull file or a map, and the page that ./dev viewer builds. Out: a web server for this machine, until it is
// interrupted.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "formats/files.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/commands/map_loader.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/level_file.hpp"
#include "tools/view/level_server.hpp"

namespace hullbake::cli {
namespace {

struct ViewOptions {
    CompileOptions compile;
    ServerOptions server;
};

void checkFile(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(pathOf(path), error)) throw Failure(fmt::format("{}: is a directory", path));
    if (!std::filesystem::exists(pathOf(path), error))
        throw Failure(fmt::format("{}: {}", path, error ? error.message() : "no such file"));
}

LoadedLevel loadHullFile(const std::string& path) {
    LoadedLevel level;
    std::string error;
    if (!readFile(path, level.bytes, error)) level.error = fmt::format("{}: {}", path, error);
    return level;
}

void runView(const ViewOptions& options) {
    const std::string& file = options.compile.map;
    checkFile(file);
    if (isHullFile(file)) {
        CompileOptions plain;
        plain.map = file;
        if (options.compile != plain)
            throw UsageError(fmt::format("{}: is a .hull file; options of compile are for maps", file));
        serveLevel(
            file, [&] { return loadHullFile(file); }, options.server);
    } else {
        serveLevel(file, MapLoader(options.compile), options.server);
    }
}

}  // namespace

Command viewCommand() {
    auto options = std::make_shared<ViewOptions>();
    Command command("view", "Show a level in a browser, to look at and to walk through");
    command.add(
        {argument("FILE", options->compile.map, "A .hull file, or a map, which is compiled as often as it is saved")});
    command.add(serverOptions(options->server));
    command.add(settingsOptions(options->compile));
    command.notes =
        "A page that is open shows a file anew when it changes. A map that has an error\n"
        "leaves what was shown, and the page says what is wrong.\n"
        "CMD, such as 'code --goto {file}:{line}', is divided at spaces outside quotes and\n"
        "run without a shell.\n"
        "\nExample:\n  hullbake view demo.map";
    command.run = [options] { runView(*options); };
    return command;
}

}  // namespace hullbake::cli
