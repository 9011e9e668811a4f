// Bevels: the sides that a box can touch besides the faces of a solid.
//
// In: a Solid with windings. Out: the solid with six axial sides and, for each edge and axis, the plane parallel to
// both. An edge between faces with normals n1 and n2 needs a bevel for axis a exactly when n1[a] * n2[a] < 0.
// Invariant: bevels leave the solid unchanged and keep its expansion by a box tight. Source: docs/hull_theory.md.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/brushes/solid.hpp"

namespace hullbake {

inline constexpr std::uint16_t kNoSide = 0xffff;

/// An edge of a solid, and the sides that face the directions between those of its two faces.
struct BevelledEdge {
    std::uint16_t first, second;  ///< faces, first < second
    /// By axis: the side whose normal is across the axis, kNoSide if there is none or it is not certain.
    std::array<std::uint16_t, 3> across{kNoSide, kNoSide, kNoSide};
};

/// Returns the sign along an axis of the direction between two normals that is across another one; 0 if it is not
/// certain.
int crossingSign(const SidePlane& one, const SidePlane& two, int across, int along);

/// Appends the axial planes that are not faces and the bevels of all edges. The solid grown by any axis-aligned box has
/// these planes, each shifted by the box's support. The bounds change from those of the vertices to those of the
/// planes' intersection. Returns each edge once, in the order of the faces and their corners.
std::vector<BevelledEdge> addBevels(Solid& solid);

}  // namespace hullbake
