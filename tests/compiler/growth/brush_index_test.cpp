// Proves that rays clipped at the brushes end where rays at the boundary of their union do.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "compiler/fill/surface_rays.hpp"
#include "compiler/growth/growth_support.hpp"
#include "compiler/growth/union_boundary.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

TEST(BrushIndex, RaysEndAtTheBoundaryOfTheUnion) {
    constexpr std::uint64_t kSeed = 20261128;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t hits = 0, misses = 0, inside = 0, unsure = 0;
    for (int round = sized(20, 200); round > 0; --round) {
        std::vector<MapBrush> made;
        for (int i = rng.whole(1, 20); i > 0; --i) made.push_back(randomBrush(rng).brush);
        const GrownMap grown(worldMap(made), {{-16, -16, -24}, {16, 16, 32}});
        const GrownHull& hull = grown.hull;
        const BrushIndex index(hull.planes, grown.brushes);
        const std::vector<Winding> boundary = unionBoundary(hull.planes, index).polygons;
        std::vector<SurfacePiece> pieces;
        for (std::uint32_t i = 0; i < boundary.size(); ++i) pieces.push_back({&boundary[i], i});
        const SurfaceRays rays(hull.planes, pieces);
        for (int i = 0; i < 500; ++i) {
            const Vec3 from = rng.pointIn(grown.around);
            Vec3 direction = rng.direction();
            if (rng.chance(0.1)) direction = {0, rng.chance(0.5) ? 1.0 : -1.0, 0};
            double clearance = 0;
            if (any(index.contentsAt(from, clearance))) {
                ++inside;
                continue;
            }
            const double reach = rng.between(8, 512), found = index.distanceToFirst(from, direction, reach);
            RayHit hit{};
            switch (rays.cast(from, direction, reach, pieces.size(), hit)) {
                case RayEnd::Hit:
                    ++hits;
                    EXPECT_NEAR(found, hit.distance, 1e-9);
                    break;
                case RayEnd::Miss:
                    ++misses;
                    EXPECT_EQ(found, reach);
                    break;
                case RayEnd::Unsure:
                    ++unsure;
            }
        }
    }
    const std::size_t all = hits + misses + inside + unsure;
    std::cout << hits << " hits, " << misses << " misses, " << inside << " inside, " << unsure << " unsure\n";
    EXPECT_GE(hits, all / 20);
    EXPECT_GE(misses, all / 20);
    EXPECT_LE(unsure, all / 100);
}

}  // namespace
}  // namespace hullbake::test
