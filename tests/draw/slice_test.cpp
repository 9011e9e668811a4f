// Proves what a slice shows: exact areas of known rooms, and at random points what the runtime answers there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "draw/drawn_level.hpp"
#include "support/random.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"
#include "tools/draw/level_shapes.hpp"
#include "tools/draw/slice.hpp"
#include "tools/draw/unite.hpp"

namespace hullbake::test {
namespace {

using namespace draw;

// With water in one corner.
Level room() {
    return roomWith(boxText({-128, -128, -128}, {0, 0, -64}, "*water"));
}

constexpr Frame kRoomFrame{{-200, -200}, {200, 200}};
constexpr double kFrameArea = 400.0 * 400.0;

Outline united(const std::vector<Cell>& cells) {
    std::vector<Polygon> polygons;
    for (const Cell& cell : cells) polygons.push_back(cell.polygon);
    return unite(polygons);
}

double shapeArea(const Level& level, const SlicePlane& plane, const std::string& name) {
    double area = 0;
    for (const ShapeGroup& group : brushShapes(level.map, sliceBrushes(level.map, plane, kRoomFrame)))
        if (group.name == name) {
            EXPECT_EQ(group.polygons.size(), group.titles.size());
            area += unite(group.polygons).area();
        }
    return area;
}

TEST(Slice, BrushesOfARoomHaveTheirAreas) {
    const Level level = room();
    const SlicePlane low = axialPlane(2, -100);
    EXPECT_EQ(shapeArea(level, low, "solid"), 288.0 * 288 - 256 * 256);
    EXPECT_EQ(shapeArea(level, low, "water"), 128.0 * 128);
    EXPECT_EQ(shapeArea(level, low, "solid of a brush entity"), 16.0 * 64);
    EXPECT_EQ(shapeArea(level, axialPlane(2, 1), "solid of a brush entity"), 0);
    // x = 70 cuts the door, 64 wide and 128 high, and the floor, the ceiling and two walls.
    EXPECT_EQ(shapeArea(level, axialPlane(0, 70), "solid of a brush entity"), 64.0 * 128);
    EXPECT_EQ(shapeArea(level, axialPlane(1, -40), "water"), 128.0 * 64);
}

TEST(Slice, APlaneInAFaceShowsWhatIsInFrontOfIt) {
    const Level level = room();
    EXPECT_EQ(shapeArea(level, axialPlane(2, 0), "solid of a brush entity"), 0) << "the door ends at 0";
    EXPECT_EQ(shapeArea(level, axialPlane(2, 128), "solid"), 288.0 * 288) << "the ceiling begins at 128";
    EXPECT_EQ(shapeArea(level, axialPlane(0, 64), "solid of a brush entity"), 64.0 * 128) << "the door begins at 64";
    const HullId point = *level.map.findHull("point");
    EXPECT_EQ(united(sliceHull(level.map, point, kMaskBlocking, axialPlane(2, 128), kRoomFrame)).area(), kFrameArea);
    EXPECT_EQ(united(sliceHull(level.map, point, kMaskBlocking, axialPlane(2, -128), kRoomFrame)).area(),
              kFrameArea - 256.0 * 256 + 16 * 64);
}

TEST(Slice, HullsOfARoomLeaveTheirAreasFree) {
    const Level level = room();
    const HullId player = *level.map.findHull("player");
    const auto free = [&](double z) {
        const Outline solid = united(sliceHull(level.map, player, kMaskBlocking, axialPlane(2, z), kRoomFrame));
        return kFrameArea - solid.area();
    };
    // The box is 16 units wide on each side, 24 deep and 32 high.
    EXPECT_EQ(free(-10), 224.0 * 224 - (16 + 32) * (64 + 32));
    EXPECT_EQ(free(23.5), 224.0 * 224 - (16 + 32) * (64 + 32));
    EXPECT_EQ(free(24.5), 224.0 * 224);
    EXPECT_EQ(free(-104.5), 0);
    EXPECT_EQ(free(96.5), 0);
    const std::vector<Cell> water = sliceHull(level.map, player, kMaskLiquid, axialPlane(2, -50), kRoomFrame);
    EXPECT_EQ(united(water).area(), 160.0 * 160) << "water grows into the walls too";
}

TEST(Slice, ABoxOfAnySizeIsGrownExactly) {
    const Level level = room();
    const Box box{{-5, -5, -5}, {7, 7, 7}};
    const auto solid = [&](double z) {
        return united(sliceBox(level.map, box, kMaskBlocking, axialPlane(2, z), kRoomFrame)).area();
    };
    // Nothing fills the outside: what is solid is the walls and the door, each 12 units longer.
    EXPECT_EQ(solid(20), 300.0 * 300 - 244 * 244);
    EXPECT_EQ(solid(4), 300.0 * 300 - 244 * 244 + (16 + 12) * (64 + 12));
}

TEST(Slice, ATiltedPlaneLengthensWhatItCuts) {
    const Level level = room();
    // x + z = 0 cuts the door's 16 units along x at a length of 16 * sqrt 2.
    const SlicePlane plane = anyPlane({1, 0, 1}, 0);
    EXPECT_NEAR(shapeArea(level, plane, "solid of a brush entity"), 64 * 16 * std::sqrt(2.0), 1e-9);
    EXPECT_NEAR(dot(plane.right, plane.up), 0, 1e-15);
    EXPECT_EQ(plane.right.z, 0);
    const Vec3 p = plane.place({3, 4});
    EXPECT_NEAR(p.x + p.z, 0, 1e-12);
    EXPECT_NEAR(plane.flat(p).x, 3, 1e-12);
    EXPECT_NEAR(plane.flat(p).y, 4, 1e-12);
}

TEST(Slice, PlanesAreRead) {
    for (const char* text : {"x=1", "y=-2.5", "z=0"}) {
        const auto plane = parsePlane(text);
        ASSERT_TRUE(plane) << text;
        EXPECT_EQ(planeText(*plane), text);
    }
    const auto scaled = parsePlane("0,0,2=64");
    ASSERT_TRUE(scaled);
    EXPECT_EQ(planeText(*scaled), "z=32");
    EXPECT_TRUE(parsePlane("1,1,0=10"));
    for (const char* text : {"", "z", "z=", "w=1", "z=nan", "z=inf", "z=1e9", "0,0,0=1", "1,1=2", "1,2,3,4=5",
                             "1,x,0=2", "nan,0,1=0", "zz=1"})
        EXPECT_FALSE(parsePlane(text)) << text;
}

TEST(Slice, TheUsualPlaneIsThatOfTheFirstStart) {
    const Level level = room();
    EXPECT_EQ(planeText(usualPlane(level.map)), "z=32");
    const std::vector<StartMark> starts = startMarks(level.map, axialPlane(2, 0));
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_EQ(starts[0].at, (Point{0, 0}));
    EXPECT_NEAR(starts[0].facing.y, 1, 1e-15);
    EXPECT_FALSE(sliceBounds(level.map, axialPlane(2, 500)));
    const auto bounds = sliceBounds(level.map, axialPlane(2, 0));
    ASSERT_TRUE(bounds);
    EXPECT_EQ(bounds->mins, (Point{-144, -144}));
    EXPECT_EQ(bounds->maxs, (Point{144, 144}));
}

// --- Random points ---

struct Counts {
    int inside = 0, outside = 0, planes = 0;
};

SlicePlane randomPlane(Random& random, const Box& bounds) {
    const Vec3 through = random.pointIn(bounds);
    if (random.chance(0.6)) {
        const int axis = random.whole(0, 2);
        // Whole numbers lie in faces, halves do not.
        return axialPlane(axis, std::floor(through[axis]) + 0.5);
    }
    const Vec3 normal = random.direction();
    return anyPlane(normal, dot(normal, through));
}

// Contents change within this distance of a border, in units: more than the tolerances of queries.
constexpr double kNear = 1e-3;

// Returns whether all of the point's surroundings have the same contents of the mask, and which. contentsAt() hides in
// solid what a mask without solid would stop at: such places tell nothing.
bool isClear(const ClipMap& map, const Probe& probe, const SlicePlane& plane, const Vec3& p, bool& solid) {
    solid = any(map.contentsAt(probe, p) & probe.mask);
    for (const Vec3& way : {plane.right, plane.up, plane.plane.normal})
        for (const double step : {-kNear, kNear}) {
            const Contents contents = map.contentsAt(probe, p + way * step);
            if (any(contents & Contents::Solid & ~probe.mask)) return false;
            if (any(contents & probe.mask) != solid) return false;
        }
    return true;
}

void comparePoints(const ClipMap& map, const Probe& probe, Random& random, int points, Counts& counts,
                   const std::string& name) {
    const SlicePlane plane = randomPlane(random, map.model(ModelId{0}).bounds);
    const auto bounds = sliceBounds(map, plane);
    if (!bounds) return;
    const Frame frame{{bounds->mins.x - 40, bounds->mins.y - 40}, {bounds->maxs.x + 40, bounds->maxs.y + 40}};
    const Outline outline = united(probe.box ? sliceBox(map, *probe.box, probe.mask, plane, frame)
                                             : sliceHull(map, probe.hull, probe.mask, plane, frame));
    ++counts.planes;
    for (int i = 0; i < points; ++i) {
        const Point at{random.between(frame.mins.x, frame.maxs.x), random.between(frame.mins.y, frame.maxs.y)};
        const Vec3 p = plane.place(at);
        bool solid = false;
        if (!isClear(map, probe, plane, p, solid)) continue;
        ASSERT_EQ(outline.contains(at), solid)
            << name << ", " << planeText(plane) << " at " << p.x << ' ' << p.y << ' ' << p.z;
        ++(solid ? counts.inside : counts.outside);
    }
}

Probe randomProbe(Random& random, const ClipMap& map) {
    Probe probe;
    probe.model = kAllModels;
    if (random.chance(0.2)) probe.mask = kMaskLiquid;
    if (random.chance(0.6)) {
        probe.hull = HullId{static_cast<std::uint32_t>(random.index(map.hullCount()))};
        return probe;
    }
    const Vec3 low = random.gridPointIn({{-40, -40, -40}, {0, 0, 0}});
    probe.hull = kNoHull;
    probe.box = Box{low, random.gridPointIn({{1, 1, 1}, {40, 40, 40}})};
    return probe;
}

Counts compareLevel(const MapFile& file, const std::string& name, int planes, int points, std::uint64_t seed) {
    const Level level = levelOf(file);
    Random random(seed);
    Counts counts;
    for (int i = 0; i < planes && !testing::Test::HasFatalFailure(); ++i)
        comparePoints(level.map, randomProbe(random, level.map), random, points, counts, name);
    return counts;
}

TEST(SlicePoints, OutlinesOfTheDemoHoldWhatTheRuntimeStopsAt) {
    const int planes = sized(60, 1000);
    const Counts counts = compareLevel(demoMap(), "demo", planes, 200, 2036);
    std::cout << "seed 2036: " << counts.planes << " planes, " << counts.inside << " points inside, " << counts.outside
              << " outside\n";
    EXPECT_GE(counts.inside, planes * 30);
    EXPECT_GE(counts.outside, planes * 30);
}

TEST(SlicePoints, OutlinesOfAllScenesHoldWhatTheRuntimeStopsAt) {
    Counts all;
    std::uint64_t seed = 36000;
    for (const std::string& name : sceneNames()) {
        const Counts counts = compareLevel(sceneMap(name), name, sized(6, 60), 100, ++seed);
        all.inside += counts.inside;
        all.outside += counts.outside;
        all.planes += counts.planes;
    }
    std::cout << "seeds from 36001: " << all.planes << " planes, " << all.inside << " points inside, " << all.outside
              << " outside\n";
    EXPECT_GE(all.planes, 150);
    EXPECT_GE(all.inside, 5000);
    EXPECT_GE(all.outside, 3000);
}

TEST(SlicePoints, OutlinesOfE1m1HoldWhatTheRuntimeStopsAt) {
    const std::string name = "maps/quake/e1m1.map";
    const auto path = sharedFile(name);
    if (!path) GTEST_SKIP() << missingShared(name);
    const Counts counts = compareLevel(loadMap(*path), "e1m1", sized(12, 100), 300, 1996);
    EXPECT_GE(counts.planes, 10);
    EXPECT_GE(counts.inside, 1000);
    EXPECT_GE(counts.outside, 300);
}

}  // namespace
}  // namespace hullbake::test
