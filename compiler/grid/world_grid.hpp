// The grid over the world of one hull, from its tree alone: other trees need not be known yet.
#pragma once

#include <cstddef>

#include "compiler/brushes/scene.hpp"
#include "compiler/grid/grid_builder.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

/// `tree` is the world's blocking tree in that hull, `allNodes` those of all trees in the file. Planes that are not
/// axial have their ids for names in the grid's nodes.
GridData worldGrid(const Scene& scene, const HullSpec& hull, std::size_t index, const FlatTree& tree, double cellSize,
                   std::size_t allNodes);

}  // namespace hullbake
