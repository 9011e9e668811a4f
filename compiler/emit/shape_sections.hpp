// Corners and edges of the brushes of brush entities: what the runtime needs to rotate them.
#pragma once

#include <vector>

#include "compiler/brushes/scene.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

/// Sections SHPE, CRNR and EDGE.
struct Shapes {
    std::vector<format::ShapeRecord> shapes;  ///< one for each brush behind the world's
    std::vector<format::CornerRecord> corners;
    std::vector<format::EdgeRecord> edges;
};

/// Models with a brush past the limits of the format get empty shapes.
Shapes makeShapes(const Scene& scene);

}  // namespace hullbake
