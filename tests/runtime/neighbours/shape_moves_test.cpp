// Moves of balls and capsules: over tiles, into corners, up steps, out of solid.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "hullbake/bounce.hpp"
#include "hullbake/shape.hpp"
#include "hullbake/slide.hpp"
#include "runtime/runtime_support.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261130;

std::string tilesText(double size, int count) {
    std::string text;
    for (int x = 0; x < count; ++x)
        for (int y = 0; y < count; ++y)
            text += boxText({x * size, y * size, -16}, {(x + 1) * size, (y + 1) * size, 0}, "tile");
    return text;
}

SlideInput inputOf(const Vec3& origin, const Vec3& velocity, double seconds) {
    SlideInput input;
    input.origin = origin;
    input.velocity = velocity;
    input.seconds = seconds;
    return input;
}

constexpr int kMovers = 5;

/// A ball, and capsules that stand, lie and lean.
const Shape& moverOf(int i) {
    static const Shape kShapes[kMovers] = {
        Shape::ball(16), Shape::capsuleIn({{-16, -16, -24}, {16, 16, 32}}), Shape::capsule({-12, 0, 0}, {12, 0, 0}, 8),
        Shape::capsule({-9, 4, -6}, {9, -4, 6}, 8), Shape::capsule({2, 3, 20}, {-3, -1, -14}, 6)};
    return kShapes[i % kMovers];
}

Probe probeOf(const Shape& shape) {
    Probe probe;
    probe.shape = &shape;
    return probe;
}

// Over a floor of 64 tiles nothing is caught by an inner edge, at any tick rate.
TEST(ShapeMoves, TilesAreOneFloor) {
    const BakedMap baked = bakeText(worldText(tilesText(64, 8)));
    std::size_t ticks = 0;
    forRandomCases(kSeed, 60, [&](Random& random, int i) {
        const Probe probe = probeOf(moverOf(i));
        const double foot = -moverOf(i).bounds().mins.z;
        const double seconds = 1 / (i % 2 == 0 ? 60.0 : 1000.0);
        const Vec3 heading = random.pointIn({{-300, -300, 0}, {300, 300, 0}});
        SlideInput input = inputOf({256, 256, foot + 1.0 / 32}, heading, seconds);
        input.acceleration = {0, 0, -800};
        WalkState state;
        state.origin = input.origin;
        state.velocity = heading;
        for (int tick = 0; tick < 40; ++tick, ++ticks) {
            const SlideResult slid = slide(baked.map, probe, input);
            ASSERT_EQ(slid.status, SlideStatus::Moved);
            EXPECT_NEAR(slid.velocity.x, heading.x, 1e-6);
            EXPECT_NEAR(slid.velocity.y, heading.y, 1e-6);
            EXPECT_GT(slid.origin.z, foot);
            EXPECT_LE(slid.origin.z, foot + 1.0 / 32 + 1e-9);
            const WalkResult walked = walk(baked.map, probe, {}, state, seconds);
            ASSERT_EQ(walked.status, SlideStatus::Moved);
            EXPECT_FALSE(walked.blocked);
            EXPECT_TRUE(walked.state.onGround || tick < 10) << tick;
            EXPECT_NEAR(walked.state.velocity.x, heading.x, 1e-6);
            EXPECT_NEAR(walked.state.velocity.y, heading.y, 1e-6);
            input.origin = slid.origin;
            input.velocity = slid.velocity;
            state = walked.state;
        }
        EXPECT_EQ(baked.map.contentsAt(probe, input.origin), Contents::Empty);
    });
    EXPECT_EQ(ticks, 2400u);
}

/// A room with a pillar, a slope and a sharp corner.
BakedMap room() {
    return bakeText(worldText(
        boxText({-256, -256, -16}, {256, 256, 0}, "floor") + boxText({-256, -256, 0}, {-240, 256, 128}, "west") +
        boxText({240, -256, 0}, {256, 256, 128}, "east") + boxText({-240, -256, 0}, {240, -240, 128}, "south") +
        boxText({-240, 240, 0}, {240, 256, 128}, "north") + boxText({-32, -32, 0}, {32, 32, 128}, "pillar") +
        boxText({64, -200, 0}, {160, -100, 12}, "step")));
}

// After any move the body is out of solid, and loses energy rather than to gain it.
TEST(ShapeMoves, MovesNeverEndInSolid) {
    const BakedMap baked = room();
    std::size_t blocked = 0, moves = 0;
    forRandomCases(kSeed + 1, 150, [&](Random& random, int i) {
        const Probe probe = probeOf(moverOf(i));
        SlideInput input = inputOf(random.pointIn({{-200, -200, 40}, {-60, 200, 90}}),
                                   random.pointIn({{-900, -900, -400}, {900, 900, 300}}), 0.05);
        input.acceleration = {0, 0, -800};
        for (int tick = 0; tick < 20; ++tick, ++moves) {
            const SlideResult result = slide(baked.map, probe, input);
            ASSERT_EQ(result.status, SlideStatus::Moved);
            blocked += result.blocked;
            ASSERT_EQ(baked.map.contentsAt(probe, result.origin), Contents::Empty) << text(result.origin);
            const auto energy = [](const Vec3& p, const Vec3& v) { return dot(v, v) / 2 + 800 * p.z; };
            EXPECT_LE(energy(result.origin, result.velocity),
                      energy(input.origin, input.velocity) + 1 + 1e-3 * dot(input.velocity, input.velocity));
            for (std::uint32_t k = 0; k < result.planeCount; ++k)
                EXPECT_GE(dot(result.planes[k], result.velocity), -1e-6 * (1 + length(result.velocity)));
            input.origin = result.origin;
            input.velocity = result.velocity;
        }
    });
    EXPECT_GE(blocked, 1000u);
    EXPECT_EQ(moves, 3000u);
}

// Pushed into a corner, a body comes to rest and stays there.
TEST(ShapeMoves, CornersDoNotTremble) {
    const BakedMap baked = room();
    std::size_t rests = 0;
    for (int i = 0; i < kMovers; ++i)
        for (const Vec3& push : {Vec3{-300, -300, 0}, Vec3{-300, -299, 0}, Vec3{300, 100, 0}, Vec3{-50, 300, 0}}) {
            const Probe probe = probeOf(moverOf(i));
            WalkState state;
            state.origin = {push.x < 0 ? -150.0 : 150.0, push.y < 0 ? -150.0 : 150.0, 60};
            Vec3 before;
            for (int tick = 0; tick < 240; ++tick) {
                before = state.origin;
                state.velocity = {push.x, push.y, state.velocity.z};
                const WalkResult result = walk(baked.map, probe, {}, state, 1 / 60.0);
                ASSERT_EQ(result.status, SlideStatus::Moved);
                state = result.state;
                if (tick <= 200) continue;
                EXPECT_LE(length(state.origin - before), 1e-6) << text(state.origin) << ' ' << i;
            }
            EXPECT_TRUE(state.onGround);
            ++rests;
        }
    EXPECT_EQ(rests, 4u * kMovers);
}

TEST(ShapeMoves, AWalkerClimbsAStep) {
    const BakedMap baked = room();
    const Probe probe = probeOf(moverOf(1));
    WalkState state;
    state.origin = {112, -40, 24 + 1.0 / 32};
    bool climbed = false;
    for (int tick = 0; tick < 40; ++tick) {
        state.velocity = {0, -200, state.velocity.z};
        const WalkResult result = walk(baked.map, probe, {}, state, 1 / 60.0);
        ASSERT_EQ(result.status, SlideStatus::Moved);
        climbed = climbed || result.climbed > 0 || result.state.origin.z > 30;
        state = result.state;
        if (state.origin.y < -150) break;
    }
    EXPECT_TRUE(climbed);
    EXPECT_NEAR(state.origin.z, 12 + 24 + 1.0 / 32, 0.01);
}

// A capsule that leans is as high above the ground as its lower end, and climbs steps as one that stands.
TEST(ShapeMoves, ATiltedCapsuleWalksOnItsLowerEnd) {
    const BakedMap baked = room();
    for (const int i : {3, 4}) {
        const Probe probe = probeOf(moverOf(i));
        const double foot = -moverOf(i).bounds().mins.z;
        const Ground ground = groundBelow(baked.map, probe, {-120, 100, 60}, 64);
        EXPECT_TRUE(ground.found && ground.walkable);
        EXPECT_NEAR(ground.gap, 60 - foot, 1e-9);
        WalkState state;
        state.origin = {112, -60, foot + 1.0 / 32};
        for (int tick = 0; tick < 40 && state.origin.y > -150; ++tick) {
            state.velocity = {0, -200, state.velocity.z};
            const WalkResult result = walk(baked.map, probe, {}, state, 1 / 60.0);
            ASSERT_EQ(result.status, SlideStatus::Moved);
            EXPECT_EQ(baked.map.contentsAt(probe, result.state.origin), Contents::Empty);
            state = result.state;
        }
        EXPECT_TRUE(state.onGround);
        EXPECT_NEAR(state.origin.z, 12 + foot + 1.0 / 32, 0.01);
    }
}

TEST(ShapeMoves, TheGroundBelowIsFound) {
    const BakedMap baked = room();
    const Probe probe = probeOf(moverOf(1));
    const Ground ground = groundBelow(baked.map, probe, {112, -150, 50}, 64);
    EXPECT_TRUE(ground.found && ground.walkable);
    EXPECT_NEAR(ground.gap, 50 - 24 - 12, 1e-9);
    EXPECT_EQ(ground.plane.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(ground.surface.texture, "step");
    EXPECT_FALSE(groundBelow(baked.map, probe, {112, -150, 120}, 64).found);
}

// A ball comes back up less fast than it fell, and at last lies still on the floor.
TEST(ShapeMoves, ABallBouncesAndRests) {
    const BakedMap baked = room();
    const Probe probe = probeOf(moverOf(0));
    BounceState state;
    state.origin = {-128, 10, 100};
    state.velocity = {60, 5, 0};
    std::size_t bounces = 0;
    for (int tick = 0; tick < 900 && !state.resting; ++tick) {
        const BounceResult result = bounce(baked.map, probe, {}, state, 1 / 60.0);
        ASSERT_EQ(result.status, SlideStatus::Moved);
        bounces += result.hits;
        state = result.state;
        ASSERT_EQ(baked.map.contentsAt(probe, state.origin), Contents::Empty);
    }
    EXPECT_TRUE(state.resting);
    EXPECT_GE(bounces, 3u);
    EXPECT_NEAR(state.origin.z, 16 + 1.0 / 32, 0.02);
}

// The middle of a body does not come through a wall.
TEST(ShapeMoves, NoWayOutLeadsThroughAWall) {
    const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {4, 64, 64}, "wall")));
    const Shape ball = Shape::ball(16);
    for (const double x : {-6.0, -1.0, 1.0, 3.0, 5.0, 10.0}) {
        const Unstick way = baked.map.unstick(probeOf(ball), {x, 3, 5}, 64);
        ASSERT_EQ(way.status, UnstickStatus::Found);
        EXPECT_NEAR(way.position.x, x < 2 ? -16 : 20, 2e-5);
    }
}

TEST(ShapeMoves, ABodyInSolidComesOut) {
    const BakedMap baked = room();
    const Probe probe = probeOf(moverOf(0));
    SlideInput input = inputOf({-128, 0, 15}, {100, 0, 0}, 0.01);
    const SlideResult out = slide(baked.map, probe, input);
    EXPECT_EQ(out.status, SlideStatus::Moved);
    EXPECT_EQ(baked.map.contentsAt(probe, out.origin), Contents::Empty);
    input.unstick = 0;
    EXPECT_EQ(slide(baked.map, probe, input).status, SlideStatus::Stuck);
}

}  // namespace
}  // namespace hullbake::test
