// Proves that what turns pushes and carries: blades, doors and turntables, at any speed, blocked and not.
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
constexpr double kPi = 3.14159265358979323846;
// A thin blade that reaches 120 units from its pivot, the origin; and a round table of eight corners.
const std::string kBlade = entityText("func_rotating", boxText({-120, -0.5, 4}, {120, 0.5, 60}, "blade"));
const std::string kDoor = entityText("func_door_rotating", boxText({0, -2, 4}, {96, 2, 80}, "door"));
const std::string kTable = entityText("func_rotating", boxText({-128, -128, 84}, {128, 128, 100}, "table"));
constexpr Box kSmall{{-4, -4, 0}, {4, 4, 8}};
constexpr Box kPost{{-0.25, -0.25, 0}, {0.25, 0.25, 8}};

// A mover that turns about the vertical through its pivot, by so many degrees.
std::uint32_t addTurning(WorldRig& rig, std::uint32_t number, double degrees, double seconds) {
    const std::uint32_t m = rig.addMover(number, {}, seconds);
    rig.movers[m].axis = {0, 0, 1};
    rig.movers[m].toDegrees = degrees;
    return m;
}

bool overlapsModel(const WorldRig& rig, std::size_t body, std::size_t model) {
    Probe probe;
    probe.box = rig.bodies[body].box;
    probe.model = rig.models[model].model;
    probe.transform = rig.models[model].transform;
    return rig.baked.map.trace(probe, rig.bodies[body].origin, rig.bodies[body].origin + Vec3{0, 0, 1}).startsolid;
}

double angleOf(const Vec3& v) {
    return std::atan2(v.y, v.x) * 180 / kPi;
}

// G6: a blade takes along all that it sweeps over, at any speed: nothing is on its other side afterwards.
TEST(WorldTurning, ABladePassesNobodyAtAnySpeed) {
    WorldRig rig(floorWith() + kBlade);
    std::size_t pushed = 0;
    forRandomCases(3520, fullSize() ? 5000 : 60, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const double turn = random.between(20, 170), seconds = 1 / random.between(10, 200);
        addTurning(rig, 1, turn, seconds);
        const double at = random.between(6, 160), far = random.between(20, 100);
        const Box box = random.chance(0.5) ? kPost : kSmall;
        const Vec3 place{far * std::cos(at * kPi / 180), far * std::sin(at * kPi / 180), random.between(0.5, 50)};
        if (place.y < box.maxs.y + 1) return;
        rig.addBody(place, box);
        const double ticks = random.whole(1, 4);
        for (int t = 0; t < ticks; ++t) {
            rig.step(seconds / ticks);
            ASSERT_FALSE(overlapsModel(rig, 0, 0)) << t;
        }
        rig.step(0.001);
        // Never behind the blade: its place is on the side that the blade turns to.
        const double blade = turn * kPi / 180;
        const Vec3 normal{-std::sin(blade), std::cos(blade), 0};
        const Vec3 now = rig.bodies[0].origin;
        if (now == place) {
            EXPECT_GT(dot(normal, now), 0) << at << ' ' << turn;
        } else {
            ++pushed;
            EXPECT_GT(dot(normal, now), 0.5) << at << ' ' << turn;
        }
        EXPECT_LT(length(Vec3{now.x, now.y, 0}), 120 + 12);
    });
    EXPECT_GT(pushed, 20u);
}

// D2: both faces of the blade push.
TEST(WorldTurning, BothFacesOfABladePush) {
    for (const double sense : {1.0, -1.0}) {
        WorldRig rig(floorWith() + kBlade);
        addTurning(rig, 1, sense * 60, 0.5);
        rig.addBody({60, sense * 30, 10}, kSmall);
        rig.addBody({-60, -sense * 30, 10}, kSmall);
        for (int t = 0; t < 32; ++t) rig.step(1 / 64.0);
        EXPECT_NEAR(angleOf(rig.bodies[0].origin), sense * 65, 5);
        EXPECT_NEAR(angleOf(-rig.bodies[1].origin), sense * 65, 5);
        EXPECT_EQ(rig.movers[0].clock, 0.5);
        EXPECT_FALSE(overlapsModel(rig, 0, 0) || overlapsModel(rig, 1, 0));
    }
}

// G8, G22: a hundred riders keep the platform's point under their feet for 100,000 ticks, with any origin of their
// boxes.
TEST(WorldTurning, ATurntableKeepsItsRidersInPlace) {
    WorldRig rig(floorWith() + kTable);
    addTurning(rig, 1, 360, 5);
    constexpr Box kBoxes[] = {kSmall, {{0, 0, 0}, {8, 8, 8}}, {{-4, -4, -4}, {4, 4, 4}}};
    std::vector<Vec3> feet;
    for (int i = 0; i < 100; ++i) {
        const Box box = kBoxes[i % 3];
        const Vec3 foot{-90 + 20.0 * (i % 10), -90 + 20.0 * (i / 10), 100 + kSkin};
        rig.addBody(foot - Vec3{(box.mins.x + box.maxs.x) / 2, (box.mins.y + box.maxs.y) / 2, box.mins.z}, box,
                    MemberId::model(0));
        feet.push_back(foot);
    }
    const std::vector<Body> before = rig.bodies;
    std::vector<double> turned(rig.bodies.size());
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    const int ticks = fullSize() ? 100000 : 3000;
    double most = 0, turns = 0;
    for (int tick = 1; tick <= ticks; ++tick) {
        World world = rig.world();
        world.turned = turned;
        WorldEvent told[4];
        const StepResult result = stepMovers(rig.baked.map, rig.rules, world, 1 / 60.0, scratch, told);
        ASSERT_FALSE(result.invalid);
        ASSERT_EQ(result.events, rig.movers[0].clock == 5 ? 1u : 0u) << tick;
        if (rig.movers[0].clock == 5) {
            rig.movers[0].clock = 0;
            ++turns;
            for (std::size_t i = 0; i < rig.bodies.size(); ++i)
                most = std::max(most, length(rig.bodies[i].origin - before[i].origin));
        }
    }
    EXPECT_LT(most, 1e-9);
    const double all = 360 * turns + rig.movers[0].clock * 72;
    for (const double yaw : turned) EXPECT_NEAR(yaw, all, 1e-6);
}

// Who stands on a rider turns as the table does, also beside its middle, and in whatever order the bodies are.
TEST(WorldTurning, ThoseWhoStandOnRidersTurnAlong) {
    for (const bool topFirst : {false, true}) {
        WorldRig rig(floorWith() + kTable);
        addTurning(rig, 1, 117, 1.37);
        constexpr std::uint32_t kStack = 10;
        for (std::uint32_t i = 0; i < kStack; ++i) {
            const std::uint32_t level = topFirst ? kStack - 1 - i : i;
            const std::uint32_t below = topFirst ? i + 1 : i - 1;
            rig.addBody({50, 30, 100 + kSkin + level * (8 + kSkin)}, kSmall,
                        level == 0 ? MemberId::model(0) : MemberId::body(below));
        }
        rig.addBody({-60, 20, 100 + 5}, kSmall, kNoMember);  // hovers: the table does not take it along
        rig.addBody({-60, 20, 113 + kSkin}, kSmall, MemberId::body(kStack));
        std::vector<double> turned(rig.bodies.size());
        std::vector<WorldScratch> scratch(scratchFor(rig.world()));
        for (int tick = 1; tick <= 60; ++tick) {
            World world = rig.world();
            world.turned = turned;
            ASSERT_FALSE(stepMovers(rig.baked.map, rig.rules, world, 1 / 60.0, scratch, rig.events).invalid);
            const double degrees = 117 * rig.movers[0].clock / 1.37;
            for (std::uint32_t i = 0; i < kStack; ++i) ASSERT_NEAR(turned[i], degrees, 1e-9) << tick << ' ' << i;
            ASSERT_EQ(turned[kStack], 0);
            ASSERT_EQ(turned[kStack + 1], 0);
        }
    }
}

// G8: both senses, tilted axes; after a full turn in one tick or many all are back.
TEST(WorldTurning, AFullTurnBringsRidersBack) {
    WorldRig rig(floorWith() + kTable);
    for (const int ticks : {1, 8, 64})
        for (const double sense : {1.0, -1.0}) {
            rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
            addTurning(rig, 1, sense * 360, 1);
            rig.addBody({70, -20, 100 + kSkin}, kSmall, MemberId::model(0));
            rig.addBody({70, -20, 108 + 2 * kSkin}, kSmall, MemberId::body(0));
            const std::vector<Body> before = rig.bodies;
            for (int t = 0; t < ticks; ++t) rig.step(1.0 / ticks);
            EXPECT_FALSE(rig.models[0].transform.turns());
            EXPECT_EQ(rig.movers[0].clock, 1);
            for (std::size_t i = 0; i < 2; ++i)
                EXPECT_NEAR(length(rig.bodies[i].origin - before[i].origin), 0, 1e-9) << ticks << ' ' << i;
        }
}

// G9: very small turns are not lost.
TEST(WorldTurning, VerySmallTurnsAddUp) {
    WorldRig rig(floorWith() + kTable);
    const int ticks = fullSize() ? 1000000 : 2000;
    addTurning(rig, 1, 1e-9 * ticks, ticks);
    rig.addBody({100, 0, 100 + kSkin}, kSmall, MemberId::model(0));
    for (int t = 0; t < ticks; ++t) rig.step(1);
    EXPECT_NEAR(rig.bodies[0].origin.y, 100 * std::sin(1e-9 * ticks * kPi / 180), 1e-9);
}

// G23: a door presses a body against a wall: the four rules.
TEST(WorldTurning, ADoorThatIsBlockedObeysItsRule) {
    for (const Blocked rule : {Blocked::Stop, Blocked::Crush, Blocked::Through, Blocked::Rollback}) {
        WorldRig rig(
            floorWith(boxText({20, 60, 0}, {160, 70, 100}, "wall") + boxText({10, 20, 0}, {20, 70, 100}, "side")) +
            kDoor);
        addTurning(rig, 1, 90, 1);
        rig.movers[0].blocked = rule;
        rig.addBody({60, 30, 4 + kSkin});
        std::size_t blocked = 0, crushed = 0, overlapped = 0, rolledBack = 0;
        for (int t = 0; t < 60; ++t) {
            const std::vector<Body> bodies = rig.bodies;
            const std::vector<Mover> movers = rig.movers;
            const std::vector<PlacedModel> models = rig.models;
            const StepResult result = rig.step(1 / 60.0);
            if (result.rolledBack) {
                EXPECT_EQ(std::memcmp(bodies.data(), rig.bodies.data(), sizeof(Body)), 0);
                EXPECT_EQ(std::memcmp(movers.data(), rig.movers.data(), sizeof(Mover)), 0);
                EXPECT_EQ(std::memcmp(models.data(), rig.models.data(), sizeof(PlacedModel)), 0);
            }
            rolledBack += result.rolledBack;
            blocked += rig.count(WorldEventKind::Blocked);
            crushed += rig.count(WorldEventKind::Crushed);
            overlapped += rig.count(WorldEventKind::Overlapped);
            EXPECT_LE(rig.bodies[0].origin.y + 16, 60);
            const bool goesOn = rule == Blocked::Crush || rule == Blocked::Through;
            EXPECT_TRUE(goesOn || !overlapsModel(rig, 0, 0)) << t;
        }
        EXPECT_EQ(blocked > 0, rule == Blocked::Stop || rule == Blocked::Rollback) << int(rule);
        EXPECT_EQ(rolledBack > 0, rule == Blocked::Rollback);
        EXPECT_EQ(crushed > 0, rule == Blocked::Crush);
        EXPECT_EQ(overlapped > 0, rule == Blocked::Through);
        EXPECT_EQ(rig.movers[0].clock == 1, rule == Blocked::Crush || rule == Blocked::Through);
    }
}

// G8: who rides on a door that is blocked within a piece keeps its place, too.
TEST(WorldTurning, RidersOfABlockedDoorKeepTheirPlace) {
    WorldRig rig(floorWith(boxText({20, 60, 0}, {160, 70, 100}, "wall") + boxText({10, 20, 0}, {20, 70, 100}, "side")) +
                 kDoor);
    addTurning(rig, 1, 90, 1);
    rig.addBody({60, 30, 4 + kSkin});
    rig.addBody({40, 0, 80 + kSkin}, kPost, MemberId::model(0));
    std::vector<double> turned(2);
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    std::size_t blocked = 0;
    for (int t = 0; t < 60; ++t) {
        World world = rig.world();
        world.turned = turned;
        std::vector<WorldEvent> told(16);
        const StepResult result = stepMovers(rig.baked.map, rig.rules, world, 1 / 60.0, scratch, told);
        ASSERT_FALSE(result.invalid);
        for (std::size_t e = 0; e < result.events; ++e) blocked += told[e].kind == WorldEventKind::Blocked;
        const double degrees = 90 * rig.movers[0].clock, angle = degrees * kPi / 180;
        const Vec3 place{40 * std::cos(angle), 40 * std::sin(angle), 80 + kSkin};
        ASSERT_LT(length(rig.bodies[1].origin - place), 1e-9) << t;
        ASSERT_NEAR(turned[1], degrees, 1e-9) << t;
    }
    EXPECT_GT(blocked, 10u);
    EXPECT_LT(rig.movers[0].clock, 0.9);
}

// A rider that a straight door pushes evenly along a wall keeps the door's velocity through all pieces of the turn:
// what turns under it does not take it into the wall at their ends.
TEST(WorldTurning, WhoIsPushedAlongAWallIsNotCarriedIntoIt) {
    for (const double speed : {60.0, 200.0, 640.0}) {
        WorldRig rig(floorWith(boxText({-64, -120, 101}, {-24, 120, 160}, "wall")) + kTable +
                     entityText("func_door", boxText({-23, 60, 101}, {0, 70, 140}, "door")));
        addTurning(rig, 1, 150, 1);
        rig.addMover(2, {0, -40, 0}, 40 / speed);
        rig.addBody({-20 + 2 * kSkin, 56 - kSkin, 100 + kSkin}, kSmall, MemberId::model(0));
        std::size_t pushed = 0;
        while (rig.movers[1].clock < rig.movers[1].seconds && pushed < 100) {
            rig.step(1.0 / 60);
            ++pushed;
            EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
            EXPECT_GE(rig.bodies[0].origin.x, -20 + kSkin - 1e-9) << speed << ", tick " << pushed;
            EXPECT_LE(rig.bodies[0].origin.x, -20 + 2 * kSkin);
            EXPECT_NEAR(rig.bodies[0].origin.y, 56 - kSkin + rig.models[1].transform.displacement.y, kSkin);
        }
        EXPECT_EQ(rig.movers[1].clock, rig.movers[1].seconds);
    }
}

// G23: while there is a gap the body slips out along it.
TEST(WorldTurning, ABodyIsPushedOutAlongTheGap) {
    WorldRig rig(floorWith(boxText({-200, 40, 0}, {200, 50, 100}, "wall")) + kDoor);
    addTurning(rig, 1, 40, 1);
    rig.addBody({40, 20, 4 + kSkin}, {{-4, -4, 0}, {4, 4, 8}});
    std::size_t blocked = 0;
    for (int t = 0; t < 60; ++t) {
        rig.step(1 / 60.0);
        blocked += rig.count(WorldEventKind::Blocked);
        EXPECT_FALSE(overlapsModel(rig, 0, 0)) << t;
    }
    EXPECT_LE(rig.bodies[0].origin.y, 36);
    EXPECT_GT(rig.bodies[0].origin.y, 30);
}

// G11, G19: a door on a turntable, in a team with another: parents turn it along, and both stop together.
TEST(WorldTurning, ChildrenTurnWithTheirParents) {
    WorldRig rig(floorWith() + kTable + entityText("func_door", boxText({40, -4, 101}, {48, 4, 140}, "door")));
    addTurning(rig, 1, 90, 1);
    rig.addMover(2, {20, 0, 0}, 1);
    rig.movers[1].parent = 0;
    rig.addBody({30, 0, 100 + kSkin}, kSmall, MemberId::model(0));
    for (int t = 0; t < 50; ++t) rig.step(1 / 50.0);
    const Transform& door = rig.models[1].transform;
    EXPECT_NEAR(length(door.displacement - Vec3{0, 20, 0}), 0, 1e-12);
    EXPECT_NEAR(length(door.axes[0] - Vec3{0, 1, 0}), 0, 1e-15);
    EXPECT_NEAR(length(rig.bodies[0].origin - Vec3{0, 30, 100 + kSkin}), 0, 1e-9);
}

// A team stops together, whether the one that is blocked turns or the other.
TEST(WorldTurning, ATeamStopsTogether) {
    const std::string wall = boxText({20, 60, 0}, {160, 70, 100}, "wall") + boxText({10, 20, 0}, {20, 70, 100}, "side");
    WorldRig rig(floorWith(wall) + kDoor + entityText("func_door", boxText({400, 0, 4}, {420, 20, 80}, "other")));
    addTurning(rig, 1, 90, 1);
    rig.addMover(2, {100, 0, 0}, 1);
    rig.movers[0].team = rig.movers[1].team = 3;
    rig.addBody({60, 30, 4 + kSkin});
    std::size_t blocked = 0;
    for (int t = 0; t < 60; ++t) {
        rig.step(1 / 60.0);
        blocked += rig.count(WorldEventKind::Blocked);
        ASSERT_EQ(rig.movers[0].clock, rig.movers[1].clock) << t;
    }
    EXPECT_GT(blocked, 0u);
    EXPECT_LT(rig.movers[0].clock, 0.9);
    EXPECT_EQ(rig.models[1].transform.displacement.x, 100 * rig.movers[1].clock);
}

// Movers and bodies in the other order: the same places and clocks, to the bit.
TEST(WorldTurning, TheOrderOfTheArraysHasNoPart) {
    WorldRig rig(floorWith() + kBlade + kTable + entityText("func_rotating", boxText({90, -60, 4}, {94, 60, 60}, "b")));
    std::size_t moved = 0;
    forRandomCases(3521, fullSize() ? 3000 : 90, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        for (std::uint32_t m = 1; m <= 3; ++m) addTurning(rig, m, random.between(-170, 170), random.between(0.2, 1));
        rig.models[2].transform.pivot = {92, 0, 0};
        for (int i = 0; i < 4; ++i) rig.addBody({40.0 * i - 60, random.between(10, 60), random.between(1, 40)}, kSmall);
        rig.addBody({random.between(-100, 100), random.between(-100, 100), 100 + kSkin}, kSmall, MemberId::model(1));
        const std::vector<Body> bodies = rig.bodies;
        const std::vector<Mover> movers = rig.movers;
        const double seconds = random.between(0.01, 0.2);
        const StepResult once = rig.step(seconds);
        std::vector<Body> after = rig.bodies;
        std::vector<Mover> clocks = rig.movers;
        rig.bodies = bodies;
        rig.movers = movers;
        std::reverse(rig.bodies.begin(), rig.bodies.end());
        std::reverse(rig.movers.begin(), rig.movers.end());
        std::reverse(rig.passengers.begin(), rig.passengers.end());
        const StepResult other = rig.step(seconds);
        std::reverse(rig.bodies.begin(), rig.bodies.end());
        std::reverse(rig.movers.begin(), rig.movers.end());
        ASSERT_EQ(once.rolledBack, other.rolledBack);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            ASSERT_EQ(rig.bodies[i].origin, after[i].origin) << i;
            moved += after[i].origin != bodies[i].origin;
        }
        for (std::size_t m = 0; m < movers.size(); ++m) ASSERT_EQ(rig.movers[m].clock, clocks[m].clock) << m;
    });
    EXPECT_GT(moved, 100u);
}

TEST(WorldTurning, RefusesWhatItCannotTurn) {
    WorldRig rig(floorWith() + kBlade);
    addTurning(rig, 1, 1e8, 1);
    rig.addBody({60, 30, 10}, kSmall);
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    const auto refusal = [&] { return stepMovers(rig.baked.map, rig.rules, rig.world(), 0.1, scratch).refusal; };
    EXPECT_EQ(refusal(), Refusal::TooMuchWork);
    rig.movers[0].toDegrees = 2e9;
    EXPECT_EQ(refusal(), Refusal::BadScene);
    rig.movers[0].toDegrees = 1;
    rig.movers[0].axis = {0, 1e-7, 0};
    EXPECT_EQ(refusal(), Refusal::BadScene);
    rig.movers[0].axis = {0, 0, 1};
    rig.rules.sagitta = 0;
    EXPECT_EQ(refusal(), Refusal::BadRules);
    rig.rules.sagitta = 1e-3;
    EXPECT_EQ(refusal(), Refusal::None);
}

}  // namespace
}  // namespace hullbake::test
