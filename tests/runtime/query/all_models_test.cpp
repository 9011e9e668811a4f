// Proves that probes of all models answer like the models one by one, merged.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <string>

#include "runtime/query/probe_kinds.hpp"

namespace hullbake::test {
namespace {

//   z|          door, model 1                  lift, model 3, stands on the floor and reaches into the water
//    |  ........| |......~~~~~~~~.|==|...
//    |__________|_|______~water~~_|__|___x     water, model 2; the floor is the world's
//    |###################################
class AllModels : public EachProbeKind {
  protected:
    AllModels()
        : baked_(bakeText(worldText(boxText({-256, -256, -32}, {256, 256, 0}, "floor")) +
                          entityText("func_door", boxText({-68, -64, 0}, {-60, 64, 96}, "door")) +
                          entityText("func_water", boxText({16, -96, 0}, {96, 96, 40}, "*water")) +
                          entityText("func_plat", boxText({80, -48, 0}, {128, 48, 64}, "lift")))),
          map_(baked_.map) {}

    Probe all(const char* hull) const {
        Probe probe = probeFor(baked_, hull);
        probe.model = kAllModels;
        return probe;
    }
    static TraceCall through(TraceCall call, std::uint32_t model) {
        call.probe.model = {model};
        return call;
    }

    // Merges the traces through the models: the nearest hit wins, and the first model among equally near ones.
    Trace merged(const TraceCall& call) const {
        Trace nearest;
        nearest.endpos = call.end;
        bool startsolid = false, allsolid = false, invalid = false;
        Contents around = Contents::Empty;
        for (std::uint32_t m = 0; m < map_.modelCount(); ++m) {
            const Trace trace = traceOf(map_, through(call, m));
            startsolid = startsolid || trace.startsolid;
            allsolid = allsolid || trace.allsolid;
            invalid = invalid || trace.invalid;
            if (!trace.hit) around |= trace.contents;
            if (trace.hit && (!nearest.hit || trace.hitFraction < nearest.hitFraction)) nearest = trace;
        }
        nearest.startsolid = startsolid;
        nearest.allsolid = allsolid;
        nearest.invalid = invalid;
        if (!nearest.hit) nearest.contents = around;
        return nearest;
    }

    TraceCall randomCall(Random& random, int turn) const {
        TraceCall call{all(testHulls()[random.index(4)].name.c_str()), {}, {}};
        call.start = random.pointIn({{-160, -120, -8}, {160, 120, 120}});
        call.end = random.pointIn({{-160, -120, -40}, {160, 120, 120}});
        if (turn % 5 == 0) call.end = call.start;
        if (turn % 3 == 0)
            for (int a = 0; a < 3; ++a) call.start[a] = std::round(call.start[a] / 8) * 8;
        if (turn % 2 == 0) call.probe.mask = kMaskAll;
        if (turn % 7 == 0) call.probe.skin = 0;
        return call;
    }

    BakedMap baked_;
    const ClipMap& map_;
};

TEST_P(AllModels, TheNearestHitCounts) {
    struct Case {
        const char* what;
        Vec3 start, end;
        Contents mask;
        std::uint32_t model;
        Vec3 endpos;
    };
    const Case cases[] = {
        {"the door before the lift", {-200, 0, 8}, {200, 0, 8}, kMaskBlocking, 1, {-68, 0, 8}},
        {"the lift behind the water", {0, 0, 8}, {200, 0, 8}, kMaskBlocking, 3, {80, 0, 8}},
        {"the water before the lift", {0, 0, 8}, {200, 0, 8}, kMaskAll, 2, {16, 0, 8}},
        {"the floor", {0, 0, 50}, {0, 0, -50}, kMaskBlocking, 0, {0, 0, 0}},
        {"the lift's top before the floor", {100, 0, 90}, {100, 0, -50}, kMaskAll, 3, {100, 0, 64}},
    };
    for (const Case& c : cases) {
        TraceCall call{all("point"), c.start, c.end};
        call.probe.mask = c.mask;
        call.probe.skin = 0;
        const Trace trace = traceOf(map_, call);
        EXPECT_EQ(contractFault(map_, call, trace), "") << c.what;
        EXPECT_TRUE(trace.hit) << c.what;
        EXPECT_EQ(trace.model.value, c.model) << c.what;
        EXPECT_LE(length(trace.endpos - c.endpos), 1e-12) << c.what << ": " << text(trace);
    }
    const Trace miss = traceOf(map_, {all("point"), {0, 0, 50}, {0, 200, 50}});
    EXPECT_FALSE(miss.hit);
    EXPECT_EQ(miss.model, ModelId{}) << "the world, when nothing was hit";
}

TEST_P(AllModels, TracesAreThoseOfTheModelsMerged) {
    constexpr std::uint64_t kSeed = 5150;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::array<std::size_t, 4> hits{};
    std::size_t misses = 0, startsolid = 0, allsolid = 0, passed = 0, surfaces = 0;
    for (int i = 0; i < 20000; ++i) {
        const TraceCall call = randomCall(random, i);
        const Trace trace = traceOf(map_, call), expected = merged(call);
        ASSERT_TRUE(sameBits(trace, expected))
            << text(call) << " answered " << text(trace) << " instead of " << text(expected);
        if (!trace.hit) ++misses;
        startsolid += trace.startsolid;
        allsolid += trace.allsolid;
        passed += trace.startsolid && trace.hit && !trace.allsolid;
        if (trace.hit) ++hits[trace.model.value];
        if (!trace.hit) continue;
        const Surface surface = surfaceOf(map_, call, trace);
        const Surface single = surfaceOf(map_, through(call, trace.model.value), trace);
        ASSERT_EQ(surface.found, single.found) << text(call);
        ASSERT_EQ(surface.line, single.line) << text(call);
        surfaces += surface.found;
    }
    for (const std::size_t count : hits) EXPECT_GE(count, 200u);
    EXPECT_GE(misses, 2000u);
    EXPECT_GE(startsolid, 500u);
    EXPECT_GE(allsolid, 200u);
    EXPECT_GE(passed, 20u) << "starts in one model and hits another";
    EXPECT_GE(surfaces, 2000u);
}

TEST_P(AllModels, ContentsAreThoseOfTheModelsTogether) {
    constexpr std::uint64_t kSeed = 5151;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    std::size_t solid = 0, water = 0, both = 0, empty = 0;
    for (int i = 0; i < 10000; ++i) {
        const TraceCall call = randomCall(random, i);
        Contents expected = Contents::Empty;
        for (std::uint32_t m = 0; m < map_.modelCount(); ++m)
            expected |= map_.contentsAt(through(call, m).probe, call.start);
        ASSERT_EQ(map_.contentsAt(call.probe, call.start), expected) << text(call);
        solid += expected == Contents::Solid;
        water += expected == Contents::Water;
        both += expected == (Contents::Solid | Contents::Water);
        empty += expected == Contents::Empty;
    }
    for (const std::size_t count : {solid, water, both, empty}) EXPECT_GE(count, 100u);
}

TEST_P(AllModels, ABatchAsksAllModelsToo) {
    Random random(5152);
    const Probe probe = all("centred");
    std::array<Segment, 64> segments;
    std::array<Trace, 64> answers;
    std::size_t hits = 0;
    for (int round = 0; round < 20; ++round) {
        for (Segment& segment : segments) {
            const TraceCall call = randomCall(random, round);
            segment = {call.start, call.end};
        }
        ASSERT_EQ(map_.traceBatch(probe, segments, answers), segments.size());
        for (std::size_t i = 0; i < segments.size(); ++i) {
            ASSERT_TRUE(sameBits(answers[i], map_.trace(probe, segments[i].start, segments[i].end))) << i;
            hits += answers[i].hit && answers[i].model.value != 0;
        }
    }
    EXPECT_GE(hits, 100u);
}

// With kAllModels, models are where the map draws them: a transform gives the place of one model only.
TEST_P(AllModels, NoTransformWithAllModels) {
    TraceCall call{all("point"), {-200, 0, 8}, {200, 0, 8}};
    const Trace hit = traceOf(map_, call);
    EXPECT_TRUE(hit.hit && map_.accepts(call.probe, call.start));
    call.probe.transform = Transform();
    EXPECT_FALSE(map_.accepts(call.probe, call.start));
    const Trace trace = traceOf(map_, call);
    EXPECT_TRUE(trace.invalid && trace.hit && trace.startsolid && trace.allsolid);
    EXPECT_TRUE(sameBits(trace.endpos, call.start));
    EXPECT_EQ(map_.contentsAt(call.probe, {0, 0, -16}), Contents::Empty);
    EXPECT_FALSE(surfaceOf(map_, call, hit).found);
    EXPECT_TRUE(map_.overlap(call.probe, {0, 0, -16}, {}).invalid);
    EXPECT_TRUE(map_.touching(call.probe, {0, 0, 8}, 1, {}).invalid);
    EXPECT_EQ(map_.unstick(call.probe, {0, 0, 8}, 16).status, UnstickStatus::Invalid);
}

HULLBAKE_FOR_EACH_PROBE_KIND(AllModels);

}  // namespace
}  // namespace hullbake::test
