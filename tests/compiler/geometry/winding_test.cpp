// Proves the cuts of polygons.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <iostream>
#include <new>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake::test {
namespace {

constexpr PlaneId kOwn = 4, kCut = 8;

// A square on z = 0 facing up, clockwise: edges 10, 12, 14, 16.
Winding square(double size = 64) {
    Winding winding;
    winding.plane = kOwn;
    winding.vertices = {{{0, 0, 0}, 10}, {{0, size, 0}, 12}, {{size, size, 0}, 14}, {{size, 0, 0}, 16}};
    return winding;
}

Plane planeThrough(const Vec3& normal, const Vec3& p) {
    const Vec3 unit = normal * (1 / length(normal));
    return {unit, dot(unit, p)};
}

// Returns the edge plane that the polygon stores between two points.
PlaneId edgeBetween(const Winding& winding, const Vec3& a, const Vec3& b) {
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i)
        if (winding.vertices[i].p == a && winding.vertices[(i + 1) % n].p == b) return winding.vertices[i].edge;
    return kNoPlane;
}

TEST(WindingTest, SideOf) {
    const Winding winding = square();
    EXPECT_EQ(sideOf(winding, {{1, 0, 0}, -1}), PlaneSide::Front);
    EXPECT_EQ(sideOf(winding, {{1, 0, 0}, 65}), PlaneSide::Back);
    EXPECT_EQ(sideOf(winding, {{1, 0, 0}, 32}), PlaneSide::Both);
    EXPECT_EQ(sideOf(winding, {{0, 0, 1}, 0}), PlaneSide::On);
    EXPECT_EQ(sideOf(winding, {{0, 0, -1}, 0.9e-6}), PlaneSide::On);
    EXPECT_EQ(sideOf(winding, {{0, 0, -1}, 1.1e-6}), PlaneSide::Back);
    EXPECT_EQ(sideOf(winding, {{1, 0, 0}, 0}), PlaneSide::Front) << "touching an edge is no cut";
    EXPECT_EQ(sideOf(winding, {{1, 0, 0}, 64}), PlaneSide::Back);
}

TEST(WindingTest, SplitKeepsEdgesAndNamesTheCut) {
    Winding front, back;
    ASSERT_EQ(splitWinding(square(), {{1, 0, 0}, 16}, kCut, &front, &back), PlaneSide::Both);
    EXPECT_DOUBLE_EQ(areaOf(front), 48 * 64);
    EXPECT_DOUBLE_EQ(areaOf(back), 16 * 64);
    EXPECT_EQ(front.plane, kOwn);
    EXPECT_EQ(back.plane, kOwn);
    EXPECT_EQ(edgeBetween(front, {16, 0, 0}, {16, 64, 0}), kCut);
    EXPECT_EQ(edgeBetween(back, {16, 64, 0}, {16, 0, 0}), kCut);
    EXPECT_EQ(edgeBetween(front, {16, 64, 0}, {64, 64, 0}), 12u);
    EXPECT_EQ(edgeBetween(front, {64, 64, 0}, {64, 0, 0}), 14u);
    EXPECT_EQ(edgeBetween(back, {0, 0, 0}, {0, 64, 0}), 10u);
    EXPECT_EQ(edgeBetween(back, {16, 0, 0}, {0, 0, 0}), 16u);
}

TEST(WindingTest, SplitThroughCorners) {
    Winding front, back;
    ASSERT_EQ(splitWinding(square(), planeThrough({1, -1, 0}, {0, 0, 0}), kCut, &front, &back), PlaneSide::Both);
    EXPECT_EQ(front.vertices.size(), 3u);
    EXPECT_EQ(back.vertices.size(), 3u);
    EXPECT_EQ(edgeBetween(front, {0, 0, 0}, {64, 64, 0}), kCut);
    EXPECT_EQ(edgeBetween(back, {64, 64, 0}, {0, 0, 0}), kCut);
}

TEST(WindingTest, SplitToOneSide) {
    Winding front, back;
    EXPECT_EQ(splitWinding(square(), {{1, 0, 0}, -8}, kCut, &front, &back), PlaneSide::Front);
    EXPECT_EQ(front.vertices.size(), 4u);
    EXPECT_TRUE(back.empty());
    EXPECT_EQ(splitWinding(square(), {{-1, 0, 0}, 8}, kCut, &front, &back), PlaneSide::Back);
    EXPECT_TRUE(front.empty());
    EXPECT_EQ(back.vertices.size(), 4u);
    EXPECT_EQ(splitWinding(square(), {{0, 0, 1}, 0}, kCut, &front, &back), PlaneSide::On);
    EXPECT_TRUE(front.empty());
    EXPECT_TRUE(back.empty());
    EXPECT_EQ(splitWinding(square(), {{1, 0, 0}, 16}, kCut, nullptr, nullptr), PlaneSide::Both);
}

TEST(WindingTest, ClipToBack) {
    Winding winding = square();
    EXPECT_TRUE(clipToBack(winding, {{1, 0, 0}, 16}, kCut));
    EXPECT_DOUBLE_EQ(areaOf(winding), 16 * 64);
    EXPECT_TRUE(clipToBack(winding, {{0, 0, 1}, 0}, kCut)) << "on the plane: kept";
    EXPECT_DOUBLE_EQ(areaOf(winding), 16 * 64);
    EXPECT_TRUE(clipToBack(winding, {{1, 0, 0}, 500}, kCut));
    EXPECT_DOUBLE_EQ(areaOf(winding), 16 * 64);
    EXPECT_FALSE(clipToBack(winding, {{-1, 0, 0}, -32}, kCut));
    EXPECT_TRUE(winding.empty());
}

TEST(WindingTest, AxialCutsAreExact) {
    Winding winding;
    winding.plane = kOwn;
    winding.vertices = {{{0.1, 0.2, 0}, 10}, {{0.7, 63.3, 0.9}, 12}, {{61.3, 44.4, 7.7}, 14}};
    Winding front, back;
    const double dist = 1.0 / 3;
    ASSERT_EQ(splitWinding(winding, {{-1, 0, 0}, -dist}, kCut, &front, &back), PlaneSide::Both);
    std::size_t onCut = 0;
    for (const Winding* part : {&front, &back})
        for (const WindingVertex& vertex : part->vertices) onCut += vertex.p.x == dist;
    EXPECT_EQ(onCut, 4u);
}

TEST(WindingTest, BaseWinding) {
    Rng rng(5);
    for (int i = 0; i < 200; ++i) {
        const Plane plane{
            i < 6 ? Vec3{i % 3 == 0 ? 1.0 : 0, i % 3 == 1 ? -1.0 : 0, i % 3 == 2 ? 1.0 : 0} : rng.direction(),
            rng.between(-500, 500)};
        const Vec3 centre = rng.pointIn({{-500, -500, -500}, {500, 500, 500}});
        const Winding base = baseWinding({plane, kOwn}, centre, 100);
        EXPECT_EQ(base.plane, kOwn);
        EXPECT_NEAR(areaOf(base), 200 * 200, 1e-6);
        EXPECT_TRUE(isConvex(base, plane.normal));
        EXPECT_TRUE(covers(base, plane.normal, centre, 99));
        for (const WindingVertex& vertex : base.vertices) {
            EXPECT_NEAR(distanceTo(plane, vertex.p), 0, 1e-9);
            EXPECT_EQ(vertex.edge, kNoPlane);
        }
    }
}

// Memory that held other polygons before must not tell anything of the corners.
TEST(WindingTest, RectanglesOffTheGridHaveNoWholeCorners) {
    PlaneTable table;
    const auto add = [&](const Vec3& normal, double dist) {
        bool isRounded = false;
        const PlaneEquation equation = equationOfPlane(normal, -dist, {}, isRounded);
        EXPECT_FALSE(isRounded);
        return table.add(planeOf(equation), equation);
    };
    // Two planes so near each other that only their equations tell them apart.
    const PlaneId own = add({0, 1, 0}, 272.98492431640136), by = add({0, 1, 0}, 272.9849243164);
    std::vector<CutPlane> bounds;
    for (const PlaneId id : {add({-1, 0, 0}, 496), add({1, 0, 0}, 304), add({0, 0, -1}, -24), add({0, 0, 1}, 96)})
        bounds.push_back(table.cutPlane(id));
    alignas(Winding) std::byte memory[sizeof(Winding)];
    std::memset(memory, 1, sizeof memory);
    const Winding& rectangle =
        *new (memory) Winding(clippedBase(table.equations(), table.cutPlane(own), {}, 1000, bounds));
    ASSERT_EQ(rectangle.vertices.size(), 4u);
    for (const WindingVertex& corner : rectangle.vertices) {
        EXPECT_TRUE(corner.exact);
        EXPECT_FALSE(corner.whole);
    }
    EXPECT_EQ(sideOf(table.equations(), rectangle, table.cutPlane(by)), PlaneSide::Front);
    rectangle.~Winding();
}

TEST(WindingTest, WidthAndCentre) {
    Winding winding = square();
    EXPECT_DOUBLE_EQ(widthOf(winding, {0, 0, 1}), 64);
    EXPECT_EQ(centreOf(winding), (Vec3{32, 32, 0}));
    clipToBack(winding, {{0, 1, 0}, 0.125}, kCut);
    EXPECT_NEAR(widthOf(winding, {0, 0, 1}), 0.125, 1e-12);
    // A square on its corner is narrowest between opposite sides.
    winding.vertices = {{{0, -32, 0}, 10}, {{-32, 0, 0}, 12}, {{0, 32, 0}, 14}, {{32, 0, 0}, 16}};
    EXPECT_NEAR(widthOf(winding, {0, 0, 1}), 32 * std::sqrt(2.0), 1e-12);
}

// Random polygons are cut at random: the parts must add up, lie on their sides and stay convex.
TEST(WindingTest, RandomSplitsAddUp) {
    constexpr std::uint64_t kSeed = 20240614;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t cuts = 0;
    for (int i = 0; i < 3000; ++i) {
        const Plane own = planeThrough(rng.direction(), rng.pointIn({{-200, -200, -200}, {200, 200, 200}}));
        std::vector<Winding> parts{baseWinding({own, kOwn}, {}, 256)};
        const double whole = areaOf(parts[0]);
        for (PlaneId id = 20; id < 32; id += 2) {
            const Plane by = planeThrough(rng.direction(), rng.pointIn({{-150, -150, -150}, {150, 150, 150}}));
            std::vector<Winding> next;
            for (const Winding& part : parts) {
                Winding front, back;
                cuts += splitWinding(part, by, id, &front, &back) == PlaneSide::Both;
                for (const Winding* piece : {&front, &back}) {
                    if (piece->empty()) continue;
                    EXPECT_EQ(sideOf(*piece, by), piece == &front ? PlaneSide::Front : PlaneSide::Back);
                    next.push_back(*piece);
                }
            }
            parts = std::move(next);
        }
        double sum = 0;
        for (const Winding& part : parts) {
            EXPECT_TRUE(isConvex(part, own.normal));
            sum += areaOf(part);
        }
        EXPECT_NEAR(sum, whole, whole * 1e-8);
    }
    EXPECT_GE(cuts, 10000u);
}

// Two polygons that share an edge get the same point on it, whatever the direction of the edge in each.
TEST(WindingTest, SharedEdgesGetOnePoint) {
    constexpr std::uint64_t kSeed = 20240615;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t cuts = 0;
    const Box box{{-100, -100, -100}, {100, 100, 100}};
    for (int i = 0; i < 5000; ++i) {
        const Vec3 a = rng.pointIn(box), b = rng.pointIn(box);
        Winding one, two;
        one.plane = kOwn;
        two.plane = kOwn + 2;
        one.vertices = {{a, 10}, {b, 12}, {rng.pointIn(box), 14}};
        two.vertices = {{b, 16}, {a, 18}, {rng.pointIn(box), 10}};
        const Plane by = planeThrough(rng.direction(), rng.pointIn({{-50, -50, -50}, {50, 50, 50}}));
        if (std::fabs(distanceTo(by, a)) < 1e-5 || std::fabs(distanceTo(by, b)) < 1e-5 ||
            (distanceTo(by, a) > 0) == (distanceTo(by, b) > 0))
            continue;
        ++cuts;
        std::vector<Vec3> points;
        for (const Winding* winding : {&one, &two}) {
            Winding parts[2];
            ASSERT_EQ(splitWinding(*winding, by, kCut, &parts[0], &parts[1]), PlaneSide::Both);
            for (const Winding& part : parts)
                for (const WindingVertex& vertex : part.vertices) {
                    const Vec3 along = b - a;
                    if (vertex.p != a && vertex.p != b && length(cross(vertex.p - a, along)) < 1e-7 * length(along))
                        points.push_back(vertex.p);
                }
        }
        ASSERT_EQ(points.size(), 4u) << "the cut of the shared edge, in front and back of both";
        for (const Vec3& p : points) EXPECT_EQ(p, points[0]);
    }
    EXPECT_GE(cuts, 1500u);
}

}  // namespace
}  // namespace hullbake::test
