// Where to cut a leaf that reaches through a crack.
//
// In: the leaf's cell and portals, and two points that the cut must part. Out: a plane between them.
#pragma once

#include <optional>
#include <span>

#include "compiler/fill/portals.hpp"
#include "compiler/geometry/convex_cell.hpp"

namespace hullbake {

/// Returns the plane along an edge of one of the portals, across that portal, that parts the points where the cell is
/// narrowest. Empty when no edge lies between them.
std::optional<Plane> narrowestCut(const PlaneEquations& equations, const ConvexCell& cell,
                                  std::span<const Portal* const> portals, const Vec3& from, const Vec3& to);

/// Returns the plane half-way between the points. Empty when these are too close.
std::optional<Plane> halfwayCut(const Vec3& from, const Vec3& to);

}  // namespace hullbake
