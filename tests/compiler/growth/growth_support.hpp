// Growth by brute force: the vertices of brushes and of their sums with a box, sought among all combinations, without
// the compiler's code.
#pragma once

#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {

/// A random brush and what it is called in messages.
struct RandomBrush {
    MapBrush brush;
    std::string kind;
    bool onGrid = true;
};

/// Boxes, boxes with cut corners, prisms, hulls of random points, needles, slabs and nearly axial wedges; about a third
/// of them turned and rounded to a few decimals.
RandomBrush randomBrush(Rng& rng);
/// Boxes around and beside their origin, flat ones, needles, points.
Box randomHullBox(Rng& rng);

/// Vertices of the brush, from all triples of its faces' planes.
std::vector<Vec3> bruteVertices(const MapBrush& brush);
/// Corners of a reflected box, each once.
std::vector<Vec3> reflectedCorners(const Box& box);

/// A facet of brush + reflected box, found without knowing the faces or edges of the brush.
struct Facet {
    Vec3 normal;  ///< unit length
    double dist = 0;
};
/// Unit normals that could be those of a facet - spanned by any three vertices, or by any two and an axis - and whose
/// plane does touch the sum in a polygon (area above zero by a safe margin).
std::vector<Facet> bruteFacets(const std::vector<Vec3>& vertices, const Box& box);

/// Furthest dot(normal, p) over the points.
double supportOf(const std::vector<Vec3>& points, const Vec3& normal);

}  // namespace hullbake::test
