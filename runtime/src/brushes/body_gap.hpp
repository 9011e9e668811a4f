// How far a body is from one brush, or how deep in it.
#pragma once

#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// The distance between a body and a brush. Less than 0: minus the depth, the length of the least move out.
struct BodyGap {
    double gap =
        0;        ///< of cylinders and convex sets beside an edge or corner, that of a plane between: at most the gap
    Vec3 normal;  ///< unit length, from the brush to the body
    Vec3 point;   ///< of the brush, or near it when they overlap
    std::uint32_t face = 0;  ///< a face of the brush there
};

BodyGap gapBetween(const BrushShape& brush, const RoundBody& body, const Vec3& origin);

/// Returns the distance that the body reaches against a direction of unit length, from its origin.
double reachAgainst(const RoundBody& body, const Vec3& normal);

}  // namespace hullbake::detail
