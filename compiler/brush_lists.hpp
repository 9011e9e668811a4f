// The brushes around each cell of a grid, for boxes that are expanded at query time.
#pragma once

#include <cstddef>

#include "compiler/free_grid.hpp"
#include "compiler/scene.hpp"

namespace hullbake {

/// Fills in the grid's lists (format.hpp, GBRU and GLST): the brushes of the world that take part in the hull, by their
/// bounds and slanted sides, grown by its box. Equal lists are one.
void listBrushes(const Scene& scene, std::size_t hull, const Box& box, FreeGrid& grid);

}  // namespace hullbake
