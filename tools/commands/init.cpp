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
        const fs::path target = folder / pathOf(file.path);
        std::error_code failed;
        const fs::file_type type = fs::symlink_status(target, failed).type();
        if (type == fs::file_type::not_found) continue;
        const bool unknown = type == fs::file_type::none;
        throw Failure(utf8Of(target) + (unknown ? ": " + failed.message() : ": it exists; --force replaces it"));
    }
}

/// Files and folders that were not there before. Unless they are kept, they are removed again.
class NewFiles {
  public:
    NewFiles() = default;
    NewFiles(const NewFiles&) = delete;
    NewFiles& operator=(const NewFiles&) = delete;
    ~NewFiles() {
        std::error_code ignored;
        for (auto path = made_.rbegin(); path != made_.rend(); ++path) fs::remove(*path, ignored);
    }

    void keep() { made_.clear(); }

    void write(const fs::path& target, const std::string& bytes) {
        makeFolder(target.parent_path());
        noteNew(target);
        std::string reason;
        if (!writeFile(utf8Of(target), std::string_view(bytes), reason)) throw Failure(utf8Of(target) + ": " + reason);
    }

  private:
    void makeFolder(const fs::path& folder) {
        std::error_code failed;
        if (folder.empty() || fs::is_directory(folder, failed)) return;
        if (fs::exists(folder, failed)) throw Failure(utf8Of(folder) + ": is no folder");
        if (folder.has_relative_path() && folder != folder.parent_path()) makeFolder(folder.parent_path());
        noteNew(folder);
        fs::create_directory(folder, failed);
        if (failed) throw Failure(utf8Of(folder) + ": " + failed.message());
    }

    void noteNew(const fs::path& path) {
        std::error_code ignored;
        if (fs::symlink_status(path, ignored).type() == fs::file_type::not_found) made_.push_back(path);
    }

    std::vector<fs::path> made_;  // each folder before what it holds
};

void writeKit(const InitOptions& options) {
    const EditorKit kit{nameFrom(options), options.game};
    if (!isKitName(kit.name)) {
        throw UsageError(fmt::format(
            "'{}' is no name of a game: 1 to 64 letters, digits, blanks, - and _; --name gives another", kit.name));
    }
    const std::vector<KitFile> files = kitFiles(kit);
    if (!options.force) expectFree(pathOf(options.folder), files);
    std::string written;
    NewFiles made;
    for (const KitFile& file : files) {
        made.write(pathOf(options.folder) / pathOf(file.path), file.bytes);
        written += fmt::format("{}\n", utf8Of((pathOf(options.folder) / pathOf(file.path)).generic_u8string()));
    }
    made.keep();
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
