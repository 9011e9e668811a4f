// Proves moved and turned models: validity of transforms, refusals of baked hulls, answers computed by hand.
// oracle_turned_test.cpp compares them with the oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "runtime/runtime_support.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kSeed = 20250611;
const Box kCube{{-8, -8, -8}, {8, 8, 8}}, kFeet{{-16, -16, 0}, {16, 16, 56}}, kPoint{};

const double kHalf = std::sqrt(0.5);

TraceCall along(const Vec3& start, const Vec3& end, std::uint32_t model = 1) {
    TraceCall call{hullProbe({0}, {model}), start, end};
    call.probe.skin = 0;
    return call;
}

// Returns the call with a box instead of its hull.
TraceCall withBox(TraceCall call, const Box& box) {
    call.probe.box = box;
    return call;
}

// Return the probe or the call for a model that the game has moved.
Probe withTransform(Probe probe, const Transform& transform) {
    probe.transform = transform;
    return probe;
}
TraceCall withTransform(TraceCall call, const Transform& transform) {
    call.probe.transform = transform;
    return call;
}

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
    EXPECT_LE(length(a - b), tolerance) << text(a) << " instead of " << text(b);
}

// A door leaf 64 wide and 4 thick, hinged at the map's origin. Water and a slope are models of their own.
BakedMap doorMap() {
    return bakeText(
        worldText(boxText({-512, -512, -80}, {512, 512, -64}, "floor")) +
        entityText("func_door_rotating", boxText({0, -2, -64}, {64, 2, 64}, "door")) +
        entityText("func_water", boxText({-32, -32, -32}, {32, 32, 32}, "*water")) +
        entityText("func_wall", boxText({0, 0, 0}, {32, 32, 32}, "low") + boxText({32, 0, 0}, {64, 32, 32}, "high")));
}

TEST(Transforms, AnglesTurnAsInQuake) {
    const Transform yaw = Transform::rotated({0, 30, 0}), pitch = Transform::rotated({30, 0, 0}),
                    roll = Transform::rotated({0, 0, 30});
    const double s = 0.5, c = std::sqrt(0.75);
    expectNear(yaw.axes[0], {c, s, 0});
    expectNear(yaw.axes[1], {-s, c, 0});
    expectNear(pitch.axes[0], {c, 0, -s});  // positive looks down
    expectNear(pitch.axes[2], {s, 0, c});
    expectNear(roll.axes[1], {0, c, s});
    expectNear(roll.axes[2], {0, -s, c});
    // Roll is applied first, then pitch, then yaw: the front depends on pitch and yaw alone.
    const Transform all = Transform::rotated({45, 90, 77});
    expectNear(all.axes[0], {0, kHalf, -kHalf});
    forRandomCases(kSeed, 1000, [&](Random& random, int) {
        const Transform any = Transform::rotated(random.pointIn({{-1000, -1000, -1000}, {1000, 1000, 1000}}));
        EXPECT_TRUE(any.valid() && any.turns());
        expectNear(cross(any.axes[0], any.axes[1]), any.axes[2], 1e-15);
    });
}

TEST(Transforms, QuartersAreExact) {
    std::size_t identities = 0;
    for (int i = -8; i <= 8; ++i)
        for (int k = -8; k <= 8; ++k) {
            const Transform turn = Transform::rotated({90.0 * i, 90.0 * k, 0});
            for (const Vec3& axis : turn.axes) EXPECT_EQ(std::fabs(axis.x) + std::fabs(axis.y) + std::fabs(axis.z), 1);
            EXPECT_TRUE(turn.valid());
            if (i % 4 == 0 && k % 4 == 0) {
                EXPECT_FALSE(turn.turns()) << i << ' ' << k;
                ++identities;
            }
        }
    EXPECT_EQ(identities, 25u);
    EXPECT_FALSE(Transform().turns());
    EXPECT_EQ(Transform::rotated({0, 90, 0}).axes[0], (Vec3{0, 1, 0}));
}

// Expects every query with a transform to be refused, on a model that can be turned.
void expectRefused(const ClipMap& map, const Transform& transform, const std::string& what, std::uint32_t model = 1) {
    const TraceCall call = along({32, -50, 0}, {32, 50, 0}, model);
    const Trace boxed = traceOf(map, withTransform(withBox(call, kCube), transform)),
                baked = traceOf(map, withTransform(call, transform));
    for (const Trace& trace : {boxed, baked}) {
        EXPECT_TRUE(trace.invalid && trace.hit && trace.startsolid && trace.allsolid) << what;
        EXPECT_EQ(trace.fraction, 0) << what;
        EXPECT_TRUE(sameBits(trace.endpos, call.start)) << what;
        EXPECT_EQ(trace.contents, Contents::Empty) << what;
    }
    EXPECT_EQ(map.contentsAt(withTransform(boxProbe(kCube, {model}), transform), {32, 0, 0}), Contents::Empty) << what;
    EXPECT_EQ(map.contentsAt(withTransform(hullProbe({0}, {model}), transform), {32, 0, 0}), Contents::Empty) << what;
    const Trace hit = traceOf(map, withBox(call, kCube));
    EXPECT_FALSE(surfaceOf(map, withTransform(withBox(call, kCube), transform), hit).found) << what;
    EXPECT_FALSE(surfaceOf(map, withTransform(call, transform), hit).found) << what;
}

TEST(Transforms, WhatIsNoRotationIsRefused) {
    const BakedMap baked = doorMap();
    ASSERT_TRUE(baked.map.turnable({1}));
    ASSERT_TRUE(traceOf(baked.map, withBox(along({32, -50, 0}, {32, 50, 0}), kCube)).hit);
    std::size_t tried = 0;
    for (const double bad : {kNan, kInf, -kInf, 1e300})
        for (int i = 0; i < 15; ++i) {
            Transform transform;
            Vec3& part = i < 3 ? transform.displacement : i < 6 ? transform.pivot : transform.axes[i / 3 - 2];
            part[i % 3] = bad;
            EXPECT_FALSE(transform.valid());
            expectRefused(baked.map, transform, "a number is " + std::to_string(bad));
            ++tried;
        }
    EXPECT_EQ(tried, 60u);
    const auto refuse = [&](const char* what, const Transform& transform) {
        EXPECT_FALSE(transform.valid()) << what;
        expectRefused(baked.map, transform, what);
    };
    Transform turned = Transform::rotated({10, 20, 30}), scaled = turned, mirrored = turned, sheared = turned,
              zero = turned, swapped;
    for (Vec3& axis : scaled.axes) axis = axis * 1.001;
    mirrored.axes[2] = -mirrored.axes[2];
    sheared.axes[0] = sheared.axes[0] + sheared.axes[1] * 1e-5;
    for (Vec3& axis : zero.axes) axis = {};
    std::swap(swapped.axes[0], swapped.axes[1]);
    refuse("scaled", scaled);
    refuse("mirrored", mirrored);
    refuse("sheared", sheared);
    refuse("zero", zero);
    refuse("two axes swapped", swapped);
    refuse("angles that are not finite", Transform::rotated({0, kNan, 0}));
    refuse("infinite angles", Transform::rotated({kInf, 0, 0}));
    refuse("too far away", Transform::moved({kMaxCoordinate + 1, 0, 0}));
    EXPECT_FALSE(traceOf(baked.map, withTransform(withBox(along({32, -50, 0}, {32, 50, 0}), kCube), turned)).invalid);
}

TEST(Transforms, BakedHullsRefuseToTurn) {
    const BakedMap baked = doorMap();
    const ClipMap& map = baked.map;
    for (const Vec3& angles : {Vec3{0, 1e-9, 0}, Vec3{0, 90, 0}, Vec3{0, 180, 0}, Vec3{30, 40, 50}}) {
        const Transform turn = Transform::rotated(angles);
        const TraceCall call = along({200, -50, 0}, {200, 50, 0});
        EXPECT_TRUE(traceOf(map, withTransform(call, turn)).invalid);
        EXPECT_FALSE(traceOf(map, withTransform(withBox(call, kCube), turn)).invalid);
        EXPECT_EQ(map.contentsAt(withTransform(hullProbe({0}, {1}), turn), {32, 0, 0}), Contents::Empty);
    }
}

TEST(Transforms, BrushesWithTooManyFacesDoNotTurn) {
    const BakedMap door = doorMap();
    EXPECT_TRUE(door.map.turnable({0}));
    EXPECT_FALSE(door.map.turnable({4}));
    EXPECT_FALSE(ClipMap().turnable({0}));
    expectRefused(door.map, Transform::rotated({0, 5, 0}), "no such model", 9);
    expectRefused(ClipMap(), Transform::rotated({0, 5, 0}), "an empty map");
    EXPECT_TRUE(
        traceOf(door.map, withTransform(withBox(along({0, 0, 0}, {0, 0, -200}, 0), kCube), Transform::moved({0, 0, 8})))
            .hit);
    for (const int sides : {254, 255}) {  // plus a top and a bottom
        std::string prism = "{\n";
        const auto at = [&](int i, double z) {
            const double angle = 6.28318530717958647692 * i / sides;
            return "( " + std::to_string(4000 * std::cos(angle)) + " " + std::to_string(4000 * std::sin(angle)) + " " +
                   std::to_string(z) + " ) ";
        };
        for (int i = 0; i < sides; ++i) prism += at(i + 1, 0) + at(i, 0) + at(i, 64) + "stone 0 0 0 1 1\n";
        prism += "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) stone 0 0 0 1 1\n";
        prism += "( 0 0 64 ) ( 1 0 64 ) ( 0 -1 64 ) stone 0 0 0 1 1\n}\n";
        const BakedMap baked = bakeText(worldText("") + entityText("func_wall", prism), {{"point", {}}});
        EXPECT_EQ(baked.map.tables().brushes[0].faceCount, sides + 2);
        EXPECT_EQ(baked.map.turnable({1}), sides == 254);
        const TraceCall down = along({0, 0, 200}, {0, 0, -200});
        const Trace trace = traceOf(baked.map, withTransform(withBox(down, kCube), Transform::rotated({45, 0, 0})));
        EXPECT_EQ(trace.invalid, sides == 255);
        if (sides == 254) expectNear(trace.normal, {kHalf, 0, kHalf}, 1e-9);
        EXPECT_FALSE(traceOf(baked.map, withTransform(withBox(down, kCube), Transform::moved({1, 2, 3}))).invalid);
    }
}

// Both faces of a thin turned leaf stop a box, at the distance given by its corners.
TEST(Transforms, BothFacesOfATurnedLeaf) {
    const BakedMap baked = doorMap();
    Transform turn = Transform::rotated({0, 45, 0});
    turn.displacement = {10, 20, 30};
    // The face lies 2 beyond the line through the hinge. The cube's corner reaches 8 * sqrt(2) along the normal.
    const Vec3 normal{-kHalf, kHalf, 0}, middle = turn.displacement + Vec3{kHalf, kHalf, 0} * 32;
    for (const double side : {1.0, -1.0})
        for (const Box& box : {kCube, kPoint}) {
            const double reach = 2 + (box == kPoint ? 0 : 8 * std::sqrt(2.0));
            const TraceCall call = along(middle + normal * (60 * side), middle - normal * (60 * side));
            const Trace trace = traceOf(baked.map, withTransform(withBox(call, box), turn));
            ASSERT_TRUE(trace.hit && !trace.startsolid);
            expectNear(trace.normal, normal * side);
            EXPECT_NEAR(trace.hitFraction, (60 - reach) / 120, 1e-13);
            expectNear(trace.endpos, middle + normal * (reach * side), 1e-11);
            EXPECT_NEAR(trace.dist, dot(normal * side, turn.displacement) + reach, 1e-12);
            const Surface surface = surfaceOf(baked.map, withTransform(withBox(call, box), turn), trace);
            EXPECT_TRUE(surface.found && !surface.bevel);
            EXPECT_EQ(surface.texture, "door");
        }
    EXPECT_EQ(baked.map.contentsAt(withTransform(boxProbe(kCube, {1}), turn), middle), Contents::Solid);
    EXPECT_EQ(baked.map.contentsAt(withTransform(boxProbe(kCube, {1}), turn), middle + normal * 14), Contents::Empty);
    EXPECT_EQ(baked.map.contentsAt(withTransform(boxProbe(kCube, {1}), turn), middle + normal * 13), Contents::Solid);
    EXPECT_EQ(baked.map.contentsAt(withTransform(boxProbe(kPoint, {2}), Transform::rotated({0, 45, 0})), {32, 0, 0}),
              Contents::Water);
}

// The upright edge of a turned leaf has axial bevels only: an upright box slides along its corner.
TEST(Transforms, EdgesOfTurnedBrushesHaveTheBevelsOfUprightBoxes) {
    const BakedMap baked = doorMap();
    const Transform turn = Transform::rotated({0, 45, 0});
    // The easternmost point is the far edge of the leaf: (64, -2) turned.
    const double east = kHalf * 66;
    const TraceCall call = along({200, 30, 0}, {-200, 30, 0});
    TraceCall north = call;
    north.start.y = north.end.y = kHalf * 62;
    const Trace trace = traceOf(baked.map, withTransform(withBox(north, kCube), turn));
    ASSERT_TRUE(trace.hit);
    expectNear(trace.normal, {1, 0, 0});
    EXPECT_NEAR(trace.endpos.x, east + 8, 1e-12);
    const Surface surface = surfaceOf(baked.map, withTransform(withBox(north, kCube), turn), trace);
    EXPECT_TRUE(surface.found && surface.bevel);
    // A tilted leaf has further bevels, from its edges and the cube's.
    const Transform tilted = Transform::rotated({20, 45, 30});
    std::size_t bevels = 0;
    forRandomCases(kSeed, 2000, [&](Random& random, int) {
        const Vec3 to = random.pointIn({{0, 0, -40}, {50, 50, 40}});
        const TraceCall aimed = along(to + random.direction() * 200, to);
        const Trace hit = traceOf(baked.map, withTransform(withBox(aimed, kCube), tilted));
        const Surface side = surfaceOf(baked.map, withTransform(withBox(aimed, kCube), tilted), hit);
        EXPECT_EQ(side.found, hit.hit && !hit.allsolid);
        const double most = std::max({std::fabs(hit.normal.x), std::fabs(hit.normal.y), std::fabs(hit.normal.z)});
        bevels += side.bevel && most < 1 - 1e-9 ? 1 : 0;
    });
    EXPECT_GE(bevels, 100u);
}

// Compares the answers of all kinds of query bit by bit.
std::size_t expectSameAnswers(const ClipMap& map, const Box& box, const TraceCall& call, const Transform& one) {
    const Trace a = traceOf(map, withBox(call, box)), b = traceOf(map, withTransform(withBox(call, box), one));
    EXPECT_TRUE(sameBits(a, b)) << text(call) << "\n " << text(a) << "\n " << text(b);
    const Trace c = traceOf(map, call), d = traceOf(map, withTransform(call, one));
    EXPECT_TRUE(sameBits(c, d)) << text(call);
    EXPECT_EQ(map.contentsAt(boxProbe(box, call.probe.model), call.start),
              map.contentsAt(withTransform(boxProbe(box, call.probe.model), one), call.start));
    EXPECT_EQ(map.contentsAt(hullProbe(call.probe.hull, call.probe.model), call.start),
              map.contentsAt(withTransform(hullProbe(call.probe.hull, call.probe.model), one), call.start));
    const Surface e = surfaceOf(map, withBox(call, box), a),
                  f = surfaceOf(map, withTransform(withBox(call, box), one), b);
    EXPECT_EQ(e.found, f.found);
    EXPECT_EQ(e.line, f.line);
    EXPECT_EQ(surfaceOf(map, call, c).line, surfaceOf(map, withTransform(call, one), d).line);
    return a.hit ? 1 : 0;
}

TEST(Transforms, TheIdentityGivesTheBitsOfAnUnmovedModel) {
    const BakedMap baked = doorMap();
    Transform identity;
    identity.pivot = {7, 8, 9};  // nothing turns about it
    Random random(kSeed);
    std::cout << "seed " << kSeed << '\n';
    std::size_t hits = 0;
    for (int i = 0; i < 4000; ++i) {
        TraceCall call = along(random.pointIn({{-90, -90, -90}, {90, 90, 90}}), {}, 1 + i % 3);
        call.end = i % 7 == 0   ? call.start
                   : i % 2 == 0 ? call.start + random.direction() * random.between(1e-6, 200)
                                : random.pointIn({{0, -20, -40}, {64, 20, 40}});
        if (i % 3 == 0)
            for (int a = 0; a < 3; ++a) call.start[a] = std::round(call.start[a] / 8) * 8;
        call.probe.mask = i % 5 < 3 ? kMaskAll : kMaskBlocking;
        call.probe.skin = i % 2 == 0 ? kDefaultSkin : 0;
        call.probe.hull = {static_cast<std::uint32_t>(i % 4)};
        hits += expectSameAnswers(baked.map, i % 2 == 0 ? kCube : kFeet, call, identity);
    }
    EXPECT_GE(hits, 800u);
}

// Moving by whole units rounds nothing: the answers are those of the model in its place, shifted.
TEST(Transforms, AMovedModelAnswersShifted) {
    const BakedMap baked = doorMap();
    const ClipMap& map = baked.map;
    Random random(kSeed + 1);
    std::size_t hits = 0, solid = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 by{std::round(random.between(-1000, 1000)), std::round(random.between(-1000, 1000)), 64};
        const Transform moved = Transform::moved(by);
        TraceCall here = along(random.pointIn({{-90, -90, -90}, {90, 90, 90}}), {}, 1 + i % 3);
        for (int a = 0; a < 3; ++a) here.start[a] = std::round(here.start[a] * 64) / 64;
        here.end = i % 9 == 0 ? here.start : random.pointIn({{0, -20, -40}, {64, 20, 40}});
        for (int a = 0; a < 3; ++a) here.end[a] = std::round(here.end[a] * 64) / 64;
        here.probe.skin = kDefaultSkin;
        here.probe.mask = i % 4 < 3 ? kMaskAll : kMaskBlocking;
        TraceCall there = here;
        there.start = here.start + by;
        there.end = here.end + by;
        for (const bool query : {false, true}) {
            const Trace a = query ? traceOf(map, withBox(here, kCube)) : traceOf(map, here);
            const Trace b = query ? traceOf(map, withTransform(withBox(there, kCube), moved))
                                  : traceOf(map, withTransform(there, moved));
            ASSERT_EQ(a.hit, b.hit);
            ASSERT_EQ(a.startsolid, b.startsolid);
            ASSERT_EQ(a.allsolid, b.allsolid);
            ASSERT_EQ(a.fraction, b.fraction);
            ASSERT_EQ(a.hitFraction, b.hitFraction);
            ASSERT_EQ(a.normal, b.normal);
            ASSERT_EQ(a.contents, b.contents);
            EXPECT_NEAR(b.dist, a.dist + dot(a.normal, by), 1e-12);
            ASSERT_TRUE(b.hit || sameBits(b.endpos, there.end));
            expectNear(b.endpos, a.endpos + by, 1e-12);
            hits += b.hit ? 1 : 0;
            solid += b.startsolid ? 1 : 0;
        }
        ASSERT_EQ(map.contentsAt(boxProbe(kCube, here.probe.model), here.start),
                  map.contentsAt(withTransform(boxProbe(kCube, here.probe.model), moved), there.start));
        ASSERT_EQ(map.contentsAt(hullProbe({1}, here.probe.model), here.start),
                  map.contentsAt(withTransform(hullProbe({1}, here.probe.model), moved), there.start));
    }
    EXPECT_GE(hits, 1500u);
    EXPECT_GE(solid, 200u);
    // Positions must also be in range as seen from the model.
    const Transform far = Transform::moved({200000, 0, 0});
    EXPECT_TRUE(traceOf(map, withTransform(along({-200000, 0, 0}, {-200000, 9, 0}), far)).invalid);
    EXPECT_TRUE(traceOf(map, withTransform(withBox(along({-200000, 0, 0}, {-200000, 9, 0}), kCube), far)).invalid);
    EXPECT_FALSE(traceOf(map, withTransform(withBox(along({200032, -90, 0}, {200032, 90, 0}), kCube), far)).invalid);
}

// For axes in single precision, the nearest rotation is used.
TEST(Transforms, AxesInSinglePrecisionWillDo) {
    const BakedMap baked = doorMap();
    Random random(kSeed + 2);
    std::size_t hits = 0, rounded = 0;
    for (int i = 0; i < 2000; ++i) {
        const Transform exact = Transform::rotated(random.pointIn({{-180, -180, -180}, {180, 180, 180}}));
        Transform single = exact;
        for (Vec3& axis : single.axes)
            for (int a = 0; a < 3; ++a) axis[a] = static_cast<double>(static_cast<float>(axis[a]));
        rounded += single == exact ? 0 : 1;
        ASSERT_TRUE(single.valid());
        const TraceCall call = along(random.direction() * 150, random.pointIn({{-30, -30, -30}, {30, 30, 30}}));
        const Trace a = traceOf(baked.map, withTransform(withBox(call, kCube), exact)),
                    b = traceOf(baked.map, withTransform(withBox(call, kCube), single));
        if (!a.hit || !b.hit) continue;
        ++hits;
        EXPECT_NEAR(length(b.normal), 1, 1e-14);
        EXPECT_LE(std::fabs(dot(b.normal, a.endpos) - b.dist), 1e-4);
    }
    EXPECT_GE(hits, 1000u);
    EXPECT_GE(rounded, 1900u);
}

// Turns a model of tiles and the same model as one brush alike: sliding over and into the seams must give equal
// results.
TEST(Transforms, SeamsOfATurnedModelStopNothing) {
    std::string tiles;
    for (int i = -4; i < 4; ++i)
        for (int k = -2; k < 2; ++k)
            tiles += boxText({16.0 * i, 32.0 * k, -8}, {16.0 * i + 16, 32.0 * k + 32, 8}, "tile");
    const BakedMap baked = bakeText(worldText("") + entityText("func_wall", tiles) +
                                    entityText("func_wall", boxText({-64, -64, -8}, {64, 64, 8}, "tile")));
    Random random(kSeed + 3);
    std::size_t slides = 0, hits = 0;
    for (int i = 0; i < 3000; ++i) {
        Transform turn = Transform::rotated(i % 3 == 0 ? Vec3{0, random.between(0, 360), 0}
                                                       : random.pointIn({{-180, -180, -180}, {180, 180, 180}}));
        turn.displacement = random.pointIn({{-100, -100, -100}, {100, 100, 100}});
        const Box& box = i % 2 == 0 ? kCube : kPoint;
        // Starts lie on the grown top, up to rounding. Moves go along it, away from it and into it.
        const Vec3 up = turn.axes[2];
        const auto on = [&](double x, double y, double above) {
            return turn.displacement + turn.axes[0] * x + turn.axes[1] * y + up * (8 + support(up, box) + above);
        };
        const double into = i % 4 == 0 ? -1 : 0;
        TraceCall call = along(on(random.between(-40, 40), random.between(-40, 40), 0),
                               on(random.between(-40, 40), random.between(-40, 40), into));
        const Trace a = traceOf(baked.map, withTransform(withBox(call, box), turn));
        call.probe.model = {2};
        const Trace b = traceOf(baked.map, withTransform(withBox(call, box), turn));
        ASSERT_EQ(a.hit, b.hit) << text(call);
        ASSERT_EQ(a.hit, into != 0) << text(call);
        ASSERT_EQ(a.startsolid, false);
        slides += a.hit ? 0 : 1;
        if (!a.hit) continue;
        ++hits;
        ASSERT_NEAR(a.hitFraction, b.hitFraction, 1e-9);
        expectNear(a.normal, up, 1e-12);
    }
    EXPECT_GE(slides, 2000u);
    EXPECT_GE(hits, 700u);
}

}  // namespace
}  // namespace hullbake::test
