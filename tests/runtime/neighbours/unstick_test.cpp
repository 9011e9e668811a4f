// Proves ClipMap::unstick on small maps whose answers were computed by hand. tests/oracle/oracle_unstick_test.cpp
// compares whole maps with brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
/// Distance in units that an unstuck box keeps from everything.
constexpr double kRoom = kSurfaceTolerance;
const Box kCube{{-8, -8, -8}, {8, 8, 8}};

void expectFound(const Unstick& way, const Vec3& from, const Vec3& to, double slack = 1e-9) {
    ASSERT_EQ(way.status, UnstickStatus::Found);
    EXPECT_LE(length(way.position - to), slack) << text(way.position);
    EXPECT_NEAR(way.distance, length(to - from), slack);
    EXPECT_LE(length(from + way.direction * way.distance - way.position), 1e-9);
}

void expectStays(const Unstick& way, UnstickStatus status, const Vec3& origin) {
    EXPECT_EQ(way.status, status);
    EXPECT_EQ(way.position, origin);
    EXPECT_EQ(way.distance, 0);
    EXPECT_EQ(way.direction, Vec3{});
}

TEST(UnstickQuery, WhoIsFreeStays) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -16}, {64, 64, 0}, "floor")));
    for (const double z : {8.0, 8 - 0.9e-5, 8.5, 100.0})
        expectStays(baked.map.unstick(boxProbe(kCube), {0, 0, z}, 16), UnstickStatus::Free, {0, 0, z});
    expectFound(baked.map.unstick(boxProbe(kCube), {0, 0, 8 - 1.1e-5}, 16), {0, 0, 8 - 1.1e-5}, {0, 0, 8 + kRoom});
}

// Failure B6: escapes by the planes of single leaves or brushes are dead ends here.
TEST(UnstickQuery, OutOfACornerOfAFloorAndTwoWalls) {
    const BakedMap baked =
        bakeText(worldText(boxText({-64, -64, -64}, {64, 64, 0}, "floor") + boxText({0, -64, 0}, {64, 64, 64}, "east") +
                           boxText({-64, 0, 0}, {0, 64, 64}, "north")));
    const Vec3 corner{-8 - kRoom, -8 - kRoom, 8 + kRoom};
    for (const Vec3& in : {Vec3{3, 1, 2}, Vec3{0.5, 4, 0.25}, Vec3{1, 1, 5}, Vec3{4, 4, 4}}) {
        const Vec3 from{corner.x + in.x, corner.y + in.y, corner.z - in.z};
        expectFound(baked.map.unstick(boxProbe(kCube), from, 16), from, corner);
    }
    const Vec3 floorOnly{-20, -20, 5}, floorAndEast{-7, -20, 6};
    expectFound(baked.map.unstick(boxProbe(kCube), floorOnly, 16), floorOnly, {-20, -20, 8 + kRoom});
    expectFound(baked.map.unstick(boxProbe(kCube), floorAndEast, 16), floorAndEast, {-8 - kRoom, -20, 8 + kRoom});
}

TEST(UnstickQuery, OutOfAThinWallOnTheSideOfTheMiddle) {
    const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {1, 64, 64}, "wall")));
    const Box boxes[] = {kCube, {{-16, -16, 0}, {0, 16, 56}}, {{3, -2, -1}, {19, 2, 1}}};
    for (const Box& box : boxes)
        for (const double middle : {-7.9, -3.0, -0.25, 0.25, 0.75, 1.5, 8.5}) {
            const double half = (box.maxs.x - box.mins.x) / 2, offset = (box.mins.x + box.maxs.x) / 2;
            const Vec3 from{middle - offset, 0, 0};
            const double out = middle < 0.5 ? -half - kRoom : 1 + half + kRoom;
            expectFound(baked.map.unstick(boxProbe(box), from, 32), from, {out - offset, 0, 0});
        }
}

// The box is stuck in a closet narrower than itself. It must not come out behind the wall, however near that is.
TEST(UnstickQuery, NotThroughAThinWall) {
    const BakedMap baked = bakeText(
        worldText(boxText({0, -64, -64}, {1, 64, 64}, "thin") + boxText({-13, -64, -64}, {-12, 64, 64}, "thin")));
    for (const double x : {-1.0, -3.0, -6.0, -11.0}) {
        const Vec3 from{x, 60, 0};
        expectFound(baked.map.unstick(boxProbe(kCube), from, 32), from, {x, 72 + kRoom, 0});
        expectStays(baked.map.unstick(boxProbe(kCube), from, 11), UnstickStatus::None, from);
    }
    // The middle is inside the wall, so either side is right.
    expectFound(baked.map.unstick(boxProbe(kCube), {0.75, 0, 0}, 32), {0.75, 0, 0}, {9 + kRoom, 0, 0});
    // Deeper in the closet, the box still comes out around the wall's end: the middle may not cross the wall.
    const Vec3 deep{-6, 40, 0};
    expectFound(baked.map.unstick(boxProbe(kCube), deep, 40), deep, {-6, 72 + kRoom, 0});
}

// The middle lies in the plane of a seam without width, or on such a seam.
TEST(UnstickQuery, NotThroughASeam) {
    std::string walls;
    for (const auto& [low, high] : {std::pair(0.0, 1.0), {-13.0, -12.0}})
        walls += boxText({low, -64, -64}, {high, 60, 64}, "thin") + boxText({low, 60, -64}, {high, 64, 64}, "thin");
    const BakedMap baked = bakeText(worldText(walls));
    for (const double x : {-1.0, -3.0, -6.0, -11.0}) {
        expectFound(baked.map.unstick(boxProbe(kCube), {x, 60, 0}, 32), {x, 60, 0}, {x, 72 + kRoom, 0});
        expectStays(baked.map.unstick(boxProbe(kCube), {x, 60, 0}, 11), UnstickStatus::None, {x, 60, 0});
    }
    for (const double x : {0.0, -12.0})
        expectFound(baked.map.unstick(boxProbe(kCube), {x, 60, 0}, 32), {x, 60, 0}, {x, 72 + kRoom, 0}, 2e-5);
}

TEST(UnstickQuery, WallsOfSeveralBrushesAreOneWall) {
    const BakedMap baked =
        bakeText(worldText(boxText({0, -64, -64}, {2, 64, 64}, "one") + boxText({2, -64, -64}, {4, 64, 64}, "two") +
                           boxText({4, -64, -64}, {6, 0, 64}, "three") + boxText({4, 0, -64}, {6, 64, 64}, "four")));
    for (const double x : {0.5, 2.0, 2.9})
        expectFound(baked.map.unstick(boxProbe(kCube), {x, 0, 0}, 32), {x, 0, 0}, {-8 - kRoom, 0, 0});
    for (const double x : {3.1, 4.0, 5.5})
        expectFound(baked.map.unstick(boxProbe(kCube), {x, 0, 0}, 32), {x, 0, 0}, {14 + kRoom, 0, 0});
}

// The way from one brush through the other is short, and crosses the crack between them at a flat angle.
TEST(UnstickQuery, CracksBelowTheToleranceAreNoFreeSpace) {
    const Vec3 from{-0.05, -3, 0};
    for (const double width : {0.0, 1e-6, 4e-6, 8e-6, 3e-5, 1e-3}) {
        SCOPED_TRACE(width);
        const BakedMap baked = bakeText(worldText(boxText({-16, -64, -64}, {0, 64, 64}, "wall") +
                                                  boxText({width, -64, -64}, {64, 0, 64}, "beside")));
        const Vec3 corner{0.25 + kRoom, 0.25 + kRoom, 0}, outside{-16.25 - kRoom, -3, 0};
        const Unstick way = baked.map.unstick(boxProbe({{-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25}}), from, 20);
        expectFound(way, from, width < kRoom ? corner : outside);
    }
}

TEST(UnstickQuery, OutOfBetweenTwoBrushes) {
    // A slot 8 units wide and 16 high is open at the top: up is the only way out.
    const BakedMap baked =
        bakeText(worldText(boxText({-64, -64, -16}, {64, 64, 0}, "floor") +
                           boxText({-64, -64, 0}, {-4, 64, 16}, "west") + boxText({4, -64, 0}, {64, 64, 16}, "east")));
    const Vec3 from{1, 0, 6};
    expectFound(baked.map.unstick(boxProbe(kCube), from, 64), from, {1, 0, 24 + kRoom});
}

TEST(UnstickQuery, ClosedPocketsHaveNoWayOut) {
    const std::string shell = boxText({-64, -64, -64}, {64, 64, -4}, "s") + boxText({-64, -64, 4}, {64, 64, 64}, "s") +
                              boxText({-64, -64, -4}, {-4, 64, 4}, "s") + boxText({4, -64, -4}, {64, 64, 4}, "s") +
                              boxText({-4, -64, -4}, {4, -4, 4}, "s") + boxText({-4, 4, -4}, {4, 64, 4}, "s");
    const BakedMap baked = bakeText(worldText(shell));
    for (const double far : {1.0, 32.0, 500.0})
        expectStays(baked.map.unstick(boxProbe(kCube), {0, 0, 0}, far), UnstickStatus::None, {});
    // From within the shell, the outside is a valid way out.
    const Vec3 from{60, 0, 0};
    expectFound(baked.map.unstick(boxProbe(kCube), from, 32), from, {72 + kRoom, 0, 0});
    expectStays(baked.map.unstick(boxProbe(Box{}), {0, 0, 0}, 32), UnstickStatus::Free, {});
}

// Two slopes form a groove along y: a point in the ground below it comes out in the groove.
TEST(UnstickQuery, OutIntoAGroove) {
    const auto face = [](const std::string& points) { return points + " stone 0 0 0 1 1\n"; };
    const std::string ends = face("( 64 64 0 ) ( 0 64 64 ) ( 0 64 0 )") +
                             face("( 0 -64 64 ) ( 64 -64 0 ) ( 0 -64 0 )") +
                             face("( 0 0 -64 ) ( 64 0 -64 ) ( 0 64 -64 )");
    // The ground lies between z = |x| and z = -64, in two brushes east and west of the groove.
    const std::string east = "{\n" + face("( 0 0 0 ) ( 0 64 0 ) ( 64 0 64 )") +
                             face("( 0 64 0 ) ( 0 0 64 ) ( 0 0 0 )") + face("( 64 0 64 ) ( 64 64 0 ) ( 64 0 0 )") +
                             ends + "}\n";
    const std::string west = "{\n" + face("( 0 0 0 ) ( -64 0 64 ) ( 0 64 0 )") +
                             face("( 0 0 64 ) ( 0 64 0 ) ( 0 0 0 )") + face("( -64 64 0 ) ( -64 0 64 ) ( -64 0 0 )") +
                             ends + "}\n";
    const BakedMap baked = bakeText(worldText(east + west));
    for (const Vec3& from : {Vec3{0, 0, -3}, Vec3{1, 5, -3}, Vec3{-2.5, 0, -4}})
        expectFound(baked.map.unstick(boxProbe(Box{}), from, 16), from, {0, from.y, kRoom * std::sqrt(2.0)});
}

// In the baked hull, space closed by the fill is solid and no way out. The bare brushes know no outside.
TEST(UnstickQuery, HullsKnowTheOutside) {
    const Vec3 low{-128, -128, 0}, high{128, 128, 128};
    std::string walls;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true}) {
            Vec3 mins = low - Vec3{16, 16, 16}, maxs = high + Vec3{16, 16, 16};
            (upper ? mins : maxs)[axis] = upper ? high[axis] : low[axis];
            walls += boxText(mins, maxs, "wall");
        }
    const std::string start = "{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 64\"\n}\n";
    const std::vector<HullSpec> hulls = {{"point", {}}, {"cube", kCube}};
    const BakedMap baked = bakeText(worldText(walls) + start, hulls, true);
    const Probe hull = hullProbe(baked.hull("cube")), box = boxProbe(kCube);
    const Vec3 inWall{142, 0, 64}, outside{200, 0, 64}, inside{116, 0, 64};
    ASSERT_TRUE(any(baked.map.contentsAt(hull, inWall)));
    expectFound(baked.map.unstick(box, inWall, 64), inWall, {152 + kRoom, 0, 64});
    expectFound(baked.map.unstick(hull, inWall, 64), inWall, {120 - kRoom, 0, 64});
    EXPECT_FALSE(any(baked.map.contentsAt(hull, baked.map.unstick(hull, inWall, 64).position)));
    expectStays(baked.map.unstick(hull, inWall, 16), UnstickStatus::None, inWall);
    // In the void, the box is free and the hull is stuck. No wall is crossed to come in.
    expectStays(baked.map.unstick(box, outside, 200), UnstickStatus::Free, outside);
    expectStays(baked.map.unstick(hull, outside, 200), UnstickStatus::None, outside);
    expectStays(baked.map.unstick(hull, inside, 200), UnstickStatus::Free, inside);
}

TEST(UnstickQuery, ModelsOneByOneOrAll) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -16}, {64, 64, 0}, "floor")) +
                                    entityText("func_door", boxText({0, -64, 0}, {64, 64, 64}, "door")));
    const Vec3 from{-6, 0, 7};
    expectFound(baked.map.unstick(boxProbe(kCube), from, 16), from, {-6, 0, 8 + kRoom});
    expectFound(baked.map.unstick(boxProbe(kCube, {1}), from, 16), from, {-8 - kRoom, 0, 7});
    expectFound(baked.map.unstick(boxProbe(kCube, kAllModels), from, 16), from, {-8 - kRoom, 0, 8 + kRoom});
    const HullId centred = baked.hull("centred");
    const Box box = baked.map.hull(centred).box;
    const Vec3 stuck{-10, 0, 20};
    const Unstick way = baked.map.unstick(hullProbe(centred, kAllModels), stuck, 64);
    expectFound(way, stuck, {-box.maxs.x - kRoom, 0, std::max(20.0, -box.mins.z + kRoom)});
    EXPECT_FALSE(any(baked.map.contentsAt(hullProbe(centred, {0}), way.position)));
    EXPECT_FALSE(any(baked.map.contentsAt(hullProbe(centred, {1}), way.position)));
}

TEST(UnstickQuery, BadInputIsInvalid) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -16}, {64, 64, 0}, "floor")));
    const ClipMap& map = baked.map;
    std::size_t tried = 0;
    const Probe cube = boxProbe(kCube), hull = hullProbe({0});
    const Vec3 good{0, 0, 4};
    for (const double bad : {kNan, kInf, -kInf, 2 * kMaxCoordinate}) {
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 origin = good;
            origin[axis] = bad;
            EXPECT_EQ(map.unstick(cube, origin, 16).status, UnstickStatus::Invalid);
            EXPECT_EQ(map.unstick(hull, origin, 16).status, UnstickStatus::Invalid);
            Box box = kCube;
            box.mins[axis] = bad;
            EXPECT_EQ(map.unstick(boxProbe(box), {0, 0, 4}, 16).status, UnstickStatus::Invalid);
            ++tried;
        }
        expectStays(map.unstick(cube, good, bad), UnstickStatus::Invalid, {0, 0, 4});
        expectStays(map.unstick(hull, good, bad), UnstickStatus::Invalid, {0, 0, 4});
    }
    EXPECT_EQ(tried, 12u);
    EXPECT_EQ(map.unstick(cube, good, -1).status, UnstickStatus::Invalid);
    EXPECT_EQ(map.unstick(boxProbe(kCube, {1}), {0, 0, 4}, 16).status, UnstickStatus::Invalid);
    EXPECT_EQ(map.unstick(hullProbe({77}), good, 16).status, UnstickStatus::Invalid);
    EXPECT_EQ(ClipMap().unstick(boxProbe(kCube), {}, 16).status, UnstickStatus::Invalid);
    EXPECT_EQ(ClipMap().unstick(hullProbe({0}, kAllModels), {}, 16).status, UnstickStatus::Invalid);
    expectStays(map.unstick(cube, good, 0), UnstickStatus::None, {0, 0, 4});
}

}  // namespace
}  // namespace hullbake::test
