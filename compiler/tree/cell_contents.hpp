// Contents of a cell that no face crosses.
//
// In: the cell, and the grown brushes or an earlier tree. Out: the contents in it. A point of the cell decides where it
// is clear of all planes; elsewhere the cell is cut, exactly. So the answer is right however thin the cell is.
#pragma once

#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/growth/brush_index.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// Returns the contents of the brushes that contain the cell, overlaps resolved. `at` becomes a point of the cell, away
/// from its faces as far as the cell allows.
Contents contentsOfCell(const BrushIndex& index, const PlaneTable& planes, const CellFaces& cell, Vec3& at);

/// Returns the leaf of an earlier tree that contains the cell, or a part of the cell if the tree cuts it.
const TreeNode& leafOfCell(const TreeNode& root, const PlaneTable& planes, const CellFaces& cell);

}  // namespace hullbake
