// Proves how near a ball comes to brushes of many sides.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <numbers>
#include <vector>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/growth/growth_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// A prism around the z axis, and a place in front of one of its upright edges.
struct ManySided {
    explicit ManySided(Rng& rng) {
        const int sides = 20 + static_cast<int>(rng.between(0, 180));
        const double radius = rng.between(20, 300);
        std::vector<Corner> corners;
        for (int i = 0; i < sides; ++i) {
            const double angle = 2 * std::numbers::pi * i / sides;
            corners.push_back({radius * std::cos(angle), radius * std::sin(angle)});
        }
        map = worldMap({prismBrush(corners, -64, 64)});
        const int edge = static_cast<int>(rng.between(0, sides - 1));
        // Between the normals of the two sides at the edge.
        const double angle = 2 * std::numbers::pi * (edge + rng.between(-0.45, 0.45)) / sides;
        away = {std::cos(angle), std::sin(angle), 0};
        const auto [x, y] = corners[static_cast<std::size_t>(edge)];
        onEdge = {x, y, 0};
    }

    MapFile map;
    Vec3 onEdge, away;
};

TEST(BallClearance, ManySidesAreMetAtTheirDistance) {
    constexpr std::uint64_t kSeed = 20261129;
    constexpr double kNearly = 1e-4;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    for (int i = 0; i < sized(40, 1000); ++i) {
        SCOPED_TRACE(i);
        const ManySided prism(rng);
        GrownMap grown(prism.map);
        const BrushIndex index(grown.hull.planes, grown.brushes);
        const BallSpace space(grown.hull.planes, index, kPassage);
        for (int place = 0; place < 20; ++place) {
            const double distance = rng.between(0.001, 6), low = rng.between(-60, 0), high = rng.between(0, 60);
            const Vec3 p = prism.onEdge + prism.away * distance, up{0, 0, 1};
            const Vec3 from = p + up * low, to = p + up * high;
            EXPECT_TRUE(space.passes(p, p, distance - kNearly));
            EXPECT_FALSE(space.passes(p, p, distance + kNearly));
            EXPECT_TRUE(space.passes(from, to, distance - kNearly));
            EXPECT_FALSE(space.passes(from, to, distance + kNearly));
            const Vec3 along = cross(up, prism.away) * rng.between(1, 30);
            EXPECT_FALSE(space.passes(p - along, p + along * rng.between(0.1, 3), distance + kNearly));
        }
    }
}

}  // namespace
}  // namespace hullbake::test
