// Stage 10: the `.hull` block from the trees, their grids and the bare brushes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/brush_sections.hpp"
#include "compiler/flat_tree.hpp"
#include "compiler/free_grid.hpp"

namespace hullbake {

/// The two trees of a model in a hull.
struct ModelTrees {
    FlatTree blocking, liquid;
};

struct EmitInput {
    const std::vector<HullSpec>& hulls;
    const BrushSections& brushes;
    const std::vector<ModelTrees>& trees;  ///< [model * hulls + hull]
    const std::vector<FreeGrid>& grids;    ///< by hull, or none
    std::string_view sourceText;
    bool fill;        ///< as in the settings
    double cellSize;  ///< as in the settings
};

std::vector<std::byte> emitHull(const EmitInput& input);

}  // namespace hullbake
