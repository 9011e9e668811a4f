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

/// Finds what two calls of partInside do, for a box brush and a ball or upright capsule. `face`: the side whose plane
/// is entered last, at `enter`. Unless `all` becomes true, nothing is told of where the parts end.
NearParts partsAtBox(const BrushShape& brush, const BodyWay& way, std::uint32_t face, double enter, bool& all);

/// Finds the normal and the feature of touchedOf for a box brush and a ball or upright capsule. Leaves out the faces
/// and the point.
NearestFeature touchOfBox(const BrushShape& brush, const RoundBody& body, const Vec3& origin);

}  // namespace hullbake::detail
