// Stage 10: the `.hull` block from the trees, their grids and the bare brushes.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/flat_tree.hpp"
#include "compiler/free_grid.hpp"
#include "compiler/map_sections.hpp"

namespace hullbake {

/// The two trees of a model in a hull.
struct ModelTrees {
    FlatTree blocking, liquid;
};

struct EmitInput {
    const MapSections& map;
    const std::vector<ModelTrees>& trees;  ///< [model * hulls + hull]
    const std::vector<FreeGrid>& grids;    ///< by hull, or none
};

/// The block, but for its hash: sealHull sets that.
std::vector<std::byte> emitHull(const EmitInput& input);

}  // namespace hullbake
