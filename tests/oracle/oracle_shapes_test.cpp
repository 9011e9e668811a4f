// Compares casts of balls, capsules, turned boxes, cylinders and convex sets with the oracle. Covers the demo, scenes
// and a real map, with minimum numbers of contacts with faces, edges and corners.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>

#include "oracle/campaign/shape_campaign.hpp"
#include "oracle/judge/compare_shape.hpp"
#include "oracle/oracle_map.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261127;

void compareMap(const std::string& path, std::size_t casts, ShapeForm form, ShapeTally& total) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(path, {{"point", {}}}, opened));
    const ShapeCampaignResult result = runShapeCampaign(opened.open.map, {0}, opened.models[0], form,
                                                        kSeed + casts + static_cast<std::size_t>(form), casts);
    for (const ShapeDifference& difference : result.differences)
        ADD_FAILURE() << path << ", seed " << kSeed << ", " << difference.shape << ": " << difference.reason
                      << ", near line " << difference.line;
    EXPECT_EQ(result.tally.differ, 0u) << path;
    total.add(result.tally);
}

void print(const std::string& what, const ShapeTally& count) {
    std::cout << "[  oracle  ] " << what << ", seed " << kSeed << ": " << count.casts << " casts, " << count.hits
              << " hits, " << count.misses << " misses, " << count.startsolids << " starts in solid, " << count.marginal
              << " marginal; faces " << count.features[1] << ", edges " << count.features[2] << ", corners "
              << count.features[3] << "; off by " << count.across << " across, " << count.along << " along\n";
}

void compareAll(ShapeForm form, std::size_t casts, ShapeTally& count) {
    const auto maps = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
    for (const char* name : {"scenes/edge_bevel_wedge.map", "scenes/tetrahedra.map", "scenes/touching_boxes.map",
                             "scenes/sixteen_sided_column.map", "scenes/needle_prism.map", "scenes/slope_heights.map"})
        ASSERT_NO_FATAL_FAILURE(compareMap((maps / name).string(), casts, form, count));
    ASSERT_NO_FATAL_FAILURE(compareMap((maps / "demo/demo.map").string(), 3 * casts, form, count));
    print(std::string(shapeFormName(form)), count);
    EXPECT_LE(count.marginal, count.casts / 200);
    EXPECT_GE(count.hits, count.casts / 5);
    EXPECT_GE(count.misses, count.casts / 5);
    EXPECT_GE(count.startsolids, count.casts / 10);
    EXPECT_GE(count.allsolids, count.casts / 20);
    EXPECT_GE(count.features[1], count.casts / 10) << "faces";
    EXPECT_GE(count.features[2], count.casts / 50) << "edges";
    EXPECT_GE(count.features[3], count.casts / 150) << "corners";
}

TEST(OracleShapes, Balls) {
    ShapeTally count;
    ASSERT_NO_FATAL_FAILURE(compareAll(ShapeForm::Ball, test::sized(600, 20000), count));
    // The oracle finds the same kinds by its own search. Where two meet, either may be told.
    for (std::size_t i = 1; i < 4; ++i)
        EXPECT_NEAR(static_cast<double>(count.parts[i]), static_cast<double>(count.features[i]),
                    0.03 * static_cast<double>(count.hits));
}

// A capsule that lies along a face touches a segment of it, which may end at an edge: kinds are not compared.
TEST(OracleShapes, Capsules) {
    ShapeTally count;
    ASSERT_NO_FATAL_FAILURE(compareAll(ShapeForm::Capsule, test::sized(600, 20000), count));
}

TEST(OracleShapes, TurnedBoxes) {
    ShapeTally count;
    ASSERT_NO_FATAL_FAILURE(compareAll(ShapeForm::TurnedBox, test::sized(600, 20000), count));
}

TEST(OracleShapes, Cylinders) {
    ShapeTally count;
    ASSERT_NO_FATAL_FAILURE(compareAll(ShapeForm::Cylinder, test::sized(300, 20000), count));
}

TEST(OracleShapes, ConvexSets) {
    ShapeTally count;
    ASSERT_NO_FATAL_FAILURE(compareAll(ShapeForm::ConvexSet, test::sized(600, 20000), count));
}

// What the judge would say if the runtime cast another body than it was asked to.
TEST(OracleShapes, TheJudgeSeesBodiesThatAreHairsOff) {
    OpenMap opened;
    const auto path = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps/scenes/tetrahedra.map";
    ASSERT_NO_FATAL_FAILURE(openMap(path.string(), {{"point", {}}}, opened));
    const Box bounds = opened.open.map.model({0}).bounds;
    const Shape shape = Shape::capsule({0, 0, -8}, {0, 0, 8}, 6);
    Probe probe{.mask = kMaskAll};
    probe.shape = &shape;
    const auto differences = [&](const RoundedBody& body, std::size_t& hits) {
        RoundedSet set(opened.models[0], body);
        SplitMix random(kSeed);
        std::size_t differ = 0;
        for (int i = 0; i < 400; ++i) {
            const Segment way = randomWay(opened.models[0], bounds, shape.radius, random);
            const RoundVerdict verdict = compareRound(opened.open.map, set, body, probe, way);
            hits += verdict.answer.hit && !verdict.answer.startsolid;
            differ += !verdict.reason.empty();
        }
        return differ;
    };
    std::size_t hits = 0, unused = 0;
    EXPECT_EQ(differences({{{0, 0, -8}, {0, 0, 8}}, 6}, hits), 0u);
    ASSERT_GE(hits, 60u);
    EXPECT_GE(differences({{{0, 0, -8}, {0, 0, 8}}, 6 + 3e-7}, unused), hits * 9 / 10) << "radius";
    EXPECT_GE(differences({{{0, 0, -8}, {0, 0, 8 + 1e-5}}, 6}, unused), hits / 10) << "upper end";
    EXPECT_GE(differences({{{1e-5, 0, -8}, {1e-5, 0, 8}}, 6}, unused), hits / 2) << "place";
}

TEST(OracleShapes, TheJudgeSeesCylindersThatAreHairsOff) {
    OpenMap opened;
    const auto path = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps/scenes/tetrahedra.map";
    ASSERT_NO_FATAL_FAILURE(openMap(path.string(), {{"point", {}}}, opened));
    const Box bounds = opened.open.map.model({0}).bounds;
    const Shape shape = Shape::cylinder(6, 8);
    Probe probe{.mask = kMaskAll};
    probe.shape = &shape;
    const auto differences = [&](const OracleBody& body, std::size_t& hits) {
        ShapeSet set(opened.models[0], body);
        SplitMix random(kSeed);
        std::size_t differ = 0;
        for (int i = 0; i < 400; ++i) {
            const Segment way = randomWay(opened.models[0], bounds, shape.radius, random);
            const RoundVerdict verdict = compareShape(opened.open.map, set, probe, way);
            hits += verdict.answer.hit && !verdict.answer.startsolid;
            differ += !verdict.reason.empty();
        }
        return differ;
    };
    std::size_t hits = 0, unused = 0;
    EXPECT_EQ(differences(OracleBody::cylinder({}, {0, 0, 1}, 6, 8), hits), 0u);
    ASSERT_GE(hits, 60u);
    EXPECT_GE(differences(OracleBody::cylinder({}, {0, 0, 1}, 6 + 1e-5, 8), unused), hits / 2) << "radius";
    // Its height does not matter where its side touches an edge.
    EXPECT_GE(differences(OracleBody::cylinder({}, {0, 0, 1}, 6, 8 + 1e-5), unused), hits / 4) << "height";
    EXPECT_GE(differences(OracleBody::cylinder({1e-5, 0, 0}, {0, 0, 1}, 6, 8), unused), hits / 2) << "place";
}

class OracleShapesRealMaps : public testing::TestWithParam<const char*> {};

TEST_P(OracleShapesRealMaps, AgreeWithTheOracle) {
    const std::string relative = std::string("maps/quake/") + GetParam() + ".map";
    const auto path = test::sharedFile(relative);
    if (!path) GTEST_SKIP() << test::missingShared(relative);
    for (std::size_t form = 0; form < kShapeForms; ++form) {
        ShapeTally count;
        const std::size_t casts = test::sized(300, 20000);
        ASSERT_NO_FATAL_FAILURE(compareMap(*path, casts, static_cast<ShapeForm>(form), count));
        print(GetParam() + (", " + std::string(shapeFormName(static_cast<ShapeForm>(form)))), count);
        EXPECT_GE(count.hits, casts / 20);
        EXPECT_GE(count.misses, casts / 20);
    }
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleShapesRealMaps, testing::Values("e1m1"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace hullbake::oracle
