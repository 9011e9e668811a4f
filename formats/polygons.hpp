// Polygons with holes, their convex parts, and open lines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/map.hpp"

namespace hullbake {

/// A point of a plane in sixty-fourths of a unit.
using FlatPoint = std::array<std::int64_t, 2>;

/// Upper bound of the points of all rings of one polygon, and of one line.
inline constexpr std::size_t kMostPolygonPoints = 3000;
/// Upper bound of the points of all polygons and lines of a file.
inline constexpr std::size_t kMostDrawingPoints = 500000;

struct PolygonRing {
    std::vector<std::array<double, 2>> points;  ///< without the last, which repeats the first; in any direction
    SourcePos pos;
};

/// An outer ring, then the holes.
struct RingPolygon {
    std::vector<PolygonRing> rings;
};

struct FlatDrawing {
    std::vector<RingPolygon> polygons;
    std::vector<PolygonRing> lines;  ///< with all points: a closed one ends where it begins
};

/// Reads well-known text: any number of `POLYGON`, `MULTIPOLYGON`, `LINESTRING` and `MULTILINESTRING`, with two
/// coordinates for each point.
std::variant<FlatDrawing, Diagnostic> parseWkt(std::string_view text, const std::string& path);

/// A convex polygon, counterclockwise. Three points in a row may lie on one line.
using ConvexPart = std::vector<FlatPoint>;

/// Divides a polygon into triangles by the constrained Delaunay triangulation. Takes and returns what convexParts()
/// does.
std::variant<std::vector<ConvexPart>, std::size_t> delaunayTriangles(std::vector<std::vector<FlatPoint>> rings);

/// Merges the triangles of a polygon to convex parts that fill it whole and do not overlap. All their corners are
/// points of the rings. `rings` are on the lattice, within 2^25; their directions do not matter. Returns the index of a
/// ring that crosses itself or another one, or touches one, or lies where it must not.
std::variant<std::vector<ConvexPart>, std::size_t> convexParts(std::vector<std::vector<FlatPoint>> rings);

}  // namespace hullbake
