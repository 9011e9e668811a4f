// Proves what a game relies on around a step: jumps from what moves land where they began, events and memory are data
// that a step does not read, what is far costs no sweeps, and all ways of moving meet triggers alike.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "hullbake/bounce.hpp"
#include "hullbake/slide.hpp"
#include "hullbake/triggers.hpp"
#include "runtime/world/random_world.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
constexpr Box kSmall{{-4, -4, 0}, {4, 4, 8}};
const std::string kTrain = entityText("func_train", boxText({-128, -128, 84}, {128, 128, 100}, "train"));

// G16: one who jumps straight up from a train takes its speed along once, and lands on the same spot of it.
TEST(WorldGames, AJumpStraightUpFromATrainLandsOnTheSameSpot) {
    WorldRig rig(floorWith() + kTrain);
    std::size_t jumps = 0;
    forRandomCases(3541, 40, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const double rate = random.whole(0, 1) == 0 ? 60 : random.between(20, 250);
        const Vec3 speed{random.between(-300, 300), random.between(-300, 300), 0};
        rig.addMover(1, speed * 4, 4);
        rig.addBody({random.between(-90, 90), random.between(-90, 90), 100 + 24 + kSkin}, kManBox, MemberId::model(0));
        RigWalker walker(rig, 0);
        WalkState& state = walker.state;
        Vec3 spot;
        bool jumped = false, landed = false;
        for (int tick = 0; tick < static_cast<int>(2 * rate) && !landed; ++tick) {
            if (tick == 5) {
                ASSERT_TRUE(state.onGround && state.groundMember == MemberId::model(0));
                spot = state.origin - rig.models[0].transform.displacement;
                ASSERT_NEAR(length(carrierVelocity(rig.world(), 0) - speed), 0, 1e-12);
                state.velocity = carrierVelocity(rig.world(), 0) + Vec3{0, 0, 270};
                jumped = true;
            }
            walker.walk(1 / rate);
            rig.step(1 / rate);
            // The step carries again whoever has landed in this tick: by the part of it that he was in the air.
            landed = jumped && tick > 5 && state.onGround;
            walker.follow();
            if (state.onGround) state.velocity = {};
        }
        ASSERT_TRUE(landed);
        EXPECT_EQ(state.groundMember, MemberId::model(0));
        const Vec3 off = state.origin - rig.models[0].transform.displacement - spot;
        EXPECT_LE(std::fabs(off.x), std::fabs(speed.x) / rate + 1e-6);
        EXPECT_LE(std::fabs(off.y), std::fabs(speed.y) / rate + 1e-6);
        EXPECT_NEAR(off.z, 0, 1e-3);
        ++jumps;
    });
    EXPECT_EQ(jumps, 40u);
}

// Nested trains that turn, and a body on another one on the last: what is told is how far a short step carries it.
TEST(WorldGames, TheVelocityOfWhatCarriesIsTold) {
    WorldRig rig(floorWith() + kTrain + kTrain + kTrain);
    std::size_t turning = 0;
    forRandomCases(3543, 300, [&](Random& random, int) {
        rig.movers.clear(), rig.models.clear(), rig.bodies.clear(), rig.passengers.clear();
        const auto anywhere = [&](double far) {
            return Vec3{random.between(-far, far), random.between(-far, far), random.between(-far, far)};
        };
        for (std::uint32_t m = 0; m < 3; ++m) {
            rig.addMover(m + 1, anywhere(300), random.between(0.5, 2));
            Mover& mover = rig.movers[m];
            mover.from = anywhere(20);
            // Far above the floor, whatever turns.
            if (m == 0) mover.from.z = mover.to.z = 2000;
            mover.clock = random.between(0, 1.2) * mover.seconds;
            mover.parent = m == 0 ? kNoMover : m - 1;
            mover.enabled = random.whole(0, 9) > 0;
            mover.pushes = 0;
            rig.models[m].kind = 0;
            rig.models[m].transform.pivot = anywhere(100);
            if (random.whole(0, 2) == 0) continue;
            mover.axis = random.whole(0, 1) == 0 ? Vec3{0, 0, random.between(0.5, 2)} : anywhere(1);
            mover.fromDegrees = random.between(-10, 10);
            mover.toDegrees = random.between(-400, 400);
            turning += 1;
        }
        for (Mover& mover : rig.movers) mover.clock = std::min(mover.clock, mover.seconds);
        // Puts the models in place, and the bodies onto the last one, wherever that is.
        rig.step(0);
        rig.addBody({}, kSmall, MemberId::model(2));
        rig.addBody({}, kSmall, MemberId::body(0));
        rig.step(1e-9);
        const Transform& last = rig.models[2].transform;
        const Vec3 middle = Vec3{0, 0, 92} - last.pivot;
        rig.bodies[0].origin = last.pivot + last.displacement + last.axes[0] * middle.x + last.axes[1] * middle.y +
                               last.axes[2] * middle.z;
        rig.bodies[1].origin = rig.bodies[0].origin + Vec3{1, 2, kSmall.maxs.z + kSkin};
        const Vec3 before[2] = {rig.bodies[0].origin, rig.bodies[1].origin};
        const Vec3 told[2] = {carrierVelocity(rig.world(), 0), carrierVelocity(rig.world(), 1)};
        const double seconds = 1e-6;
        for (const Mover& mover : rig.movers)
            if (mover.clock < mover.seconds && mover.clock + seconds >= mover.seconds) return;
        rig.step(seconds);
        for (int i = 0; i < 2; ++i) {
            const Vec3 went = (rig.bodies[i].origin - before[i]) * (1 / seconds);
            EXPECT_LE(length(went - told[i]), 1e-2 + 1e-3 * length(told[i])) << i;
        }
    });
    EXPECT_GE(turning, 400u);
    rig.passengers[1].rides = false;
    EXPECT_EQ(carrierVelocity(rig.world(), 1), Vec3{});
    rig.passengers[0].ground = MemberId::body(1);
    rig.passengers[1] = {MemberId::body(0)};
    EXPECT_EQ(carrierVelocity(rig.world(), 1), Vec3{});
    EXPECT_EQ(carrierVelocity(rig.world(), 2), Vec3{});
}

// A grenade bounces off a player and off the rim of a train, and comes to rest on the train. It is told what was hit.
// The train moves and turns meanwhile: the grenade rests at its place on it.
TEST(WorldGames, GrenadesRideOnWhatTheyLieOn) {
    const Box grenade{{-2, -2, -2}, {2, 2, 2}};
    std::size_t players = 0, rims = 0;
    forRandomCases(3544, 48, [&](Random& random, int) {
        WorldRig rig(floorWith() + entityText("func_train", boxText({-128, -128, 84}, {128, 128, 100}, "train") +
                                                                boxText({112, -128, 100}, {128, 128, 140}, "rim")));
        rig.addMover(1, {200, 100, 50}, 8);
        rig.movers[0].axis = {0, 0, 1};
        rig.movers[0].toDegrees = random.between(-360, 360);
        BounceState state{{random.between(-40, 0), random.between(-80, 80), 130}, {random.between(50, 500), 0, 0}};
        rig.addBody(state.origin, grenade);
        rig.addBody({60, random.between(-80, 80), 124 + kSkin}, kManBox, MemberId::model(0));
        rig.passengers[0].stoppedBy = 0, rig.bodies[0].kind = 2, rig.passengers[1].stoppedBy = 1;
        Vec3 place;
        std::size_t rested = 0;
        for (int tick = 0; tick < 480; ++tick) {
            Scene scene{rig.models, rig.bodies};
            scene.self = MemberId::body(0);
            Probe probe;
            probe.box = grenade;
            probe.scene = &scene;
            BounceHit hits[16];
            const BounceResult result = bounce(rig.baked.map, probe, {}, state, 1.0 / 60, hits);
            ASSERT_EQ(result.status, SlideStatus::Moved);
            state = result.state;
            for (std::size_t i = 0; i < result.hits; ++i) {
                players += hits[i].member == MemberId::body(1) ? 1 : 0;
                rims += hits[i].member == MemberId::model(0) && hits[i].plane.normal.z < 0.5 ? 1 : 0;
                ASSERT_NE(hits[i].event, BounceEvent::Fall);
                if (hits[i].event != BounceEvent::Rest) continue;
                rig.passengers[0].ground = hits[i].member;
                rig.bodies[1].enabled = false;  // whose box, which does not turn, would come nearer
            }
            rig.bodies[0].origin = state.origin;
            rig.step(1.0 / 60);
            state.origin = rig.bodies[0].origin;
            const Transform& train = rig.models[0].transform;
            const Vec3 foot = state.origin + Vec3{0, 0, -2} - train.displacement - train.pivot;
            const Vec3 seen{dot(train.axes[0], foot), dot(train.axes[1], foot), dot(train.axes[2], foot)};
            if (!state.resting) continue;
            if (rested++ > 0) {
                ASSERT_LE(length(seen - place), 1e-9) << tick;
            }
            place = seen;
        }
        EXPECT_GE(rested, 100u);
        EXPECT_EQ(rig.passengers[0].ground, MemberId::model(0));
    });
    EXPECT_GE(players, 3u);
    EXPECT_GE(rims, 3u);
}

// A ladder that a mover carries is where the mover is. Who climbs it keeps his place on it with the mover's velocity
// added to his own, and falls without.
TEST(WorldGames, LaddersOnMoversAreWhereTheseAre) {
    const Vec3 speed{0, 60, 30};
    for (const bool adds : {true, false}) {
        WorldRig rig(floorWith() + entityText("func_ladder", boxText({-12, -32, 40}, {0, 32, 400}, "ladder")));
        rig.addMover(1, speed * 4, 4);
        rig.addBody({-32, 0, 150}, kManBox);
        Scene scene{rig.models, rig.bodies};
        scene.self = MemberId::body(0);
        Probe probe;
        probe.box = kManBox;
        probe.scene = &scene;
        WalkRules rules;
        rules.ladders = Contents::Ladder;
        WalkState state;
        state.origin = rig.bodies[0].origin;
        state.velocity = {40, 0, 0};
        for (int tick = 0; tick < 60; ++tick) {
            state = walk(rig.baked.map, probe, rules, state, 1.0 / 60).state;
            if (state.climbing) state.velocity = {};
        }
        ASSERT_TRUE(state.climbing);
        const Vec3 place = state.origin;
        for (int tick = 0; tick < 120; ++tick) {
            if (adds) state.velocity = speed;
            state = walk(rig.baked.map, probe, rules, state, 1.0 / 60).state;
            rig.bodies[0].origin = state.origin;
            rig.step(1.0 / 60);
            if (!adds) continue;
            ASSERT_TRUE(state.climbing) << tick;
            ASSERT_LE(length(state.origin - place - rig.models[0].transform.displacement), 1e-6) << tick;
        }
        EXPECT_EQ(state.climbing, adds);
    }
}

// G21: a step reads nothing that it writes: room for events, what is in it, and what is in the scratch change nothing.
TEST(WorldGames, EventsAndScratchAreNotRead) {
    RandomWorld one, other;
    std::size_t events = 0;
    forRandomCases(3542, 200, [&](Random& random, int) {
        one.draw(random, false);
        other.models = one.models, other.movers = one.movers;
        other.bodies = one.bodies, other.passengers = one.passengers;
        for (int tick = 0; tick < 6; ++tick) {
            const double seconds = random.between(0.005, 0.2);
            const StepResult result = one.step(seconds);
            events += result.events;
            std::vector<WorldScratch> scratch(scratchFor(other.world()) + 3);
            for (WorldScratch& place : scratch)
                for (std::uint64_t& word : place.words) word = random.next();
            std::vector<WorldEvent> room(random.index(3));
            const StepResult again = stepMovers(other.baked.map, {}, other.world(), seconds, scratch, room);
            ASSERT_EQ(again.events, result.events);
            ASSERT_EQ(again.casts, result.casts);
            for (std::size_t i = 0; i < std::min(room.size(), one.events.size()); ++i)
                EXPECT_TRUE(room[i].time == one.events[i].time && room[i].kind == one.events[i].kind &&
                            room[i].body == one.events[i].body);
            ASSERT_EQ(std::memcmp(one.bodies.data(), other.bodies.data(), one.bodies.size() * sizeof(Body)), 0);
            for (std::size_t m = 0; m < one.movers.size(); ++m) ASSERT_EQ(one.movers[m].clock, other.movers[m].clock);
        }
    });
    EXPECT_GT(events, 1000u);
}

// G27: bodies and movers that are far from what moves ask the map nothing, however many there are.
TEST(WorldGames, WhatIsFarCostsNoSweeps) {
    const std::string text = floorWith() + kTrain + entityText("func_door", boxText({-8, -64, 1}, {0, 64, 96}, "door"));
    WorldRig rig(text), crowd(text);
    for (WorldRig* one : {&rig, &crowd}) {
        one->addMover(2, {100, 0, 0}, 1);
        for (int i = 0; i < 5; ++i) one->addBody({40.0 + 40 * i, 0, kSkin});
    }
    for (int i = 0; i < 2000; ++i)
        crowd.addBody({-1800 + 40.0 * (i % 50), -1900 + 40.0 * (i / 50), kSkin + 40}, kCrateBox);
    for (int i = 0; i < 200; ++i) {
        const std::uint32_t m = crowd.addMover(2, {}, 0);
        crowd.movers[m].from = crowd.movers[m].to = {-1500, 500.0 + i, 0};
        crowd.models[crowd.movers[m].model].transform.displacement = crowd.movers[m].to;
    }
    std::uint32_t casts = 0;
    for (int tick = 0; tick < 30; ++tick) {
        const StepResult few = rig.step(1.0 / 30), many = crowd.step(1.0 / 30);
        EXPECT_EQ(few.casts, many.casts) << tick;
        EXPECT_EQ(few.events, many.events);
        casts += few.casts;
    }
    EXPECT_GT(casts, 20u);
    EXPECT_EQ(std::memcmp(rig.bodies.data(), crowd.bodies.data(), 5 * sizeof(Body)), 0);
    EXPECT_NEAR(rig.movers[0].clock, 1, 1e-9);
}

// A trigger that is a box, and what a game keeps of it for one body.
struct Volume {
    explicit Volume(const Box& box) { trigger.box = box; }

    // Touches it along the straight way of a body in one step. Returns the number of events.
    std::size_t touch(const WorldRig& rig, const Vec3& from) {
        PathPoint end;
        end.position = rig.bodies[0].origin;
        end.time = 1.0 / 60;
        return touch(rig, from, {&end, 1});
    }
    std::size_t touch(const WorldRig& rig, const Vec3& from, std::span<const PathPoint> path) {
        Probe probe;
        probe.box = rig.bodies[0].box;
        Passage passage;
        passage.start = from;
        passage.seconds = 1.0 / 60;
        passage.path = path;
        TriggerEvent told[8];
        const TouchResult result = touchTriggers(rig.baked.map, probe, passage, {&trigger, 1}, {&inside, 1}, told);
        EXPECT_TRUE(result.told);
        const Box& box = rig.bodies[0].box;
        bool overlaps = true;
        for (int a = 0; a < 3; ++a)
            overlaps = overlaps && rig.bodies[0].origin[a] + box.maxs[a] > trigger.box->mins[a] + kSurfaceTolerance &&
                       rig.bodies[0].origin[a] + box.mins[a] < trigger.box->maxs[a] - kSurfaceTolerance;
        EXPECT_EQ(inside == 1, overlaps);
        return result.events;
    }

    Trigger trigger;
    std::uint64_t inside = 0;
};

// H10: walked, fallen, pushed by a mover, carried by it, or pushed by another body: through a thin volume each tells
// Enter and Leave once, and the bit is what brute force finds after each tick.
TEST(WorldGames, AllWaysOfMovingMeetTriggers) {
    const std::string door = entityText("func_door", boxText({-8, -64, 1}, {0, 64, 96}, "door"));
    for (const std::string way : {"walk", "fall", "push", "carry", "body"}) {
        WorldRig rig(floorWith() + door + kTrain);
        const bool falls = way == "fall", rides = way == "carry";
        rig.addBody({20, 0,
                     falls   ? 300.0
                     : rides ? 100 + kSkin
                             : kSkin},
                    kCrateBox, rides ? MemberId::model(0) : kNoMember);
        if (way == "push") rig.addMover(1, {300, 0, 0}, 1);
        if (rides) rig.addMover(2, {300, 0, 0}, 1);
        if (way == "body") rig.addBody({-20, 0, kSkin}, kCrateBox);
        Volume volume(falls ? Box{{-64, -64, 149}, {64, 64, 150}} : Box{{150, -64, -64}, {151, 64, 400}});
        WalkState state;
        state.origin = rig.bodies[0].origin;
        std::size_t events = 0;
        for (int tick = 0; tick < 90; ++tick) {
            const Vec3 from = rig.bodies[0].origin;
            if (way == "walk" || falls) {
                Probe probe;
                probe.box = kCrateBox;
                PathPoint path[64];
                if (state.onGround && !falls) state.velocity = {250, 0, 0};
                const WalkResult result = walk(rig.baked.map, probe, {}, state, 1.0 / 60, path);
                state = result.state;
                rig.bodies[0].origin = state.origin;
                events += volume.touch(rig, from, std::span(path).first(result.pathPoints));
                continue;
            }
            if (way == "body") {
                std::vector<WorldScratch> scratch(scratchFor(rig.world()));
                double fraction = 0;
                EXPECT_FALSE(pushBody(rig.baked.map, rig.rules, rig.world(), 1, {4, 0, 0}, fraction, scratch).invalid);
            } else {
                rig.step(1.0 / 60);
            }
            events += volume.touch(rig, from);
        }
        EXPECT_EQ(events, 2u) << way;
    }
}

// H12: a step that is taken back tells nothing of what lies beyond; one that is stopped tells of what lies before.
TEST(WorldGames, NothingIsMetBeyondWhereAPushIsBlocked) {
    const std::string wall = boxText({200, -64, 0}, {232, 64, 96}, "wall");
    const std::string door = entityText("func_door", boxText({-8, -64, 1}, {0, 64, 96}, "door"));
    for (const Blocked blocked : {Blocked::Stop, Blocked::Rollback}) {
        WorldRig rig(floorWith(wall) + door);
        rig.addMover(1, {400, 0, 0}, 1);
        rig.movers[0].blocked = blocked;
        rig.addBody({100, 0, 8});
        // The body's front gets to the wall at 200, and no farther.
        Volume before(Box{{150, -64, 0}, {250, 64, 64}}), beyond(Box{{200, -64, 0}, {250, 64, 64}});
        const Vec3 from = rig.bodies[0].origin;
        const StepResult result = rig.step(1);
        EXPECT_EQ(result.rolledBack, blocked == Blocked::Rollback);
        EXPECT_EQ(before.touch(rig, from), blocked == Blocked::Stop ? 1u : 0u);
        EXPECT_EQ(beyond.touch(rig, from), 0u);
    }
}

}  // namespace
}  // namespace hullbake::test
