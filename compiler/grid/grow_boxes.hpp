// Grows boxes that overlap no solid and assigns each cell of a grid the one that serves it best.
//
// In: a divided grid. Out: the boxes; each cell stores the number of its box. Invariant: no box overlaps solid.
#pragma once

#include <vector>

#include "compiler/grid/cell_grid.hpp"
#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

/// `sparing`: grows no box from a leaf that lies in the box of its cell. Huge trees have many such leaves, and boxes
/// over terrain pass thousands of cells.
std::vector<Box> growBoxes(const TreeBoxQuery& tree, const CellTrees& cellTrees, bool sparing, CellGrid& grid);

}  // namespace hullbake
