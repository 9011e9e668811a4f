// Bevels: the sides that a box can touch besides the faces of a solid.
//
// In: a Solid with windings. Out: the solid with six axial sides and, for each edge and axis, the plane parallel to
// both. An edge between faces with normals n1 and n2 needs a bevel for axis a exactly when n1[a] * n2[a] < 0.
// Invariant: bevels leave the solid unchanged and keep its expansion by a box tight. Source: docs/hull_theory.md.
#pragma once

#include "compiler/brushes/solid.hpp"

namespace hullbake {

/// Appends the axial planes that are not faces and the bevels of all edges. The solid grown by any axis-aligned box has
/// these planes, each shifted by the box's support. The bounds change from those of the vertices to those of the
/// planes' intersection.
void addBevels(Solid& solid);

}  // namespace hullbake
