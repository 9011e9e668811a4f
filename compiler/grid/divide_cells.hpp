// Divides the space of a map into the blocks and cells of a grid.
//
// In: a baked tree and the space to cover. Out: a CellGrid without boxes, and the trees of its cells. Invariant: blocks
// that are entirely solid are skipped, and cells move with the map.
#pragma once

#include "compiler/grid/cell_grid.hpp"
#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

/// Divides the space. `cellSize` is in world units, and is doubled until there are few enough blocks. `cellTrees`
/// receives the cells' trees.
CellGrid divideCells(const TreeBoxQuery& tree, const Box& around, double cellSize, CellTrees& cellTrees);

}  // namespace hullbake
