// Computes the vertices of a set of planes in integer arithmetic.
//
// In: planes. Out: the points where three planes meet and no plane cuts them off.
// Used for brushes with more than three planes almost through one vertex, where rounding decides which vertices exist.
// Invariant: only the input beyond 2^-140 and the final points are rounded.
#pragma once

#include <vector>

#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::oracle {

/// Returns all points in which three planes meet and which lie outside no plane. A point may occur several times. Slow:
/// up to `planes.size()` to the fourth power of products of 500-bit numbers.
std::vector<Vec3> exactCorners(const std::vector<Plane>& planes);

}  // namespace hullbake::oracle
