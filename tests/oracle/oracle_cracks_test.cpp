// Off the grid: faces that are almost shared, cracks below and above the tolerance, and segments that only graze.
#include <gtest/gtest.h>

#include <iostream>

#include "oracle/campaign.hpp"
#include "oracle/cracks.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/sample_brushes.hpp"

namespace hullbake::oracle {
namespace {

TraceAnswer traceOf(const SolidSet& solids, const Vec3& a, const Vec3& b) {
    return solids.trace(a, b, kMaskBlocking);
}

class PillarOnFloor : public testing::Test {
  protected:
    // The floor's top and the pillar's bottom lie in z = 0.
    SolidSet solids_ = solidsOf(worldOf({boxBrush({-64, -64, -16}, {64, 64, 0}), boxBrush({10, -8, 0}, {20, 8, 64})}));
};

TEST_F(PillarOnFloor, SlidingIntoThePillarMeetsItsSideHoweverTheSlideIsRounded) {
    for (const double sink : {0.0, 5e-7, -5e-7, 5e-6, -5e-6}) {
        const TraceAnswer hit = traceOf(solids_, {-40, 0, 0}, {60, 0, sink});
        ASSERT_TRUE(hit.hit) << sink;
        EXPECT_FALSE(hit.startsolid);
        EXPECT_NEAR(hit.hitFraction, 0.5, 1e-12) << sink;
        ASSERT_EQ(hit.planes.size(), 1u) << sink;
        EXPECT_EQ(hit.planes[0].plane.normal, (Vec3{-1, 0, 0}));
        const TraceAnswer out = traceOf(solids_, {15, 0, 0}, {-40, 0, sink});
        EXPECT_TRUE(out.startsolid) << "from within the seam";
        EXPECT_FALSE(out.hit || out.allsolid) << sink;
    }
}

TEST_F(PillarOnFloor, StartsWithinTheToleranceEnterThroughThePlaneBehindThem) {
    const TraceAnswer in = traceOf(solids_, {40, 0, -5e-6}, {41, 0, -10});
    EXPECT_TRUE(in.hit);
    EXPECT_FALSE(in.startsolid);
    EXPECT_EQ(in.hitFraction, 0);
    ASSERT_EQ(in.planes.size(), 1u);
    EXPECT_EQ(in.planes[0].plane.normal, (Vec3{0, 0, 1}));
}

TEST_F(PillarOnFloor, StretchesThatStayWithinTheToleranceAreOutside) {
    // Sinks 6e-6 below the floor's top before it passes the floor's edge.
    const TraceAnswer shallow = traceOf(solids_, {40, 63, 0}, {40, 263, -1.2e-3});
    EXPECT_FALSE(shallow.hit || shallow.startsolid);
    const TraceAnswer deeper = traceOf(solids_, {40, 0, 0}, {40, 200, -1.2e-3});
    EXPECT_TRUE(deeper.hit);
    EXPECT_EQ(deeper.hitFraction, 0) << "the exact entry, however long it takes to get deep";
}

/// Two walls `width` apart, on a floor whose top is z = 0; they reach 8 units into it.
SolidSet wallsApart(double width) {
    return solidsOf(worldOf({boxBrush({0, -64, -8}, {10, 64, 64}), boxBrush({10 + width, -64, -8}, {30, 64, 64}),
                             boxBrush({-64, -64, -16}, {64, 64, 0})}));
}

TEST(OracleCracks, AreFreeAboveTheToleranceAndNobodysBelow) {
    const TraceAnswer wide = traceOf(wallsApart(1e-4), {5, 0, 20}, {25, 0, 20});
    EXPECT_TRUE(wide.startsolid && wide.hit);
    EXPECT_NEAR(wide.hitFraction * 20, 5 + 1e-4, 1e-9);
    const TraceAnswer narrow = traceOf(wallsApart(5e-6), {5, 0, 20}, {25, 0, 20});
    EXPECT_TRUE(narrow.allsolid);
}

TEST(OracleCracks, AFaceAlongTheSegmentDoesNotCloseThem) {
    const SolidSet solids = wallsApart(1e-4);
    const TraceAnswer along = traceOf(solids, {5, 0, 0}, {25, 0, 0});
    EXPECT_TRUE(along.startsolid && along.hit) << "half of the crack's neighbourhood is floor, the other half is free";
    EXPECT_NEAR(along.hitFraction * 20, 5 + 1e-4, 1e-9);
    EXPECT_TRUE(traceOf(solids, {5, 0, -1}, {25, 0, -1}).allsolid) << "the floor fills the crack below";
}

TEST(OracleCracks, AreToldFromOpenSpace) {
    EXPECT_TRUE(inCrack(wallsApart(1e-4), {10 + 5e-5, 0, 20}));
    EXPECT_TRUE(inCrack(wallsApart(1.0 / 128), {10 + 1.0 / 256, 0, 20}));
    EXPECT_FALSE(inCrack(wallsApart(1.0 / 32), {10 + 1.0 / 64, 0, 20}));
    const SolidSet solids = wallsApart(1e-4);
    EXPECT_FALSE(inCrack(solids, {-1, 0, 20})) << "in the open";
    EXPECT_FALSE(inCrack(solids, {-1e-5, 0, 1e-5})) << "in a right corner";
    EXPECT_FALSE(inCrack(solids, {5, 0, 20})) << "in solid";
    EXPECT_TRUE(hasPlane(solids, {{1, 0, 0}, 10}, {10, 2, 3}));
    EXPECT_TRUE(hasPlane(solids, {{-1, 0, 0}, -10}, {10, 2, 3}));
    EXPECT_FALSE(hasPlane(solids, {{1, 0, 0}, 11}, {10, 2, 3}));
    EXPECT_FALSE(hasPlane(solids, {normalized({1, 0.001, 0}), 10}, {10, 2, 3}));
}

// Traces along the cracks of two walls of the scene: those of one are closed on the inside, those of the other outside.
TEST(OracleCracks, TracesStopAtEitherMouthOfThoseThatTheFillClosed) {
    constexpr std::uint64_t kSeed = 20261122;
    std::cout << "seed " << kSeed << "\n";
    OpenMap scene;
    ASSERT_NO_FATAL_FAILURE(openMap(HULLBAKE_SOURCE_ROOT "/maps/scenes/closed_cracks.map", {}, scene));
    const auto point = scene.open.map.findHull("point");
    ASSERT_TRUE(point);
    const SolidSet solids(growModel(scene.models.front(), Box{}, "point"));
    for (const std::size_t low : {2u, 3u}) {
        SCOPED_TRACE("wall of brush " + std::to_string(low));
        MapFile wall = scene.map;
        const std::vector<MapBrush> all = wall.entities[0].brushes;
        wall.entities[0].brushes = {all[low], all[low + 4]};
        const Targets targets(wall, SolidSet(growModel(readModels(wall).front(), Box{}, "point")));
        CampaignSettings settings{kSeed + low, 150000, 0};
        settings.filled = true;
        const CampaignResult result = runCampaign(scene.open.map, *point, {}, solids, targets, settings);
        for (const Difference& difference : result.differences) ADD_FAILURE() << difference.reason;
        EXPECT_EQ(result.tally.mismatches, 0u);
        EXPECT_GE(result.tally.closedCracks, 20u);
    }
}

}  // namespace
}  // namespace hullbake::oracle
