// Proves ClipMap::overlap and touching on small maps whose answers were computed by hand.
// tests/oracle/oracle_neighbours_test.cpp compares whole maps with brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
const Box kSmall{{-4, -4, -4}, {4, 4, 4}};
const Box kPoint{};

Probe maskedBox(const Box& box, Contents mask, ModelId model = {}) {
    Probe probe = boxProbe(box, model);
    probe.mask = mask;
    return probe;
}

std::vector<Overlap> overlaps(const ClipMap& map, const Probe& probe, const Vec3& origin) {
    std::vector<Overlap> found(64);
    const NeighbourCount count = map.overlap(probe, origin, found);
    EXPECT_FALSE(count.invalid);
    EXPECT_LE(count.count, found.size());
    found.resize(count.count);
    return found;
}

std::vector<TouchedPlane> touched(const ClipMap& map, const Probe& probe, const Vec3& origin, double distance) {
    std::vector<TouchedPlane> found(kMaxTouchedPlanes);
    const NeighbourCount count = map.touching(probe, origin, distance, found);
    EXPECT_FALSE(count.invalid);
    EXPECT_LE(count.count, found.size());
    found.resize(count.count);
    return found;
}

std::string brushesOf(const std::vector<Overlap>& found) {
    std::string text;
    for (const Overlap& o : found) {
        text += (text.empty() ? "" : " ") + std::to_string(o.model.value) + ":" + std::to_string(o.brush);
        if (o.touches) text += "t";
    }
    return text;
}

// Brush 0 is a floor, 1 a wall on it, 2 water around the wall's foot, 3 a clip. A door (model 1) has two brushes.
std::string roomText() {
    return worldText(boxText({-64, -64, -16}, {64, 64, 0}, "floor") + boxText({32, -64, 0}, {64, 64, 64}, "wall") +
                     boxText({-64, -64, -8}, {-32, 64, 24}, "*water") + boxText({-64, 32, 0}, {64, 64, 8}, "clip")) +
           entityText("func_door",
                      boxText({-8, -40, 0}, {8, -32, 32}, "door") + boxText({-8, -48, 0}, {8, -40, 32}, "door"));
}

TEST(OverlapQuery, TellsBrushesOfAllKindsInTheOrderOfTheMap) {
    const BakedMap baked = bakeText(roomText());
    const ClipMap& map = baked.map;
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, 0, 32})), "");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, 0, 4})), "0:0t");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {28, 30, 4})), "0:0t 0:1t 0:3");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {30, 0, 3})), "0:0 0:1");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {-40, 0, 4})), "0:0t");
    EXPECT_EQ(brushesOf(overlaps(map, maskedBox(kSmall, kMaskAll), {-40, 0, 4})), "0:0t 0:2");
    EXPECT_EQ(brushesOf(overlaps(map, maskedBox(kSmall, kMaskLiquid), {-40, 0, 4})), "0:2");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, -40, 4})), "0:0t");
    EXPECT_EQ(brushesOf(overlaps(map, maskedBox(kSmall, kMaskBlocking, {1}), {0, -40, 4})), "1:0 1:1");
    EXPECT_EQ(brushesOf(overlaps(map, maskedBox(kSmall, kMaskBlocking, kAllModels), {0, -36, 4})), "0:0t 1:0 1:1t");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kPoint), {0, 48, 4})), "") << "clip does not count for points";
    const std::vector<Overlap> door = overlaps(map, maskedBox(kSmall, kMaskBlocking, {1}), {0, -50, 4});
    ASSERT_EQ(door.size(), 1u);
    EXPECT_EQ(door[0].entity, 1u);
    EXPECT_EQ(door[0].brush, 1u);
    EXPECT_EQ(door[0].contents, Contents::Solid);
    EXPECT_GT(door[0].line, 20u);
}

TEST(OverlapQuery, TouchingEndsAtTheToleranceOfTheBrushItself) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -64}, {64, 64, 64}, "stone")));
    const ClipMap& map = baked.map;
    const double out = kSurfaceTolerance;
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, 0, 68 - 1.01 * out})), "0:0");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, 0, 68 - 0.99 * out})), "0:0t");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, 0, 68 + 0.99 * out})), "0:0t");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {0, 0, 68 + 1.01 * out})), "");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {68, 0, 68})), "0:0t") << "on an edge";
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {68, 68, 68})), "0:0t") << "on a corner";
    // The place is less than the tolerance from both planes, but further from the edge.
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {68 + 0.8 * out, 0, 68 + 0.8 * out})), "");
    EXPECT_EQ(brushesOf(overlaps(map, boxProbe(kSmall), {68 + 0.7 * out, 0, 68 + 0.7 * out})), "0:0t");
}

TEST(OverlapQuery, CountsWhatTheSpanHasNoRoomFor) {
    const BakedMap baked = bakeText(roomText());
    const Probe wide = maskedBox({{-70, -4, -4}, {4, 4, 4}}, kMaskAll, kAllModels);
    const Vec3 origin{30, -36, 3};
    const std::vector<Overlap> all = overlaps(baked.map, wide, origin);
    ASSERT_EQ(brushesOf(all), "0:0 0:1 0:2 1:0 1:1t");
    for (std::size_t room = 0; room <= all.size(); ++room) {
        std::vector<Overlap> some(room);
        EXPECT_EQ(baked.map.overlap(wide, origin, some).count, all.size());
        EXPECT_EQ(brushesOf(some), brushesOf({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(room)}));
    }
}

// Tiles are flush, overlap, or end within another.
TEST(TouchingQuery, ATiledFloorIsOnePlane) {
    std::string tiles;
    for (int x = -2; x < 2; ++x)
        for (int y = -2; y < 2; ++y) {
            const double over = (x + y) % 2 == 0 ? 0 : 5;
            tiles += boxText({32.0 * x, 32.0 * y, -16 - over}, {32.0 * x + 32 + over, 32.0 * y + 32 + over, 0}, "tile");
        }
    const BakedMap baked = bakeText(worldText(tiles));
    const std::set<double> places = {-40, -33, -32, -31.999, -4, 0, 1e-7, 4, 16, 32, 36};
    for (const Box& box : {kPoint, kSmall, Box{{-16, -16, -24}, {16, 16, 32}}, Box{{0, 0, 0}, {8, 0, 0}}})
        for (const double x : places)
            for (const double y : places)
                for (const double away : {0.0, 1e-5, 0.03125, 0.5}) {
                    const auto planes = touched(baked.map, boxProbe(box), {x, y, away - box.mins.z}, 1);
                    ASSERT_EQ(planes.size(), 1u) << x << ' ' << y << ' ' << away;
                    EXPECT_EQ(planes[0].normal, (Vec3{0, 0, 1}));
                    EXPECT_NEAR(planes[0].distance, away, 1e-12);
                    EXPECT_NEAR(planes[0].gap, away, 1e-9) << "the tile next to it may be as near but for rounding";
                    EXPECT_EQ(planes[0].dist, -box.mins.z);
                }
}

TEST(TouchingQuery, ConcaveCornersShowAllTheirPlanes) {
    const BakedMap baked =
        bakeText(worldText(boxText({-64, -64, -16}, {64, 64, 0}, "floor") +
                           boxText({32, -64, 0}, {64, 64, 64}, "east") + boxText({-64, 32, 0}, {64, 64, 64}, "north")));
    const auto planes = touched(baked.map, boxProbe(kSmall), {27.5, 27.75, 4.125}, 1);
    ASSERT_EQ(planes.size(), 3u);
    EXPECT_EQ(planes[0].surface.texture, "floor");
    EXPECT_EQ(planes[0].distance, 0.125);
    EXPECT_EQ(planes[1].surface.texture, "north");
    EXPECT_EQ(planes[1].normal, (Vec3{0, -1, 0}));
    EXPECT_EQ(planes[1].dist, -28);
    EXPECT_EQ(planes[2].surface.texture, "east");
    EXPECT_EQ(planes[2].distance, 0.5);
    EXPECT_EQ(planes[2].contents, Contents::Solid);
    EXPECT_EQ(planes[2].surface.brush, 1u);
    EXPECT_FALSE(planes[2].surface.bevel);
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {27.5, 27.75, 4.125}, 0.5).size(), 3u)
        << "the distance belongs to it";
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {27.5, 27.75, 4.125}, 0.4999).size(), 2u);
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {27.5, 27.75, 4.125}, 0.1).size(), 0u);
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {28, 28, 4}, 0).size(), 3u);
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {28, 28, 3.99}, 1).size(), 0u) << "stuck: it touches nothing";
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {28, 28, 4 - 0.9e-5}, 0).size(), 3u);
    EXPECT_EQ(touched(baked.map, maskedBox(kSmall, Contents::Sky), {28, 28, 4}, 1).size(), 0u);
}

// A box in front of both planes of an edge touches both, and the edge is further away than either.
TEST(TouchingQuery, ConvexEdgesShowThePlanesThatFaceTheBox) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -64}, {64, 64, 64}, "stone")));
    const auto above = touched(baked.map, boxProbe(kSmall), {67.5, 0, 68.25}, 1);
    ASSERT_EQ(above.size(), 1u);
    EXPECT_EQ(above[0].normal, (Vec3{0, 0, 1}));
    const auto edge = touched(baked.map, boxProbe(kSmall), {68.5, 0, 68.25}, 1);
    ASSERT_EQ(edge.size(), 2u);
    std::set<double> distances;
    for (const TouchedPlane& plane : edge) {
        distances.insert(plane.distance);
        EXPECT_DOUBLE_EQ(plane.gap, std::hypot(0.5, 0.25));
    }
    EXPECT_EQ(distances, (std::set<double>{0.25, 0.5}));
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {68.5, 0, 68.25}, 0.55).size(), 0u) << "the edge is further away";
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {68.25, 68.25, 68.25}, 1).size(), 3u);
    EXPECT_EQ(touched(baked.map, boxProbe(kSmall), {68, 68, 68}, 0).size(), 3u);
}

// A brush lies 1/8 lower beside a floor: its top is reported as a plane of its own, which shows the step.
TEST(TouchingQuery, AnUndercutShowsItsStep) {
    const BakedMap baked = bakeText(
        worldText(boxText({-64, -64, -16}, {0, 64, 0}, "high") + boxText({0, -64, -16}, {64, 64, -0.125}, "low")));
    const auto planes = touched(baked.map, boxProbe(kPoint), {0.0625, 0, -0.0625}, 0.0625);
    ASSERT_EQ(planes.size(), 2u);
    EXPECT_EQ(planes[0].normal, (Vec3{1, 0, 0}));
    EXPECT_EQ(planes[0].surface.texture, "high");
    EXPECT_EQ(planes[1].surface.texture, "low");
    EXPECT_EQ(touched(baked.map, boxProbe(kPoint), {-1, 0, 0.03125}, 0.5).size(), 1u);
}

TEST(TouchingQuery, WallsInBetweenHideWhatIsBehindThem) {
    const BakedMap baked = bakeText(
        worldText(boxText({0, -64, -64}, {1, 64, 64}, "thin") + boxText({3, -64, -64}, {8, 64, 64}, "behind")));
    const auto planes = touched(baked.map, boxProbe(kPoint), {-1, 0, 0}, 16);
    ASSERT_EQ(planes.size(), 1u);
    EXPECT_EQ(planes[0].surface.texture, "thin");
    EXPECT_EQ(touched(baked.map, boxProbe(kPoint), {2, 0, 0}, 16).size(), 2u);
}

TEST(TouchingQuery, BevelsAreTold) {
    // A ridge along x with slopes of 45 degrees.
    const std::string ridge =
        "{\n( 64 0 32 ) ( 0 0 32 ) ( 0 32 0 ) north 0 0 0 1 1\n( 64 0 32 ) ( 64 -32 0 ) ( 0 -32 0 ) south 0 0 0 1 1\n"
        "( 0 0 0 ) ( 64 0 0 ) ( 64 32 0 ) bottom 0 0 0 1 1\n( 0 0 0 ) ( 0 32 0 ) ( 0 0 32 ) west 0 0 0 1 1\n"
        "( 64 0 0 ) ( 64 0 32 ) ( 64 32 0 ) east 0 0 0 1 1\n}\n";
    const BakedMap baked = bakeText(worldText(ridge));
    const auto planes = touched(baked.map, boxProbe(kSmall), {32, 1, 36.25}, 0.5);
    ASSERT_EQ(planes.size(), 1u);
    EXPECT_EQ(planes[0].normal, (Vec3{0, 0, 1}));
    EXPECT_TRUE(planes[0].surface.bevel && planes[0].surface.found);
    EXPECT_TRUE(planes[0].surface.texture == "north" || planes[0].surface.texture == "south");
    EXPECT_EQ(touched(baked.map, boxProbe(kPoint), {32, 0, 32.25}, 0.5).size(), 2u) << "a point has no bevels";
}

TEST(TouchingQuery, HullsFollowTheirRulesAndModelsAreAskedForOneByOneOrAll) {
    const BakedMap baked = bakeText(roomText());
    const ClipMap& map = baked.map;
    std::vector<TouchedPlane> found(8);
    const Probe point = hullProbe(baked.hull("point")), feet = hullProbe(baked.hull("feet"));
    EXPECT_EQ(map.touching(point, {0, 40, 8}, 0.5, found).count, 0u) << "no clip in point hulls";
    ASSERT_EQ(map.touching(feet, {0, 40, 8 - map.hull(feet.hull).box.mins.z}, 0.5, found).count, 1u);
    EXPECT_EQ(found[0].contents, Contents::Clip);
    EXPECT_EQ(touched(map, boxProbe(kSmall), {0, -28, 4}, 0.5).size(), 1u);
    EXPECT_EQ(touched(map, maskedBox(kSmall, kMaskBlocking, {1}), {0, -28, 4}, 0.5).size(), 1u);
    const auto both = touched(map, maskedBox(kSmall, kMaskBlocking, kAllModels), {0, -28, 4}, 0.5);
    ASSERT_EQ(both.size(), 2u);
    EXPECT_NE(both[0].model, both[1].model);
}

TEST(TouchingQuery, FindsNoMoreThanItsLimit) {
    std::string pillars;
    for (int i = 0; i < 400; ++i)
        pillars += boxText({4.0 * (i % 20), 4.0 * (i / 20), -200}, {4.0 * (i % 20) + 2, 4.0 * (i / 20) + 2, -i / 8.0},
                           "pillar");
    const BakedMap baked = bakeText(worldText(pillars), {{"point", {}}});
    std::vector<TouchedPlane> found(kMaxTouchedPlanes + 8);
    const NeighbourCount count = baked.map.touching(boxProbe(kPoint), {40, 40, 1}, 200, found);
    EXPECT_FALSE(count.invalid);
    EXPECT_EQ(count.count, kMaxTouchedPlanes);
    EXPECT_FALSE(found[kMaxTouchedPlanes].surface.found);
}

TEST(NeighbourQueries, BadInputIsInvalid) {
    const BakedMap baked = bakeText(roomText());
    const ClipMap& map = baked.map;
    std::vector<Overlap> over(4);
    std::vector<TouchedPlane> planes(4);
    std::size_t tried = 0;
    const auto expectInvalid = [&](const ClipMap& asked, const Probe& probe, const Vec3& origin, double distance) {
        const NeighbourCount count = asked.touching(probe, origin, distance, planes);
        EXPECT_TRUE(count.invalid && count.count == 0);
        EXPECT_TRUE(asked.touching(probe, origin, distance, {}).invalid);
        ++tried;
    };
    const Probe small = boxProbe(kSmall), hull = hullProbe({0});
    const Vec3 good{0, 0, 4};
    for (const double bad : {kNan, kInf, -kInf, 2 * kMaxCoordinate}) {
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 origin = good;
            origin[axis] = bad;
            expectInvalid(map, small, origin, 1);
            EXPECT_TRUE(map.overlap(small, origin, over).invalid);
            EXPECT_TRUE(map.overlap(hull, origin, over).invalid);
            EXPECT_TRUE(map.touching(hull, origin, 1, planes).invalid);
            Box box = kSmall;
            box.maxs[axis] = bad;
            expectInvalid(map, boxProbe(box), good, 1);
            EXPECT_TRUE(map.overlap(boxProbe(box), good, over).invalid);
        }
        expectInvalid(map, small, good, bad);
        EXPECT_TRUE(map.touching(hull, good, bad, planes).invalid);
    }
    expectInvalid(map, small, good, -1e-9);
    expectInvalid(map, boxProbe({{1, 0, 0}, {0, 0, 0}}), good, 1);
    expectInvalid(map, boxProbe(kSmall, {2}), good, 1);
    expectInvalid(ClipMap(), small, {}, 1);
    expectInvalid(ClipMap(), maskedBox(kSmall, kMaskAll, kAllModels), {}, 1);
    Probe unknown = hullProbe({99});
    EXPECT_TRUE(map.overlap(unknown, good, over).invalid);
    EXPECT_TRUE(map.touching(unknown, good, 1, planes).invalid);
    unknown.box = kSmall;
    EXPECT_FALSE(map.overlap(unknown, good, over).invalid) << "a probe with a box does not use its hull";
    EXPECT_EQ(map.overlap(small, {0, 0, 3}, {}).count, 1u);
    EXPECT_EQ(map.touching(small, good, 1, {}).count, 1u);
    EXPECT_GE(tried, 30u);
}

}  // namespace
}  // namespace hullbake::test
