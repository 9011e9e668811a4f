// Computes growth by brute force: vertices of brushes, and of their sums with a box, from all combinations. Uses no
// code of the compiler.
#pragma once

#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "compiler/growth/grow.hpp"

namespace hullbake::test {

/// A random brush and its name for messages.
struct RandomBrush {
    MapBrush brush;
    std::string kind;
    bool onGrid = true;
};

/// Draws boxes, boxes with cut corners, prisms, hulls of random points, needles, slabs and nearly axial wedges. About a
/// third are turned and rounded to a few decimals.
RandomBrush randomBrush(Rng& rng);
/// Draws boxes around and beside their origin, flat ones, needles, points.
Box randomHullBox(Rng& rng);

/// The brushes of a map, grown by one box under the rules of any game.
struct GrownMap {
    explicit GrownMap(const MapFile& map, const Box& box = {});

    GrownHull hull;
    std::vector<const GrownBrush*> brushes;  ///< all of the hull
    Box around = kEmptyBox;                  ///< of all brushes
};

/// Returns the vertices of the brush, from all triples of its faces' planes.
std::vector<Vec3> bruteVertices(const MapBrush& brush);
/// Returns the corners of a reflected box, each once.
std::vector<Vec3> reflectedCorners(const Box& box);

/// A facet of brush + reflected box, found without the faces or edges of the brush.
struct Facet {
    Vec3 normal;  ///< unit length
    double dist = 0;
};
/// Returns the facets among all candidate normals: those spanned by three vertices, or by two and an axis. A facet's
/// plane touches the sum in a polygon whose area is above zero by a safe margin.
std::vector<Facet> bruteFacets(const std::vector<Vec3>& vertices, const Box& box);

/// Returns the largest dot(normal, p) over the points.
double supportOf(const std::vector<Vec3>& points, const Vec3& normal);

}  // namespace hullbake::test
