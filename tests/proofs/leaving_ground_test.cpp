// Proves rows C4 to C6 where ground ends or begins: edges, ground that has gone, jumps, and slopes of exactly the
// limit.
#include <array>
#include <cmath>

#include "proofs/moving_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261125;
constexpr std::array<double, 6> kRates = {10, 20, 30, 60, 125, 1000};

WalkState standingAt(const Vec3& origin) {
    WalkState state;
    state.origin = origin;
    return state;
}

WalkState landed(Body& body, const WalkRules& rules, WalkState state) {
    for (int tick = 0; tick < 400 && !state.onGround; ++tick) state = body.walk(rules, state, 0.01).state;
    return state;
}

// Returns a floor and a platform whose edge is the line through the origin with this outward direction. The edge's side
// leans outwards by `lean` units for each unit down.
Proof platform(double height, const Vec3& outward, double lean) {
    MapBrush brush = boxBrush({-1000, -1000, -16}, {1000, 1000, height});
    brush.faces.push_back(faceThrough({outward.x, outward.y, lean}, {0, 0, height}));
    return bakeProof(worldOf({boxBrush({-1500, -1500, -64}, {1500, 1500, 0}), brush}));
}

struct Departure {
    double left = -1e9, landed = -1e9;  // how far out, at the edge and at the floor
};

// Walks over the edge. `phase` moves the start by that part of a tick's way.
Departure walkOff(Body& body, const Vec3& outward, double height, double speed, double rate, double phase) {
    WalkRules rules;
    const Vec3 heading = outward + Vec3{-outward.y, outward.x, 0} * 0.25;
    const double start = -160 - speed / rate * phase;
    WalkState state = landed(body, rules, standingAt(outward * start + Vec3{0, 0, height + 25}));
    Departure found;
    for (int tick = 0; tick < 8 * rate && found.landed < -1e8; ++tick) {
        if (state.onGround) state.velocity = heading * (speed / length(heading));
        const WalkResult result = body.walk(rules, state, 1 / rate);
        for (const PathPoint& point : body.path()) {
            if (point.event == PathEvent::Fall) found.left = dot(point.position, outward);
            if (point.event == PathEvent::Land) found.landed = dot(point.position, outward);
        }
        state = result.state;
    }
    return found;
}

// C4: the place where a walker leaves an edge does not depend on the tick. It is where the box has left the ground.
TEST(LeavingTheGround, HappensAtTheEdgeWhateverTheTick) {
    SplitMix random(kSeed);
    std::size_t departures = 0;
    for (const double height : {40.0, 96.0})
        for (const double lean : {0.0, 0.2})
            for (int turn = 0; turn < 3; ++turn) {
                const double angle = turn == 0 ? 0 : random.range(0, 6.28);
                const Vec3 outward = oracle::normalized(
                    {std::round(std::cos(angle) * 1000) / 1000, std::round(std::sin(angle) * 1000) / 1000, 0});
                const Proof proof = platform(height, outward, lean);
                const double reach = support(outward, {{-16, -16, 0}, {16, 16, 0}});
                for (const double speed : {100.0, 320.0, 900.0})
                    for (const double rate : kRates) {
                        Body body(proof, "player", false);
                        const double phase = random.unit();
                        const Departure found = walkOff(body, outward, height, speed, rate, phase);
                        const std::string what = "seed " + std::to_string(kSeed) + ", height " +
                                                 std::to_string(height) + ", angle " + std::to_string(angle) +
                                                 ", speed " + std::to_string(speed) + ", rate " + std::to_string(rate);
                        ASSERT_GT(found.landed, -1e8) << what;
                        EXPECT_NEAR(found.left, reach, 2 * kDefaultSkin) << what;
                        EXPECT_EQ(body.faults(), 0u) << what;
                        ++departures;
                    }
            }
    EXPECT_EQ(departures, 216u);
}

// C4: gaps a little wider than the box. Where the ground beyond is so near that a fall at a shallow angle would meet
// its plane, but a stride does not reach it, the walker goes on: he rests at the edge at no rate, and stands on nothing
// that is not under him. The gap goes on down, so that he lands beyond it or falls into it.
TEST(LeavingTheGround, NoGapHoldsAWalkerAtItsEdge) {
    std::size_t crossed = 0, fell = 0;
    for (const double wider : {0.25, 0.5, 1.0, 1.5, 1.625, 1.75, 1.875, 2.0, 2.125, 2.25, 2.5, 4.0}) {
        const double begin = 32 + wider;
        const Proof proof =
            bakeProof(worldOf({boxBrush({-512, -256, -512}, {0, 256, 0}), boxBrush({begin, -256, -512}, {600, 256, 0}),
                               boxBrush({-512, -256, -640}, {600, 256, -512})}));
        Body body(proof, "player", false);
        for (const double speed : {100.0, 218.0, 320.0})
            for (const double rate : {30.0, 60.0, 100.0, 115.0, 120.0, 125.0, 130.0, 144.0, 150.0, 250.0, 1000.0}) {
                WalkState state = landed(body, {}, standingAt({16 - speed / 125, 0, 25}));
                // At the edge, where the whole tick is left.
                state.origin.x = 16 + kDefaultSkin;
                int inAir = 0;
                for (int tick = 0; tick < 2 * rate && state.origin.x < begin + 64 && state.origin.z > -64; ++tick) {
                    if (state.onGround) state.velocity = {speed, 0, 0};
                    const double x = state.origin.x;
                    state = body.walk({}, state, 1 / rate).state;
                    const bool isOver = state.origin.x < 16 + 2 * kDefaultSkin || state.origin.x > begin - 16;
                    EXPECT_TRUE(!state.onGround || isOver) << wider << ' ' << speed << ' ' << rate << ' ' << x;
                    inAir += state.onGround ? 0 : 1;
                }
                const bool fallen = state.origin.z <= -64;
                ASSERT_TRUE(fallen || state.origin.x >= begin + 64)
                    << wider << ' ' << speed << ' ' << rate << " at " << text(state.origin);
                EXPECT_TRUE(fallen || inAir * speed / rate < 8 * wider + 16) << wider << ' ' << speed << ' ' << rate;
                ++(fallen ? fell : crossed);
            }
        EXPECT_EQ(body.faults(), 0u);
    }
    EXPECT_GE(crossed, 100u);
    EXPECT_GE(fell, 50u);
}

// C4: down stairs, a stride over several steps follows them as shorter strides do.
TEST(LeavingTheGround, StairsAreFollowedHoweverLongTheStride) {
    std::vector<MapBrush> steps{boxBrush({-1024, -256, -256}, {1024, 256, -160})};
    for (int i = 0; i < 10; ++i) steps.push_back(boxBrush({-1024, -256, -256}, {-16.0 + 6 * i, 256, -16.0 * i}));
    const Proof proof = bakeProof(worldOf(steps));
    for (const double rate : kRates) {
        Body body(proof, "player", false);
        WalkState state = landed(body, {}, standingAt({-200, 0, 30}));
        for (int tick = 0; tick < rate; ++tick) {
            if (state.onGround) state.velocity = {320, 0, 0};
            const WalkResult result = body.walk({}, state, 1 / rate);
            ASSERT_FALSE(result.leftGround) << rate << " at " << text(state.origin);
            state = result.state;
        }
        EXPECT_NEAR(state.origin.z, -160 + 24, 0.1) << rate;
        EXPECT_EQ(body.faults(), 0u);
    }
}

// C6: a walker falls in the tick in which he has no ground any more, as far as gravity takes him in it.
TEST(LeavingTheGround, GroundThatHasGoneIsNoticedAtOnce) {
    const Proof proof = bakeProof(worldOf({boxBrush({-512, -512, -64}, {512, 512, 0})}));
    for (const double seconds : {1.0 / 1000, 1.0 / 60, 0.3})
        for (const Vec3& velocity : {Vec3{}, Vec3{200, -100, 0}})
            for (const bool known : {true, false}) {
                Body body(proof, "player", false);
                WalkState state = standingAt({0, 0, 300});
                state.velocity = velocity;
                state.onGround = true;
                if (known) state.ground = {{0, 0, 1}, 300 - kDefaultSkin};
                const WalkResult result = body.walk({}, state, seconds);
                EXPECT_TRUE(result.leftGround);
                EXPECT_FALSE(result.state.onGround);
                EXPECT_NEAR(result.state.origin.z, 300 - 400 * seconds * seconds, 1e-9);
                EXPECT_NEAR(result.state.velocity.z, -800 * seconds, 1e-9);
                EXPECT_NEAR(result.state.origin.x, velocity.x * seconds, 1e-9);
                EXPECT_EQ(body.faults(), 0u);
            }
}

// A velocity up and off the ground is a jump. One along the ground is not, however steep, and neither is one downwards.
TEST(LeavingTheGround, AVelocityUpwardsIsAJump) {
    for (const double z : {1.0, 0.9, 0.75}) {
        const Vec3 normal{-std::sqrt(1 - z * z), 0, z};
        const Proof proof = bakeProof(worldOf({slabBrush({0, 0, 0}, normal, 2048, 128)}));
        for (const double heading : {-1.0, 0.0, 1.0}) {
            Body body(proof, "player", false);
            const WalkState rest = landed(body, {}, standingAt({0, 0, 200}));
            ASSERT_TRUE(rest.onGround);
            WalkState state = rest;
            const double slope = std::sqrt(1 - z * z) / z;
            state.velocity = {heading * 100, 0, std::max(0.0, heading) * 100 * slope + 270};
            const double rises = state.velocity.z;
            WalkResult result = body.walk({}, state, 0.01);
            EXPECT_TRUE(result.leftGround) << z << ' ' << heading;
            EXPECT_FALSE(result.state.onGround) << z << ' ' << heading;
            EXPECT_NEAR(result.state.origin.z - rest.origin.z, rises * 0.01 - 400 * 0.0001, 1e-9) << z;
            for (const double along : {heading * 100 * slope, 0.0, -50.0}) {
                state.velocity = {heading * 100, 0, along};
                if (along > heading * 100 * slope + 1e-6 && along > 0) continue;
                result = body.walk({}, state, 0.01);
                EXPECT_FALSE(result.leftGround) << z << ' ' << heading << ' ' << along;
                EXPECT_TRUE(result.state.onGround) << z << ' ' << heading << ' ' << along;
            }
            EXPECT_EQ(body.faults(), 0u);
        }
    }
}

// A velocity that the walker was given along other ground beside his own is no jump either.
TEST(LeavingTheGround, TheNextSlopesVelocityIsNoJump) {
    for (const double rise : {32.0, 64.0, 100.0}) {
        const Proof proof =
            bakeProof(worldOf({boxBrush({-512, -256, -64}, {0, 256, 0}), hullBrush({{0, -256, -64},
                                                                                    {0, 256, -64},
                                                                                    {0, -256, 0},
                                                                                    {0, 256, 0},
                                                                                    {128, -256, -64},
                                                                                    {128, 256, -64},
                                                                                    {128, -256, rise},
                                                                                    {128, 256, rise}})}));
        Body body(proof, "player", false);
        WalkState state = landed(body, {}, standingAt({-60, 0, 30}));
        state.velocity = {200, 0, 0};
        for (int tick = 0; tick < 60; ++tick) {
            // The velocity is kept as it was given back.
            const WalkResult result = body.walk({}, state, 1.0 / 125);
            ASSERT_FALSE(result.leftGround) << rise << ", tick " << tick;
            state = result.state;
            ASSERT_NEAR(length(state.velocity), 200, 1e-3);
        }
        EXPECT_GT(state.origin.z, 30) << rise;
        EXPECT_EQ(body.faults(), 0u);
    }
}

// C6: a slope of exactly the limit is ground: the limit as the cosine of its angle, and rounded to float.
TEST(SlopeLimits, ASlopeOfExactlyTheLimitIsGround) {
    std::size_t slopes = 0;
    for (const auto& [run, rise] : std::initializer_list<std::array<double, 2>>{
             {128, 128}, {200, 200}, {96, 72}, {120, 50}, {160, 300}, {70, 110}, {113, 64}}) {
        const Proof proof = bakeProof(worldOf({rampBrush(run * 4, rise * 4, 300)}));
        const double degrees = std::atan2(rise, run) * 180 / 3.14159265358979323846;
        const double cosine = std::cos(degrees * 3.14159265358979323846 / 180);
        for (const double limit : {cosine, static_cast<double>(static_cast<float>(cosine)), std::nextafter(cosine, 2.0),
                                   run / std::hypot(run, rise)}) {
            Body body(proof, "player", true);
            WalkRules rules;
            rules.groundNormal = limit;
            const WalkState state = landed(body, rules, standingAt({run * 2, 0, rise * 2 + 80}));
            EXPECT_TRUE(state.onGround) << run << ' ' << rise << ' ' << limit;
            EXPECT_TRUE(groundBelow(proof.clip, body.probe(), state.origin, 1, limit).walkable);
            rules.groundNormal = limit + 1e-6;
            EXPECT_FALSE(landed(body, rules, standingAt({run * 2, 0, rise * 2 + 80})).onGround) << run << ' ' << rise;
            ++slopes;
        }
    }
    EXPECT_EQ(slopes, 28u);
}

// `climbed` is the rise of the steps that were climbed, and 0 without one, in both modes.
TEST(Climbing, IsZeroWithoutAStep) {
    SplitMix random(kSeed + 1);
    const Proof proof =
        bakeProof(worldOf({boxBrush({-512, -512, -64}, {512, 512, 0}), boxBrush({64, -512, 0}, {96, 512, 12}),
                           boxBrush({-512, 100, 0}, {512, 160, 200}),
                           slabBrush({-300, 0, 0}, oracle::normalized({0.4, 0.1, 0.9}), 90, 40)}));
    std::size_t steps = 0, without = 0;
    for (const SlideMode mode : {SlideMode::Robust, SlideMode::Classic})
        for (int run = 0; run < 40; ++run) {
            WalkRules rules;
            rules.mode = mode;
            Body body(proof, "player", false);
            WalkState state = landed(body, rules, standingAt({random.range(-200, 50), random.range(-300, 50), 60}));
            const double angle = random.range(-1.5, 4.6), rate = kRates[random.index(kRates.size())];
            for (int tick = 0; tick < std::min(2 * rate, 200.0); ++tick) {
                if (state.onGround) state.velocity = {300 * std::cos(angle), 300 * std::sin(angle), 0};
                const WalkResult result = body.walk(rules, state, 1 / rate);
                if (result.steps == 0)
                    ++without;
                else
                    ++steps;
                ASSERT_EQ(result.climbed > 0, result.steps > 0) << "seed " << kSeed + 1;
                ASSERT_GE(result.climbed, 0) << "seed " << kSeed + 1;
                state = result.state;
            }
        }
    EXPECT_GE(steps, 20u);
    EXPECT_GE(without, 2000u);
}

// The path of a classic walk is the one that counts: from the start, in time, straight from point to point, to the end.
TEST(ClassicMode, ThePathHoldsWhatHappened) {
    SplitMix random(kSeed + 2);
    std::vector<MapBrush> brushes{boxBrush({-512, -512, -64}, {512, 512, 0}),
                                  boxBrush({200, -512, 0}, {232, 512, 200})};
    for (int i = 0; i < 5; ++i) brushes.push_back(boxBrush({40.0 + 20 * i, -300, 0}, {200, 300, 14.0 * (i + 1)}));
    const Proof proof = bakeProof(worldOf(brushes));
    std::size_t lifts = 0, bumps = 0;
    for (int run = 0; run < 60; ++run) {
        WalkRules rules;
        rules.mode = SlideMode::Classic;
        Body body(proof, "player", false);
        WalkState state = landed(body, rules, standingAt({random.range(-100, 0), random.range(-100, 100), 40}));
        const double angle = random.range(-0.8, 0.8), rate = kRates[random.index(kRates.size())];
        for (int tick = 0; tick < std::min(rate, 100.0); ++tick) {
            if (state.onGround) state.velocity = {320 * std::cos(angle), 320 * std::sin(angle), 0};
            const WalkResult result = body.walk(rules, state, 1 / rate);
            double time = 0;
            Vec3 at = state.origin;
            bool lifted = false;
            for (const PathPoint& point : body.path()) {
                ASSERT_GE(point.time, time - 1e-12) << pathEventName(point.event);
                const double way = length(Vec3{point.position.x - at.x, point.position.y - at.y, 0});
                ASSERT_LE(way, 320 * 1.01 * (point.time - time) + 1e-6) << pathEventName(point.event);
                lifted = lifted || point.event == PathEvent::StepUp;
                bumps += point.event == PathEvent::Bump ? 1 : 0;
                time = point.time;
                at = point.position;
            }
            EXPECT_EQ(at, result.state.origin);
            if (result.steps > 0) {
                EXPECT_TRUE(lifted);
                ++lifts;
            }
            state = result.state;
        }
        EXPECT_EQ(body.faults(), 0u) << "seed " << kSeed + 2;
    }
    EXPECT_GE(lifts, 30u);
    EXPECT_GE(bumps, 100u);
}

}  // namespace
}  // namespace hullbake::test
