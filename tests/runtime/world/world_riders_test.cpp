// Proves that riders are carried: at their place to the bit, by what they stand on and what that stands on, and left
// behind only where something holds them.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
// A lift whose top is at 0 above its own place, 128 units wide.
const std::string kLift = entityText("func_plat", boxText({-64, -64, 100}, {64, 64, 116}, "lift"));
constexpr Box kSmall{{-4, -4, 0}, {4, 4, 8}};

TEST(WorldRiders, RidersKeepTheirOffsetToTheBit) {
    WorldRig rig(floorWith() + kLift);
    std::size_t ticks = 0;
    for (const Vec3 way : {Vec3{64, 0, 0}, Vec3{0, -32, 0}, Vec3{0, 0, 96}, Vec3{0, 0, -64}, Vec3{32, 16, -8}}) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        rig.addMover(1, way, 2);
        rig.addBody({10.5, -3.25, 116 + 24 + kSkin}, kManBox, MemberId::model(0));
        const Vec3 offset = rig.bodies[0].origin;
        for (int tick = 0; tick < 128; ++tick, ++ticks) {
            rig.step(1.0 / 64);
            ASSERT_EQ(rig.bodies[0].origin, offset + rig.models[0].transform.displacement) << tick;
        }
        EXPECT_EQ(rig.models[0].transform.displacement, way);
        EXPECT_EQ(rig.count(WorldEventKind::Arrived), 1u);
        rig.step(1.0 / 64);
        EXPECT_EQ(rig.events.size(), 0u);
        EXPECT_EQ(rig.bodies[0].origin, offset + way);
    }
    EXPECT_EQ(ticks, 640u);
}

// 100 riders side by side at zero distance and 100 on top of one another, at any speed and in any order.
TEST(WorldRiders, AHundredRidersInOneAnothersWayAreAllCarried) {
    WorldRig rig(floorWith() + kLift);
    forRandomCases(3503, 20, [&](Random& random, int c) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const Vec3 way = random.direction() * random.between(1, 90);
        rig.addMover(1, {way.x, way.y, std::fabs(way.z)}, 0.05);
        std::vector<std::uint32_t> place(100);
        for (std::uint32_t i = 0; i < 100; ++i) place[i] = i;
        for (std::size_t i = 99; i > 0; --i) std::swap(place[i], place[random.index(i + 1)]);
        std::vector<std::uint32_t> bodyAt(100);
        for (std::uint32_t i = 0; i < 100; ++i) bodyAt[place[i]] = i;
        for (std::uint32_t i = 0; i < 100; ++i) {
            const int p = static_cast<int>(place[i]);
            if (c % 2 == 0) {
                rig.addBody({-36.0 + 8 * (p % 10), -36.0 + 8 * (p / 10), 116}, kSmall, MemberId::model(0));
            } else {
                const MemberId ground = p == 0 ? MemberId::model(0) : MemberId::body(bodyAt[place[i] - 1]);
                rig.addBody({0, 0, 116 + 8.0 * p}, kSmall, ground);
            }
        }
        const std::vector<Body> before = rig.bodies;
        rig.step(0.05);
        EXPECT_EQ(rig.events.size(), 1u);
        const Vec3 moved = rig.models[0].transform.displacement;
        for (std::size_t i = 0; i < 100; ++i) {
            ASSERT_NEAR(length(rig.bodies[i].origin - before[i].origin - moved), 0, 1e-12) << i;
            ASSERT_EQ(rig.bodies[i].origin.x, rig.bodies[i].origin.x);
        }
    });
}

// A box with one more face, which rises along x by `rise` in `run` through the origin.
std::string rampText(int run, int rise) {
    std::string brush = boxText({-64, -64, -64}, {64, 64, 64.0 * rise / run - 1}, "ramp");
    const std::string top = std::to_string(run) + " 0 " + std::to_string(rise);
    return brush.insert(brush.rfind('}'), "( " + top + " ) ( 0 0 0 ) ( 0 64 0 ) ramp 0 0 0 1 1\n");
}

// The skin is kept across a slope, so that a walker may rest higher above it than above level ground. There it must be
// carried, too.
TEST(WorldRiders, WalkersAreCarriedAsHighAboveASlopeAsTheyRest) {
    for (const auto& [run, rise] : {std::pair{4, 3}, {24, 7}, {63, 16}, {1001, 999}}) {
        const double slope = static_cast<double>(rise) / run, up = 1 / std::sqrt(1 + slope * slope);
        const double most = WorldRules().reach + kSkin / up;
        for (const double beyond : {-0.2, -1e-3, -1e-6, 1e-3}) {
            WorldRig rig(floorWith() + entityText("func_train", rampText(run, rise)));
            rig.addMover(1, {0, 512, 256}, 1);
            rig.movers[0].from = rig.models[0].transform.displacement = {0, 0, 256};
            rig.addBody({8, 4, 256 + 12 * slope + most + beyond}, kSmall);
            RigWalker walker(rig, 0);
            walker.state.onGround = true;
            walker.state.ground = {{-slope * up, 0, up}, 256 * up};
            const Vec3 start = rig.bodies[0].origin;
            walker.walk(1.0 / 64);
            ASSERT_TRUE(walker.state.onGround);
            EXPECT_EQ(rig.bodies[0].origin == start, beyond < 0) << slope << ' ' << beyond;
            // Whoever is higher is lowered by a walk; without one nothing carries it.
            rig.bodies[0].origin = start;
            rig.step(1.0 / 64);
            EXPECT_EQ(rig.bodies[0].origin - start, (Vec3{0, beyond < 0 ? 8.0 : 0.0, 0})) << slope << ' ' << beyond;
        }
    }
}

TEST(WorldRiders, AFallingLiftCarriesAsFarAsTheRulesLetRidersFollow) {
    WorldRig rig(floorWith() + kLift);
    rig.addMover(1, {0, 0, -60}, 1);
    rig.addBody({0, 0, 116 + 24 + kSkin}, kManBox, MemberId::model(0));
    rig.step(0.25);
    EXPECT_EQ(rig.bodies[0].origin.z, 116 + 24 + kSkin - 15);
    rig.rules.follow = 14;
    rig.step(0.25);
    EXPECT_EQ(rig.bodies[0].origin.z, 116 + 24 + kSkin - 15);
    EXPECT_EQ(rig.count(WorldEventKind::LeftGround), 1u);
}

// Carried into a wall, the rider stays behind; the lift goes on. So do those that stand behind and on him.
TEST(WorldRiders, AWallScrapesRidersOff) {
    // Of two that stand on one another and meet the wall at one time either may be the first in the arrays.
    for (const std::uint32_t lower : {0u, 3u}) {
        const std::uint32_t upper = 3 - lower;
        WorldRig rig(floorWith(boxText({80, -64, 118}, {96, 64, 300}, "wall")) + kLift);
        rig.addMover(1, {100, 0, 0}, 1);
        for (int i = 0; i < 4; ++i) rig.addBody({60.0 - 8 * i, 0, 116 + kSkin}, kSmall, MemberId::model(0));
        rig.addBody({0, 40, 116 + kSkin}, kSmall, MemberId::model(0));
        rig.bodies[lower].origin.x = 60;
        rig.bodies[upper].origin = {60, 0, 124 + 2 * kSkin};
        rig.passengers[upper].ground = MemberId::body(lower);
        rig.step(1);
        EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
        EXPECT_EQ(rig.models[0].transform.displacement, (Vec3{100, 0, 0}));
        EXPECT_NEAR(rig.bodies[lower].origin.x, 76 - kSkin, 1e-9);
        EXPECT_NEAR(rig.bodies[1].origin.x, 68 - kSkin, 1e-9);
        EXPECT_NEAR(rig.bodies[2].origin.x, 60 - kSkin, 1e-9);
        EXPECT_NEAR(rig.bodies[upper].origin.x, 76 - kSkin, 1e-9);
        EXPECT_NEAR(rig.bodies[4].origin.x, 76 - kSkin, 1e-9);
        EXPECT_EQ(rig.count(WorldEventKind::Scraped), 5u);
    }
}

// A crate on another one. Doors push both, the upper one a little faster, with a face that leans over it. Pushed down
// onto its ground it is carried no more. Else both would go down, ever faster, up to the limit of a step's work.
TEST(WorldRiders, ARiderPushedIntoWhatCarriesItIsScrapedOff) {
    for (const int lean : {1, 64, 512}) {
        const std::string foot = "( " + std::to_string(17 + lean), face = "( 17 64 136 ) ( 17 64 165 ) ( 17 -64 136 )";
        std::string leaning = prismText({{17, -64}, {800, -64}, {800, 64}, {17, 64}}, 136, 165);
        leaning.replace(leaning.find(face), face.size(), foot + " 64 -347 ) ( 17 64 165 ) " + foot + " -64 -347 )");
        WorldRig rig(floorWith() + entityText("func_door", boxText({16.5, -64, 96}, {80, 64, 128}, "door")) +
                     entityText("func_door", leaning));
        rig.addMover(1, {-190, 0, 0}, 2);
        rig.addMover(2, {-190 - 0.6 * lean, 0, 0}, 2);
        rig.addBody({0, 0, 100});
        rig.addBody({0, 0, 132 + 1e-6}, kCrateBox, MemberId::body(0));
        rig.step(2);
        ASSERT_NE(rig.find(WorldEventKind::Scraped, 1), nullptr) << lean;
        EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
        EXPECT_NEAR(rig.bodies[0].origin.x, 16.5 - 190 - 16 - rig.rules.skin, 1e-9);
        EXPECT_NEAR(rig.bodies[0].origin.z, 100, 1e-6);
        EXPECT_LT(rig.bodies[1].origin.x, rig.bodies[0].origin.x);
        EXPECT_NEAR(rig.bodies[1].origin.z, 132, 2e-6);
    }
}

// A rider between a rising lift and a ceiling blocks it where his head touches.
TEST(WorldRiders, ACeilingStopsALift) {
    WorldRig rig(floorWith(boxText({-64, -64, 200}, {64, 64, 232}, "ceiling")) + kLift);
    rig.addMover(1, {0, 0, 100}, 1);
    rig.addBody({0, 0, 116 + 24 + kSkin}, kManBox, MemberId::model(0));
    rig.step(1);
    ASSERT_EQ(rig.count(WorldEventKind::Blocked), 1u);
    EXPECT_NEAR(rig.bodies[0].origin.z, 200 - 32 - kSkin, 1e-9);
    EXPECT_NEAR(rig.models[0].transform.displacement.z, 200 - 56 - 2 * kSkin - 116, 1e-9);
}

// In a shaft that is 1e-5 wider than the box, touching one wall, both or none: never scraped, never blocked.
TEST(WorldRiders, ShaftsAsWideAsTheBoxLetRidersPass) {
    WorldRig rig(
        floorWith(boxText({-64, 16, 0}, {64, 32, 2000}, "wall") + boxText({-64, -32, 0}, {64, -16, 2000}, "wall")) +
        entityText("func_plat", boxText({-16, -16, 100}, {16, 16, 116}, "lift")));
    std::size_t ticks = 0;
    forRandomCases(3504, 300, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        rig.addMover(1, {random.between(-0.1, 0.1), 0, random.between(-80, 1000)}, 1);
        const double half = 16 - 5e-6, edge = random.chance(0.5) ? 5e-6 : -5e-6;
        const double off = random.chance(0.3) ? edge : random.between(-5e-6, 5e-6);
        rig.addBody({random.between(-9, 9), off, 116 + kSkin}, {{-16, -half, 0}, {16, half, 56}}, MemberId::model(0));
        const Vec3 offset = rig.bodies[0].origin;
        for (int tick = 0; tick < 10; ++tick, ++ticks) {
            rig.step(random.between(0.001, 0.1));
            ASSERT_EQ(rig.count(WorldEventKind::Blocked) + rig.count(WorldEventKind::Scraped), 0u) << off;
            ASSERT_NEAR(length(rig.bodies[0].origin - offset - rig.models[0].transform.displacement), 0, 1e-9);
        }
    });
    EXPECT_EQ(ticks, 3000u);
}

// A lift on a lift on a train, and a door on top: riders move by the sum once.
TEST(WorldRiders, NestedMoversCarryOnce) {
    WorldRig rig(floorWith() + kLift + kLift + entityText("func_door", boxText({20, -64, 120}, {30, 64, 180}, "door")));
    rig.addMover(1, {128, 0, 0}, 1);
    rig.addMover(2, {0, 64, 0}, 1);
    rig.addMover(3, {-16, 0, 0}, 1);
    rig.movers[1].parent = 0;
    rig.movers[2].parent = 1;
    rig.models[0].enabled = false;
    rig.addBody({-30, 0, 116 + kSkin}, kSmall, MemberId::model(1));
    rig.addBody({10, 0, 116 + kSkin}, kSmall, MemberId::model(1));
    const std::vector<Body> before = rig.bodies;
    for (int tick = 0; tick < 64; ++tick) rig.step(1.0 / 64);
    EXPECT_EQ(rig.models[2].transform.displacement, (Vec3{112, 64, 0}));
    EXPECT_EQ(rig.bodies[0].origin, before[0].origin + (Vec3{128, 64, 0}));
    // The door pushes this one back, after a gap of 6 units.
    EXPECT_NEAR(rig.bodies[1].origin.x, before[1].origin.x + 128 - 10 - kSkin, 1e-9);
    EXPECT_EQ(rig.bodies[1].origin.y, before[1].origin.y + 64);
}

// Carried and pushed are flags of their own, and all bodies are seen.
TEST(WorldRiders, WhatIsNotSolidIsCarriedToo) {
    WorldRig rig(floorWith() + kLift);
    rig.addMover(1, {10, 0, 0}, 1);
    for (int i = 0; i < 4; ++i) rig.addBody({-40.0 + 20 * i, 0, 116 + kSkin}, kSmall, MemberId::model(0));
    rig.bodies[0].contents = Contents::Empty;
    rig.bodies[0].kind = 0;
    rig.passengers[1].pushable = false;
    rig.passengers[2].rides = false;
    rig.bodies[3].enabled = false;
    const std::vector<Body> before = rig.bodies;
    rig.step(1);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(rig.bodies[i].origin.x - before[i].origin.x, i < 2 ? 10 : 0) << i;
}

}  // namespace
}  // namespace hullbake::test
