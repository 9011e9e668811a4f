// Proves that off-grid planes that almost coincide become one, and that on-grid planes never change.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "compiler/brushes/plane_reuse.hpp"
#include "compiler/brushes/scene.hpp"
#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

Solid solidOf(const MapBrush& brush) {
    Solid solid = makeSolid(brush);
    EXPECT_TRUE(solid.valid) << solid.fault;
    return solid;
}

double furthest(const Plane& plane, const Winding& winding) {
    double d = 0;
    for (const WindingVertex& vertex : winding.vertices) d = std::max(d, std::fabs(distanceTo(plane, vertex.p)));
    return d;
}

bool samePlane(const Plane& a, const Plane& b) {
    return a.normal == b.normal && a.dist == b.dist;
}

// Two boxes side by side, rotated and rounded: each computes its own version of the common plane.
struct Pair {
    Solid first, second;

    explicit Pair(int decimals) {
        const Rotation turn(0.3, 0.2, 0.7);
        const auto place = [&](const Vec3& p) { return rounded(turn(p), decimals); };
        // Places the faces' points at the boxes' corners, so that rounding tilts long faces only slightly.
        const auto wide = [](MapBrush brush, double scale) {
            for (MapFace& face : brush.faces)
                for (const int i : {0, 2}) face.points[i] = face.points[1] + (face.points[i] - face.points[1]) * scale;
            return brush;
        };
        first = solidOf(moved(wide(boxBrush({0, 0, 0}, {64, 64, 64}), 64), place));
        second = solidOf(moved(wide(boxBrush({64, 0, 0}, {128, 64, 64}), 64), place));
    }
};

TEST(PlaneReuseTest, AlmostCoincidentPlanesBecomeOne) {
    Pair pair(6);
    PlaneReuse reuse;
    EXPECT_FALSE(reuse.settle(pair.first)) << "nothing is there yet";
    EXPECT_EQ(reuse.reused(), 0u);
    EXPECT_EQ(reuse.deviation(), 0);
    const Solid before = pair.second;
    EXPECT_TRUE(reuse.settle(pair.second));
    // Four sides are flush, and the common one is back to back.
    const Plane& shared = pair.first.sides[1].plane;
    EXPECT_TRUE(samePlane(pair.second.sides[0].plane, {-shared.normal, -shared.dist}));
    for (std::size_t i = 2; i < 6; ++i)
        EXPECT_TRUE(samePlane(pair.second.sides[i].plane, pair.first.sides[i].plane)) << i;
    EXPECT_TRUE(samePlane(pair.second.sides[1].plane, before.sides[1].plane)) << "the far side is alone";
    EXPECT_GT(reuse.reused(), 0u);
    EXPECT_LE(reuse.reused(), 5u);
    EXPECT_GT(reuse.deviation(), 0);
    EXPECT_LE(reuse.deviation(), kPlaneReuse);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_LE(furthest(pair.second.sides[i].plane, before.sides[i].winding), reuse.deviation() + 1e-12);
}

TEST(PlaneReuseTest, PlanesFurtherApartStayApart) {
    // Three decimals tilt a face of 64 units too much for the widened face.
    Pair pair(2);
    PlaneReuse reuse;
    reuse.settle(pair.first);
    const Solid before = pair.second;
    EXPECT_FALSE(reuse.settle(pair.second));
    for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(samePlane(pair.second.sides[i].plane, before.sides[i].plane));
    EXPECT_EQ(reuse.reused(), 0u);

    const Rotation turn(0.3, 0.2, 0.7);
    for (const auto& [gap, joined] : {std::pair{0.9e-4, true}, {1.1e-4, false}, {1e-3, false}}) {
        PlaneReuse other;
        Solid one = solidOf(moved(boxBrush({0, 0, 0}, {64, 64, 64}), turn));
        Solid two = solidOf(moved(boxBrush({0, 0, 64 + gap}, {64, 64, 128}), turn));
        other.settle(one);
        other.settle(two);
        const Plane& top = one.sides[5].plane;
        EXPECT_EQ(samePlane(two.sides[4].plane, {-top.normal, -top.dist}), joined) << gap;
        EXPECT_LE(other.deviation(), kPlaneReuse);
    }
}

TEST(PlaneReuseTest, OnGridPlanesNeverChange) {
    PlaneReuse reuse;
    // Off the grid by a hundred-thousandth, entered first.
    Solid off = solidOf(boxBrush({0, 0, 0}, {64, 64, 64.00001}));
    reuse.settle(off);
    Solid on = solidOf(boxBrush({64, 0, 0}, {128, 64, 64}));
    const Solid before = on;
    EXPECT_FALSE(reuse.settle(on));
    for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(samePlane(on.sides[i].plane, before.sides[i].plane));

    // In the reverse order the off-grid face gets the exact plane.
    PlaneReuse exactFirst;
    exactFirst.settle(on);
    Solid again = solidOf(boxBrush({0, 0, 0}, {64, 64, 64.00001}));
    EXPECT_TRUE(exactFirst.settle(again));
    EXPECT_TRUE(samePlane(again.sides[5].plane, on.sides[5].plane));
    EXPECT_EQ(again.sides[5].grid, on.sides[5].grid);
    EXPECT_NEAR(exactFirst.deviation(), 0.00001, 1e-12);
}

TEST(PlaneReuseTest, FaceThatIsAxialButForRoundingBecomesAxial) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces[5] = faceOf({64, 0, 64.000004}, {0, 0, 64}, {0, 64, 64.000002});
    Solid solid = solidOf(brush);
    ASSERT_NE(solid.sides[5].plane.normal.z, 1);
    PlaneReuse reuse;
    EXPECT_TRUE(reuse.settle(solid));
    EXPECT_EQ(solid.sides[5].plane.normal, (Vec3{0, 0, 1}));
    EXPECT_NEAR(solid.sides[5].plane.dist, 64.000003, 3e-6);
    EXPECT_LE(reuse.deviation(), kPlaneReuse);
}

TEST(PlaneReuseTest, CountsDistinctPlanes) {
    PlaneReuse reuse;
    Solid one = solidOf(boxBrush({0, 0, 0}, {64, 64, 64})), two = solidOf(boxBrush({0, 0, 64}, {64, 64, 128}));
    reuse.settle(one);
    EXPECT_EQ(reuse.planeCount(), 6u);
    reuse.settle(two);
    // Four sides are flush; the top and the bottom face opposite ways.
    EXPECT_EQ(reuse.planeCount(), 8u);
}

TEST(PlaneReuseTest, DeviationIsBoundedWhateverTheMap) {
    constexpr std::uint64_t kSeed = 20240613;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    PlaneReuse reuse;
    std::size_t replaced = 0, kept = 0;
    double worst = 0;
    for (int i = 0; i < 4000; ++i) {
        // Boxes of one lattice, rotated about a common axis and rounded to a few decimals.
        static const Rotation kTurns[] = {Rotation(0, 0, 0.5), Rotation(0.2, 0.9, 0.1)};
        const Rotation& turn = kTurns[i % 2];
        const int decimals = rng.whole(3, 7);
        const Vec3 mins = rng.gridPointIn({{-8, -8, -8}, {8, 8, 8}}) * 32;
        const MapBrush box = boxBrush(mins, mins + Vec3{32, 32, 32});
        MapBrush brush = moved(
            box, [&](const Vec3& p) { return rounded(turn(mins + (p - mins) * (i % 3 == 0 ? 1 : 16)), decimals); });
        Solid solid = makeSolid(brush);
        if (!solid.valid) continue;
        const Solid before = solid;
        reuse.settle(solid);
        for (std::size_t s = 0; s < solid.sides.size(); ++s) {
            const bool same = samePlane(solid.sides[s].plane, before.sides[s].plane);
            ++(same ? kept : replaced);
            worst = std::max(worst, furthest(solid.sides[s].plane, before.sides[s].winding));
            EXPECT_TRUE(same || before.sides[s].grid == GridNormal{}) << "on the grid";
        }
    }
    std::cout << replaced << " replaced, " << kept << " kept, deviation " << reuse.deviation() << "\n";
    EXPECT_GE(replaced, 3000u);
    EXPECT_GE(kept, 3000u);
    EXPECT_EQ(reuse.reused(), replaced);
    EXPECT_LE(worst, reuse.deviation());
    EXPECT_LE(reuse.deviation(), kPlaneReuse);
    EXPECT_GT(reuse.deviation(), kPlaneReuse / 2) << "the bound was not put to the test";
}

}  // namespace
}  // namespace hullbake::test
