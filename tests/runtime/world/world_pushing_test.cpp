// Proves that movers push: rows and trees of bodies by what is left of the way, at any speed, in any order.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"
#include "world/yielding.hpp"

namespace hullbake::test {
namespace {

const std::string kDoor = entityText("func_door", boxText({-8, -64, 1}, {0, 64, 96}, "door"));

// A row of 100 boxes in front of a door, at random gaps. Each begins to move when the gaps before it are used up.
TEST(WorldPushing, EachOfARowBeginsToMoveWhenTheGapsBeforeItAreUsedUp) {
    WorldRig rig(floorWith() + kDoor);
    rig.rules.skin = 0;
    std::size_t pushed = 0, resting = 0;
    forRandomCases(3501, 40, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const double way = random.between(1, 600), seconds = random.between(0.001, 1);
        rig.addMover(1, {way, 0, 0}, seconds);
        std::vector<double> gaps, places;
        double at = 0;
        for (int i = 0; i < 100; ++i) {
            gaps.push_back(random.chance(0.3) ? 0 : random.between(0, 12));
            at += gaps.back();
            places.push_back(at);
            at += 8;
        }
        std::vector<std::uint32_t> order(100);
        std::iota(order.begin(), order.end(), 0u);
        for (std::size_t i = 99; i > 0; --i) std::swap(order[i], order[random.index(i + 1)]);
        for (const std::uint32_t i : order) rig.addBody({places[i] + 4, 0, 8}, {{-4, -4, 0}, {4, 4, 8}});
        rig.step(seconds);
        EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
        EXPECT_EQ(rig.count(WorldEventKind::Arrived), 1u);
        for (std::size_t k = 0; k < 100; ++k) {
            const std::uint32_t i = order[k];
            double used = 0;
            for (std::size_t g = 0; g <= i; ++g) used += gaps[g];
            const double expected = std::max(way - used, 0.0);
            ASSERT_NEAR(rig.bodies[k].origin.x - places[i] - 4, expected, 1e-9) << i;
            EXPECT_EQ(rig.bodies[k].origin.y, 0);
            EXPECT_EQ(rig.bodies[k].origin.z, 8);
            pushed += expected > 0;
            resting += expected == 0;
        }
    });
    EXPECT_GT(pushed, 400u);
    EXPECT_GT(resting, 400u);
}

TEST(WorldPushing, OnlyTheOneAtTheWallBlocks) {
    WorldRig rig(floorWith(boxText({200, -64, 0}, {232, 64, 96}, "wall")) + kDoor);
    rig.rules.skin = 0;
    rig.addMover(1, {400, 0, 0}, 1);
    for (int i = 0; i < 3; ++i) rig.addBody({30.0 + 50 * i, 0, 8});
    rig.step(1);
    // 200 units of room, of which the boxes take 96.
    EXPECT_NEAR(rig.movers[0].clock, 104.0 / 400, 1e-12);
    EXPECT_NEAR(rig.models[0].transform.displacement.x, 104, 1e-9);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(rig.bodies[static_cast<std::size_t>(i)].origin.x, 120 + 32 * i, 1e-9);
    ASSERT_EQ(rig.count(WorldEventKind::Blocked), 1u);
    const WorldEvent* blocked = rig.find(WorldEventKind::Blocked, 2);
    ASSERT_NE(blocked, nullptr);
    EXPECT_EQ(blocked->mover, 0u);
    EXPECT_EQ(blocked->other, kNoMember);
    EXPECT_EQ(blocked->plane.normal, (Vec3{-1, 0, 0}));
    EXPECT_NEAR(blocked->time, 0.26, 1e-12);
}

TEST(WorldPushing, TheSkinIsKeptBetweenAllThatIsPushed) {
    WorldRig rig(floorWith(boxText({200, -64, 0}, {232, 64, 96}, "wall")) + kDoor);
    rig.addMover(1, {400, 0, 0}, 1);
    for (int i = 0; i < 2; ++i) rig.addBody({30.0 + 50 * i, 0, 8});
    rig.step(1);
    const double skin = rig.rules.skin;
    EXPECT_NEAR(rig.bodies[1].origin.x, 200 - 16 - skin, 1e-9);
    EXPECT_NEAR(rig.bodies[0].origin.x, 200 - 48 - 2 * skin, 1e-9);
    EXPECT_NEAR(rig.models[0].transform.displacement.x, 200 - 64 - 3 * skin, 1e-9);
}

// A plate of one unit that moves up to 1,000 units in a tick pushes all that it crosses; nothing passes.
TEST(WorldPushing, ThinPlatesPushAllThatTheyCrossAtAnySpeed) {
    WorldRig rig(floorWith() + entityText("func_door", boxText({-1, -64, 1}, {0, 64, 96}, "plate")));
    std::size_t pushed = 0;
    forRandomCases(3502, 300, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const double way = random.between(1, 1000), rate = random.between(10, 1000);
        rig.addMover(1, {way, 0, 0}, 1 / rate);
        for (int i = 0; i < 8; ++i) {
            const double thin = random.between(0.01, 2), at = random.between(3, 900);
            // In lanes of their own, so that they do not push one another.
            rig.addBody({at, -56.0 + 16 * i, 8}, {{-thin, -4, 0}, {thin, 4, 16}});
        }
        const std::vector<Body> before = rig.bodies;
        rig.step(1 / rate);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const double first = before[i].origin.x + before[i].box.mins.x - rig.rules.skin;
            const double expected = std::max(way - first, 0.0);
            ASSERT_NEAR(rig.bodies[i].origin.x - before[i].origin.x, expected, 1e-9);
            pushed += expected > 0;
        }
    });
    EXPECT_GT(pushed, 500u);
}

// A wall of 1/8 unit between start and end stops what is pushed.
TEST(WorldPushing, ThinWallsStopWhatIsPushed) {
    WorldRig rig(floorWith(boxText({500, -64, 0}, {500.125, 64, 96}, "wall")) + kDoor);
    rig.addMover(1, {1000, 0, 0}, 0.01);
    rig.addBody({100, 0, 8});
    rig.step(0.01);
    EXPECT_NEAR(rig.bodies[0].origin.x, 500 - 16 - rig.rules.skin, 1e-9);
    EXPECT_EQ(rig.count(WorldEventKind::Blocked), 1u);
}

// A body in a corner of a door and a slanted wall slips out along the gap while there is one.
TEST(WorldPushing, ASqueezedBodySlipsOutAlongTheGap) {
    // A wall whose face goes from (200, -64) to (300, 36), and a body that it leaves a way to the left.
    const std::string wedge = prismText({{200, -64}, {400, -64}, {400, 136}}, 0, 96);
    WorldRig rig(floorWith(wedge) + kDoor);
    rig.addMover(1, {300, 0, 0}, 1);
    rig.addBody({100, 0, 8}, {{-4, -4, 0}, {4, 4, 8}});
    rig.step(1);
    EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
    EXPECT_NEAR(rig.bodies[0].origin.x, 304 + rig.rules.skin, 1e-9);
    EXPECT_NEAR(rig.bodies[0].origin.y, 48 + (1 + std::sqrt(2.0)) * rig.rules.skin, 1e-9);
}

// Two walls cross at the origin at an angle of 8e-7. Who is pushed along the first one meets the second one there, as
// the same contact.
TEST(WorldPushing, WallsAlmostInOnePlaneAreOneContact) {
    const std::string walls = prismText({{-1001, 501}, {1001, -501}, {1001, 501}}, 0, 96) +
                              prismText({{-1003, 502}, {1003, -502}, {1003, 502}}, 0, 96);
    WorldRig rig(floorWith(walls) + entityText("func_door", boxText({-128, -96, 1}, {-64, 64, 96}, "door")));
    rig.rules.skin = 0;
    rig.addMover(1, {96, 0, 0}, 1);
    rig.addBody({-40, -8, 8});
    rig.step(1);
    // The corner that touches the walls goes along them.
    const Vec3 corner = rig.bodies[0].origin + Vec3{16, 16, 0};
    EXPECT_NEAR(corner.x, 64, 1e-6);
    EXPECT_NEAR(corner.y, -64 * 501.0 / 1001, 1e-4);
    EXPECT_EQ(rig.movers[0].clock, 1);
}

// A row of 33,000 boxes that a door and a lift push, each all of them at one time: more events than a step may take.
TEST(WorldPushing, EventsOfOneTimeCountEach) {
    constexpr int kBoxes = 33000, kHalfWidth = 44000;
    const auto longBox = [](Vec3 mins, Vec3 maxs, int half) {
        mins.y = -half, maxs.y = half;
        return entityText("func_door", boxText(mins, maxs, "door"));
    };
    WorldRig rig(floorWith() + longBox({-8, 0, 1}, {0, 0, 96}, kHalfWidth) +
                 longBox({16, 0, 1}, {128, 0, 8}, kHalfWidth));
    rig.addMover(1, {64, 0, 0}, 1);
    rig.addMover(2, {0, 0, 32}, 1);
    for (int i = 0; i < kBoxes; ++i) rig.addBody({20, -42900 + 2.6 * i, 16}, {{0, 0, 0}, {1, 1, 1}});
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    const StepResult result = stepMovers(rig.baked.map, rig.rules, rig.world(), 1, scratch);
    EXPECT_FALSE(result.invalid) << refusalText(result.refusal);
    EXPECT_TRUE(result.tooMuch);
    EXPECT_GE(result.events, 2u * kBoxes);
    EXPECT_LT(rig.movers[0].clock, 1);
    EXPECT_GT(rig.movers[0].clock, 0.25);
}

// Between two planes that are nearly parallel a body goes along both, though their edge is hardly known.
TEST(WorldPushing, NarrowSlitsLetBodiesAlong) {
    const Vec3 wish{-3.45629, -1.30187, 53.9034};
    for (double tilt = 2e-6; tilt < 1; tilt *= 1.37) {
        const detail::YieldBound bounds[] = {{{0, 1, 0}, 0}, {{std::sin(tilt), -std::cos(tilt), 0}, 0}};
        Vec3 velocity;
        ASSERT_TRUE(detail::nearestYielding(wish, bounds, 100, velocity)) << tilt;
        EXPECT_NEAR(velocity.x, 0, 1e-3) << tilt;
        EXPECT_NEAR(velocity.y, 0, 1e-8) << tilt;
        EXPECT_EQ(velocity.z, wish.z) << tilt;
    }
}

}  // namespace
}  // namespace hullbake::test
