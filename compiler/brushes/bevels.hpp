// Bevels: the sides that a box can touch besides the faces of a solid.
//
// In: a Solid with windings. Out: the same with the six axial sides and, for each edge and axis, the plane along both.
// The edge between faces with normals n1, n2 needs a bevel for axis a exactly when n1[a] * n2[a] < 0. Invariant: bevels
// leave the solid unchanged and keep its expansion by a box tight. Source: docs/hull_theory.md.
#pragma once

#include "compiler/brushes/solid.hpp"

namespace hullbake {

/// Appends the axial planes that are not faces and the bevels of all edges. The planes of the solid grown by any
/// axis-aligned box are these, shifted by the box's support. The bounds, which were those of the vertices, become those
/// of what the planes enclose.
void addBevels(Solid& solid);

}  // namespace hullbake
