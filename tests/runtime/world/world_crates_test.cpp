// Proves pushBody, and long runs: plates under what falls, rollback every tick, riders that do not drift.
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/world/random_world.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;

StepResult push(WorldRig& rig, std::uint32_t body, const Vec3& way, double& fraction) {
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    rig.events.resize(1024);
    const StepResult result = pushBody(rig.baked.map, rig.rules, rig.world(), body, way, fraction, scratch, rig.events);
    rig.events.resize(std::min(result.events, rig.events.size()));
    EXPECT_FALSE(result.tooMuch);
    return result;
}

TEST(WorldCrates, ARowOfCratesIsPushedUpToTheWall) {
    WorldRig rig(floorWith(boxText({400, -64, 0}, {432, 64, 96}, "wall")));
    rig.addBody({0, 0, kSkin}, kCrateBox);
    rig.addBody({60, 0, kSkin}, kCrateBox);
    rig.addBody({160, 10, kSkin}, kCrateBox);
    rig.addBody({60, 0, 32 + 2 * kSkin}, kCrateBox, MemberId::body(1));
    double fraction = 0;
    push(rig, 0, {100, 0, 0}, fraction);
    EXPECT_EQ(fraction, 1);
    EXPECT_EQ(rig.bodies[0].origin.x, 100);
    EXPECT_NEAR(rig.bodies[1].origin.x, 132 + kSkin, 1e-9);
    EXPECT_NEAR(rig.bodies[2].origin.x, 164 + 2 * kSkin, 1e-9);
    EXPECT_NEAR(rig.bodies[3].origin.x, 132 + kSkin, 1e-9);
    push(rig, 0, {400, 0, 0}, fraction);
    EXPECT_NEAR(rig.bodies[2].origin.x, 384 - kSkin, 1e-9);
    EXPECT_NEAR(rig.bodies[0].origin.x, 320 - 3 * kSkin, 1e-9);
    EXPECT_NEAR(fraction, (220 - 3 * kSkin) / 400, 1e-9);
    ASSERT_EQ(rig.count(WorldEventKind::Blocked), 1u);
    EXPECT_EQ(rig.find(WorldEventKind::Blocked, 2)->plane.normal, (Vec3{-1, 0, 0}));
    EXPECT_EQ(rig.find(WorldEventKind::Blocked, 2)->mover, kNoMover);
}

// The classic rule: where the way itself ends at a wall, its parts along the axes lead on along that.
TEST(WorldCrates, AxisByAxisLeadsOnAlongWalls) {
    WorldRig rig(floorWith(boxText({60, -400, 0}, {80, 400, 96}, "wall")));
    const std::uint32_t crate = rig.addBody({0, 0, kSkin}), other = rig.addBody({0, 40, kSkin});
    double fraction = 0;
    push(rig, crate, {80, 80, 0}, fraction);
    EXPECT_NEAR(fraction, (44 - kSkin) / 80, 1e-9);
    EXPECT_NEAR(rig.bodies[crate].origin.x, 44 - kSkin, 1e-9);
    rig.bodies[crate].origin = {0, 0, kSkin}, rig.bodies[other].origin = {0, 40, kSkin};
    const double expected[3] = {(44 - kSkin) / 80, 1, 1};
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 part;
        part[axis] = axis == 2 ? 0 : 80;
        push(rig, crate, part, fraction);
        EXPECT_NEAR(fraction, expected[axis], 1e-9) << axis;
    }
    EXPECT_NEAR(rig.bodies[crate].origin.x, 44 - kSkin, 1e-9);
    EXPECT_NEAR(rig.bodies[crate].origin.y, 80, 1e-9);
    EXPECT_EQ(rig.bodies[other].origin, (Vec3{0, 40, kSkin}));  // it is beside the way now
}

TEST(WorldCrates, WhatDoesNotGiveWayStopsThePusher) {
    WorldRig rig(floorWith());
    rig.addBody({0, 0, kSkin}, kCrateBox);
    rig.addBody({60, 0, kSkin}, kCrateBox);
    rig.passengers[1].pushable = false;
    double fraction = 0;
    push(rig, 0, {100, 0, 0}, fraction);
    EXPECT_NEAR(fraction, (28 - kSkin) / 100, 1e-9);
    EXPECT_EQ(rig.bodies[1].origin.x, 60);
    push(rig, 0, {0, 100, 0}, fraction);
    EXPECT_EQ(fraction, 1);
    const StepResult wrong = push(rig, 7, {1, 0, 0}, fraction);
    EXPECT_TRUE(wrong.invalid);
    EXPECT_EQ(fraction, 0);
}

// Pushed out and back, one at a time: no overlap, and the pusher's place is the fraction of its way.
TEST(WorldCrates, RandomPushesEndWithoutAnOverlap) {
    RandomWorld world;
    std::size_t stopped = 0, contacts = 0;
    forRandomCases(3530, fullSize() ? 20000 : 400, [&](Random& random, int) {
        world.draw(random, false);
        if (world.bodies.empty()) return;
        WorldPairs allowed = world.overlaps();
        for (int i = 0; i < 6; ++i) {
            const auto body = static_cast<std::uint32_t>(random.index(world.bodies.size()));
            const Vec3 from = world.bodies[body].origin, way = random.direction() * random.between(0.01, 200);
            double fraction = 0;
            ASSERT_FALSE(push(world, body, way, fraction).invalid);
            EXPECT_NEAR(length(world.bodies[body].origin - from - way * fraction), 0, 1e-9);
            EXPECT_EQ(fraction<1, world.count(WorldEventKind::Blocked)> 0);
            stopped += fraction < 1;
            contacts += world.count(WorldEventKind::Contact);
            const WorldPairs now = world.overlaps();
            for (const auto& pair : now) ASSERT_TRUE(allowed.count(pair) > 0) << pair.first << " in " << pair.second;
            allowed = now;
        }
    });
    EXPECT_GT(stopped, 200u);
    EXPECT_GT(contacts, 200u);
}

// Bodies that fall on a plate of one unit that comes up and to the side, from 1 to 20,000 units a second and
// at 10 to 1000 ticks a second: none falls through.
TEST(WorldCrates, NothingFallsThroughAMovingPlate) {
    WorldRig rig(floorWith() + entityText("func_plat", boxText({-200, -200, 1000}, {200, 200, 1001}, "plate")));
    std::size_t carried = 0, pushed = 0;
    forRandomCases(3531, fullSize() ? 4000 : 60, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const double speed = std::pow(10, random.between(0, 4.3)), rate = std::pow(10, random.between(1, 3));
        const double far = std::min(speed * 1.5, 1800.0);
        rig.addMover(1, {random.between(-100, 100), random.between(-100, 100), far}, far / speed);
        rig.addBody({random.between(-50, 50), random.between(-50, 50), 1001 + 24 + random.between(1, 60)}, kManBox);
        RigWalker walker(rig, 0);
        for (int tick = 0; tick < static_cast<int>(1.5 * rate); ++tick) {
            walker.walk(1 / rate);
            rig.step(1 / rate);
            pushed += rig.count(WorldEventKind::Contact);
            carried += walker.state.groundMember == MemberId::model(0);
            walker.follow();
            const double top = rig.models[0].transform.displacement.z + 1001;
            ASSERT_GE(walker.state.origin.z - 24, top - 1e-5) << "tick " << tick << " at " << rate;
        }
    });
    EXPECT_GT(pushed, 25u);
    EXPECT_GT(carried, 1000u);
}

// A game with rollback: each tick the last eight are taken back and made again. The same bytes as without.
TEST(WorldCrates, EightTicksTakenBackEveryTickChangeNothing) {
    RandomWorld once, again;
    forRandomCases(3532, fullSize() ? 500 : 20, [&](Random& random, int) {
        once.draw(random, false);
        again.models = once.models, again.movers = once.movers;
        again.bodies = once.bodies, again.passengers = once.passengers;
        struct Snapshot {
            std::vector<PlacedModel> models;
            std::vector<Mover> movers;
            std::vector<Body> bodies;
        };
        std::vector<Snapshot> history;
        for (int tick = 0; tick < 40; ++tick) {
            once.step(1.0 / 60);
            history.push_back({again.models, again.movers, again.bodies});
            again.step(1.0 / 60);
            if (tick < 8) continue;
            const Snapshot& back = history[history.size() - 8];
            again.models = back.models, again.movers = back.movers, again.bodies = back.bodies;
            for (int k = 0; k < 8; ++k) again.step(1.0 / 60);
            ASSERT_EQ(std::memcmp(once.bodies.data(), again.bodies.data(), once.bodies.size() * sizeof(Body)), 0);
            ASSERT_EQ(std::memcmp(once.movers.data(), again.movers.data(), once.movers.size() * sizeof(Mover)), 0);
        }
    });
}

// 100 riders, stacked and side by side, on a lift that goes to and fro: they stay where they are on it.
TEST(WorldCrates, RidersDoNotDriftInManyTicks) {
    WorldRig rig(floorWith() + entityText("func_plat", boxText({-64, -64, 100}, {64, 64, 116}, "lift")));
    rig.addMover(1, {37.3, -21.7, 55.1}, 1.37);
    const Box small{{-4, -4, 0}, {4, 4, 8}};
    for (int i = 0; i < 50; ++i)
        rig.addBody({-36.0 + 8 * (i % 10), -36.0 + 8 * (i / 10), 116}, small, MemberId::model(0));
    for (std::uint32_t i = 0; i < 50; ++i)
        rig.addBody({50, 50, 116 + 8.0 * i}, small, i == 0 ? MemberId::model(0) : MemberId::body(49 + i));
    const std::vector<Body> before = rig.bodies;
    const int ticks = fullSize() ? 100000 : 400;
    for (int tick = 0; tick < ticks; ++tick) {
        rig.step(1.0 / 60);
        ASSERT_EQ(rig.count(WorldEventKind::Blocked) + rig.count(WorldEventKind::Scraped) +
                      rig.count(WorldEventKind::Contact),
                  0u)
            << tick;
        Mover& mover = rig.movers[0];
        if (mover.clock < mover.seconds) continue;
        std::swap(mover.from, mover.to);
        mover.clock = 0;
    }
    const Vec3 moved = rig.models[0].transform.displacement;
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(length(rig.bodies[i].origin - before[i].origin - moved), 0, 1e-7) << i;
}

}  // namespace
}  // namespace hullbake::test
