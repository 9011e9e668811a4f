// Grows boxes that overlap no solid and assigns each cell of a grid the one that serves it best.
//
// In: a divided grid. Out: the boxes; each cell stores the number of its box. Invariant: no box overlaps solid.
#pragma once

#include <vector>

#include "compiler/grid/cell_grid.hpp"
#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

std::vector<Box> growBoxes(const TreeBoxQuery& tree, const CellTrees& cellTrees, CellGrid& grid);

}  // namespace hullbake
