// Portals: polygons between two leaves of a tree that are neither solid nor sky.
//
// In: a tree built with keepGeometry. Out: each node's polygon within its cell, clipped by both subtrees, so that each
// piece has one leaf on either side.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/winding.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// A polygon between two leaves that are neither solid nor sky.
struct Portal {
    std::uint32_t front = 0, back = 0;  ///< leaf numbers
    Winding winding;
    Plane plane;       ///< plane of the winding
    double width = 0;  ///< see widthOf
};

/// List of portals. There are many and they are large, so the list grows without moving them.
using Portals = std::deque<Portal>;

/// Returns the portals of a tree built with keepGeometry whose leaves are numbered.
Portals makePortals(TreeNode& root, const PlaneEquations& equations);

/// Returns, by polygon, whether it touches a reached leaf on either side.
std::vector<bool> touchesReached(TreeNode& root, const PlaneTable& planes, const std::vector<bool>& reached,
                                 const std::vector<Winding>& pieces);

}  // namespace hullbake
