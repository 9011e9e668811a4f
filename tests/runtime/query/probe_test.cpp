// Proves which probes queries and moves accept: no hull, unknown ones, skins, turning transforms, positions out of
// range.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const Box kCube{{-8, -8, -8}, {8, 8, 8}};

class ProbeTest : public testing::Test {
  protected:
    ProbeTest()
        : baked_(bakeText(worldText(boxText({-256, -256, -32}, {256, 256, 0}, "floor")) +
                          entityText("func_door", boxText({0, -2, 0}, {64, 2, 96}, "door")))),
          map_(baked_.map),
          hull_(hullProbe(baked_.hull("centred"))) {}

    // Names the call among trace, traceBatch, contentsAt and surface that accepts the probe. Empty when all refuse it.
    std::string tracesThatTake(const Probe& probe) const {
        std::string taken;
        const Vec3 start{32, -50, 40}, end{32, 50, 40}, inside{32, 0, -16};
        const Trace hit = map_.trace(hull_, {0, -50, 60}, {0, -50, -60});
        const Trace trace = map_.trace(probe, start, end);
        if (!trace.invalid || !trace.hit || !trace.startsolid || !trace.allsolid || trace.fraction != 0 ||
            !sameBits(trace.endpos, start))
            taken += "trace ";
        const Segment segment{start, end};
        Trace answer;
        if (map_.traceBatch(probe, {&segment, 1}, {&answer, 1}) != 1 || !answer.invalid) taken += "traceBatch ";
        if (any(map_.contentsAt(probe, inside))) taken += "contentsAt ";
        if (map_.surface(probe, {0, -50, 60}, {0, -50, -60}, hit).found) taken += "surface ";
        return taken;
    }
    // Names the call among overlap, touching and unstick that accepts the probe. Empty when all refuse it.
    std::string neighboursThatTake(const Probe& probe) const {
        std::string taken;
        const Vec3 origin{32, 40, 20};
        std::vector<Overlap> overlaps(4);
        std::vector<TouchedPlane> planes(4);
        const NeighbourCount over = map_.overlap(probe, origin, overlaps);
        if (!over.invalid || over.count != 0) taken += "overlap ";
        const NeighbourCount near = map_.touching(probe, origin, 64, planes);
        if (!near.invalid || near.count != 0) taken += "touching ";
        const Unstick way = map_.unstick(probe, origin, 64);
        if (way.status != UnstickStatus::Invalid || way.position != origin) taken += "unstick ";
        return taken;
    }
    // Names the move that accepts the probe. Empty when all refuse it.
    std::string movesThatTake(const Probe& probe) const {
        std::string taken;
        SlideInput input;
        input.origin = {32, -50, 40};
        input.velocity = {0, 100, 0};
        input.seconds = 1;
        const SlideResult slid = slide(map_, probe, input);
        if (slid.status != SlideStatus::Invalid || slid.origin != input.origin) taken += "slide ";
        WalkState state;
        state.origin = input.origin;
        const WalkResult walked = walk(map_, probe, {}, state, 0.5);
        if (walked.status != SlideStatus::Invalid || walked.state.origin != state.origin) taken += "walk ";
        if (groundBelow(map_, probe, input.origin, 200).found) taken += "groundBelow ";
        if (changeHull(map_, hull_, probe, input.origin).fits) taken += "changeHull-to ";
        if (changeHull(map_, probe, hull_, input.origin).fits) taken += "changeHull-from ";
        return taken;
    }
    std::string allThatTake(const Probe& probe) const {
        return tracesThatTake(probe) + neighboursThatTake(probe) + movesThatTake(probe);
    }

    BakedMap baked_;
    const ClipMap& map_;
    Probe hull_;
};

constexpr const char* kTraces = "trace traceBatch contentsAt surface ";
constexpr const char* kAll =
    "trace traceBatch contentsAt surface overlap touching unstick slide walk groundBelow changeHull-to "
    "changeHull-from ";

TEST_F(ProbeTest, AHullOrABoxIsTaken) {
    EXPECT_EQ(allThatTake(hull_), kAll);
    EXPECT_EQ(allThatTake(boxProbe(map_.hull(hull_.hull).box)), kAll);
    EXPECT_TRUE(map_.accepts(hull_, {0, 0, 100}));
    EXPECT_TRUE(map_.accepts(boxProbe(kCube), {0, 0, 100}));
}

TEST_F(ProbeTest, NoHullIsRefusedByEveryQuery) {
    Probe none;
    EXPECT_EQ(none.hull, kNoHull);
    EXPECT_EQ(allThatTake(none), "");
    EXPECT_FALSE(map_.accepts(none, {0, 0, 100}));
    none.model = {1};
    EXPECT_EQ(allThatTake(none), "");
    none.model = kAllModels;
    EXPECT_EQ(allThatTake(none), "");
    none.model = {};
    none.transform = Transform::moved({1, 2, 3});
    EXPECT_EQ(allThatTake(none), "");
}

TEST_F(ProbeTest, WhatIsUnknownOrInvalidIsRefused) {
    std::vector<Probe> probes(9, hull_);
    probes[0].hull = {4};
    probes[1].model = {2};
    probes[2].model = {kAllModels.value - 1};
    probes[3].skin = -1e-9;
    probes[4].skin = kNan;
    probes[5].box = Box{{0, 0, 0}, {-1, 0, 0}};
    probes[6].box = Box{{0, 0, 0}, {kNan, 0, 0}};
    probes[7].transform = Transform::moved({kMaxCoordinate + 1, 0, 0});
    probes[8].transform = Transform::moved({0, kNan, 0});
    for (std::size_t i = 0; i < probes.size(); ++i) {
        EXPECT_EQ(allThatTake(probes[i]), "") << i;
        EXPECT_FALSE(map_.accepts(probes[i], {0, 0, 100})) << i;
    }
    EXPECT_EQ(ClipMap().accepts(boxProbe(kCube), {}), false);
    // Moves accept skins of up to one unit. Traces accept any skin within the range.
    Probe thick = hull_;
    thick.skin = 1.5;
    EXPECT_EQ(tracesThatTake(thick), kTraces);
    SlideInput input;
    input.origin = {0, 0, 100};
    EXPECT_EQ(slide(map_, thick, input).status, SlideStatus::Invalid);
    EXPECT_TRUE(map_.accepts(thick, {0, 0, 100}));
}

TEST_F(ProbeTest, PositionsAreInRangeInTheWorldAndInTheModel) {
    Probe far = hull_;
    EXPECT_TRUE(map_.accepts(far, {kMaxCoordinate, -kMaxCoordinate, 0}));
    EXPECT_FALSE(map_.accepts(far, {0, 0, kMaxCoordinate * 1.001}));
    EXPECT_FALSE(map_.accepts(far, {0, kNan, 0}));
    far.transform = Transform::moved({200000, 0, 0});
    EXPECT_TRUE(map_.accepts(far, {200000, 0, 0}));
    EXPECT_FALSE(map_.accepts(far, {-100000, 0, 0}));
    EXPECT_TRUE(map_.trace(far, {-100000, 0, 0}, {-100000, 9, 0}).invalid);
    EXPECT_TRUE(map_.overlap(far, {-100000, 0, 0}, {}).invalid);
    EXPECT_TRUE(map_.touching(far, {-100000, 0, 0}, 1, {}).invalid);
    EXPECT_EQ(map_.unstick(far, {-100000, 0, 0}, 16).status, UnstickStatus::Invalid);
    SlideInput input;
    input.origin = {-100000, 0, 0};
    EXPECT_EQ(slide(map_, far, input).status, SlideStatus::Invalid);
}

// Only traces, contents and surfaces of boxes turn a model, and only a model whose brushes can be turned.
TEST_F(ProbeTest, TurningTransformsAreRefusedWhereTheyMustBe) {
    for (const Vec3& angles : {Vec3{0, 1e-9, 0}, Vec3{0, 90, 0}, Vec3{0, 180, 0}, Vec3{30, 40, 50}}) {
        SCOPED_TRACE(text(angles));
        Probe probe = hull_;
        probe.transform = Transform::rotated(angles);
        EXPECT_EQ(allThatTake(probe), "") << "the world, a hull";
        probe.model = {1};
        EXPECT_EQ(allThatTake(probe), "") << "the door, a hull";
        EXPECT_FALSE(map_.accepts(probe, {0, 0, 100}));
        probe.box = kCube;
        EXPECT_FALSE(map_.trace(probe, {32, -50, 40}, {32, 50, 40}).invalid) << "the door, a box";
        EXPECT_TRUE(map_.accepts(probe, {0, 0, 100}));
        EXPECT_EQ(neighboursThatTake(probe) + movesThatTake(probe), "");
        probe.model = {};
        EXPECT_FALSE(map_.trace(probe, {32, -50, 40}, {32, 50, 40}).invalid) << "the world, a box";
        EXPECT_TRUE(map_.accepts(probe, {0, 0, 100}));
        EXPECT_EQ(neighboursThatTake(probe) + movesThatTake(probe), "");
    }
    Probe still = hull_;
    still.transform = Transform::rotated({360, 0, -720}, {5, 6, 7});
    EXPECT_EQ(allThatTake(still), kAll) << "whole turns are the identity";
}

}  // namespace
}  // namespace hullbake::test
