// Chooses how the file stores the tree of each cell.
//
// In: the subtrees of the cells. Out: a table of bits if few planes divide the cell, nodes otherwise, or nothing if
// there are too many nodes.
#pragma once

#include <span>

#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/grid_builder.hpp"

namespace hullbake {

/// Packs the grid's subtrees, which are those of `trees` with `planes`. Subtrees with few planes become cuts. Only the
/// nodes that the other subtrees need enter the grid.
void packCells(const CellTrees& trees, std::span<const Plane> planes, GridData& grid);

}  // namespace hullbake
