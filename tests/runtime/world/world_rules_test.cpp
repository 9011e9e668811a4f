// Proves the rules of movers: what blocks them and what then happens, clocks and teams, who meets whom, and bad input.
#include <gtest/gtest.h>

#include <cstring>

#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
const std::string kWall = boxText({200, -64, 0}, {232, 64, 96}, "wall");
const std::string kDoor = entityText("func_door", boxText({-8, -64, 1}, {0, 64, 96}, "door"));

// One body between a door that moves 400 units in a second and a wall at 200.
WorldRig squeeze(Blocked blocked) {
    WorldRig rig(floorWith(kWall) + kDoor + kDoor);
    rig.addMover(1, {400, 0, 0}, 1);
    rig.movers[0].blocked = blocked;
    rig.addBody({100, 0, 8});
    return rig;
}

TEST(WorldRules, AStoppedMoverGoesOnWhenTheWayIsFreeAndArrivesExactlyOnce) {
    WorldRig rig = squeeze(Blocked::Stop);
    std::size_t blocked = 0, arrived = 0;
    double clock = 0;
    for (int tick = 0; tick < 60; ++tick) {
        if (tick == 40) rig.bodies[0].enabled = false;
        clock = rig.movers[0].clock;
        rig.step(1.0 / 60);
        blocked += rig.count(WorldEventKind::Blocked);
        if (tick > 28 && tick < 40) {
            EXPECT_EQ(rig.movers[0].clock, clock);
        }
    }
    EXPECT_EQ(blocked, 40u - 25u);
    for (int tick = 0; tick < 60; ++tick) {
        rig.step(1.0 / 60);
        arrived += rig.count(WorldEventKind::Arrived);
    }
    EXPECT_EQ(arrived, 1u);
    EXPECT_EQ(rig.movers[0].clock, 1);
    EXPECT_EQ(rig.models[0].transform.displacement, (Vec3{400, 0, 0}));
}

// 3 legs of odd lengths in ticks of odd lengths: each arrives once, at its end, at its time.
TEST(WorldRules, EveryLegArrivesAtItsEndAndTime) {
    WorldRig rig(floorWith() + kDoor);
    forRandomCases(3520, 200, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear();
        const Vec3 way = random.direction() * random.between(1e-6, 500);
        const double seconds = random.between(1e-4, 1), tick = random.between(1e-3, 0.1);
        rig.addMover(1, way, seconds);
        double now = 0;
        int arrived = 0;
        for (int i = 0; i < 1100 && now < seconds + 1e-3; ++i, now += tick) {
            rig.step(tick);
            if (rig.count(WorldEventKind::Arrived) == 0) continue;
            ++arrived;
            EXPECT_NEAR(now + rig.events[0].time, seconds, 1e-9);
        }
        EXPECT_EQ(arrived, 1);
        EXPECT_EQ(rig.movers[0].clock, seconds);
        EXPECT_EQ(rig.models[0].transform.displacement, way);
    });
}

// A door closes in on a body and arrives just before it. Another then pushes the body away from the first one's wall.
TEST(WorldRules, WhatAMoverWouldHaveMetIsForgottenWhenItArrives) {
    for (const double gap : {0.2, 0.4, 0.8, 5.0}) {
        WorldRig rig(floorWith() + kDoor + kDoor);
        // The first arrives with its front at x = 10. The second comes from the right, with its face at x = 60.
        rig.addMover(1, {10, 0, 200}, 0);
        rig.models[0].transform.displacement = {0, 0, 200};
        rig.movers[0].from = {0, 0, 200};
        rig.movers[0].seconds = 0.3;
        rig.addBody({10 + gap + 16, 0, 230});
        rig.addMover(2, {}, 1);
        rig.movers[1].from = rig.models[1].transform.displacement = {68, 0, 200};
        const double way = 60 - (rig.bodies[0].origin.x + 16) + 0.1;
        rig.movers[1].to = {68 - way, 0, 200};
        const double before = rig.bodies[0].origin.x;
        rig.step(1);
        EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u) << gap;
        EXPECT_EQ(rig.count(WorldEventKind::Arrived), 2u) << gap;
        EXPECT_NEAR(rig.bodies[0].origin.x, before - 0.1 - kSkin, 1e-9) << gap;
    }
}

TEST(WorldRules, ATeamStopsTogether) {
    WorldRig rig = squeeze(Blocked::Stop);
    rig.addMover(2, {-300, 0, 0}, 0.7);
    rig.movers[0].team = rig.movers[1].team = 3;
    for (int tick = 0; tick < 60; ++tick) {
        rig.step(1.0 / 60);
        ASSERT_EQ(rig.movers[0].clock, rig.movers[1].clock);
    }
    EXPECT_NEAR(rig.movers[0].clock, (200 - 32 - 2 * kSkin) / 400, 1e-9);
}

TEST(WorldRules, CrushAndThroughGoOnAndTellIt) {
    for (const Blocked blocked : {Blocked::Crush, Blocked::Through}) {
        WorldRig rig = squeeze(blocked);
        rig.step(1);
        EXPECT_EQ(rig.models[0].transform.displacement.x, 400);
        EXPECT_NEAR(rig.bodies[0].origin.x, 200 - 16 - kSkin, 1e-9);
        EXPECT_EQ(rig.count(blocked == Blocked::Crush ? WorldEventKind::Crushed : WorldEventKind::Overlapped), 1u);
        EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
        EXPECT_EQ(rig.count(WorldEventKind::Arrived), 1u);
    }
}

TEST(WorldRules, RollbackLeavesEveryByteAsItWas) {
    WorldRig rig = squeeze(Blocked::Rollback);
    rig.addMover(2, {0, 0, 30}, 1);
    rig.addBody({-4, 0, 96 + kSkin}, {{-2, -2, 0}, {2, 2, 4}}, MemberId::model(1));
    const auto bodies = rig.bodies;
    const auto movers = rig.movers;
    const auto models = rig.models;
    const StepResult result = rig.step(1);
    EXPECT_TRUE(result.rolledBack);
    EXPECT_NEAR(result.stopped, (200 - 32 - 2 * kSkin) / 400, 1e-9);
    EXPECT_EQ(std::memcmp(bodies.data(), rig.bodies.data(), bodies.size() * sizeof(Body)), 0);
    EXPECT_EQ(std::memcmp(movers.data(), rig.movers.data(), movers.size() * sizeof(Mover)), 0);
    EXPECT_EQ(std::memcmp(models.data(), rig.models.data(), models.size() * sizeof(PlacedModel)), 0);
    ASSERT_EQ(rig.events.size(), 1u);
    EXPECT_EQ(rig.events[0].kind, WorldEventKind::Blocked);
}

TEST(WorldRules, MoversThatGoAwayNeitherBlockNorCrush) {
    for (const Blocked blocked : {Blocked::Stop, Blocked::Crush, Blocked::Through, Blocked::Rollback}) {
        WorldRig rig(floorWith(kWall) + kDoor);
        rig.addMover(1, {-100, 0, 0}, 1);
        rig.movers[0].from.x = 200 - 32, rig.movers[0].to.x = 68;
        rig.movers[0].blocked = blocked;
        rig.addBody({184, 0, 0});
        const StepResult result = rig.step(1);
        EXPECT_FALSE(result.rolledBack);
        EXPECT_EQ(rig.events.size(), 1u);
        EXPECT_EQ(rig.models[0].transform.displacement.x, 68);
        EXPECT_EQ(rig.bodies[0].origin, (Vec3{184, 0, 0}));
    }
}

// G13: two doors squeeze a body, and the one in front goes on and stops farther off. A third one then pushes the body
// up to there: what it touched before holds it no more.
TEST(WorldRules, WhatHasGoneAwayHoldsNobodyWhenItStops) {
    WorldRig rig(floorWith() + kDoor + kDoor + kDoor);
    const auto add = [&](std::uint32_t number, double from, double to, double seconds) {
        Mover& mover = rig.movers[rig.addMover(number, {}, seconds)];
        mover.from.x = from, mover.to.x = to;
        rig.models.back().transform.displacement.x = from;
    };
    add(1, -100, 100, 1);  // its front at -100
    add(2, 34, 74, 0.8);   // its back at 26, and at 66 in the end
    add(3, -300, 100, 1);
    rig.addBody({0, 0, 8});
    rig.step(1);
    EXPECT_EQ(rig.count(WorldEventKind::Blocked), 2u);
    EXPECT_LT(rig.movers[0].clock, 0.7);
    EXPECT_EQ(rig.movers[1].clock, 0.8);
    EXPECT_NEAR(rig.movers[2].clock, (300 + 66 - 32 - 2 * kSkin) / 400, 1e-9);
    EXPECT_NEAR(rig.bodies[0].origin.x, 66 - 16 - kSkin, 1e-9);
}

// A door that appears around a body: it pushes nothing, and the body may leave.
TEST(WorldRules, WhatOverlapsAtTheStartIsLeftAlone) {
    WorldRig rig(floorWith() + kDoor);
    rig.addMover(1, {20, 0, 0}, 1);
    rig.addBody({4, 0, 8});
    rig.step(0.5);
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{4, 0, 8}));
    rig.step(0.5);
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{4, 0, 8}));
    EXPECT_EQ(rig.movers[0].clock, 1);
}

// Opposed movers meet the body at the exact time and both stop; crossed ones move it by both.
TEST(WorldRules, TwoMoversAtOnce) {
    WorldRig rig(floorWith() + kDoor + entityText("func_door", boxText({-64, -8, 1}, {64, 0, 96}, "door")));
    rig.rules.skin = 0;
    rig.addMover(1, {200, 0, 0}, 1);
    rig.addMover(1, {-100, 0, 0}, 1);
    rig.movers[1].from.x = 200, rig.movers[1].to.x = 0;
    rig.addBody({50, 0, 8});
    rig.step(1);
    EXPECT_EQ(rig.count(WorldEventKind::Blocked), 2u);
    // The left door's face is at 200 t, the right one's back at 192 - 200 t, and 32 are between them.
    EXPECT_NEAR(rig.movers[0].clock, 0.4, 1e-9);
    EXPECT_EQ(rig.movers[0].clock, rig.movers[1].clock);
    EXPECT_NEAR(rig.bodies[0].origin.x, 96, 1e-9);

    rig.movers.clear(), rig.models.clear();
    rig.addMover(1, {100, 0, 0}, 1);
    rig.addMover(2, {0, 100, 0}, 1);
    rig.bodies[0].origin = {16, 16, 8};
    rig.step(0.5);
    EXPECT_NEAR(rig.bodies[0].origin.x, 66, 1e-9);
    EXPECT_NEAR(rig.bodies[0].origin.y, 66, 1e-9);
    EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
}

// Each pair of masks: pushed exactly if all agree.
TEST(WorldRules, MasksSayWhoIsPushed) {
    int pushed = 0;
    for (int bits = 0; bits < 32; ++bits) {
        WorldRig rig(floorWith() + kDoor);
        rig.addMover(1, {100, 0, 0}, 1);
        rig.addBody({50, 0, 8});
        rig.models[0].kind = (bits & 1) != 0 ? 6 : 2;
        rig.passengers[0].stoppedBy = (bits & 1) != 0 ? 4 : (bits & 2) != 0 ? 1 : 2;
        rig.movers[0].pushes = (bits & 4) != 0 ? 8 : 1;
        rig.bodies[0].kind = (bits & 8) != 0 ? 9 : 1;
        if ((bits & 16) != 0) rig.passengers[0].mask = Contents::Playerclip;
        const bool meets = (rig.models[0].kind & rig.passengers[0].stoppedBy) != 0 &&
                           (rig.movers[0].pushes & rig.bodies[0].kind) != 0 && (bits & 16) == 0;
        rig.step(1);
        EXPECT_EQ(rig.bodies[0].origin.x, meets ? 116 + kSkin : 50) << bits;
        pushed += meets;
    }
    EXPECT_GT(pushed, 4);
    EXPECT_LT(pushed, 16);
}

TEST(WorldRules, BodiesMeetIfOneIsStoppedByTheOther) {
    for (int bits = 0; bits < 4; ++bits) {
        WorldRig rig(floorWith() + kDoor);
        rig.addMover(1, {100, 0, 0}, 1);
        rig.addBody({50, 0, 8});
        rig.addBody({100, 0, 8});
        rig.bodies[1].kind = 2;
        rig.movers[0].pushes = 1;
        rig.passengers[0].stoppedBy = (bits & 1) != 0 ? 3 : 1;
        rig.passengers[1].stoppedBy = (bits & 2) != 0 ? 3 : 2;
        rig.step(1);
        EXPECT_NEAR(rig.bodies[1].origin.x, bits == 0 ? 100 : 148 + 2 * kSkin, 1e-9) << bits;
    }
}

TEST(WorldRules, BadInputChangesNothing) {
    const auto refused = [](const auto& spoil) {
        WorldRig rig = squeeze(Blocked::Stop);
        double seconds = 1;
        std::size_t room = 2;
        spoil(rig, seconds, room);
        const auto bodies = rig.bodies;
        std::vector<WorldScratch> scratch(room);
        const StepResult result = stepMovers(rig.baked.map, rig.rules, rig.world(), seconds, scratch);
        EXPECT_EQ(result.events, 0u);
        EXPECT_EQ(std::memcmp(bodies.data(), rig.bodies.data(), bodies.size() * sizeof(Body)), 0);
        EXPECT_EQ(rig.models[0].transform.displacement, Vec3{});
        return result.invalid ? result.refusal : Refusal::None;
    };
    const double nan = std::nan("");
    using Rig = WorldRig&;
    EXPECT_EQ(refused([](Rig, double& s, std::size_t&) { s = 10.5; }), Refusal::BadTime);
    EXPECT_EQ(refused([&](Rig, double& s, std::size_t&) { s = nan; }), Refusal::BadTime);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.rules.skin = 2; }), Refusal::BadRules);
    EXPECT_EQ(refused([&](Rig r, double&, std::size_t&) { r.rules.follow = nan; }), Refusal::BadRules);
    EXPECT_EQ(refused([](Rig, double&, std::size_t& room) { room = 1; }), Refusal::TooMuchWork);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.passengers.clear(); }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.movers[0].model = 9; }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.movers[0].parent = 0; }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.movers[0].parent = 7; }), Refusal::BadScene);
    EXPECT_EQ(refused([&](Rig r, double&, std::size_t&) { r.movers[0].to.x = nan; }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.movers[0].clock = -1; }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.models[0].model = {5}; }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.bodies[0].box.mins.x = 99; }), Refusal::BadScene);
    EXPECT_EQ(refused([&](Rig r, double&, std::size_t&) { r.bodies[0].origin.x = nan; }), Refusal::BadScene);
    EXPECT_EQ(refused([](Rig r, double&, std::size_t&) { r.passengers[0].ground = MemberId::body(4); }),
              Refusal::BadScene);
}

}  // namespace
}  // namespace hullbake::test
