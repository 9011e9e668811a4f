// Chooses how the file stores the tree of each cell: as a table of bits where few planes divide it, as nodes, or not at
// all where there are too many.
#pragma once

#include <span>

#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/grid_builder.hpp"

namespace hullbake {

/// The grid's subtrees are those of `trees`, whose nodes have these planes. Those that few planes divide become cuts,
/// and of the nodes only what the others need comes into the grid.
void packCells(const CellTrees& trees, std::span<const Plane> planes, GridData& grid);

}  // namespace hullbake
