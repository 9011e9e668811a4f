// Proves that sides marked as hidden bound no union: the boundary is the same to the bit as without marks.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "compiler/brushes/scene.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/growth/hidden_sides.hpp"
#include "compiler/growth/union_boundary.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kCell = 64;

// Draws triangular columns that share their walls, of heights off the grid, and a few brushes that overlap them.
std::vector<MapBrush> randomColumns(Rng& rng) {
    constexpr int kSide = 5;
    double heights[kSide][kSide];
    for (auto& row : heights)
        for (double& height : row) height = rng.whole(-4000, 4000) / 128.0;
    std::vector<MapBrush> brushes;
    const auto column = [&](std::initializer_list<std::pair<int, int>> ring) {
        const double depth = rng.chance(0.1) ? -200 : -100;
        std::vector<Vec3> points;
        for (const auto& [x, y] : ring)
            for (const double z : {heights[x][y], depth}) points.push_back({kCell * x, kCell * y, z});
        brushes.push_back(hullBrush(points, rng.chance(0.1) ? "sky" : "stone"));
    };
    for (int x = 0; x + 1 < kSide; ++x)
        for (int y = 0; y + 1 < kSide; ++y) {
            column({{x, y}, {x + 1, y}, {x + 1, y + 1}});
            if (!rng.chance(0.1)) column({{x, y}, {x + 1, y + 1}, {x, y + 1}});
        }
    for (int i = rng.whole(0, 4); i > 0; --i) {
        const Vec3 at = kCell * Vec3{1.0 * rng.whole(0, 3), 1.0 * rng.whole(0, 3), 0};
        brushes.push_back(boxBrush(at - Vec3{0, 0, 50 + 1 / 128.0}, at + Vec3{kCell, kCell, rng.between(-40, 40)}));
    }
    return brushes;
}

void expectSame(const std::vector<Winding>& a, const std::vector<Winding>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].plane, b[i].plane) << "polygon " << i;
        ASSERT_TRUE(std::ranges::equal(a[i].vertices, b[i].vertices,
                                       [](const auto& one, const auto& two) {
                                           return one.p == two.p && one.edge == two.edge && one.exact == two.exact;
                                       }))
            << "polygon " << i;
    }
}

struct Grown {
    GrownHull hull;
    std::vector<Winding> boundary;
    std::size_t faces = 0;

    Grown(const BrushScene& scene, const HullSpec& spec) : hull(growHull(scene, spec, 0)) {
        std::vector<const GrownBrush*> brushes;
        for (const GrownBrush& brush : hull.brushes) {
            brushes.push_back(&brush);
            faces += brush.faces.size();
        }
        boundary = unionBoundary(hull.planes, BrushIndex(hull.planes, brushes)).polygons;
    }
};

TEST(HiddenSides, BoundNoUnion) {
    constexpr std::uint64_t kSeed = 20261128;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t sides = 0, hidden = 0, bevels = 0, faces = 0, left = 0;
    for (int round = sized(10, 200); round > 0 && !testing::Test::HasFailure(); --round) {
        SCOPED_TRACE("rounds left " + std::to_string(round));
        const MapFile map = worldMap(randomColumns(rng));
        for (const Box& box : {Box{}, Box{{-16, -16, -24}, {16, 16, 32}}, Box{{-40, -40, 0}, {40, 40, 8.3}},
                               Box{{0, -8, -8}, {0, 8, 8}}, Box{{10, 20, 30}, {11, 22, 33}}}) {
            const std::vector<HullSpec> hulls = {{"hull", box}};
            CompileReport report;
            BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
            const Grown plain(scene, hulls[0]);
            markHiddenSides(scene);
            for (const SceneBrush& brush : scene.brushes)
                for (const SidePlane& side : brush.solid.sides) {
                    ++sides;
                    hidden += side.hidden;
                    bevels += side.hidden && side.bevel;
                }
            const Grown marked(scene, hulls[0]);
            faces += plain.faces;
            left += marked.faces;
            ASSERT_EQ(plain.hull.brushes.size(), marked.hull.brushes.size());
            for (std::size_t i = 0; i < plain.hull.brushes.size(); ++i) {
                const GrownBrush &a = plain.hull.brushes[i], &b = marked.hull.brushes[i];
                ASSERT_EQ(a.planes, b.planes) << "brush " << i;
                ASSERT_TRUE(a.bounds.mins == b.bounds.mins && a.bounds.maxs == b.bounds.maxs) << "brush " << i;
            }
            expectSame(plain.boundary, marked.boundary);
        }
    }
    std::cout << hidden << " of " << sides << " sides hidden, " << bevels << " of them bevels; " << left << " of "
              << faces << " faces left\n";
    EXPECT_GE(hidden, sides / 5);
    EXPECT_GE(bevels, hidden / 10);
    EXPECT_LE(left, faces - faces / 5);
}

// A brush counts only if it is in all hulls of the other, has its contents, and contains what it hides exactly.
TEST(HiddenSides, AreBehindBrushesOfTheSameHullsAndContents) {
    const auto wedge = [](double from, double to, double height, const char* texture) {
        return hullBrush({{from, 0, 0},
                          {from, 64, 0},
                          {to, 0, 0},
                          {to, 64, 0},
                          {from, 0, height},
                          {from, 64, height},
                          {to, 0, height + 1 / 128.0},
                          {to, 64, height + 1 / 128.0}},
                         texture);
    };
    const auto wallIsHidden = [&](const MapBrush& other) {
        const MapFile map = worldMap({wedge(0, 64, 32, "stone"), other});
        CompileReport report;
        BrushScene scene = makeScene(map, gameRules("any"), {{"hull", Box{}}}, report);
        markHiddenSides(scene);
        const auto& sides = scene.brushes[0].solid.sides;
        return std::ranges::any_of(sides, [](const SidePlane& side) {
            return side.plane.normal == Vec3{1, 0, 0} && side.hidden;
        });
    };
    EXPECT_TRUE(wallIsHidden(wedge(64, 128, 40, "stone")));
    EXPECT_TRUE(wallIsHidden(wedge(32, 128, 40, "stone")));
    EXPECT_FALSE(wallIsHidden(wedge(64, 128, 40, "sky"))) << "other contents";
    EXPECT_FALSE(wallIsHidden(wedge(64, 128, 31, "stone"))) << "lower than the wall";
    EXPECT_FALSE(wallIsHidden(wedge(64 + 1e-9, 128, 40, "stone"))) << "a gap of a thousand-millionth";
    EXPECT_FALSE(wallIsHidden(wedge(-64, 64, 40, "stone"))) << "does not reach beyond";
}

}  // namespace
}  // namespace hullbake::test
