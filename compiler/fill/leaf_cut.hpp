// Chooses where to cut a leaf that extends through a crack.
//
// In: the leaf's cell and portals, and two points that the cut must separate. Out: a plane between them.
#pragma once

#include <optional>
#include <span>

#include "compiler/fill/portals.hpp"
#include "compiler/geometry/convex_cell.hpp"

namespace hullbake {

struct LeafCut {
    Plane plane;  ///< faces the canonical way
    Vec3 point;   ///< of the plane, in the middle of what it cuts
};

/// Returns the plane along an edge of one of the portals, perpendicular to that portal, that separates the points where
/// the cell is narrowest. Empty if no edge lies between them.
std::optional<LeafCut> narrowestCut(const ConvexCell& cell, std::span<const Portal* const> portals, const Vec3& from,
                                    const Vec3& to);

/// Returns the plane halfway between the points. Empty if they are too close.
std::optional<LeafCut> halfwayCut(const Vec3& from, const Vec3& to);

}  // namespace hullbake
