// How far a solid reaches in a direction, from its planes.
//
// In: a Solid with windings. Out: the distance of the plane across the direction that touches it. Off the grid the
// vertices are only as good as the tolerance that they were cut with, and several planes may all but meet in one; what
// they enclose reaches to within rounding as far as some three of them allow.
#pragma once

#include "compiler/brushes/solid.hpp"

namespace hullbake {

/// The largest dot(normal, p) of all points p of the solid. `normal` is of unit length. Exact vertices answer for
/// themselves; else the answer is within rounding (1e-9 units) that of the planes of the faces. Bevels do not count.
/// Linear programming, by its dual: the least bound that three planes with `normal` between theirs set.
double supportAlong(const Solid& solid, const Vec3& normal);

}  // namespace hullbake
