// Proves that the corners found by signs of normals are those that clipping finds: the grown faces are equal, corner by
// corner.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "compiler/brushes/scene.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/growth/growth_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// Units. Corners of more than three planes may be rounded from other planes.
constexpr double kRounding = 1e-9;

// Returns the faces with the vertex of the least edge first, as both ways begin anywhere.
std::vector<Winding> turned(std::vector<Winding> faces) {
    for (Winding& face : faces) {
        auto* const least = std::min_element(face.vertices.begin(), face.vertices.end(),
                                             [](const auto& a, const auto& b) { return a.edge < b.edge; });
        std::rotate(face.vertices.begin(), least, face.vertices.end());
    }
    return faces;
}

void expectSameFaces(const GrownBrush& found, const GrownBrush& clipped) {
    ASSERT_EQ(found.planes, clipped.planes);
    const std::vector<Winding> a = turned(found.faces), b = turned(clipped.faces);
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].vertices.size(), b[i].vertices.size()) << "face " << i;
        for (std::size_t k = 0; k < a[i].vertices.size(); ++k) {
            EXPECT_EQ(a[i].vertices[k].edge, b[i].vertices[k].edge) << "face " << i << ", corner " << k;
            EXPECT_LE(length(a[i].vertices[k].p - b[i].vertices[k].p), kRounding) << "face " << i << ", corner " << k;
        }
    }
}

struct CornerCounts {
    std::size_t brushes = 0, unknown = 0, cornersOfMany = 0, points = 0, wide = 0, whole = 0, cut = 0;
};

// Proves the whole vertices of a polygon: their planes meet exactly there. Sides of all planes are as without the mark.
std::size_t checkWhole(const PlaneTable& planes, const Winding& winding) {
    const PlaneEquations& equations = planes.equations();
    Winding unmarked = winding;
    for (WindingVertex& vertex : unmarked.vertices) vertex.whole = false;
    std::size_t whole = 0;
    for (std::size_t i = 0; i < winding.vertices.size(); ++i) {
        const WindingVertex& vertex = winding.vertices[i];
        if (!vertex.whole) continue;
        ++whole;
        EXPECT_TRUE(vertex.exact);
        const PlaneId before = winding.vertices[(i == 0 ? winding.vertices.size() : i) - 1].edge;
        for (std::size_t a = 0; a < 3; ++a) {
            std::array<std::int64_t, 3> normal{};
            normal[a] = 1;
            const double at = vertex.p[static_cast<int>(a)] / kEquationUnit;
            bool decided = false;
            EXPECT_EQ(sideOfMeeting(equations.of(winding.plane), equations.of(before), equations.of(vertex.edge),
                                    equationOf(normal, static_cast<std::int64_t>(at)), decided),
                      0);
            EXPECT_TRUE(decided);
        }
        for (PlaneId id = 0; id < planes.planes().size(); ++id)
            EXPECT_EQ(sideOfVertex(equations, winding, i, planes.cutPlane(id)),
                      sideOfVertex(equations, unmarked, i, planes.cutPlane(id)));
    }
    return whole;
}

// The same of faces that are cut through such a vertex.
void checkWhole(const GrownHull& hull, CornerCounts& counts) {
    for (const Winding& face : hull.brushes[0].faces) {
        counts.whole += checkWhole(hull.planes, face);
        for (const WindingVertex& vertex : face.vertices) {
            if (!vertex.whole) continue;
            Winding front, back;
            const Plane across{{1, 0, 0}, vertex.p.x};
            splitWinding(hull.planes.equations(), face, {across, axialPlaneId(across)}, &front, &back);
            counts.cut += checkWhole(hull.planes, front) + checkWhole(hull.planes, back);
        }
    }
}

void check(const MapBrush& brush, const Box& box, CornerCounts& counts) {
    MapBrush far = hullBrush({{8000.1, 0, 0}, {8064.3, 0, 0}, {8000, 64.7, 0}, {8000, 0, 64}});
    const MapFile map = worldMap({brush, far});
    const std::vector<HullSpec> hulls = {{"hull", box}};
    CompileReport report;
    BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
    if (scene.brushes.size() != 2) return;
    SumCorners& corners = scene.brushes[0].solid.corners;
    ++counts.brushes;
    counts.unknown += corners.ofSum.empty();
    counts.points += isPointHull(hulls[0]);
    const Vec3 size = box.maxs - box.mins;
    counts.wide += size.x > 0 && size.y > 0 && size.z > 0;
    for (std::size_t i = 0; i < corners.ofSum.size(); i += corners.ofSum[i] + std::size_t{1})
        counts.cornersOfMany += corners.ofSum[i] > 3;
    const GrownHull found = growHull(scene, hulls[0], 0);
    checkWhole(found, counts);
    corners = {};
    const GrownHull clipped = growHull(scene, hulls[0], 0);
    expectSameFaces(found.brushes[0], clipped.brushes[0]);
}

TEST(SumCorners, FacesAreThoseOfClipping) {
    constexpr std::uint64_t kSeed = 20261128;
    const std::size_t wanted = sized(2000, 20000);
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    CornerCounts counts;
    while (counts.brushes < wanted && !testing::Test::HasFailure()) {
        const RandomBrush made = randomBrush(rng);
        SCOPED_TRACE(made.kind + ", " + std::to_string(counts.brushes));
        check(made.brush, randomHullBox(rng), counts);
    }
    EXPECT_LE(counts.unknown, wanted / 100);
    EXPECT_GE(counts.points, wanted / 50);
    EXPECT_GE(counts.wide, wanted / 4);
    EXPECT_GE(counts.cornersOfMany, wanted);
    EXPECT_GE(counts.whole, wanted);
    EXPECT_GE(counts.cut, wanted);
    std::cout << counts.unknown << " unknown, " << counts.points << " points, " << counts.wide << " wide boxes, "
              << counts.cornersOfMany << " corners of more than three sides\n";
}

// Edges along axes and faces whose edges have axial bevels, off the grid by a shift that doubles hold.
TEST(SumCorners, ShapesWithSymmetryAreThoseOfClipping) {
    CornerCounts counts;
    const Vec3 shift{1 / 128.0, 3 / 128.0, 5 / 128.0};
    const std::vector<std::vector<Vec3>> shapes = {
        {{32, 0, 0}, {-32, 0, 0}, {0, 32, 0}, {0, -32, 0}, {0, 0, 32}, {0, 0, -32}},
        {{32, 0, -8}, {-32, 0, -8}, {0, 48, -8}, {0, -48, -8}, {32, 0, 64}, {-32, 0, 64}, {0, 48, 64}, {0, -48, 64}},
        {{-32, -32, 0}, {32, -32, 0}, {-32, 32, 0}, {32, 32, 0}, {0, 0, 64}},
        {{-32, 0, 0}, {32, 0, 0}, {0, -32, 24}, {0, 32, 24}},
        {{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {0, 0, 64}},
        {{-32, -16, 0}, {32, -16, 0}, {-32, 16, 0}, {32, 16, 0}, {-16, 0, 32}, {16, 0, 32}}};
    for (const std::vector<Vec3>& shape : shapes) {
        std::vector<Vec3> shifted;
        for (const Vec3& p : shape) shifted.push_back(p + shift);
        for (const Box& box :
             {Box{{0, 0, 0}, {0, 0, 0}}, Box{{-16, -16, -24}, {16, 16, 32}}, Box{{1, 2, 3}, {5, 9, 8}}})
            check(hullBrush(shifted), box, counts);
    }
    EXPECT_EQ(counts.brushes, 3 * shapes.size());
    EXPECT_EQ(counts.unknown, 0u);
    EXPECT_GE(counts.cornersOfMany, shapes.size());
}

// Corners that leave out a side bound no solid. Nothing behind the last corner is read.
TEST(SumCorners, WithoutOneSideAreRefused) {
    const MapBrush tetrahedron = hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {0, 0, 64}});
    const Solid solid = makeSolid(tetrahedron);
    const std::vector<std::uint16_t> corners = {3, 0, 1, 2, 3, 0, 2, 3, 3, 0, 3, 1, 3, 1, 3, 2};
    const auto equationOf = [&](std::size_t side) -> const PlaneEquation& {
        return solid.sides[std::min<std::size_t>(side, 3)].equation;
    };
    std::vector<Winding> windings;
    Box bounds = kEmptyBox;
    EXPECT_TRUE(windingsOfCorners(corners, 4, equationOf, windings, bounds));
    EXPECT_EQ(windings.size(), 4u);
    windings.clear();
    EXPECT_FALSE(windingsOfCorners(corners, 5, equationOf, windings, bounds));
}

}  // namespace
}  // namespace hullbake::test
