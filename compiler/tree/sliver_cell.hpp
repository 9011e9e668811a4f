// Splits and classifies leaves between planes that almost coincide.
//
// In: such a leaf. Out: its parts and their contents. Where the planes are closer than kOnPlane, the polygons that
// would split the leaf are slivers and are dropped. The leaf may then extend from the inside of a brush into open
// space. Its widest face is cut instead, by the planes of the brushes.
#pragma once

#include <optional>

#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/growth/brush_index.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/split_plane.hpp"

namespace hullbake {

/// A cell, or part of it, represented by a polygon in the face where it is widest.
struct SliverCell {
    const ConvexCell* cell = nullptr;  ///< the whole cell
    std::size_t face = 0;              ///< index of the cell's face that the polygon lies on
    Winding polygon;
    Vec3 middle;  ///< halfway through the cell, behind the centre of the polygon
};

/// Returns true if a cell is no thicker than the contract's tolerance, or a needle at most a thousandth of a unit wide
/// in every face.
bool isSliver(const CellFaces& cell);
/// Returns the sliver of a whole cell. `cell` must outlive the result.
SliverCell thinCellOf(const ConvexCell& cell);

/// Splits the polygon by a plane. Returns false if all of it is on one side.
bool splitSliver(const PlaneEquations& equations, const SliverCell& whole, const SplitPlane& by, SliverCell& front,
                 SliverCell& back);

/// Returns a plane of a brush that contains only part of the polygon, or nothing if there is none.
std::optional<SplitPlane> partingPlane(const BrushIndex& brushes, const PlaneTable& planes, const SliverCell& cell);

/// Returns the contents of the brushes that contain the middle, overlaps resolved. Decided by the sign of distances,
/// however small.
Contents contentsOfSliver(const BrushIndex& brushes, const PlaneTable& planes, const Vec3& middle);

/// Returns the contents of an earlier tree's leaf at the middle. A needle may extend along an edge where faces almost
/// meet, from open space through volume that the fill has closed since. The polygons that would split it are slivers.
/// It becomes solid where it is narrower than the contract's tolerance to either side; open space beside it is then
/// that close.
Contents contentsOfSliver(const TreeNode& root, const SliverCell& thin);

}  // namespace hullbake
