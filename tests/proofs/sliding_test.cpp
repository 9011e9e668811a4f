// Proves rows B3, B4, B6 and C1 to C3: sliding along walls, down ramps, through cracks and into crevices.
#include <array>
#include <iostream>

#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20241106;
constexpr std::array<double, 6> kRates = {10, 30, 64, 125, 333, 1000};

Vec3 tangent(const Vec3& v, const Vec3& normal) {
    return v - normal * dot(v, normal);
}

// C1: along walls at any angle and rate, the body covers the distance of its velocity's part along the wall and keeps
// the skin.
TEST(StuckOnDiagonalWalls, SlidesAsFarAsTheVelocityTakesItAtAnyAngleAndRate) {
    SplitMix random(kSeed);
    const int walls = sized(10, 60);
    std::size_t slides = 0;
    for (int wall = 0; wall < walls; ++wall) {
        const Vec3 normal = random.direction();
        const Proof proof = bakeProof(worldOf({slabBrush({0, 0, 0}, normal, 4096)}));
        for (const char* hull : {"point", "player", "corner"})
            for (const bool query : {false, true}) {
                Body body(proof, hull, query);
                const double rate = kRates[random.index(kRates.size())];
                const double out = support(normal, proof.clip.hull(body.probe().hull).box);
                SlideInput input;
                input.seconds = 1 / rate;
                input.origin = normal * (out + kDefaultSkin);
                input.velocity = random.direction() * random.range(1, 50 * std::min(rate, 30.0));
                if (dot(input.velocity, normal) > 0)
                    input.velocity = input.velocity - normal * (2 * dot(input.velocity, normal));
                if (dot(input.velocity, normal) > -0.05 * length(input.velocity)) continue;
                const Vec3 push = input.velocity, along = tangent(push, normal), start = input.origin;
                for (int tick = 0; tick < 40; ++tick) {
                    const SlideResult result = body.slide(input);
                    input.origin = result.origin;
                    input.velocity = push;
                    ASSERT_GE(dot(result.origin, normal) - out, kDefaultSkin - 1e-6);
                    ASSERT_LE(length(result.velocity - along), 1e-6 * length(push));
                    ++slides;
                }
                const Vec3 way = tangent(input.origin - start, normal);
                ASSERT_LE(length(way - along * (40 / rate)), 1e-6 * length(push) + 0.02) << text(normal) << ' ' << rate;
                EXPECT_EQ(body.faults(), 0u) << "seed " << kSeed;
                EXPECT_EQ(body.contacts(), 40u);
            }
    }
    EXPECT_GE(slides, sized(1500u, 10000u));
}

// C2: down a ramp too steep to stand on, gravity alone gives the analytic speed, at any rate.
TEST(RampBug, ADescentKeepsTheAnalyticSpeed) {
    for (const double rise : {1100.0, 2048.0, 4000.0}) {
        const Proof proof = bakeProof(worldOf({rampBrush(1024, rise, 512)}));
        const Vec3 down = Vec3{-1024, 0, -rise} * (1 / std::sqrt(1024 * 1024 + rise * rise));
        for (const double rate : {64.0, 100.0, 1000.0})
            for (const bool query : {false, true}) {
                Body body(proof, "player", query);
                SlideInput input;
                input.origin = {1000, 0, rise + 100};
                input.acceleration = {0, 0, -800};
                input.seconds = 1 / rate;
                const double pull = 800 * -down.z;
                double since = -1, speedThen = 0;
                for (int tick = 0; tick < 1.2 * rate; ++tick) {
                    const SlideResult result = body.slide(input);
                    input.origin = result.origin;
                    input.velocity = result.velocity;
                    if (since < 0 && !result.blocked) continue;
                    if (since < 0) {
                        since = 0;
                        speedThen = dot(result.velocity, down);
                        continue;
                    }
                    since += 1 / rate;
                    const double analytic = speedThen + pull * since;
                    ASSERT_GE(dot(result.velocity, down), analytic * 0.999) << rate << " a second, after " << since;
                    ASSERT_LE(dot(result.velocity, down), analytic * 1.000001) << rate << " a second, after " << since;
                }
                EXPECT_GE(since, 0.5);
                EXPECT_EQ(body.faults(), 0u);
            }
    }
}

// C2: in a crack hardly wider than the body, both walls are touched and the fall stays free.
TEST(RampBug, FallingInANarrowCrackKeepsGravity) {
    SplitMix random(kSeed + 1);
    const Proof proof = bakeProof(worldOf(
        {boxBrush({-128, -128, -4096}, {-16.0625, 128, 64}), boxBrush({16.0625, -128, -4096}, {128, 128, 64})}));
    std::size_t touches = 0;
    for (const double rate : kRates)
        for (const bool query : {false, true}) {
            Body body(proof, "player", query);
            SlideInput input;
            input.acceleration = {0, 0, -800};
            input.seconds = 1 / rate;
            double time = 0;
            for (int tick = 0; tick < 2 * rate; ++tick) {
                input.velocity.x = random.range(-300, 300);
                const SlideResult result = body.slide(input);
                touches += result.blocked ? 1 : 0;
                input.origin = result.origin;
                input.velocity = result.velocity;
                time += 1 / rate;
                ASSERT_NEAR(result.velocity.z, -800 * time, 1e-3 * 800 * time) << rate;
                // A tick that a contact divides falls too far by at most an eighth of its own part.
                ASSERT_LE(result.origin.z, -400 * time * time * (1 - 1e-3)) << rate;
                ASSERT_GE(result.origin.z, -400 * time * time * (1 + 1e-3) - 100 / (rate * rate) * (tick + 1)) << rate;
            }
            EXPECT_EQ(body.faults(), 0u) << "seed " << kSeed + 1;
        }
    EXPECT_GE(touches, 2000u);
}

// Returns the normals of a wedge of `degrees`, or of a pyramid of `sides` planes, about a random axis.
std::vector<Vec3> creviceNormals(SplitMix& random, double degrees, int sides) {
    const Vec3 axis = random.direction();
    const auto [u, v] = oracle::across(axis);
    std::vector<Vec3> normals;
    const double half = degrees * 3.14159265358979323846 / 360;
    for (int i = 0; i < sides; ++i) {
        const double turn = 2 * 3.14159265358979323846 * i / sides;
        const Vec3 outward = u * std::cos(turn) + v * std::sin(turn);
        normals.push_back(axis * std::sin(half) - outward * std::cos(half));
    }
    return normals;
}

// Pushes a body into a crevice from all directions. It must never get through or keep a velocity into a plane.
void pushInto(const std::vector<Vec3>& normals, SplitMix& random, int ticks, std::size_t& contacts) {
    std::vector<MapBrush> slabs;
    Vec3 open;
    for (const Vec3& normal : normals) {
        slabs.push_back(slabBrush({0, 0, 0}, normal));
        open = open + normal;
    }
    open = oracle::normalized(open);
    const Proof proof = bakeProof(worldOf(slabs), false, {{"point", {}}, {"player", {{-16, -16, -24}, {16, 16, 32}}}});
    for (const char* hull : {"point", "player"})
        for (const bool query : {false, true}) {
            Body body(proof, hull, query);
            // Back up along the middle until free, in steps small enough for a wedge of one degree.
            const Vec3 start = open * 400;
            if (body.solids().inside(start, kMaskBlocking)) continue;
            SlideInput input;
            input.origin = start;
            for (int tick = 0; tick < ticks / 4; ++tick) {
                input.seconds = 1 / kRates[random.index(kRates.size())];
                input.velocity = random.direction() * std::exp(random.range(std::log(1e-3), std::log(10000.0)));
                if (!random.chance(0.1))
                    input.velocity = input.velocity - open * (length(input.velocity) * random.range(0, 2));
                const SlideResult result = body.slide(input);
                input.origin = length(result.origin) > 450 ? start : result.origin;
            }
            ASSERT_EQ(body.faults(), 0u) << "seed " << kSeed + 2 << ", " << normals.size() << " planes, " << text(open);
            contacts += body.contacts();
        }
}

// C3: no wedge lets the body through.
TEST(AcuteCrevices, WedgesOfAllAnglesAreNeverPassed) {
    SplitMix random(kSeed + 2);
    std::size_t contacts = 0;
    for (const double degrees : {1., 2., 5., 10., 20., 30., 45., 60., 75., 89., 90., 91., 105., 120., 150., 170., 179.})
        ASSERT_NO_FATAL_FAILURE(pushInto(creviceNormals(random, degrees, 2), random, 10000, contacts)) << degrees;
    EXPECT_GE(contacts, 50000u);
}

TEST(AcuteCrevices, ConesOfThreeToEightPlanesAreNeverPassed) {
    SplitMix random(kSeed + 3);
    std::size_t contacts = 0;
    for (int sides = 3; sides <= 8; ++sides)
        for (const double degrees : {10., 40., 90., 140.})
            ASSERT_NO_FATAL_FAILURE(pushInto(creviceNormals(random, degrees, sides), random, 10000, contacts)) << sides;
    EXPECT_GE(contacts, 60000u);
}

// C3: along the seam of an acute wedge, a push continues with its component along the seam.
TEST(AcuteCrevices, TheWayAlongTheSeamIsNeverLost) {
    SplitMix random(kSeed + 4);
    const int turns = sized(2, 6);
    std::size_t runs = 0;
    for (const double degrees : {5., 20., 45., 60., 80.})
        for (int turn = 0; turn < turns; ++turn) {
            const std::vector<Vec3> normals = creviceNormals(random, degrees, 2);
            const Proof proof =
                bakeProof(worldOf({slabBrush({0, 0, 0}, normals[0], 2048), slabBrush({0, 0, 0}, normals[1], 2048)}));
            const Vec3 seam = oracle::normalized(cross(normals[0], normals[1]));
            const Vec3 open = oracle::normalized(normals[0] + normals[1]);
            Body body(proof, "point", turn % 2 == 1);
            SlideInput input;
            input.origin = open * 100;
            input.seconds = 1 / kRates[random.index(kRates.size())];
            const Vec3 push = seam * 100 - open * random.range(50, 400);
            for (int tick = 0; tick < 1500 && dot(input.origin, open) > 40; ++tick) {
                input.velocity = open * -1000;
                input.origin = body.slide(input).origin;
            }
            for (int tick = 0; tick < 50; ++tick) {
                input.velocity = push;
                input.origin = body.slide(input).origin;
            }
            const Vec3 from = input.origin;
            for (int tick = 0; tick < 100; ++tick) {
                input.velocity = push;
                const SlideResult result = body.slide(input);
                ASSERT_GE(dot(result.velocity, seam), 99.9) << degrees;
                input.origin = result.origin;
            }
            EXPECT_NEAR(dot(input.origin - from, seam), 100 * 100 * input.seconds, 0.1) << degrees;
            EXPECT_EQ(body.faults(), 0u) << "seed " << kSeed + 4;
            ++runs;
        }
    EXPECT_EQ(runs, sized(10u, 30u));
}

// B3: a million tiny pushes into a corner do not creep into it.
TEST(CreepingIntoWalls, AMillionTinyMovesStayOutside) {
    SplitMix random(kSeed + 5);
    const Vec3 normal = oracle::normalized({0.3, 0.2, 0.9}), other = oracle::normalized({-0.5, 0.8, 0.1});
    const Proof proof = bakeProof(worldOf({slabBrush({0, 0, 0}, normal), slabBrush({0, 0, 0}, other)}));
    const Body body(proof, "player", false);
    const Box box = proof.clip.hull(body.probe().hull).box;
    SlideInput input;
    input.origin = normal * (support(normal, box) + 40) + other * (support(other, box) + 40);
    input.seconds = 1.0 / 1000;
    const int ticks = sized(100000, 1000000);
    std::size_t blocked = 0;
    for (int tick = 0; tick < ticks; ++tick) {
        input.velocity = (normal + other) * -random.range(0, 200) + random.direction() * random.range(0, 2);
        if (tick >= 2000) input.velocity = input.velocity * 1e-3;
        const SlideResult result = slide(proof.clip, body.probe(), input);
        ASSERT_EQ(result.status, SlideStatus::Moved);
        blocked += result.blocked ? 1 : 0;
        input.origin = result.origin;
    }
    EXPECT_GE(blocked, sized(90000u, 900000u));
    EXPECT_GE(dot(input.origin, normal) - support(normal, box), kDefaultSkin - 1e-3);
    EXPECT_GE(dot(input.origin, other) - support(other, box), kDefaultSkin - 1e-3);
}

// B6: a start inside a floor and two walls comes out of all of them, inside the room.
TEST(WaysOutOfSolid, AStartInFloorAndTwoWallsIsMovedOutOnTheRightSide) {
    SplitMix random(kSeed + 6);
    const Proof proof = bakeScene("floor_two_walls_corner");
    std::size_t out = 0;
    const Vec3 start{0, 0, 100};
    const SolidSet solids = proof.solids(proof.hull("player"));
    const Probe player{.hull = proof.hull("player")}, atContact = exact(player.hull);
    for (int i = 0; i < 2000; ++i) {
        // From the free start, move to a contact and then slightly into solid.
        const Vec3 way = random.direction() * 4000;
        const Trace trace = proof.clip.trace(atContact, start, start + way);
        if (!trace.hit || trace.startsolid) continue;
        SlideInput input;
        input.origin = start + way * trace.hitFraction + way * (random.range(0.01, 0.8) / 4000);
        if (!solids.inside(input.origin, kMaskBlocking, {1e-3})) continue;
        input.velocity = random.direction() * 100;
        input.seconds = 0.01;
        const SlideResult result = slide(proof.clip, player, input);
        ASSERT_EQ(result.status, SlideStatus::Moved) << text(input.origin);
        ASSERT_FALSE(solids.inside(result.origin, kMaskBlocking, {1e-3})) << text(input.origin);
        ASSERT_FALSE(proof.clip.trace(atContact, start, result.origin).fraction < 0.5) << text(input.origin);
        input.unstick = 0;
        ASSERT_EQ(slide(proof.clip, player, input).status, SlideStatus::Stuck);
        ++out;
    }
    EXPECT_GE(out, 1000u) << "seed " << kSeed + 6;
}

TEST(BadMoves, AreInvalidAndStay) {
    const Proof proof = bakeScene("player_on_floor");
    const double nan = std::nan(""), inf = 1e308 * 10;
    std::size_t refused = 0;
    const auto refuse = [&](const SlideInput& input, const Probe& probe) {
        const SlideResult result = slide(proof.clip, probe, input);
        EXPECT_EQ(result.status, SlideStatus::Invalid);
        EXPECT_EQ(result.pathPoints, 0u);
        WalkState state;
        state.origin = input.origin;
        state.velocity = input.velocity;
        if (input.acceleration == Vec3{} && input.unstick >= 0) {
            EXPECT_EQ(walk(proof.clip, probe, {}, state, input.seconds).status, SlideStatus::Invalid);
        }
        ++refused;
    };
    SlideInput good;
    good.origin = {0, 0, 64};
    good.seconds = 0.1;
    const Probe sound{.hull = HullId{0}};
    EXPECT_EQ(slide(proof.clip, sound, good).status, SlideStatus::Moved);
    for (const double bad : {nan, inf, -inf}) {
        SlideInput origin = good, velocity = good, acceleration = good, seconds = good, unstick = good;
        origin.origin.y = velocity.velocity.z = acceleration.acceleration.x = seconds.seconds = unstick.unstick = bad;
        for (const SlideInput& input : {origin, velocity, acceleration, seconds}) refuse(input, sound);
        if (bad != inf) {
            EXPECT_EQ(slide(proof.clip, sound, unstick).status, SlideStatus::Invalid);
        }
    }
    SlideInput fast = good, late = good;
    late.seconds = -1;
    for (const double speed : {1e7, 1e100, 1e300, 1e308}) {
        fast.velocity = {speed, 0, 0};
        refuse(fast, sound);
    }
    refuse(late, sound);
    Probe hull = sound, model = sound, box = sound, skin = sound;
    hull.hull.value = 99;
    model.model.value = 99;
    box.box = Box{{1, 0, 0}, {-1, 0, 0}};
    skin.skin = nan;
    for (const Probe& bad : {hull, model, box, skin}) refuse(good, bad);
    EXPECT_EQ(slide(ClipMap(), sound, good).status, SlideStatus::Invalid);
    EXPECT_EQ(refused, 21u);
}

}  // namespace
}  // namespace hullbake::test
