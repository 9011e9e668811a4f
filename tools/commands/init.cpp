// hullbake init: writes what a new game needs to be edited.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "formats/files.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/command_line.hpp"
#include "tools/kit/editor_kit.hpp"

namespace hullbake::cli {
namespace {

namespace fs = std::filesystem;

struct InitOptions {
    std::string folder, name, game = "any";
    bool force = false;
};

// The name that was given, else that of the folder.
std::string nameFrom(const InitOptions& options) {
    if (!options.name.empty()) return options.name;
    std::error_code ignored;
    const fs::path whole = fs::absolute(pathOf(options.folder), ignored).lexically_normal();
    const fs::path last = whole.has_filename() ? whole.filename() : whole.parent_path().filename();
    return utf8Of(last);
}

// Nothing of the user's is overwritten, and nothing is written when a file is in the way.
void expectFree(const fs::path& folder, const std::vector<KitFile>& files) {
    for (const KitFile& file : files) {
        std::error_code ignored;
        if (fs::symlink_status(folder / pathOf(file.path), ignored).type() != fs::file_type::not_found)
            throw Failure(utf8Of(folder / pathOf(file.path)) + ": it exists; --force replaces it");
    }
}

void writeInto(const fs::path& folder, const KitFile& file) {
    const fs::path target = folder / pathOf(file.path);
    std::error_code failed;
    fs::create_directories(target.parent_path(), failed);
    if (failed) throw Failure(utf8Of(target.parent_path()) + ": " + failed.message());
    std::string reason;
    if (!writeFile(utf8Of(target), std::string_view(file.bytes), reason)) throw Failure(utf8Of(target) + ": " + reason);
}

void writeKit(const InitOptions& options) {
    const EditorKit kit{nameFrom(options), options.game};
    if (!isKitName(kit.name)) {
        throw UsageError(fmt::format(
            "'{}' is no name of a game: 1 to 64 letters, digits, blanks, - and _; --name gives another", kit.name));
    }
    const std::vector<KitFile> files = kitFiles(kit);
    if (!options.force) expectFree(pathOf(options.folder), files);
    std::string written;
    for (const KitFile& file : files) {
        writeInto(pathOf(options.folder), file);
        written += fmt::format("{}\n", utf8Of((pathOf(options.folder) / pathOf(file.path)).generic_u8string()));
    }
    writeOutput(written);
}

}  // namespace

Command initCommand() {
    auto options = std::make_shared<InitOptions>();
    Command command("init", "Write a new game's files for editors: TrenchBroom, NetRadiant, J.A.C.K., Hammer");
    command.add({
        argument("DIR", options->folder, "The folder of the game; made if there is none"),
        option("--name", options->name, "NAME", "The name that editors show; default: that of the folder"),
        option("--game", options->game, "GAME", "Whose rules and hulls count; default: any").oneOf(kitGames()),
        flag("--force", options->force, "Replace files that exist"),
    });
    command.notes =
        "It writes a start level, textures whose names mean something, and each editor's configuration; README.md in\n"
        "DIR says where they go. The names of the files are printed.\n"
        "\nExample: a game with the rules of Quake\n  hullbake init mygame --game quake";
    command.run = [options] { writeKit(*options); };
    return command;
}

}  // namespace hullbake::cli
