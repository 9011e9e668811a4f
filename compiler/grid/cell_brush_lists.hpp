// Lists the brushes around each cell of a grid, for boxes that are expanded at query time.
//
// In: the scene and the layout of a hull's grid. Out: for each cell the brushes that a box expanded at query time may
// hit there. Invariant: equal lists are stored once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "compiler/grid/grid_builder.hpp"

namespace hullbake {

/// A brush that overlaps a cell of a block that is not entirely solid.
struct CellBrush {
    std::uint32_t place, cell;  ///< number of the block (GridLayout), and of the cell in the block
    std::uint32_t brush;
    bool slanted;  ///< true if any of its sides is not axial
};

/// Returns the world's brushes that belong to the hull, in order, each with all cells that it overlaps. Tests bounds
/// and slanted sides, both grown by the hull's box.
std::vector<CellBrush> brushesInCells(const BrushScene& scene, std::size_t hull, const Box& box,
                                      const GridLayout& layout);

/// Fills the grid's lists (format.hpp, GBRU and GLST). Equal lists are stored once.
void listBrushes(std::span<const CellBrush> brushes, GridData& grid);

}  // namespace hullbake
