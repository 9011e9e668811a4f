// Proves what is true of every move: split traces equal whole ones, tiny moves do not creep, ends are never in solid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

BakedMap bakeDemo() {
    std::string demo, error;
    EXPECT_TRUE(readFile(std::string(HULLBAKE_SOURCE_ROOT) + "/maps/demo/demo.map", demo, error)) << error;
    std::vector<HullSpec> hulls = gameHulls("quake");
    for (HullSpec& hull : testHulls())
        if (hull.name == "feet" || hull.name == "corner") hulls.push_back(hull);
    return bakeText(demo, hulls, true);
}

const BakedMap& demo() {
    static const BakedMap baked = bakeDemo();
    return baked;
}

Box demoBounds() {
    Box bounds = demo().map.model({}).bounds;
    return {bounds.mins - Vec3{16, 16, 16}, bounds.maxs + Vec3{16, 16, 16}};
}

// Draws a start anywhere in the level and, in turn, an end nearby, far away or along an axis.
TraceCall randomMove(ProbeKind kind, Random& random, const Box& bounds, std::size_t turn) {
    TraceCall call;
    const ClipMap& map = demo().map;
    call.probe = probeOf(kind, map, {static_cast<std::uint32_t>(turn % map.hullCount())});
    call.start = random.pointIn(bounds);
    const std::size_t way = turn / map.hullCount() % 4;
    if (way == 0) call.end = random.pointIn(bounds);
    if (way == 1) call.end = call.start + random.direction() * random.between(0.01, 64);
    if (way == 2) call.end = call.start + random.direction() * random.between(64, 512);
    if (way == 3) {
        for (int axis = 0; axis < 3; ++axis) call.start[axis] = std::floor(call.start[axis]);
        call.end = call.start;
        call.end[static_cast<int>(random.index(3))] += std::floor(random.between(-300, 300));
    }
    return call;
}

// Counts faults and prints the first few in full.
class Faults {
  public:
    void note(const std::string& fault) {
        if (fault.empty()) return;
        if (++count_ <= 4) ADD_FAILURE() << fault;
    }
    std::size_t count() const { return count_; }

  private:
    std::size_t count_ = 0;
};

class ContractMoves : public EachProbeKind {};

TEST_P(ContractMoves, EndsAreNeverInSolid) {
    constexpr std::uint64_t kSeed = 811;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const ClipMap& map = demo().map;
    const Box bounds = demoBounds();
    Faults faults;
    std::size_t outside = 0, hits = 0, slid = 0, tried = 0;
    const std::size_t wanted = sized(20000, std::size_t{100000});
    for (; outside < wanted && tried < 2000000; ++tried) {
        TraceCall call = randomMove(GetParam(), random, bounds, tried);
        if (tried % 3 == 0) call.probe.skin = 0;
        // Only baked hulls treat the void as solid.
        if (any(map.contentsAt(hullProbe(call.probe.hull), call.start) & kMaskBlocking) !=
            any(map.contentsAt(call.probe, call.start) & kMaskBlocking))
            continue;
        const Trace trace = traceOf(map, call);
        faults.note(contractFault(map, call, trace));
        if (trace.startsolid) continue;
        ++outside;
        if (any(map.contentsAt(call.probe, trace.endpos) & kMaskBlocking))
            faults.note("contents of the end are solid: " + text(call) + " answered " + text(trace));
        if (!trace.hit) continue;
        ++hits;
        // Continue along the wall from the contact: such starts lie on or near surfaces, often in corners.
        TraceCall slide = call;
        slide.start = trace.endpos;
        const Vec3 left = call.end - trace.endpos;
        slide.end = slide.start + left - trace.normal * dot(left, trace.normal);
        const Trace next = traceOf(map, slide);
        faults.note(contractFault(map, slide, next));
        if (next.startsolid) faults.note("starts in solid: " + text(slide));
        slid += next.fraction > 0 ? 1 : 0;
    }
    EXPECT_EQ(faults.count(), 0u);
    EXPECT_EQ(outside, wanted);
    EXPECT_GE(hits, wanted * 2 / 5);
    EXPECT_GE(slid, wanted / 5);
}

struct SplitCounts {
    std::size_t firstHalf = 0, secondHalf = 0, misses = 0, fromInside = 0;
};

// Cuts the trace at `share` of its length: the two parts together must answer like the whole.
void checkSplit(const ClipMap& map, const TraceCall& whole, double share, SplitCounts& counts) {
    const Vec3 delta = whole.end - whole.start, middle = whole.start + delta * share;
    TraceCall first = whole, second = whole;
    first.end = second.start = middle;
    const Trace all = traceOf(map, whole), one = traceOf(map, first), two = traceOf(map, second);
    SCOPED_TRACE(text(whole) + " cut at " + text(middle));
    ASSERT_EQ(all.startsolid, one.startsolid);
    if (all.startsolid) ++counts.fromInside;
    // If a part ends in solid without a hit of its own, the rest starts in solid there.
    if (one.allsolid) {
        ASSERT_EQ(all.allsolid, two.allsolid);
        if (all.allsolid) return;
    }
    const bool firstHit = one.hit && !one.allsolid;
    ASSERT_EQ(all.hit, firstHit || two.hit);
    if (!all.hit) {
        ++counts.misses;
        return;
    }
    const Trace& part = firstHit ? one : two;
    const double at = firstHit ? one.hitFraction * share : share + two.hitFraction * (1 - share);
    ++(firstHit ? counts.firstHalf : counts.secondHalf);
    ASSERT_EQ(part.contents, all.contents);
    // Measure across the surface: at grazing angles the contact along the move is uncertain.
    ASSERT_LE(std::fabs(at - all.hitFraction) * std::fabs(dot(delta, all.normal)), 1e-6);
}

TEST_P(ContractMoves, SplitTracesEqualWholeOnes) {
    constexpr std::uint64_t kSeed = 4242;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const Box bounds = demoBounds();
    SplitCounts counts;
    for (std::size_t i = 0; i < 60000; ++i) {
        TraceCall call = randomMove(GetParam(), random, bounds, i);
        call.probe.skin = 0;
        ASSERT_NO_FATAL_FAILURE(checkSplit(demo().map, call, random.between(0.02, 0.98), counts));
    }
    EXPECT_GE(counts.firstHalf, 4000u);
    EXPECT_GE(counts.secondHalf, 4000u);
    EXPECT_GE(counts.misses, 4000u);
    EXPECT_GE(counts.fromInside, 4000u);
}

//   z|   .          a floor, a slope that rises from it to the west (3x + 4z = 192), in the north a wall that
//    |\  . north     stands on both: boxes push at each alone and into the recesses along the wall
//    | \ .
//    |__\.______ x
BakedMap bakeWalls() {
    const std::string slope = R"({
( 64 8 0 ) ( 64 0 0 ) ( 0 0 48 ) stone 0 0 0 1 1
( 0 0 8 ) ( 0 0 0 ) ( 0 8 0 ) stone 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) stone 0 0 0 1 1
( 0 512 8 ) ( 0 512 0 ) ( 8 512 0 ) stone 0 0 0 1 1
( 8 -512 0 ) ( 0 -512 0 ) ( 0 -512 8 ) stone 0 0 0 1 1
}
)";
    return bakeText(worldText(slope + boxText({-512, -512, -32}, {512, 512, 0}, "stone") +
                              boxText({-32, 448, -32}, {512, 480, 512}, "stone")));
}

struct Push {
    const char* name;
    Vec3 start, towards;
    std::vector<Vec3> normals;  // planes pushed against; their distances are those at the start
};

// Every position, after each of `moves` moves, stays outside all planes pushed against, up to the tolerance.
void pushOn(const ClipMap& map, const Push& push, const Probe& probe, std::size_t moves, Random& random,
            std::size_t& stopped) {
    TraceCall call;
    call.probe = probe;
    call.start = push.start;
    std::vector<Plane> planes;
    for (const Vec3& normal : push.normals) {
        // Find the plane at the box's origin with a long trace straight at it.
        const Trace trace = map.trace(probe, push.start, push.start - normal * 40);
        ASSERT_TRUE(trace.hit) << push.name;
        ASSERT_LE(length(trace.normal - normal), 1e-12) << push.name;
        planes.push_back({trace.normal, trace.dist});
    }
    for (std::size_t i = 0; i < moves; ++i) {
        const double size = std::pow(10.0, random.between(-7, -3));
        call.end = call.start + (push.towards + random.direction() * 0.6) * size;
        const Trace trace = traceOf(map, call);
        ASSERT_EQ(contractFault(map, call, trace), "") << push.name << ", move " << i;
        ASSERT_FALSE(trace.startsolid) << push.name << ", move " << i << ": " << text(call);
        bool known = !trace.hit;
        for (const Plane& plane : planes) {
            ASSERT_GE(distanceTo(plane, trace.endpos), -kSurfaceTolerance * 1.001) << push.name << ", move " << i;
            known = known || (length(plane.normal - trace.normal) < 1e-12 && std::fabs(plane.dist - trace.dist) < 1e-9);
        }
        ASSERT_TRUE(known) << push.name << ", move " << i << " hit another plane: " << text(call) << " answered "
                           << text(trace);
        stopped += trace.hit ? 1 : 0;
        call.start = trace.endpos;
    }
}

// Ends lie a few millionths deep in one or both of two planes that meet in a recess. A point within the tolerance of
// each plane may still be further than the tolerance from free space:
//
//      free  |#              the corner of the recess is further from x than either plane
//      ______|#
//      ######x#
TEST_P(ContractMoves, EndsInARecess) {
    constexpr std::uint64_t kSeed = 1000003;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const BakedMap baked = bakeWalls();
    const Vec3 north{0, -1, 0}, floor{0, 0, 1}, slope{0.6, 0, 0.8};
    Faults faults;
    std::size_t ended = 0, stopped = 0;
    for (std::size_t i = 0; i < 40000; ++i) {
        TraceCall call;
        call.probe = probeFor(baked.map, {static_cast<std::uint32_t>(i % 4)});
        call.probe.skin = 0;
        const Box box = baked.map.hull(call.probe.hull).box;
        // The contact touches both planes of the recess: y comes from the wall, x and z from the floor or the slope.
        const bool onSlope = i % 8 < 4;
        const Vec3& other = onSlope ? slope : floor;
        Vec3 foot{onSlope ? 32.0 : 300.0, 448 - box.maxs.y, onSlope ? 24.0 : 0.0};
        if (onSlope)
            foot = foot + slope * support(slope, box);
        else
            foot.z -= box.mins.z;
        call.start = foot + north * random.between(0, 100) + other * random.between(0, 100);
        if (i % 3 == 0) call.start = foot + north * random.between(-5e-6, 2e-5) + other * random.between(-5e-6, 2e-5);
        call.end = foot - north * random.between(-1e-5, 2e-5) - other * random.between(-1e-5, 2e-5);
        const Trace trace = traceOf(baked.map, call);
        if (trace.startsolid) faults.note("starts in solid: " + text(call));
        faults.note(contractFault(baked.map, call, trace));
        ++(trace.hit ? stopped : ended);
    }
    EXPECT_EQ(faults.count(), 0u);
    EXPECT_GE(ended, 8000u);
    EXPECT_GE(stopped, 8000u);
}

TEST_P(ContractMoves, AMillionTinyMovesDoNotCreep) {
    constexpr std::uint64_t kSeed = 99;
    std::cout << "seed " << kSeed << '\n';
    const BakedMap baked = bakeWalls();
    const Vec3 slope{0.6, 0, 0.8};
    const std::vector<Push> pushes = {
        {"floor", {-200, 0, 40}, {0, 0, -1}, {{0, 0, 1}}},
        {"slope", {40, 0, 70}, slope * -1, {slope}},
        {"floor and wall", {200, 400, 40}, {0, 0.7, -0.7}, {{0, -1, 0}, {0, 0, 1}}},
        {"slope and wall", {40, 400, 70}, {-0.42, 0.7, -0.56}, {{0, -1, 0}, slope}},
    };
    std::size_t total = 0, stopped = 0;
    Random random(kSeed);
    for (const Push& push : pushes)
        for (const char* hull : {"point", "centred", "feet", "corner"})
            for (const double skin : {0.0, kDefaultSkin}) {
                // Approach the surface with one long move, as a player does.
                TraceCall approach;
                approach.probe = probeFor(baked, hull);
                approach.start = push.start;
                approach.end = push.start + push.towards * 100;
                approach.probe.skin = skin;
                Push there = push;
                there.start = traceOf(baked.map, approach).endpos;
                constexpr std::size_t kMoves = 40000;
                EXPECT_NO_FATAL_FAILURE(pushOn(baked.map, there, approach.probe, kMoves, random, stopped));
                total += kMoves;
            }
    EXPECT_GE(total, 1000000u);
    EXPECT_GE(stopped, 200000u);
}

// The trace starts inside one brush and runs along the edge of a second one, on its floor and its wall, until both end.
// Beyond, only the wall continues, as the side of a third brush. The trace enters that wall, however flat the angle.
TEST_P(ContractMoves, PlanesOfBrushesThatHaveEndedAreNotInTheWay) {
    const BakedMap baked = bakeText(worldText(boxText({-84, -48, -76}, {-16, -16, -24}, "stone") +
                                              boxText({-84, -48, -76}, {-16, 500, 104}, "stone") +
                                              boxText({-80, -184, 0}, {48, -16, 104}, "stone")));
    std::size_t met = 0;
    for (const double before : {2e-3, 1e-3, 5e-4, 1e-4})
        for (const Vec3& way : {Vec3{-0.36, 392, -44.4}, Vec3{-0.72, 784, -30}, Vec3{-0.36, 392, -100}}) {
            TraceCall call;
            call.probe = probeFor(baked, "centred");
            call.start = {0, -before, 0};
            call.end = call.start + way;
            const Trace trace = traceOf(baked.map, call);
            EXPECT_TRUE(trace.hit && trace.startsolid && !trace.allsolid) << before;
            EXPECT_EQ(trace.normal, (Vec3{1, 0, 0})) << before;
            EXPECT_EQ(trace.dist, 0) << before;
            ++met;
        }
    EXPECT_EQ(met, 12u);
}

// A ridge at height 0 lies between boxes whose tops are less than a millionth lower, off the grid. The tree treats the
// ridge as on their plane and cuts it off there. A trace that comes down onto the ridge at a flat angle must hit one of
// its slopes, not the level of the boxes.
TEST_P(ContractMoves, RidgesAreMetByTheirOwnSlopes) {
    std::string brushes = R"({
( 0 0 0 ) ( 0 8 0 ) ( 64 8 -64 ) stone 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( -64 0 -64 ) stone 0 0 0 1 1
( 0 -400 0 ) ( 64 -400 -64 ) ( -64 -400 -64 ) stone 0 0 0 1 1
( 0 400 0 ) ( -64 400 -64 ) ( 64 400 -64 ) stone 0 0 0 1 1
( 0 8 -64 ) ( 0 0 -64 ) ( 8 0 -64 ) stone 0 0 0 1 1
}
)";
    for (const double x : {-340, -240, -140, 100, 200, 300})
        brushes += boxText({x, -400, -64}, {x + 32, 400, -4e-7}, "stone");
    const BakedMap baked = bakeText(worldText(brushes), {{"point", {{0, 0, 0}, {0, 0, 0}}}});
    std::size_t met = 0;
    for (const double from : {1e-3, 5e-4, 2e-4})
        for (const double aside : {-1e-7, 0.0, 1e-7}) {
            TraceCall call;
            call.probe = probeFor(baked, "point");
            call.start = {aside, -300, from};
            call.end = {aside, 300, -2 * from};
            const Trace trace = traceOf(baked.map, call);
            EXPECT_TRUE(trace.hit && !trace.startsolid) << from << ' ' << aside;
            EXPECT_NEAR(std::fabs(trace.normal.x), std::sqrt(0.5), 1e-12) << from << ' ' << aside;
            EXPECT_NEAR(trace.normal.z, std::sqrt(0.5), 1e-12) << from << ' ' << aside;
            EXPECT_NEAR(trace.hitFraction, 1.0 / 3, 1e-3) << from << ' ' << aside;
            ++met;
        }
    EXPECT_EQ(met, 9u);
}

HULLBAKE_FOR_EACH_PROBE_KIND(ContractMoves);

}  // namespace
}  // namespace hullbake::test
