// What the file keeps of the trees of a grid's cells: sides of few planes as bits, nodes, or nothing where there are
// too many.
#pragma once

#include <span>

#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/grid_builder.hpp"

namespace hullbake {

/// The grid's subtrees are those of `trees`, whose nodes have these planes. Those that few planes divide become cuts,
/// and of the nodes only what the others need comes into the grid.
void packCells(const CellTrees& trees, std::span<const Plane> planes, GridData& grid);

}  // namespace hullbake
