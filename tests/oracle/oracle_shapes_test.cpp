// Compares casts of balls, capsules, turned boxes, cylinders and convex sets with the oracle. Covers the demo, scenes
// and a real map, with minimum numbers of contacts with faces, edges and corners.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "oracle/campaign/shape_campaign.hpp"
#include "oracle/judge/compare_shape.hpp"
#include "oracle/oracle_map.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261127;

void compareMap(const OpenMap& opened, const std::string& path, std::size_t casts, ShapeForm form, ShapeTally& total) {
    const ShapeCampaignResult result = runShapeCampaign(opened.open.map, {0}, opened.models[0], form,
                                                        kSeed + casts + static_cast<std::size_t>(form), casts);
    for (const ShapeDifference& difference : result.differences)
        ADD_FAILURE() << path << ", seed " << kSeed << ", " << difference.shape << ": " << difference.reason
                      << ", near line " << difference.line;
    EXPECT_EQ(result.tally.differ, 0u) << path;
    total.add(result.tally);
}

void compareMap(const std::string& path, std::size_t casts, ShapeForm form, ShapeTally& total) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(path, {{"point", {}}}, opened));
    compareMap(opened, path, casts, form, total);
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

// A body grazes the wall by less than the tolerance where the floor stops it: it is at the surface of what it enters.
TEST(OracleShapes, BrushesThatAreGrazedStopNothing) {
    OpenMap opened;
    const auto path = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps/scenes/thin_prism_ridge.map";
    ASSERT_NO_FATAL_FAILURE(openMap(path.string(), {{"point", {}}}, opened));
    const auto expectFloor = [&](const RoundVerdict& verdict) {
        EXPECT_EQ(verdict.reason, "");
        EXPECT_TRUE(verdict.answer.hit);
        EXPECT_FALSE(verdict.answer.startsolid || verdict.answer.undecided);
        EXPECT_EQ(verdict.feature, Feature::Face);
    };
    Probe probe{.mask = kMaskAll};
    for (const double height : {0.0, 12.0}) {
        const Shape shape = Shape::capsule({0, 0, 0}, {0, 0, height}, 6);
        probe.shape = &shape;
        const RoundedBody body{{{0, 0, 0}, {0, 0, height}}, 6};
        RoundedSet set(opened.models[0], body);
        const Segment way{{186 + 4e-6, 0, 60}, {186 + 4e-6, 0, -20}};
        expectFloor(compareRound(opened.open.map, set, body, probe, way));
    }
    const std::vector<Vec3> points = {{2.3492642748917363, 0.70398771905090229, 4.5995441918112085},
                                      {3.9711830850019121, 0.1839266237711312, -2.5646542892527808},
                                      {2.444246702771677, -1.4923972754378936, 0.1642490933547637},
                                      {3.8977182471800544, -4.1673440633871, -5.1261292794621243},
                                      {-1.1676337968767678, 4.9790856772808763, -5.8482740283323738},
                                      {0.16563230362540374, 2.1843412923993539, -4.3549372392418118}};
    ConvexShape convex;
    ASSERT_EQ(prepare(points, convex), PrepareStatus::Ok);
    const Shape shape = Shape::of(convex);
    probe.shape = &shape;
    ShapeSet set(opened.models[0], OracleBody::convexSet(points));
    expectFloor(compareShape(opened.open.map, set, probe,
                             {{210.22118675574981, -211.70956702231027, 9.6902312518864058},
                              {207.50708889607412, -207.43375964213848, -0.20713781123195188}}));
}

// Brushes with faces that stay where they are: what they stop is the origin.
TEST(OracleShapes, FacesThatStay) {
    SplitMix random(kSeed);
    std::vector<MapBrush> brushes;
    for (unsigned i = 0; i < 16; ++i) {
        const Vec3 mins{64.0 * (i % 4), 64.0 * (i / 4), 0};
        MapBrush& brush = brushes.emplace_back(test::boxBrush(mins, mins + Vec3{32, 16 + random.range(0, 32), 32}));
        for (MapFace& face : brush.faces)
            if (i % 4 == 0 || random.chance(0.4)) face.texture = "bevel";
    }
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(test::worldMap(std::move(brushes)), {{"point", {}}}, opened));
    for (std::size_t form = 0; form < kShapeForms; ++form) {
        ShapeTally count;
        const std::size_t casts = test::sized(1000, 20000);
        compareMap(opened, "bevels", casts, static_cast<ShapeForm>(form), count);
        print("faces that stay, " + std::string(shapeFormName(static_cast<ShapeForm>(form))), count);
        EXPECT_GE(count.hits, casts / 10);
    }
    // A box far below its origin, turned by a quarter: the origin alone meets a brush of such faces.
    const Shape below = Shape::box({{-8, -4, -68}, {8, 4, -52}}).turned({0, 90, 0});
    Probe probe;
    probe.shape = &below;
    EXPECT_TRUE(opened.open.map.trace(probe, {16, 8, 16}, {16, 8, 20}).startsolid);
    EXPECT_NEAR(opened.open.map.trace(probe, {16, 8, 48}, {16, 8, 16}).hitFraction, 0.5, 1e-9);
    // A set before its origin has to overlap the brush, too: 4 units behind the face that the origin passes.
    ConvexShape before;
    ASSERT_EQ(prepare(std::vector<Vec3>{{4, -1, -1}, {4, 2, 0}, {4, 0, 2}, {8, 0, 0}}, before), PrepareStatus::Ok);
    const Shape beside = Shape::of(before);
    probe.shape = &beside;
    EXPECT_NEAR(opened.open.map.trace(probe, {48, 8, 16}, {16, 8, 16}).hitFraction, 0.625, 1e-9);
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
