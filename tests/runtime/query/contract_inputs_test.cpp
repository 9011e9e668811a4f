// Proves that odd input has a defined answer: NaN, infinities, extreme numbers, unknown hulls and models, no map at
// all.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "runtime/query/probe_kinds.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

//   z
//   |   slab from -32 to 0 under everything, x and y -256..256, a pool of water beside it
class ContractInputs : public EachProbeKind {
  protected:
    ContractInputs()
        : baked_(bakeText(worldText(boxText({-256, -256, -32}, {256, 256, 0}, "stone") +
                                    boxText({512, -64, -64}, {640, 64, 64}, "*water")))),
          map_(baked_.map) {
        down_.start = {0, 0, 100};
        down_.end = {0, 0, -100};
        down_.probe = probeFor(baked_, "centred");
    }

    void expectInvalid(const TraceCall& call) const {
        const Trace trace = traceOf(map_, call);
        EXPECT_TRUE(trace.invalid && trace.startsolid && trace.allsolid) << text(call) << " answered " << text(trace);
        EXPECT_EQ(trace.fraction, 0) << text(call);
        EXPECT_EQ(trace.hitFraction, 0) << text(call);
        EXPECT_EQ(trace.normal, Vec3{}) << text(call);
        EXPECT_EQ(trace.contents, Contents::Empty) << text(call);
        EXPECT_TRUE(sameBits(trace.endpos, call.start)) << text(call);
        EXPECT_FALSE(surfaceOf(map_, call, trace).found) << text(call);
    }

    Trace check(const TraceCall& call) const {
        const Trace trace = traceOf(map_, call);
        EXPECT_EQ(contractFault(map_, call, trace), "");
        return trace;
    }

    BakedMap baked_;
    const ClipMap& map_;
    TraceCall down_;
};

TEST_P(ContractInputs, NumbersOutOfRangeAreInvalid) {
    const double past = std::nextafter(kMaxCoordinate, kInf);
    std::size_t tried = 0;
    for (const double bad : {kNan, -kNan, kInf, -kInf, past, -past, 1e30, -1e300, std::numeric_limits<double>::max()})
        for (int axis = 0; axis < 3; ++axis)
            for (const bool atStart : {true, false}) {
                TraceCall call = down_;
                (atStart ? call.start : call.end)[axis] = bad;
                expectInvalid(call);
                call.start = call.end = atStart ? call.start : call.end;
                expectInvalid(call);
                EXPECT_EQ(map_.contentsAt(call.probe, call.start), Contents::Empty);
                ++tried;
            }
    EXPECT_EQ(tried, 54u);
}

TEST_P(ContractInputs, BadSkinsAreInvalid) {
    for (const double bad : {kNan, -kNan, -1.0, -kTiniest, -kInf}) {
        TraceCall call = down_;
        call.probe.skin = bad;
        expectInvalid(call);
    }
}

TEST_P(ContractInputs, UnknownHullsAndModelsAreInvalid) {
    const auto hulls = static_cast<std::uint32_t>(map_.hullCount()),
               models = static_cast<std::uint32_t>(map_.modelCount());
    ASSERT_EQ(hulls, 4u);
    ASSERT_EQ(models, 1u);
    for (const std::uint32_t bad : {hulls, hulls + 1, 0x7fffffffu, 0xffffffffu}) {
        TraceCall call = down_;
        call.probe = probeFor(map_, {bad});
        expectInvalid(call);
        EXPECT_EQ(map_.contentsAt(call.probe, {0, 0, -16}), Contents::Empty);
        EXPECT_EQ(map_.hull({bad}).name, "");
    }
    for (const std::uint32_t bad : {models, models + 1, 0x40000000u, kAllModels.value - 1}) {
        TraceCall call = down_;
        call.probe.model.value = bad;
        expectInvalid(call);
        EXPECT_EQ(map_.contentsAt(call.probe, {0, 0, -16}), Contents::Empty);
        EXPECT_EQ(map_.model({bad}).classname, "");
    }
    EXPECT_EQ(map_.model(kAllModels).classname, "") << "all models are no model to tell of";
}

TEST_P(ContractInputs, NoMapAnswersInvalid) {
    const ClipMap none;
    const Trace trace = traceOf(none, down_);
    EXPECT_TRUE(trace.invalid && trace.startsolid && trace.allsolid);
    EXPECT_EQ(trace.fraction, 0);
    EXPECT_EQ(none.contentsAt(down_.probe, {}), Contents::Empty);
    EXPECT_FALSE(surfaceOf(none, down_, traceOf(map_, down_)).found);
    EXPECT_EQ(none.hullCount(), 0u);
    EXPECT_EQ(none.modelCount(), 0u);
    EXPECT_FALSE(none.findHull("point").has_value());
    EXPECT_EQ(none.entityText(), "");
    EXPECT_EQ(none.metaText(), "");
    EXPECT_EQ(none.tables().header->byteCount, 0u);
    const format::Tables& tables = none.tables();
    EXPECT_TRUE(tables.nodes.empty() && tables.planes.empty() && tables.roots.empty() && tables.brushes.empty() &&
                tables.sides.empty());
}

TEST_P(ContractInputs, TheLastCoordinatesAreValid) {
    TraceCall call;
    call.probe = probeFor(baked_, "point");
    for (const double end : {kMaxCoordinate, -kMaxCoordinate})
        for (int axis = 0; axis < 3; ++axis) {
            call.start = call.end = {600, 600, 600};
            call.start[axis] = -end;
            call.end[axis] = end;
            EXPECT_FALSE(check(call).hit) << text(call);
        }
    // The trace runs from one end of the range to the other, through the slab.
    call.start = {0, 0, kMaxCoordinate};
    call.end = {0, 0, -kMaxCoordinate};
    const Trace trace = check(call);
    ASSERT_TRUE(trace.hit);
    EXPECT_EQ(trace.hitFraction, 0.5);
    EXPECT_EQ(trace.normal, (Vec3{0, 0, 1}));
    EXPECT_NEAR(trace.endpos.z, kDefaultSkin, 1e-9);
}

TEST_P(ContractInputs, NegativeZeroIsZero) {
    for (const char* hull : {"point", "centred", "feet", "corner"}) {
        TraceCall plus = down_;
        plus.probe = probeFor(baked_, hull);
        TraceCall minus = plus;
        minus.start.x = minus.end.y = -0.0;
        EXPECT_TRUE(sameBits(check(plus), check(minus))) << hull;
        // The box starts exactly on the floor, with either sign of zero.
        const double floor = hull == std::string("centred") ? 24 : 0;
        plus.start = {0, 0, floor};
        plus.end = {64, 0, floor};
        minus = plus;
        minus.start = {-0.0, -0.0, floor == 0 ? -0.0 : floor};
        minus.end.z = minus.start.z;
        EXPECT_FALSE(check(plus).hit) << hull;
        EXPECT_FALSE(check(minus).hit) << hull;
    }
}

TEST_P(ContractInputs, TinyMovesHaveDefinedAnswers) {
    TraceCall call = down_;
    std::size_t stopped = 0, free = 0;
    for (const double size : {kTiniest, 1e-310, 1e-200, 1e-160, 1e-100, 1e-20, 1e-12})
        for (const Vec3& direction : {Vec3{0, 0, -1}, Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{1, 1, -1}}) {
            call.start = {0, 0, 100};  // in the air
            call.end = call.start + direction * size;
            EXPECT_FALSE(check(call).hit) << text(call);
            call.start = {0, 0, 24};  // on the floor: no move this small gets deeper than the tolerance
            call.end = call.start + direction * size;
            free += check(call).hit ? 0 : 1;
            call.start = {0, 0, 0};  // in the slab
            call.end = call.start + direction * size;
            const Trace trace = check(call);
            EXPECT_TRUE(trace.allsolid && trace.startsolid) << text(call);
            EXPECT_EQ(trace.contents, Contents::Solid);
            ++stopped;
        }
    EXPECT_EQ(free, 28u);
    EXPECT_EQ(stopped, 28u);
}

TEST_P(ContractInputs, NoMoveTellsWhatThePointIsIn) {
    struct Case {
        Vec3 p;
        Contents mask, contents;
        bool solid;
    };
    const std::vector<Case> cases = {
        {{0, 0, 100}, kMaskBlocking, Contents::Empty, false},  {{0, 0, 0}, kMaskBlocking, Contents::Solid, true},
        {{0, 0, 24}, kMaskBlocking, Contents::Empty, false},   {{576, 0, 0}, kMaskBlocking, Contents::Water, false},
        {{576, 0, 0}, kMaskAll, Contents::Water, true},        {{576, 0, 0}, Contents::Water, Contents::Water, true},
        {{576, 0, 0}, Contents::Lava, Contents::Water, false}, {{0, 0, 0}, Contents::Water, Contents::Solid, false},
        {{0, 0, 0}, Contents::Empty, Contents::Solid, false},
    };
    for (const Case& c : cases) {
        TraceCall call = down_;
        call.start = call.end = c.p;
        call.probe.mask = c.mask;
        const Trace trace = check(call);
        EXPECT_EQ(trace.contents, c.contents) << text(call) << " answered " << text(trace);
        EXPECT_EQ(trace.startsolid, c.solid) << text(call);
        EXPECT_EQ(trace.allsolid, c.solid) << text(call);
        EXPECT_EQ(trace.fraction, c.solid ? 0 : 1) << text(call);
        EXPECT_TRUE(sameBits(trace.endpos, c.p)) << text(call);
        EXPECT_EQ(map_.contentsAt(call.probe, c.p), c.contents) << text(call);
    }
}

TEST_P(ContractInputs, SkinsFromNoneToHuge) {
    struct Case {
        double skin, endHeight;  // height of the end of a box that starts at 24
    };
    for (const Case& c : {Case{0, 24}, Case{1e-9, 24 + 1e-9}, Case{kDefaultSkin, 24 + kDefaultSkin}, Case{10, 34},
                          Case{75.5, 99.5}, Case{76, 100}, Case{77, 100}, Case{1e5, 100}, Case{kMaxCoordinate, 100}}) {
        TraceCall call = down_;
        call.probe.skin = c.skin;
        const Trace trace = check(call);
        EXPECT_EQ(trace.hitFraction, 76.0 / 200) << c.skin;
        EXPECT_NEAR(trace.endpos.z, c.endHeight, 1e-12) << c.skin;
        EXPECT_EQ(trace.endpos == call.start, c.skin >= 76) << c.skin;
    }
}

// The skin is measured along the plane's normal: at a shallow angle the pull-back along the move is long.
TEST_P(ContractInputs, SkinAtShallowAngles) {
    for (const double run : {1.0, 10.0, 100.0}) {
        TraceCall call = down_;
        call.start = {-run, 0, 25};
        call.end = {run, 0, 23};
        const Trace trace = check(call);
        ASSERT_TRUE(trace.hit);
        EXPECT_EQ(trace.hitFraction, 0.5);
        EXPECT_NEAR(trace.endpos.z - 24, kDefaultSkin, 1e-9);
        EXPECT_NEAR(trace.endpos.x, -run * kDefaultSkin, 1e-9);
    }
}

HULLBAKE_FOR_EACH_PROBE_KIND(ContractInputs);

}  // namespace
}  // namespace hullbake::test
