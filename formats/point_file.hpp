// Leak trails in the form that map editors load.
#pragma once

#include <span>
#include <string>

#include "hullbake/math.hpp"

namespace hullbake {

/// The text of a `.pts` file: one point "x y z" a line, from the entity to the void, as TrenchBroom draws them. Steps
/// longer than `spacing` units get points in between, so that the trail is visible in editors that draw points only.
std::string pointFileText(std::span<const Vec3> trail, double spacing = 16);

}  // namespace hullbake
