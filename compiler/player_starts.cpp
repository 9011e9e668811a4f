// Player starts: the runtime's table of classes, and what a game sets instead.

#include "compiler/player_starts.hpp"

#include <algorithm>

#include "hullbake/entities.hpp"

namespace hullbake {

std::vector<std::string> knownPlayerStarts() {
    const auto classes = playerStartClasses();
    return {classes.begin(), classes.end()};
}

bool isPlayerStart(std::string_view classname, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return matchesClass(classname, pattern); });
}

}  // namespace hullbake
