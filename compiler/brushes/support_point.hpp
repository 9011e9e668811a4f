// Computes how far a solid extends in a direction, from its planes.
//
// In: a Solid with windings. Out: the distance of the plane across the direction that touches the solid. Off-grid
// vertices are only as accurate as the tolerance of the cut, and several planes may almost meet in one. The
// intersection of the planes extends, within rounding, as far as the tightest three of them allow.
#pragma once

#include "compiler/brushes/solid.hpp"

namespace hullbake {

/// Returns the largest dot(normal, p) of all points p of the solid. `normal` has unit length. If all support vertices
/// are exact, the result is theirs. Otherwise it is that of the face planes, within rounding (1e-9 units). Bevels are
/// ignored.
/// Method: the dual linear program, which is the least bound set by three planes whose cone of normals contains
/// `normal`.
double supportAlong(const Solid& solid, const Vec3& normal);

}  // namespace hullbake
