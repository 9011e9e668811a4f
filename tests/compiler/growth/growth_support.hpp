// Growth by brute force, without the compiler's code: searches all combinations for the vertices of brushes and of
// their sums with a box.
#pragma once

#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {

/// A random brush and its name in messages.
struct RandomBrush {
    MapBrush brush;
    std::string kind;
    bool onGrid = true;
};

/// Returns a box, a box with cut corners, a prism, a hull of random points, a needle, a slab or a nearly axial wedge.
/// About a third are rotated and rounded to a few decimals.
RandomBrush randomBrush(Rng& rng);
/// Returns a box around or beside its origin, a flat box, a needle or a point.
Box randomHullBox(Rng& rng);

/// Returns the vertices of the brush, from all triples of its faces' planes.
std::vector<Vec3> bruteVertices(const MapBrush& brush);
/// Returns the corners of a reflected box, each once.
std::vector<Vec3> reflectedCorners(const Box& box);

/// A facet of brush + reflected box, found without knowing the faces or edges of the brush.
struct Facet {
    Vec3 normal;  ///< unit length
    double dist = 0;
};
/// Returns the facets found from unit normals spanned by any three vertices, or by any two and an axis. Keeps those
/// whose plane touches the sum in a polygon of an area clearly above zero.
std::vector<Facet> bruteFacets(const std::vector<Vec3>& vertices, const Box& box);

/// Returns the largest dot(normal, p) over the points.
double supportOf(const std::vector<Vec3>& points, const Vec3& normal);

}  // namespace hullbake::test
