// Proves what becomes of bodies that a mover overlaps when a step starts: they are told of where it has jumped, pushed
// nowhere by it, free to leave, and taken no farther in by anything but the mover's own way.
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/world/world_rig.hpp"
#include "support/random.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
const std::string kDoor = entityText("func_door", boxText({-40, -64, 1}, {40, 64, 96}, "door"));
const std::string kPress = entityText("func_door", boxText({64, -64, 1}, {96, 64, 96}, "press"));

// A crate that is 8 units deep in a door's face at 40, and another door that comes towards that from 64.
struct Trap : WorldRig {
    explicit Trap(const Vec3& way = {}) : WorldRig(floorWith() + kDoor + kPress) {
        addMover(1, way, 1);
        addBody({48, 0, 8});
    }
    double push(const Vec3& way) {
        std::vector<WorldScratch> scratch(scratchFor(world()));
        events.resize(64);
        double fraction = -1;
        const StepResult result = pushBody(baked.map, rules, world(), 0, way, fraction, scratch, events);
        EXPECT_FALSE(result.invalid);
        events.resize(std::min(result.events, events.size()));
        return fraction;
    }
    // How deep the crate is in the door, which does not turn.
    double depth() const {
        const Vec3 shift = models[0].transform.displacement, low = Vec3{-56, -80, -31} + shift;
        const Vec3 high = Vec3{56, 80, 96} + shift, at = bodies[0].origin;
        double least = 1e9;
        for (int a = 0; a < 3; ++a) least = std::min({least, at[a] - low[a], high[a] - at[a]});
        return least;
    }
};

TEST(WorldOverlaps, AreToldOfWhereAMoverHasJumped) {
    Trap rig({0, 0, 8});
    rig.addBody({200, 0, 8});
    for (const bool jumped : {true, false}) {
        rig.movers[0].jumped = jumped;
        rig.step(0.25);
        ASSERT_EQ(rig.events.size(), jumped ? 1u : 0u);
        if (!jumped) continue;
        EXPECT_EQ(rig.events[0].kind, WorldEventKind::Overlapped);
        EXPECT_EQ(rig.events[0].time, 0);
        EXPECT_EQ(rig.events[0].mover, 0u);
        EXPECT_EQ(rig.events[0].body, MemberId::body(0));
        EXPECT_EQ(rig.events[0].other, MemberId::model(0));
        EXPECT_EQ(rig.events[0].plane.normal, (Vec3{1, 0, 0}));
    }
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{48, 0, 8}));
    // Not those that it does not meet, and not what is not there.
    rig.movers[0].jumped = true;
    rig.movers[0].pushes = 2;
    rig.step(0.125);
    EXPECT_TRUE(rig.events.empty());
    rig.movers[0].pushes = 1;
    rig.models[0].enabled = false;
    rig.step(0.125);
    EXPECT_TRUE(rig.events.empty());
}

TEST(WorldOverlaps, ABodyMayLeaveAndGoNoFartherIn) {
    Trap rig;
    EXPECT_EQ(rig.push({-4, 0, 0}), 0);
    ASSERT_EQ(rig.count(WorldEventKind::Blocked), 1u);
    EXPECT_EQ(rig.find(WorldEventKind::Blocked, 0)->other, MemberId::model(0));
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{48, 0, 8}));
    // Along the face, and out.
    EXPECT_EQ(rig.push({0, 16, 0}), 1);
    EXPECT_EQ(rig.push({4, 0, 0}), 1);
    EXPECT_EQ(rig.push({-1, -8, 0}), 0);
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{52, 16, 8}));
    EXPECT_EQ(rig.push({40, 0, 0}), 1);
    // Back from outside it stops at the face.
    rig.push({-40, 0, 0});
    EXPECT_NEAR(rig.bodies[0].origin.x, 56 + kSkin, 1e-9);
}

// So is one that stands on what it overlaps: what pushes it from above takes it no farther in. The mover takes it
// along.
TEST(WorldOverlaps, WhoStandsOnItIsPushedNoFartherIn) {
    Trap rig;
    rig.bodies[0].origin = {0, 0, 88};
    rig.passengers[0].ground = MemberId::model(0);
    const std::uint32_t above = rig.addBody({0, 0, 120 + kSkin}, kCrateBox, MemberId::body(0));
    const double depth = rig.depth();
    EXPECT_EQ(depth, 8);
    std::vector<WorldScratch> scratch(scratchFor(rig.world()));
    double fraction = -1;
    pushBody(rig.baked.map, rig.rules, rig.world(), above, {0, 0, -4}, fraction, scratch);
    EXPECT_EQ(fraction, 0);
    EXPECT_EQ(rig.bodies[0].origin, (Vec3{0, 0, 88}));
    for (const Vec3& way : {Vec3{0, 0, -8}, Vec3{0, 0, 8}, Vec3{8, 0, 0}}) {
        rig.movers[0].to = rig.movers[0].from + way;
        rig.movers[0].clock = 0;
        rig.step(1);
        EXPECT_NEAR(rig.depth(), depth, 1e-9);
        EXPECT_EQ(rig.movers[0].clock, 1);
        rig.movers[0].from = rig.movers[0].to;
    }
}

// A gate of two brushes, one of which the crate is 8 units deep in: along that one's face it stops before the other,
// slanted or not. There the gate comes into it by its own way only.
TEST(WorldOverlaps, AnotherBrushOfTheMoverStopsTheBody) {
    const std::string one = boxText({-40, -112, 1}, {40, 112, 96}, "wing");
    const auto placeBefore = [&](const std::string& other) {
        WorldRig rig(floorWith() + entityText("func_door", one + other));
        rig.addMover(1, {0, -0.25, 0}, 1);
        rig.addBody({48, -16, 8});
        std::vector<WorldScratch> scratch(scratchFor(rig.world()));
        double fraction = -1;
        pushBody(rig.baked.map, rig.rules, rig.world(), 0, {0, 64, 0}, fraction, scratch);
        const Vec3 at = rig.bodies[0].origin;
        EXPECT_EQ(at.x, 48);
        EXPECT_NEAR(fraction, (at.y + 16) / 64, 1e-12);
        rig.step(1);
        EXPECT_EQ(rig.bodies[0].origin, at);
        EXPECT_EQ(rig.movers[0].clock, 1);
        pushBody(rig.baked.map, rig.rules, rig.world(), 0, {0, 64, 0}, fraction, scratch);
        EXPECT_EQ(fraction, 0);
        return at.y;
    };
    EXPECT_NEAR(placeBefore(boxText({40, 32, 1}, {120, 112, 96}, "wing")), 16 - kSkin, 1e-9);
    const std::string slanted = prismText({{40, 72}, {120, 32}, {120, 112}, {40, 112}}, 1, 96);
    EXPECT_NEAR(placeBefore(slanted), 44 - kSkin * std::sqrt(5.0) / 2, 1e-9);
}

// What moves the door moves it, and nothing else gets the crate deeper: neither a door that pushes it, nor a lift that
// carries it.
TEST(WorldOverlaps, NothingTakesABodyFartherIn) {
    Trap pushed;
    pushed.addMover(2, {-40, 0, 0}, 1);
    pushed.step(1);
    EXPECT_EQ(pushed.bodies[0].origin, (Vec3{48, 0, 8}));
    ASSERT_EQ(pushed.count(WorldEventKind::Blocked), 1u);
    EXPECT_EQ(pushed.find(WorldEventKind::Blocked, 0)->mover, 1u);
    EXPECT_EQ(pushed.find(WorldEventKind::Blocked, 0)->other, MemberId::model(0));
    EXPECT_EQ(pushed.movers[1].clock, 0);

    Trap along({-20, 0, 0});
    along.addMover(2, {-40, 0, 0}, 1);
    along.step(1);
    // The door goes away, the crate stays where it is, and the other door is stopped by it.
    EXPECT_EQ(along.bodies[0].origin, (Vec3{48, 0, 8}));
    EXPECT_EQ(along.movers[0].clock, 1);

    const std::string lift = entityText("func_plat", boxText({41, -64, 0}, {200, 64, 8}, "lift"));
    WorldRig carried(floorWith() + kDoor + lift);
    carried.addMover(1, {}, 1);
    carried.addMover(2, {-40, 0, 0}, 1);
    carried.addBody({48, 0, 8 + kSkin}, kCrateBox, MemberId::model(1));
    carried.addBody({160, 0, 8 + kSkin}, kCrateBox, MemberId::model(1));
    carried.step(1);
    EXPECT_EQ(carried.bodies[0].origin, (Vec3{48, 0, 8 + kSkin}));
    EXPECT_EQ(carried.bodies[1].origin, (Vec3{120, 0, 8 + kSkin}));
    ASSERT_EQ(carried.count(WorldEventKind::Scraped), 1u);
    EXPECT_EQ(carried.find(WorldEventKind::Scraped, 0)->other, MemberId::model(0));
    EXPECT_EQ(carried.movers[1].clock, 1);
}

// The same of a door that has turned, or turns.
TEST(WorldOverlaps, TheSameWhereItTurns) {
    for (const double end : {90.0, 100.0}) {
        Trap rig;
        rig.addMover(2, {-40, 0, 0}, 1);
        Mover& door = rig.movers[0];
        door.axis = {0, 0, 1};
        door.fromDegrees = 90;
        door.toDegrees = end;
        rig.models[0].transform.axes[0] = {0, 1, 0};
        rig.models[0].transform.axes[1] = {-1, 0, 0};
        door.jumped = true;
        // Turned, it reaches to 64 along x, and to 40 along y.
        rig.bodies[0].origin = {0, 48, 8};
        rig.models[1].transform.axes[0] = {0, 1, 0};
        rig.models[1].transform.axes[1] = {-1, 0, 0};
        rig.movers[1].to = {0, -40, 0};
        rig.step(0.25);
        ASSERT_EQ(rig.count(WorldEventKind::Overlapped), 1u);
        EXPECT_EQ(rig.events[0].mover, 0u);
        EXPECT_NEAR(rig.events[0].plane.normal.y, 1, 1e-9);
        EXPECT_EQ(rig.bodies[0].origin, (Vec3{0, 48, 8}));
        EXPECT_GE(rig.count(WorldEventKind::Blocked), 1u);
        EXPECT_GE(door.clock, end > 90 ? 0.2 : 0);
    }
}

// Who stands on what turns, and overlaps it, goes along with it and no farther in, whatever pushes.
TEST(WorldOverlaps, WhoStandsOnWhatTurnsIsPushedNoFartherIn) {
    Trap rig;
    rig.addMover(2, {0, -40, 0}, 1);
    Mover& door = rig.movers[0];
    door.axis = {0, 0, 1};
    door.fromDegrees = 90;
    door.toDegrees = 100;
    rig.models[0].transform.axes[0] = {0, 1, 0};
    rig.models[0].transform.axes[1] = {-1, 0, 0};
    door.jumped = true;
    rig.bodies[0].origin = {0, 48, 8};
    rig.passengers[0].ground = MemberId::model(0);
    rig.models[1].transform.axes[0] = {0, 1, 0};
    rig.models[1].transform.axes[1] = {-1, 0, 0};
    rig.step(0.25);
    EXPECT_EQ(rig.count(WorldEventKind::Overlapped), 1u);
    EXPECT_GE(rig.count(WorldEventKind::Blocked), 1u);
    EXPECT_LT(rig.bodies[0].origin.x, -1);
    EXPECT_GT(rig.bodies[0].origin.y, 47.9);
}

// Crates anywhere in the door, pushed any way: none gets deeper, and those that leave stay out.
TEST(WorldOverlaps, RandomPushesTakeNobodyFartherIn) {
    std::size_t stopped = 0, left = 0, moved = 0;
    Trap rig;
    forRandomCases(2405, 400, [&](Random& random, int) {
        rig.bodies[0].origin = {random.between(-55, 55), random.between(-79, 79), random.between(1, 90)};
        for (int push = 0; push < 8; ++push) {
            const double before = rig.depth();
            const Vec3 way{random.between(-60, 60), random.between(-60, 60), random.between(-8, 60)};
            const double fraction = rig.push(way);
            EXPECT_LE(rig.depth(), std::max(before, 1e-5) + 1e-9);
            stopped += fraction < 1;
            moved += fraction > 0;
            left += before > 0 && rig.depth() <= 0;
        }
    });
    EXPECT_GT(stopped, 500u);
    EXPECT_GT(moved, 500u);
    EXPECT_GT(left, 100u);
}

}  // namespace
}  // namespace hullbake::test
