// What a new game needs to be edited: editors' configurations, textures with a meaning, a level to begin with.
//
// In: the name of the game and whose rules it follows. Out: files with their paths.
// Source: the editors' own manuals; docs/editors.md says what each reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hullbake::cli {

struct EditorKit {
    std::string name;  ///< as editors show it; isKitName
    std::string game;  ///< one of kitGames()
};

struct KitFile {
    std::string path;  ///< relative, with `/`
    std::string bytes;
};

/// Returns the games whose editors are covered: those of gameRuleNames() but doom3 and source.
std::vector<std::string> kitGames();

/// Returns true for 1 to 64 letters, digits, blanks, `-` and `_`, of which the first and the last are no blank. Such a
/// name is a folder's name on every system, and needs no quotes in any of the files.
bool isKitName(std::string_view name);

/// Returns the files, in the order of their paths.
std::vector<KitFile> kitFiles(const EditorKit& kit);

}  // namespace hullbake::cli
