// Reads Quake 3's shader scripts, as far as they say what a texture means for collision.
//
// In: text of `.shader` files. Out: one texture rule a shader, for formats/rules.hpp. Source: the manual of Quake 3's
// shaders; which `surfaceparm` means what, the rules of the game say.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/map.hpp"
#include "formats/rules.hpp"

namespace hullbake {

/// A shader and the words behind its `surfaceparm` lines, in lower case.
struct Shader {
    std::string name;
    std::vector<std::string> parms;
    std::string base = {};  ///< of `q3map_baseShader`: it has the parameters of that shader, too; empty: none
};

/// Parses one script. `path` is for messages. Braces may be nested to any depth.
std::variant<std::vector<Shader>, Diagnostic> parseShaders(std::string_view text, const std::string& path);

/// Returns what the shader says by the game's surface parameters.
FaceMeaning shaderMeaning(const Shader& shader, const GameRules& rules);

/// Returns rules for the shaders of all `.shader` files in a folder, or in its folder `scripts`: first those that
/// `shaderlist.txt` names, in its order, then in the order of their names. Of two shaders with one name the first
/// counts. A folder without scripts is an error.
std::variant<std::vector<TextureRule>, Diagnostic> readShaderRules(const std::string& folder, const GameRules& rules);

}  // namespace hullbake
