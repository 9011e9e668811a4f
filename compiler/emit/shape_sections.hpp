// Corners and edges of the brushes of brush entities, which the runtime needs to rotate them.
#pragma once

#include <vector>

#include "compiler/brushes/scene.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

/// Sections SHPE, CRNR and EDGE.
struct Shapes {
    std::vector<format::ShapeRecord> shapes;  ///< one for each brush after those of the world
    std::vector<format::CornerRecord> corners;
    std::vector<format::EdgeRecord> edges;
};

/// Builds the shapes. All brushes of a model get empty shapes if one of them exceeds a limit of the format.
Shapes makeShapes(const Scene& scene);

}  // namespace hullbake
