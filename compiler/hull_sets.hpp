// The hull boxes of the games: which boxes move through a map when no other hulls are asked for.
//
// In: the name of a game. Out: its hulls, the point hull first. Source: the games' own player and monster boxes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake {

/// A named hull box.
struct HullSpec {
    std::string name;
    Box box;
};

/// Returns true for a hull whose box has no size: `clip` does not exist in it.
bool isPointHull(const HullSpec& hull);

/// The hull sets of the games: "quake", "halflife", "hexen2", "quake2", "quake3". Empty for any other name.
std::vector<HullSpec> gameHulls(std::string_view game);
/// The names above, in order.
std::vector<std::string_view> gameNames();

}  // namespace hullbake
