// Stage 10: the `.hull` block from the trees and the bare brushes.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/bake_model.hpp"
#include "compiler/flat_tree.hpp"
#include "compiler/scene.hpp"

namespace hullbake {

/// The two trees of a model in a hull.
struct ModelTrees {
    FlatTree blocking, liquid;
};

struct EmitInput {
    const MapFile& map;
    const Scene& scene;
    const std::vector<HullSpec>& hulls;
    const std::vector<ModelTrees>& trees;  ///< [model * hulls + hull]
    std::string_view sourceText;
    bool fill;        ///< as in the settings
    double cellSize;  ///< as in the settings
    StageClock& clock;
};

std::vector<std::byte> emitHull(const EmitInput& input);

}  // namespace hullbake
