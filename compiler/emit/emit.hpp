// Stage 10: the `.hull` block from the trees, their grids and the bare brushes.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/emit/map_sections.hpp"
#include "compiler/grid/grid_builder.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

/// The two trees of a model in a hull.
struct ModelTrees {
    FlatTree blocking, liquid;
};

struct EmitInput {
    const MapSections& map;
    const std::vector<ModelTrees>& trees;  ///< [model * hulls + hull]
    const std::vector<GridData>& grids;    ///< by hull, or none
};

/// The block, but for its hash: sealHull sets that.
std::vector<std::byte> emitHull(const EmitInput& input);

}  // namespace hullbake
