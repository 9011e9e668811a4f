// Emits the `.hull` block from the trees, their grids and the bare brushes.
//
// In: sections of the map, trees and grids. Out: the bytes of the block. Invariant: equal input gives equal bytes.
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
    const std::vector<GridData>& grids;    ///< indexed by hull, or empty
};

/// Returns the block without its hash, which sealHull sets.
std::vector<std::byte> emitHull(const EmitInput& input);

}  // namespace hullbake
