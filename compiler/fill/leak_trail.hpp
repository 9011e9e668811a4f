// Shortens leak trails, the paths that the fill found from an entity to the void.
#pragma once

#include <vector>

#include "compiler/fill/ball_clearance.hpp"

namespace hullbake {

/// Shortens a path and keeps its ends. Goes straight where a ball of half the narrowest passage fits past corners, and
/// pulls corners in. Old steps may touch sealing leaves, such as the first from an entity on a floor. New steps keep
/// clear of them.
std::vector<Vec3> shortened(const BallSpace& space, std::vector<Vec3> way);

}  // namespace hullbake
