// Proves that every refused query and move tells why, and that no other one does.
#include <gtest/gtest.h>

#include <iostream>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "hullbake/hullbake.h"
#include "runtime/block/hull_block.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {

// In hullbake, so that a failed comparison prints the sentence.
void PrintTo(Refusal refusal, std::ostream* out) {
    *out << refusalText(refusal);
}

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kPast = kMaxCoordinate * 1.001;
constexpr int kReasons = 28;
const Box kCube{{-8, -8, -8}, {8, 8, 8}};

class RefusalTest : public testing::Test {
  protected:
    RefusalTest()
        : baked_(bakeText(worldText(boxText({-256, -256, -32}, {256, 256, 0}, "floor")) +
                          entityText("func_door", boxText({0, -2, 0}, {64, 2, 96}, "door")))),
          map_(baked_.map),
          hull_(hullProbe(baked_.hull("centred"))) {
        // The world of an old file cannot be turned.
        baked_.block = withoutWorldShapes(std::move(baked_.block));
        baked_.map = ClipMap::open(baked_.block).map;
    }

    // Asks everything that takes a probe, at a position that most probes accept. All must give the reason.
    void expectEverywhere(const Probe& probe, Refusal refusal, const Vec3& at) const {
        SCOPED_TRACE(refusalText(refusal));
        EXPECT_EQ(map_.refusal(probe, at), refusal);
        EXPECT_EQ(map_.accepts(probe, at), refusal == Refusal::None);
        const Segment segment{at, at + Vec3{1, 0, 0}};
        const Trace trace = map_.trace(probe, segment.start, segment.end);
        Trace batched;
        map_.traceBatch(probe, {&segment, 1}, {&batched, 1});
        EXPECT_EQ(trace.refusal, refusal);
        EXPECT_EQ(trace.invalid, refusal != Refusal::None);
        EXPECT_TRUE(sameBits(trace, batched));
        expectAround(probe, refusal, at);
        expectMoves(probe, refusal, at);
    }
    void expectAround(const Probe& probe, Refusal refusal, const Vec3& at) const {
        SCOPED_TRACE(refusalText(refusal));
        const NeighbourCount over = map_.overlap(probe, at, {}), near = map_.touching(probe, at, 1, {});
        const Unstick way = map_.unstick(probe, at, 16);
        EXPECT_EQ(over.refusal, refusal);
        EXPECT_EQ(near.refusal, refusal);
        EXPECT_EQ(way.refusal, refusal);
        EXPECT_EQ(over.invalid, refusal != Refusal::None);
        EXPECT_EQ(near.invalid, refusal != Refusal::None);
        EXPECT_EQ(way.status == UnstickStatus::Invalid, refusal != Refusal::None);
    }
    void expectMoves(const Probe& probe, Refusal refusal, const Vec3& at) const {
        SCOPED_TRACE(refusalText(refusal));
        const SlideInput input = slideFrom(at);
        WalkState state;
        state.origin = at;
        const SlideResult slid = slide(map_, probe, input);
        const WalkResult walked = walk(map_, probe, {}, state, 0.01);
        EXPECT_EQ(slid.refusal, refusal);
        EXPECT_EQ(walked.refusal, refusal);
        EXPECT_EQ(slid.status == SlideStatus::Invalid, refusal != Refusal::None);
        EXPECT_EQ(walked.status == SlideStatus::Invalid, refusal != Refusal::None);
        EXPECT_EQ(groundBelow(map_, probe, at, 16).refusal, refusal);
        EXPECT_EQ(changeHull(map_, probe, probe, at).refusal, refusal);
    }
    static SlideInput slideFrom(const Vec3& at) {
        SlideInput input;
        input.origin = at;
        input.velocity = {1, 0, 0};
        input.seconds = 0.01;
        return input;
    }

    BakedMap baked_;
    const ClipMap& map_;
    Probe hull_;
    const Vec3 air_{0, 100, 100};
};

TEST_F(RefusalTest, EveryReasonHasASentenceOfItsOwn) {
    std::set<std::string> texts;
    for (int i = 0; i < 256; ++i) {
        const auto refusal = static_cast<Refusal>(i);
        const std::string text = refusalText(refusal);
        EXPECT_EQ(text, hullbakeRefusalText(static_cast<HullbakeRefusal>(i)));
        EXPECT_GE(text.size(), 10u);
        EXPECT_LE(text.size(), 100u);
        EXPECT_EQ(text.find_first_of("\"\\\n."), std::string::npos) << text << ": printed as JSON, and in sentences";
        texts.insert(text);
    }
    EXPECT_EQ(texts.size(), kReasons + 1u) << "one more for numbers that are not known";
}

TEST_F(RefusalTest, ProbesAreRefusedForOneReasonEverywhere) {
    expectEverywhere(hull_, Refusal::None, air_);
    expectEverywhere(boxProbe(kCube), Refusal::None, air_);
    expectEverywhere({}, Refusal::NoHull, air_);
    expectEverywhere(hullProbe({77}), Refusal::UnknownHull, air_);
    for (const Probe& good : {hull_, boxProbe(kCube)}) {
        Probe probe = good;
        probe.model = {2};
        expectEverywhere(probe, Refusal::UnknownModel, air_);
        for (const double skin : {-1.0, kNan, kPast}) {
            probe = good;
            probe.skin = skin;
            expectEverywhere(probe, Refusal::BadSkin, air_);
        }
        for (const double x : {kNan, kInf, -kInf}) expectEverywhere(good, Refusal::NotFinite, {x, 0, 0});
        expectEverywhere(good, Refusal::OutOfRange, {0, kPast, 0});
        probe = good;
        probe.transform = Transform::moved({kPast, 0, 0});
        expectEverywhere(probe, Refusal::BadTransform, air_);
        probe.transform = Transform::moved({kNan, 0, 0});
        expectEverywhere(probe, Refusal::BadTransform, air_);
        probe.transform = Transform::moved({200000, 0, 0});
        expectEverywhere(probe, Refusal::ModelOutOfRange, {-100000, 0, 0});
        probe.transform = Transform::moved({1, 0, 0});
        probe.model = kAllModels;
        expectEverywhere(probe, Refusal::MovedAllModels, air_);
        probe.transform = Transform::rotated({0, 30, 0});
        probe.model = {};
        expectEverywhere(probe, good.box ? Refusal::UnturnableModel : Refusal::TurnedHull, air_);
    }
    expectEverywhere(boxProbe({{0, 0, 0}, {kNan, 1, 1}}), Refusal::BoxOutOfRange, air_);
    expectEverywhere(boxProbe({{0, 0, 0}, {kPast, 1, 1}}), Refusal::BoxOutOfRange, air_);
    expectEverywhere(boxProbe({{0, 0, 0}, {1, -1, 1}}), Refusal::BoxInverted, air_);
    expectEverywhere(boxProbe({{0, 0, 0}, {1, 512.5, 1}}), Refusal::BoxTooLarge, air_);
}

TEST_F(RefusalTest, AnEmptyMapSaysSo) {
    const ClipMap none;
    EXPECT_EQ(none.refusal(hull_, air_), Refusal::NoMap);
    EXPECT_EQ(none.trace(hull_, air_, {}).refusal, Refusal::NoMap);
    EXPECT_EQ(none.trace(boxProbe(kCube), air_, {}).refusal, Refusal::NoMap);
    EXPECT_EQ(none.trace(hullProbe({0}, kAllModels), air_, {}).refusal, Refusal::NoMap);
    EXPECT_EQ(none.overlap(hull_, air_, {}).refusal, Refusal::NoMap);
    EXPECT_EQ(slide(none, hull_, slideFrom(air_)).refusal, Refusal::NoMap);
}

TEST_F(RefusalTest, TheEndOfATraceCountsToo) {
    for (const Probe& probe : {hull_, boxProbe(kCube), hullProbe(hull_.hull, kAllModels)}) {
        EXPECT_EQ(map_.trace(probe, air_, {0, 0, kNan}).refusal, Refusal::NotFinite);
        EXPECT_EQ(map_.trace(probe, air_, {0, 0, kPast}).refusal, Refusal::OutOfRange);
        EXPECT_EQ(map_.trace(probe, {0, 0, kPast}, {0, kInf, 0}).refusal, Refusal::NotFinite) << "the first reason";
    }
}

TEST_F(RefusalTest, TurnedModelsAreForTracesAlone) {
    Probe door = boxProbe(kCube, {1});
    door.transform = Transform::rotated({0, 30, 0});
    EXPECT_EQ(map_.refusal(door, air_), Refusal::None);
    EXPECT_EQ(map_.trace(door, air_, {}).refusal, Refusal::None);
    expectAround(door, Refusal::TurnedModel, air_);
    expectMoves(door, Refusal::TurnedModel, air_);
    Probe thick = hull_;
    thick.skin = 1.5;
    EXPECT_EQ(map_.trace(thick, air_, {}).refusal, Refusal::None);
    expectMoves(thick, Refusal::BadSkin, air_);
}

TEST_F(RefusalTest, DistancesTimesAndRulesOfMoves) {
    for (const double bad : {-1.0, kNan, kInf, kPast}) {
        EXPECT_EQ(map_.touching(hull_, air_, bad, {}).refusal, Refusal::BadDistance) << bad;
        EXPECT_EQ(map_.unstick(hull_, air_, bad).refusal, Refusal::BadDistance) << bad;
        EXPECT_EQ(groundBelow(map_, hull_, air_, bad).refusal, Refusal::BadDistance) << bad;
        EXPECT_EQ(changeHull(map_, hull_, hull_, air_, Anchor::Feet, bad).refusal, Refusal::BadDistance) << bad;
        SlideInput input = slideFrom(air_);
        input.seconds = bad;
        EXPECT_EQ(slide(map_, hull_, input).refusal, Refusal::BadTime) << bad;
        input = slideFrom(air_);
        input.unstick = bad;
        EXPECT_EQ(slide(map_, hull_, input).refusal, Refusal::BadRules) << bad;
        WalkRules rules;
        rules.stepHeight = bad;
        WalkState state;
        state.origin = air_;
        EXPECT_EQ(walk(map_, hull_, rules, state, 0.01).refusal, Refusal::BadRules) << bad;
        EXPECT_EQ(walk(map_, hull_, {}, state, bad).refusal, Refusal::BadTime) << bad;
        EXPECT_EQ(groundBelow(map_, hull_, air_, 8, bad).refusal, Refusal::BadRules) << bad;
    }
    SlideInput fast = slideFrom(air_);
    fast.velocity.x = 1e300;
    EXPECT_EQ(slide(map_, hull_, fast).refusal, Refusal::BadVelocity);
    WalkState state;
    state.origin = air_;
    state.ground.dist = kNan;
    EXPECT_EQ(walk(map_, hull_, {}, state, 0.01).refusal, Refusal::BadGround);
    EXPECT_EQ(groundBelow(map_, hull_, {0, 0, 100 - kMaxCoordinate}, 200).refusal, Refusal::OutOfRange);
    EXPECT_EQ(groundBelow(map_, hull_, air_, 0).refusal, Refusal::None);
}

// The start is fine, but the way leads out of the coordinates.
TEST_F(RefusalTest, MovesThatLeaveTheCoordinates) {
    for (const SlideMode mode : {SlideMode::Robust, SlideMode::Classic}) {
        SlideInput input = slideFrom({kMaxCoordinate - 10, 0, 100});
        input.velocity = {1000, 0, 0};
        input.seconds = 1;
        input.mode = mode;
        const SlideResult slid = slide(map_, hull_, input);
        EXPECT_EQ(slid.status, SlideStatus::Invalid);
        EXPECT_EQ(slid.refusal, Refusal::OutOfRange);
        WalkState state;
        state.origin = input.origin;
        state.velocity = input.velocity;
        WalkRules rules;
        rules.mode = mode;
        const WalkResult walked = walk(map_, hull_, rules, state, 1);
        EXPECT_EQ(walked.status, SlideStatus::Invalid);
        EXPECT_EQ(walked.refusal, Refusal::OutOfRange);
    }
    EXPECT_EQ(
        changeHull(map_, boxProbe(kCube), boxProbe({{-8, -8, 8}, {8, 8, 24}}), {0, 0, 5 - kMaxCoordinate}).refusal,
        Refusal::OutOfRange);
}

// TooManyBrushes is a reason of earlier versions.
TEST_F(RefusalTest, NeverForBrushesThatMeetInOnePlace) {
    std::string brushes;
    for (int i = 0; i < 1100; ++i) brushes += boxText({-64.0 - i, -64, -64}, {64, 64, 0}, "stone");
    const BakedMap crowded = bakeText(worldText(brushes), {{"point", {}}});
    const Probe probe = boxProbe(kCube);
    EXPECT_EQ(crowded.map.refusal(probe, {0, 0, 8}), Refusal::None);
    EXPECT_EQ(crowded.map.trace(probe, {0, 0, 8}, {16, 0, 8}).refusal, Refusal::None);
    EXPECT_EQ(crowded.map.trace(probe, {0, 0, 8}, {0, 0, 8}).refusal, Refusal::None);
    EXPECT_EQ(crowded.map.trace(probe, {0, 0, 50}, {0, 0, -50}).refusal, Refusal::None);
    const Unstick way = crowded.map.unstick(probe, {0, 0, 8}, 16);
    EXPECT_EQ(way.status, UnstickStatus::Free);
    EXPECT_EQ(way.refusal, Refusal::None);
}

TEST_F(RefusalTest, AReasonExactlyIfRefused) {
    constexpr std::uint64_t kSeed = 20261126;
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const auto odd = [&](double usual) {
        constexpr double kOdd[] = {kNan, kInf, -kInf, kPast, -kPast, 1e300, -1, 600, -20};
        return random.index(12) == 0 ? kOdd[random.index(std::size(kOdd))] : usual;
    };
    std::set<Refusal> seen;
    std::size_t refused = 0, answered = 0;
    for (int i = 0; i < 20000; ++i) {
        Probe probe;
        probe.hull.value = static_cast<std::uint32_t>(random.index(baked_.map.hullCount() + (random.index(8) == 0)));
        probe.model.value = static_cast<std::uint32_t>(random.index(3));
        if (random.index(4) == 0) probe.model = kAllModels;
        if (random.index(2) == 0) probe.box = Box{{-8, odd(-8), -8}, {odd(8), 8, odd(8)}};
        probe.skin = odd(probe.skin);
        if (random.index(3) == 0) probe.transform = Transform::moved({odd(5), 0, odd(-7)});
        if (random.index(6) == 0) probe.transform = Transform::rotated({0, odd(30), 0});
        const Vec3 start{odd(20), odd(-30), odd(60)}, end{odd(-50), odd(10), odd(-40)};
        const Trace trace = map_.trace(probe, start, end);
        ASSERT_EQ(trace.invalid, trace.refusal != Refusal::None) << i;
        ASSERT_EQ(map_.accepts(probe, start), map_.refusal(probe, start) == Refusal::None) << i;
        ASSERT_EQ(trace.invalid, !map_.accepts(probe, start) || !map_.accepts(probe, end)) << i;
        const NeighbourCount over = map_.overlap(probe, start, {});
        ASSERT_EQ(over.invalid, over.refusal != Refusal::None) << i;
        const SlideResult slid = slide(map_, probe, slideFrom(start));
        ASSERT_EQ(slid.status == SlideStatus::Invalid, slid.refusal != Refusal::None) << i;
        seen.insert(trace.refusal);
        ++(trace.invalid ? refused : answered);
    }
    EXPECT_GE(refused, 5000u);
    EXPECT_GE(answered, 2000u);
    EXPECT_GE(seen.size(), 13u);
}

}  // namespace
}  // namespace hullbake::test
