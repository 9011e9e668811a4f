// Corners and edges of the brushes, which the runtime needs to turn them and to find contacts of round shapes.
#pragma once

#include <span>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

/// Sections SHPE, CRNR and EDGE, or WSHP, WCRN and WEDG.
struct Shapes {
    std::vector<format::ShapeRecord> shapes;  ///< one for each brush
    std::vector<format::CornerRecord> corners;
    std::vector<format::EdgeRecord> edges;
};

/// Builds the shapes of the brushes after those of the world. All brushes of a model get empty shapes if one of them
/// exceeds a limit of the format.
Shapes makeShapes(const BrushScene& scene);

/// Builds the shapes of the world's brushes. Those that the records imply stay empty, and all of them do if one brush
/// exceeds a limit. `brushes`: the section BRSH.
Shapes makeWorldShapes(const BrushScene& scene, std::span<const format::BrushRecord> brushes);

}  // namespace hullbake
