// Balls and upright capsules against box brushes: the pieces near the place where the planes are entered.
//
// In: a box brush, a body and a way, and the plane that the way enters last. Out: where the brush is touched and
// entered.
//
// The box, made longer by the core of an upright capsule, is a box again, and the planes moved out by the radius are
// those of a larger one. Where the way enters that, its place is beyond one, two or three sides of the inner box.
// Beyond one it touches the face, beyond two only the edge between them or an end of it, beyond three only the edges
// that meet there. All coordinates change in one direction, so what is left behind is not met again. Source: C.
// Ericson, Real-Time Collision Detection, 2005, 5.5.7.
#pragma once

#include "brushes/corners_near.hpp"
#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// Returns true if the body is a ball, or a capsule whose core is upright.
inline bool isUprightRound(const RoundBody& body) {
    return body.kind == BodyKind::Round && body.ends[0].x == body.ends[1].x && body.ends[0].y == body.ends[1].y;
}

/// Finds what partsNearWindow does, except for where the parts end. `face`: the side of the box brush whose plane is
/// entered last, at `enter`, which is more than 0. Returns false where two answers are so near to each other that
/// rounding decides.
bool partsAtBox(const BrushShape& brush, const BodyWay& way, std::uint32_t face, double enter, NearParts& parts);

}  // namespace hullbake::detail
