// What of a brush a cylinder or a convex set touches.
//
// In: a brush, a body and its place. Out: the direction in which both are farthest apart, or overlap least, and a point
// that they share there. The direction is one of those that pieces and planes of the grown brush have.
#pragma once

#include "brushes/round_body.hpp"

namespace hullbake::detail {

NearestFeature touchOfSolid(const BrushShape& brush, const RoundBody& body, const Vec3& origin);

}  // namespace hullbake::detail
