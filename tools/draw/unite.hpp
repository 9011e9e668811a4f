// The outline of a set of convex polygons.
#pragma once

#include <span>
#include <vector>

#include "tools/draw/polygon.hpp"

namespace hullbake::draw {

struct Outline {
    /// Closed lines with the inside on their left: outer borders run counter-clockwise, those of holes clockwise. No
    /// corner lies on the straight line between its neighbours.
    std::vector<Polygon> loops;
    /// Returns the area inside, without that of the holes.
    double area() const;
    /// Returns true if the point lies inside. Undefined on the outline.
    bool contains(const Point& p) const;
};

/// Unites convex polygons, which may overlap and touch. Moves borders by less than 1/100,000 unit: cracks as narrow as
/// that close, where corners of polygons are. Time: the square of the number of polygons for comparisons of bounds,
/// then the pairs that overlap.
Outline unite(std::span<const Polygon> polygons);

}  // namespace hullbake::draw
