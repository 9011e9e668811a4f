// Decides whether a point is inside a union of brushes or on its boundary.
//
// In: a point, the brushes near it and a tolerance. Out: whether the brushes cover a small cube around the point.
// A point on the seam of two touching brushes is inside neither, yet inside the union. A point at the apex of a crack
// is on both, yet on the boundary of the union. What the brushes leave of the cube distinguishes the two. Leftovers
// into which no ball fits that is about as thick as a sliver are rounding. So the brushes are moved out by the radius
// of the ball, and the cube is smaller by it: then nothing at all may be left.
#pragma once

#include <span>

#include "hullbake/math.hpp"
#include "oracle/solids/grown_brush.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

/// Returns true if the closed brushes `cover` contain the whole cube around `p` and no interior of `excluded` overlaps
/// it.
bool coversNeighbourhood(const Vec3& p, const Tolerance& tolerance, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> excluded);

}  // namespace hullbake::oracle
