// Finds the sides of boxes behind which solid fills the whole cell. Traces that leave a box there need no tree.
//
// In: a grid with boxes. Out: the walls of each cell, and the contents of each box's walls. Invariant: all walls of a
// box have the same contents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/grid/cell_grid.hpp"
#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

/// Returns the contents of the walls, by box; 0 if a box has none.
std::vector<std::uint32_t> findWalls(const TreeBoxQuery& tree, const CellTrees& cellTrees, std::span<const Box> boxes,
                                     CellGrid& grid);

}  // namespace hullbake
