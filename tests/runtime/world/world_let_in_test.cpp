// Proves what becomes of overlaps that Blocked::Crush and Blocked::Through let in: who may go on into whom, for how
// long, and what is told of it.
#include <gtest/gtest.h>

#include "runtime/world/random_world.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
constexpr double kTick = 1.0 / 60;
const std::string kWall = boxText({200, -64, 0}, {232, 64, 96}, "wall");
const std::string kDoor = entityText("func_door", boxText({-60, -64, 1}, {0, 64, 96}, "door"));
const std::string kCross = entityText("func_door", boxText({100, -160, 1}, {232, -128, 96}, "cross"));

// A door of 60 units that moves to the wall at 200, up to 12 units before it, at 240 units a second; a crate in its
// way.
struct Press : WorldRig {
    explicit Press(Blocked blocked) : WorldRig(floorWith(kWall) + kDoor + kCross) {
        addMover(1, {188, 0, 0}, 188 / 240.0);
        movers[0].blocked = blocked;
        addBody({100, 0, 8});
    }
    WorldEventKind told() const {
        return movers[0].blocked == Blocked::Crush ? WorldEventKind::Crushed : WorldEventKind::Overlapped;
    }
    double face() const { return models[0].transform.displacement.x; }
    double depth() const { return face() - (bodies[0].origin.x - 16); }
    void sendBack() {
        std::swap(movers[0].from, movers[0].to);
        movers[0].clock = 0;
    }
};

// It gets deeper as the door moves, and by nothing else; it is told once; and once apart they meet anew.
TEST(WorldLetIn, GetsDeeperWithTheMoverAloneAndIsToldOnce) {
    for (const Blocked blocked : {Blocked::Crush, Blocked::Through}) {
        Press rig(blocked);
        for (int round = 0; round < 3; ++round) {
            std::size_t told = 0, deeper = 0;
            while (rig.movers[0].clock < rig.movers[0].seconds) {
                const Vec3 place = rig.bodies[0].origin;
                const double depth = rig.depth(), face = rig.face();
                rig.step(kTick);
                told += rig.count(rig.told());
                EXPECT_EQ(rig.count(WorldEventKind::Blocked), 0u);
                if (depth <= 0) continue;
                EXPECT_EQ(rig.bodies[0].origin, place);
                EXPECT_NEAR(rig.depth() - depth, rig.face() - face, 1e-9);
                EXPECT_EQ(rig.count(rig.told()) + rig.count(WorldEventKind::Contact), 0u);
                ++deeper;
            }
            EXPECT_EQ(told, 1u) << round;
            EXPECT_GE(deeper, 3u);
            EXPECT_NEAR(rig.depth(), 188 - (200 - 32 - kSkin), 1e-9);
            EXPECT_NEAR(rig.bodies[0].origin.x, 184 - kSkin, 1e-9);
            rig.sendBack();
            while (rig.movers[0].clock < rig.movers[0].seconds) {
                rig.step(kTick);
                EXPECT_EQ(rig.events.size(), rig.count(WorldEventKind::Arrived));
            }
            EXPECT_NEAR(rig.bodies[0].origin.x, 184 - kSkin, 1e-9);
            rig.sendBack();
        }
    }
}

// From the next step on it meets what it does not overlap: another door pushes it, a crate stops there, a wall holds
// it.
TEST(WorldLetIn, ACrushedBodyMeetsAllElseInTheNextStep) {
    Press rig(Blocked::Crush);
    while (rig.movers[0].clock < rig.movers[0].seconds) rig.step(kTick);
    ASSERT_GT(rig.depth(), 1);
    const double x = rig.bodies[0].origin.x;
    rig.addBody({x, 120, 8});
    rig.addMover(2, {0, 400, 0}, 1);
    std::size_t pushed = 0;
    while (rig.movers[1].clock < 1 && pushed < 200) {
        rig.step(kTick);
        ++pushed;
        EXPECT_EQ(rig.bodies[0].origin.x, x);
        EXPECT_EQ(rig.bodies[1].origin.x, x);
    }
    // The face of the cross door is at -128, and the crates are 32 wide.
    EXPECT_EQ(rig.movers[1].clock, 1);
    EXPECT_NEAR(rig.bodies[0].origin.y, -128 + 400 + 16 + kSkin, 1e-9);
    EXPECT_NEAR(rig.bodies[1].origin.y, rig.bodies[0].origin.y + 32 + kSkin, 1e-9);
}

// What overlaps may leave by its own way, and other movers than the one with that rule stay out.
TEST(WorldLetIn, MayLeaveAndIsThenKeptOut) {
    Press rig(Blocked::Crush);
    while (rig.movers[0].clock < rig.movers[0].seconds) rig.step(kTick);
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    double fraction = 0;
    const Vec3 from = rig.bodies[0].origin;
    StepResult result = pushBody(rig.baked.map, rig.rules, rig.world(), 0, {0, 100, 0}, fraction, scratch);
    EXPECT_FALSE(result.invalid);
    EXPECT_EQ(fraction, 1);
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{from.x, 100, 8}));
    // Back again: the door is an obstacle now, 128 wide.
    result = pushBody(rig.baked.map, rig.rules, rig.world(), 0, {0, -100, 0}, fraction, scratch);
    EXPECT_FALSE(result.invalid);
    EXPECT_NEAR(rig.bodies[0].origin.y, 64 + 16 + kSkin, 1e-9);
}

// A mover that stops never enters a body, not even one that another mover crushes in that step: from which side it
// comes and which of both is first makes no difference. In the next step both have parted, or it is blocked again.
TEST(WorldLetIn, AMoverThatStopsIsBlockedByACrushedBody) {
    for (const bool before : {true, false})
        for (const Blocked other : {Blocked::Stop, Blocked::Rollback}) {
            if (!before && other == Blocked::Rollback) continue;  // nothing moves then
            Press rig(Blocked::Crush);
            // The crate stands at the wall; the cross door comes from the side.
            rig.bodies[0].origin = {184 - kSkin, 0, 8};
            rig.movers[0].seconds = before ? 1.0 / 60 : 3;
            rig.addMover(2, {0, 400, 0}, before ? 8 : 1);
            rig.movers[1].blocked = other;
            rig.addBody({184 - kSkin, 60, 8});
            rig.passengers[1].pushable = false;
            std::size_t crushed = 0, blocked = 0;
            for (int tick = 0; tick < 240; ++tick) {
                rig.step(kTick);
                crushed += rig.count(WorldEventKind::Crushed);
                for (const WorldEvent& event : rig.events)
                    blocked += event.kind == WorldEventKind::Blocked && event.mover == 1 ? 1 : 0;
                // Its face is at -128, and the crate reaches from -16.
                EXPECT_LE(-128 + rig.models[1].transform.displacement.y, rig.bodies[0].origin.y - 16 + 1e-9) << tick;
                EXPECT_LE(rig.bodies[0].origin.y + 16, rig.bodies[1].origin.y - 16 + 1e-9) << tick;
            }
            EXPECT_GE(crushed, 1u);
            EXPECT_GE(blocked, 1u);
        }
}

// Who pushes a crushed body is squeezed in turn: a row is crushed whole, and none is in another. Those that the door
// has not entered by then meet it again, and it is told again.
TEST(WorldLetIn, ARowIsCrushedBodyByBody) {
    Press rig(Blocked::Crush);
    rig.bodies[0].origin = {184 - kSkin, 0, 8};
    rig.addBody({152 - 2 * kSkin, 0, 8});
    rig.addBody({110, 0, 8});
    std::size_t told = 0;
    while (rig.movers[0].clock < rig.movers[0].seconds) {
        rig.step(kTick);
        told += rig.count(WorldEventKind::Crushed);
    }
    EXPECT_EQ(told, 3u + 2u + 1u);
    EXPECT_NEAR(rig.face(), 188, 1e-9);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(rig.bodies[i].origin.x, 184 - kSkin - static_cast<double>(i) * (32 + kSkin), 1e-6) << i;
}

// Random worlds, back and forth, half of them with movers that all crush or pass through: only such a mover and a body
// that was told of begin to overlap, and they stay a pair until they are apart.
TEST(WorldLetIn, OnlyWhatWasToldOfOverlapsWithWhatEnters) {
    RandomWorld world;
    std::size_t told = 0, deeper = 0, apart = 0, held = 0;
    forRandomCases(3540, fullSize() ? 8000 : 400, [&](Random& random, int) {
        world.draw(random, false);
        const bool allEnter = random.chance(0.5);
        for (Mover& mover : world.movers) {
            if (allEnter) mover.blocked = random.chance(0.5) ? Blocked::Crush : Blocked::Through;
            if (mover.blocked == Blocked::Rollback) mover.blocked = Blocked::Stop;
        }
        WorldPairs allowed = world.overlaps();
        for (int tick = 0; tick < 40; ++tick) {
            ASSERT_FALSE(world.step(random.between(0.005, 0.1)).rolledBack);
            std::set<std::size_t> yields;
            for (const WorldEvent& event : world.events) {
                EXPECT_FALSE(allEnter && event.kind == WorldEventKind::Blocked);
                held += event.kind == WorldEventKind::Blocked ? 1 : 0;
                if (event.kind != WorldEventKind::Crushed && event.kind != WorldEventKind::Overlapped) continue;
                yields.insert(event.body.index());
                ++told;
            }
            const WorldPairs now = world.overlaps();
            for (const auto& pair : now) {
                if (allowed.count(pair) > 0) {
                    ++deeper;
                    continue;
                }
                ASSERT_LT(pair.second, world.movers.size()) << "body " << pair.first << " in a body or the world";
                ASSERT_NE(world.movers[pair.second].blocked, Blocked::Stop) << pair.first;
                ASSERT_TRUE(yields.count(pair.first) > 0) << pair.first << " in " << pair.second;
            }
            for (const auto& pair : allowed) apart += now.count(pair) == 0 ? 1 : 0;
            allowed = now;
            for (std::uint32_t m = 0; m < world.movers.size(); ++m) {
                Mover& mover = world.movers[m];
                if (mover.clock < mover.seconds) continue;
                std::swap(mover.from, mover.to);
                mover.clock = 0;
            }
        }
    });
    EXPECT_GT(told, 100u);
    EXPECT_GT(deeper, 200u);
    EXPECT_GT(apart, 50u);
    EXPECT_GT(held, 200u);
}

}  // namespace
}  // namespace hullbake::test
