// Extracts the corners and edges of solids.
//
// In: solids. Out: each corner and each edge once, edges as pairs of faces and of corners.

#include "compiler/emit/shape_sections.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/base/negative_zero.hpp"

namespace hullbake {

using namespace format;

namespace {

// Upper bound of the distance of one corner as stored in two faces. World units. It is rounding.
constexpr double kSameCorner = 1e-9;

struct Shape {
    std::vector<Vec3> corners;
    std::vector<EdgeRecord> edges;

    std::size_t cornerAt(const Vec3& p) {
        const auto known =
            std::find_if(corners.begin(), corners.end(), [&](const Vec3& c) { return length(c - p) <= kSameCorner; });
        const auto at = static_cast<std::size_t>(known - corners.begin());
        if (known == corners.end()) corners.push_back(p);
        return at;
    }
};

// Returns the solid without its bevels, with new windings: the scene's windings are freed once its bevels are known.
Solid bareSolid(const SolidPlanes& solid) {
    Solid bare;
    for (const SidePlane& side : solid.sides)
        if (!side.bevel) bare.sides.push_back({side, {}});
    std::vector<Winding> windings;
    const auto equationOf = [&](std::size_t side) -> const PlaneEquation& { return bare.sides[side].equation; };
    Box bounds = kEmptyBox;
    const bool isKnown = !solid.corners.ofSolid.empty() &&
                         windingsOfCorners(solid.corners.ofSolid, bare.sides.size(), equationOf, windings, bounds);
    if (!isKnown)
        buildWindings(bare);
    else
        for (std::size_t i = 0; i < windings.size(); ++i) bare.sides[i].winding = std::move(windings[i]);
    return bare;
}

Shape shapeOf(const Solid& solid) {
    Shape shape;
    std::set<std::pair<PlaneId, PlaneId>> seen;
    for (const SolidSide& side : solid.sides) {
        const auto& vertices = side.winding.vertices;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const WindingVertex &a = vertices[i], &b = vertices[i + 1 == vertices.size() ? 0 : i + 1];
            const auto from = static_cast<std::uint16_t>(shape.cornerAt(a.p));
            const auto to = static_cast<std::uint16_t>(shape.cornerAt(b.p));
            const PlaneId first = std::min(side.winding.plane, a.edge), second = std::max(side.winding.plane, a.edge);
            // Corners closer than doubles can tell are one.
            if (from == to || !seen.insert({first, second}).second) continue;
            shape.edges.push_back(
                {{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second)}, {from, to}});
        }
    }
    return shape;
}

bool fits(const Shape& shape) {
    return shape.corners.size() <= kMaxShapeCorners && shape.edges.size() <= kMaxShapeEdges;
}

// Returns the shapes of all brushes of a model, or empty shapes if one of them exceeds a limit. Brushes for which
// `implied` returns true have empty ones.
template <class Implied>
std::vector<Shape> shapesOf(const BrushScene& scene, const SceneModel& model, const Implied& implied) {
    std::vector<Shape> shapes;
    for (std::uint32_t i = 0; i < model.brushCount; ++i) {
        if (implied(model.firstBrush + i)) {
            shapes.emplace_back();
            continue;
        }
        const Solid bare = bareSolid(scene.brushes[model.firstBrush + i].solid);
        if (bare.sides.size() <= kMaxShapeFaces) shapes.push_back(shapeOf(bare));
        if (shapes.size() <= i || !fits(shapes.back())) return std::vector<Shape>(model.brushCount);
    }
    return shapes;
}

void append(const std::vector<Shape>& shapes, Shapes& all) {
    for (const Shape& shape : shapes) {
        all.shapes.push_back(
            {static_cast<std::uint32_t>(all.corners.size()), static_cast<std::uint32_t>(all.edges.size()),
             static_cast<std::uint16_t>(shape.corners.size()), static_cast<std::uint16_t>(shape.edges.size()), 0});
        for (const Vec3& corner : shape.corners) {
            const Vec3 p = withoutNegativeZero(corner);
            all.corners.push_back({{p.x, p.y, p.z}});
        }
        all.edges.insert(all.edges.end(), shape.edges.begin(), shape.edges.end());
    }
}

}  // namespace

Shapes makeShapes(const BrushScene& scene) {
    Shapes all;
    for (std::size_t m = 1; m < scene.models.size(); ++m)
        append(shapesOf(scene, scene.models[m], [](std::uint32_t) { return false; }), all);
    return all;
}

Shapes makeWorldShapes(const BrushScene& scene, std::span<const BrushRecord> brushes) {
    Shapes all;
    append(shapesOf(scene, scene.models.front(), [&](std::uint32_t i) { return impliesShape(brushes[i]); }), all);
    return all;
}

}  // namespace hullbake
