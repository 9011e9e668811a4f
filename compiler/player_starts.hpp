// Classes of entities where players start. A game sets them; those of many games are known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hullbake {

/// Returns the class names of player starts that are known without being told. `*` stands for any characters.
std::vector<std::string> knownPlayerStarts();

/// Returns true if a player starts at entities of that class: if one of them reaches the void, the map leaks.
/// Names are compared without case.
bool isPlayerStart(std::string_view classname, const std::vector<std::string>& patterns = knownPlayerStarts());

}  // namespace hullbake
