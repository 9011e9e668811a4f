// Lists the brushes around each cell of a grid, for boxes that are expanded at query time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "compiler/grid/grid_builder.hpp"

namespace hullbake {

/// A brush that reaches into a cell of a block that is not wholly solid.
struct CellBrush {
    std::uint32_t place, cell;  ///< the block's (GridLayout), and of the cell in the block
    std::uint32_t brush;
    bool slanted;  ///< not all of its sides are axial
};

/// The brushes of the world that take part in the hull, by their bounds and slanted sides, grown by its box; in order,
/// each with all cells that it reaches into.
std::vector<CellBrush> brushesInCells(const Scene& scene, std::size_t hull, const Box& box, const GridLayout& layout);

/// Fills in the grid's lists (format.hpp, GBRU and GLST). Equal lists are one.
void listBrushes(std::span<const CellBrush> brushes, GridData& grid);

}  // namespace hullbake
