// Hull boxes of the games, used when no other hulls are given.
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

/// Returns true for a hull whose box has no size: brushes of contents `clip` are absent in it.
bool isPointHull(const HullSpec& hull);

/// Returns the hull set of a game: "quake", "halflife", "hexen2", "quake2", "quake3",
/// "doom3", "source". Empty for any other name.
std::vector<HullSpec> gameHulls(std::string_view game);
/// Returns the names above, in order.
std::vector<std::string_view> gameNames();

}  // namespace hullbake
