// Clips polygons from a large square on a plane.
//
// In: a plane and the planes that bound the polygon. Out: the polygon; exact where all planes have equations.
#pragma once

#include <span>

#include "compiler/geometry/cut_plane.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

class MeetingMemo;

/// Returns a square on `own` around the point of the plane nearest to `centre`. `halfSize` is the distance from its
/// middle to an edge, in world units.
Winding baseWinding(const CutPlane& own, const Vec3& centre, double halfSize);

/// Returns a polygon on `own` whose sides are axial planes with ids (axialPlaneId), so that all its corners are exact.
/// Its extent along two axes is at least `halfSize` around `centre`, up to +-2^21. A base winding if `own` has no
/// equation.
Winding exactBase(const PlaneEquations& equations, const CutPlane& own, const Vec3& centre, double halfSize);

/// Returns the exact base clipped to the back of one plane after another, until nothing is left. `memo` may be null.
Winding clippedBase(const PlaneEquations& equations, const CutPlane& own, const Vec3& centre, double halfSize,
                    std::span<const CutPlane> planes, MeetingMemo* memo = nullptr);

}  // namespace hullbake
