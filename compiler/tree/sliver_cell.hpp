// Leaves between planes that all but coincide.
//
// In: such a leaf. Out: its parts, and what fills each. Where the planes are closer than kOnPlane, the polygons that
// would part the leaf are slivers and are dropped: it may reach from the inside of a brush into open space. Its widest
// face is cut instead, by the planes of the brushes.
#pragma once

#include <optional>

#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/growth/brush_index.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/split_plane.hpp"

namespace hullbake {

/// A cell, or a part of it, as a polygon in which it is widest.
struct SliverCell {
    const ConvexCell* cell = nullptr;  ///< the whole one
    std::size_t face = 0;              ///< of the cell: the polygon lies on it
    Winding polygon;
    Vec3 middle;  ///< half-way through the cell, at the centre of the polygon
};

/// Returns true if a cell is no thicker than the contract's tolerance, or a needle: no wider than a thousandth in any
/// face.
bool isSliver(const CellFaces& cell);
/// `cell` must outlive the result.
SliverCell thinCellOf(const ConvexCell& cell);

/// Splits the polygon by a plane. Returns false when all of it is on one side.
bool splitSliver(const PlaneEquations& equations, const SliverCell& whole, const SplitPlane& by, SliverCell& front,
                 SliverCell& back);

/// Returns a plane of a brush that contains some of the polygon and not the rest.
std::optional<SplitPlane> partingPlane(const BrushIndex& brushes, const PlaneTable& planes, const SliverCell& cell);

/// Returns the contents of the brushes that contain the middle, overlaps resolved: by the sign of distances, however
/// small.
Contents contentsOfSliver(const BrushIndex& brushes, const PlaneTable& planes, const Vec3& middle);

/// Returns the contents of an earlier tree's leaf at the middle. A needle along an edge in which faces all but meet may
/// reach from open space through what the fill has closed since: the polygons that would split it are slivers. It
/// becomes solid where it is narrower than the contract's tolerance to either side, as open space beside it is that
/// close.
Contents contentsOfSliver(const TreeNode& root, const SliverCell& thin);

}  // namespace hullbake
