// Proves how far off-grid solids extend: bounds and bevels of the compiler and of the oracle, against corners computed
// in whole numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <vector>

#include "compiler/brushes/bevels.hpp"
#include "compiler/brushes/support_point.hpp"
#include "compiler/growth/growth_support.hpp"
#include "oracle/solids/exact_corners.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::test {
namespace {

/// Returns how far the hull of the corners extends beyond the plane; negative if it does not touch it. World units.
double reachPast(const Plane& plane, const std::vector<Vec3>& corners) {
    return supportOf(corners, plane.normal) - plane.dist;
}

/// Makes a rotated and rounded brush. Moves its planes as if they were shared with others, and doubles some by an
/// almost coincident plane.
Solid unsettled(Rng& rng) {
    const Rotation turn(rng.between(-3, 3), rng.between(-3, 3), rng.between(-3, 3));
    Solid solid =
        makeSolid(moved(randomBrush(rng).brush, [&](const Vec3& p) { return rounded(turn(p), rng.whole(5, 7)); }));
    if (!solid.valid) return solid;
    const std::size_t faces = solid.sides.size();
    for (std::size_t i = 0; i < faces; ++i)
        if (rng.chance(0.3)) solid.sides.push_back(solid.sides[i]);
    for (SolidSide& side : solid.sides) {
        side.grid = {};
        side.equation = {};
        if (rng.chance(0.3)) continue;
        const Vec3 tilted = side.plane.normal + rng.direction() * std::pow(10, rng.between(-9, -6.5));
        side.plane.normal = tilted * (1 / length(tilted));
        side.plane.dist += rng.between(-1e-6, 1e-6);
    }
    buildWindings(solid);
    return solid;
}

std::vector<Plane> planesOf(const Solid& solid) {
    std::vector<Plane> planes;
    for (const SolidSide& side : solid.sides) planes.push_back(side.plane);
    return planes;
}

double supportVertex(const Solid& solid, const Vec3& normal) {
    double furthest = -std::numeric_limits<double>::infinity();
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices) furthest = std::max(furthest, dot(normal, vertex.p));
    return furthest;
}

bool bounded(const Solid& solid) {
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices)
            if (vertex.edge == kNoPlane) return false;
    return true;
}

TEST(SupportPointTest, ExactCornersAreWherePlanesMeet) {
    // A pyramid, and a fifth plane that cuts its tip off 2^-40 units below it.
    const double low = 4 - 0x1p-40;
    const std::vector<Plane> planes = {{{0, 0, -1}, 0},     {{0, 0, 1}, low},   {{0.5, 0, 0.5}, 2},
                                       {{-0.5, 0, 0.5}, 2}, {{0, 0.5, 0.5}, 2}, {{0, -0.5, 0.5}, 2}};
    std::vector<Vec3> corners = oracle::exactCorners(planes);
    ASSERT_EQ(corners.size(), 8u);
    for (const Vec3& corner : corners) {
        const double side = corner.z == 0 ? 4 : 0x1p-40;
        EXPECT_EQ(corner,
                  (Vec3{std::copysign(side, corner.x), std::copysign(side, corner.y), corner.z == 0 ? 0 : low}));
    }
    // A plane that passes the tip at less than 2^-47 units cuts nothing off; the other four meet there.
    std::vector<Plane> above = planes;
    above[1] = {{0x1p-1, 0, 0.5 + 0x1p-50}, 2 + 0x1p-47};
    corners = oracle::exactCorners(above);
    EXPECT_EQ(corners.size(), 4u + 4u);
    EXPECT_EQ(supportOf(corners, {0, 0, 1}), 4);
}

TEST(SupportPointTest, BoundsAndBevelsAreThoseOfThePlanes) {
    constexpr std::uint64_t kSeed = 7319;
    std::cout << "seed " << kSeed << '\n';
    Rng rng(kSeed);
    int solids = 0, bevels = 0, improved = 0, oracleBevels = 0;
    double worst = 0, worstOfOracle = 0;
    while (solids < 600) {
        Solid solid = unsettled(rng);
        if (!solid.valid || !bounded(solid)) continue;
        const std::vector<Plane> planes = planesOf(solid);
        const std::vector<Vec3> corners = oracle::exactCorners(planes);
        ASSERT_GE(corners.size(), 4u);
        ++solids;
        const auto check = [&](const Plane& plane, double& most) {
            const double past = reachPast(plane, corners);
            most = std::max(most, std::fabs(past));
            return past;
        };
        addBevels(solid);
        for (int a = 0; a < 3; ++a) {
            Plane low, high;
            low.normal[a] = -1, low.dist = -solid.bounds.mins[a];
            high.normal[a] = 1, high.dist = solid.bounds.maxs[a];
            EXPECT_NEAR(check(low, worst), 0, 1e-8) << "solid " << solids << ", axis " << a;
            EXPECT_NEAR(check(high, worst), 0, 1e-8) << "solid " << solids << ", axis " << a;
        }
        for (const SolidSide& side : solid.sides) {
            if (!side.bevel) continue;
            ++bevels;
            EXPECT_NEAR(check(side.plane, worst), 0, 1e-8) << "solid " << solids;
            improved += std::fabs(supportVertex(solid, side.plane.normal) - side.plane.dist) > 1e-7;
        }
        std::vector<oracle::BarePlane> bare;
        for (const Plane& plane : planes) bare.push_back({plane.normal, plane.dist, true});
        const auto solved = oracle::solvePlanes(bare);
        if (!solved) continue;
        for (const oracle::GrownPlane& plane : oracle::growBrush(*solved, Box{}).planes) {
            if (plane.kind == oracle::PlaneKind::Face) continue;
            ++oracleBevels;
            EXPECT_NEAR(check({plane.normal, plane.dist}, worstOfOracle), 0, 1e-8) << "solid " << solids;
        }
    }
    std::cout << bevels << " bevels, " << improved << " of them not through the furthest vertex; off by " << worst
              << " units at most, the oracle's by " << worstOfOracle << '\n';
    EXPECT_GE(bevels, 5000);
    EXPECT_GE(oracleBevels, 100);
    EXPECT_GE(improved, 100);
}

}  // namespace
}  // namespace hullbake::test
