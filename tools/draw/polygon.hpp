// Convex polygons in the plane of a drawing, and half-planes that cut them.
#pragma once

#include <span>
#include <vector>

namespace hullbake::draw {

/// A position in the plane of a drawing, in units of the level.
struct Point {
    double x = 0, y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

/// The half-plane x * p.x + y * p.y <= dist. The normal need not have unit length.
struct HalfPlane {
    double x = 0, y = 0, dist = 0;
};

/// Corners in counter-clockwise order. Empty if nothing is left of it.
using Polygon = std::vector<Point>;

/// A rectangle whose sides are parallel to the axes, mins before maxs.
struct Frame {
    Point mins, maxs;
};

/// Corners that are closer than this are one, in units. Ten thousand times the rounding of coordinates of a level, and
/// far below what a picture shows.
inline constexpr double kSamePoint = 1e-7;

/// Returns the part of a convex polygon that lies in the half-plane. Empty if it has no area.
Polygon clipped(const Polygon& polygon, const HalfPlane& half);

/// Returns the half-plane on the other side of the border.
HalfPlane opposite(const HalfPlane& half);

/// Returns the least distance between two parallel lines that hold a convex polygon between them, one along an edge.
double widthOf(const Polygon& polygon);

/// Width below which outside() leaves polygons and overlaps out, in units.
inline constexpr double kLeastWidth = 2.5e-7;
/// Returns convex pieces that cover what of a convex polygon lies outside of the common part of the half-planes.
std::vector<Polygon> outside(const Polygon& polygon, std::span<const HalfPlane> halves);

Polygon polygonOf(const Frame& frame);
/// Returns the bounds of a polygon that is not empty.
Frame boundsOf(const Polygon& polygon);

/// Returns the area, negative if the corners are in clockwise order.
double areaOf(const Polygon& polygon);

/// Returns true if the point lies inside a polygon of any kind, by the even-odd rule. Undefined on its edges.
bool contains(const Polygon& polygon, const Point& p);

}  // namespace hullbake::draw
