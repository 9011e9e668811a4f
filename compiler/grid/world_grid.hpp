// Builds the grid over the world of one hull, from its tree alone: other trees may be unfinished.
#pragma once

#include <cstddef>

#include "compiler/brushes/scene.hpp"
#include "compiler/grid/grid_builder.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

/// Builds the grid. `tree` is the world's blocking tree in that hull, `allNodes` the node count of all trees in the
/// file. The grid's nodes store ids for planes that are not axial.
GridData worldGrid(const BrushScene& scene, const HullSpec& hull, std::size_t index, const FlatTree& tree,
                   double cellSize, std::size_t allNodes);

}  // namespace hullbake
