// Extrudes polygons and lines: each convex part, and the strip behind each segment of a line, becomes a brush.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "formats/map.hpp"
#include "formats/polygons.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// How polygons and lines lie in the world. They are drawn in x and y, and extruded from `depth` below to height 0.
struct PolygonForm {
    Vec3 scale{1, 1, 1};  ///< of the drawing's x and y; z has no meaning
    Vec3 origin;
    double depth = 16;  ///< at least 1/64 unit
    bool yUp = false;   ///< y of the drawing is up: (x, y, z) comes to (x, -z, y)
    std::string texture = "terrain";
    double thickness = 16;  ///< of lines, to the right of their way; below 0 to the left; at least 1/64 either way
};

struct PolygonCount {
    std::size_t polygons = 0, lines = 0, points = 0, brushes = 0;
};

/// Rounds all points to the lattice of 1/64 unit and hands out the brushes, each lent until the next. Neighbours have
/// equal corners, or lie on both sides of one plane, so nothing is between them. Returns the first ring or line that
/// crosses or touches itself or another ring, lies where it must not, or reaches past +-kMaxCoordinate.
std::variant<PolygonCount, Diagnostic> makePolygonBrushes(const FlatDrawing& drawing, const PolygonForm& form,
                                                          const std::string& path,
                                                          const std::function<void(const MapBrush&)>& take);

}  // namespace hullbake
