// Odd input has a defined answer: NaN, infinities, huge and tiny numbers, unknown hulls and models, no map at all.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kTiniest = std::numeric_limits<double>::denorm_min();

//   z
//   |   slab from -32 to 0 under everything, x and y -256..256, a pool of water beside it
class ContractInputs : public testing::Test {
  protected:
    ContractInputs()
        : baked_(bakeText(worldText(boxText({-256, -256, -32}, {256, 256, 0}, "stone") +
                                    boxText({512, -64, -64}, {640, 64, 64}, "*water")))),
          map_(baked_.map) {
        down_.start = {0, 0, 100};
        down_.end = {0, 0, -100};
        down_.hull = baked_.hull("centred");
    }

    void expectInvalid(const TraceInput& input) const {
        const Trace trace = map_.trace(input);
        EXPECT_TRUE(trace.invalid && trace.startsolid && trace.allsolid) << text(input) << " answered " << text(trace);
        EXPECT_EQ(trace.fraction, 0) << text(input);
        EXPECT_EQ(trace.hitFraction, 0) << text(input);
        EXPECT_EQ(trace.normal, Vec3{}) << text(input);
        EXPECT_EQ(trace.contents, Contents::Empty) << text(input);
        EXPECT_TRUE(sameBits(trace.endpos, input.start)) << text(input);
        EXPECT_FALSE(map_.surface(input, trace).found) << text(input);
    }

    Trace check(const TraceInput& input) const {
        const Trace trace = map_.trace(input);
        EXPECT_EQ(contractFault(map_, input, trace), "");
        return trace;
    }

    BakedMap baked_;
    const AskedMap& map_;
    TraceInput down_;
};

TEST_F(ContractInputs, NumbersOutOfRangeAreInvalid) {
    const double past = std::nextafter(kMaxCoordinate, kInf);
    std::size_t tried = 0;
    for (const double bad : {kNan, -kNan, kInf, -kInf, past, -past, 1e30, -1e300, std::numeric_limits<double>::max()})
        for (int axis = 0; axis < 3; ++axis)
            for (const bool atStart : {true, false}) {
                TraceInput input = down_;
                (atStart ? input.start : input.end)[axis] = bad;
                expectInvalid(input);
                input.start = input.end = atStart ? input.start : input.end;
                expectInvalid(input);
                EXPECT_EQ(map_.pointContents(input.start, input.hull), Contents::Empty);
                ++tried;
            }
    EXPECT_EQ(tried, 54u);
}

TEST_F(ContractInputs, BadSkinsAreInvalid) {
    for (const double bad : {kNan, -kNan, -1.0, -kTiniest, -kInf}) {
        TraceInput input = down_;
        input.skin = bad;
        expectInvalid(input);
    }
}

TEST_F(ContractInputs, UnknownHullsAndModelsAreInvalid) {
    const auto hulls = static_cast<std::uint32_t>(map_.hullCount()),
               models = static_cast<std::uint32_t>(map_.modelCount());
    ASSERT_EQ(hulls, 4u);
    ASSERT_EQ(models, 1u);
    for (const std::uint32_t bad : {hulls, hulls + 1, 0x7fffffffu, 0xffffffffu}) {
        TraceInput input = down_;
        input.hull.value = bad;
        expectInvalid(input);
        EXPECT_EQ(map_.pointContents({0, 0, -16}, {bad}), Contents::Empty);
        EXPECT_EQ(map_.hull({bad}).name, "");
    }
    for (const std::uint32_t bad : {models, models + 1, 0x40000000u, 0xffffffffu}) {
        TraceInput input = down_;
        input.model.value = bad;
        expectInvalid(input);
        EXPECT_EQ(map_.pointContents({0, 0, -16}, input.hull, {bad}), Contents::Empty);
        EXPECT_EQ(map_.model({bad}).classname, "");
    }
}

TEST_F(ContractInputs, NoMapAnswersInvalid) {
    const AskedMap none;
    const Trace trace = none.trace(down_);
    EXPECT_TRUE(trace.invalid && trace.startsolid && trace.allsolid);
    EXPECT_EQ(trace.fraction, 0);
    EXPECT_EQ(none.pointContents({}, {}), Contents::Empty);
    EXPECT_FALSE(none.surface(down_, map_.trace(down_)).found);
    EXPECT_EQ(none.hullCount(), 0u);
    EXPECT_EQ(none.modelCount(), 0u);
    EXPECT_FALSE(none.findHull("point").has_value());
    EXPECT_EQ(none.entityText(), "");
    EXPECT_EQ(none.metaText(), "");
    EXPECT_EQ(none.header().byteCount, 0u);
    EXPECT_TRUE(none.nodes().empty() && none.planes().empty() && none.roots().empty() && none.brushes().empty() &&
                none.sides().empty());
}

TEST_F(ContractInputs, TheLastCoordinatesAreValid) {
    TraceInput input;
    input.hull = baked_.hull("point");
    for (const double end : {kMaxCoordinate, -kMaxCoordinate})
        for (int axis = 0; axis < 3; ++axis) {
            input.start = input.end = {600, 600, 600};
            input.start[axis] = -end;
            input.end[axis] = end;
            EXPECT_FALSE(check(input).hit) << text(input);
        }
    // From one end of the range to the other, through the slab.
    input.start = {0, 0, kMaxCoordinate};
    input.end = {0, 0, -kMaxCoordinate};
    const Trace trace = check(input);
    ASSERT_TRUE(trace.hit);
    EXPECT_EQ(trace.hitFraction, 0.5);
    EXPECT_EQ(trace.normal, (Vec3{0, 0, 1}));
    EXPECT_NEAR(trace.endpos.z, kDefaultSkin, 1e-9);
}

TEST_F(ContractInputs, NegativeZeroIsZero) {
    for (const char* hull : {"point", "centred", "feet", "corner"}) {
        TraceInput plus = down_;
        plus.hull = baked_.hull(hull);
        TraceInput minus = plus;
        minus.start.x = minus.end.y = -0.0;
        EXPECT_TRUE(sameBits(check(plus), check(minus))) << hull;
        // Standing exactly on the floor, at either zero.
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

TEST_F(ContractInputs, TinyMovesHaveDefinedAnswers) {
    TraceInput input = down_;
    std::size_t stopped = 0, free = 0;
    for (const double size : {kTiniest, 1e-310, 1e-200, 1e-160, 1e-100, 1e-20, 1e-12})
        for (const Vec3& direction : {Vec3{0, 0, -1}, Vec3{0, 0, 1}, Vec3{1, 0, 0}, Vec3{1, 1, -1}}) {
            input.start = {0, 0, 100};  // in the air
            input.end = input.start + direction * size;
            EXPECT_FALSE(check(input).hit) << text(input);
            input.start = {0, 0, 24};  // on the floor: no move this small gets deeper than the tolerance
            input.end = input.start + direction * size;
            free += check(input).hit ? 0 : 1;
            input.start = {0, 0, 0};  // in the slab
            input.end = input.start + direction * size;
            const Trace trace = check(input);
            EXPECT_TRUE(trace.allsolid && trace.startsolid) << text(input);
            EXPECT_EQ(trace.contents, Contents::Solid);
            ++stopped;
        }
    EXPECT_EQ(free, 28u);
    EXPECT_EQ(stopped, 28u);
}

TEST_F(ContractInputs, NoMoveTellsWhatThePointIsIn) {
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
        TraceInput input = down_;
        input.start = input.end = c.p;
        input.mask = c.mask;
        const Trace trace = check(input);
        EXPECT_EQ(trace.contents, c.contents) << text(input) << " answered " << text(trace);
        EXPECT_EQ(trace.startsolid, c.solid) << text(input);
        EXPECT_EQ(trace.allsolid, c.solid) << text(input);
        EXPECT_EQ(trace.fraction, c.solid ? 0 : 1) << text(input);
        EXPECT_TRUE(sameBits(trace.endpos, c.p)) << text(input);
        EXPECT_EQ(map_.pointContents(c.p, input.hull), c.contents) << text(input);
    }
}

TEST_F(ContractInputs, SkinsFromNoneToHuge) {
    struct Case {
        double skin, endHeight;  // of a box that stands at 24
    };
    for (const Case& c : {Case{0, 24}, Case{1e-9, 24 + 1e-9}, Case{kDefaultSkin, 24 + kDefaultSkin}, Case{10, 34},
                          Case{75.5, 99.5}, Case{76, 100}, Case{77, 100}, Case{1e5, 100}, Case{kMaxCoordinate, 100}}) {
        TraceInput input = down_;
        input.skin = c.skin;
        const Trace trace = check(input);
        EXPECT_EQ(trace.hitFraction, 76.0 / 200) << c.skin;
        EXPECT_NEAR(trace.endpos.z, c.endHeight, 1e-12) << c.skin;
        EXPECT_EQ(trace.endpos == input.start, c.skin >= 76) << c.skin;
    }
}

// The skin is a distance to the plane, not along the move: at a shallow angle the pull-back along the move is long.
TEST_F(ContractInputs, SkinAtShallowAngles) {
    for (const double run : {1.0, 10.0, 100.0}) {
        TraceInput input = down_;
        input.start = {-run, 0, 25};
        input.end = {run, 0, 23};
        const Trace trace = check(input);
        ASSERT_TRUE(trace.hit);
        EXPECT_EQ(trace.hitFraction, 0.5);
        EXPECT_NEAR(trace.endpos.z - 24, kDefaultSkin, 1e-9);
        EXPECT_NEAR(trace.endpos.x, -run * kDefaultSkin, 1e-9);
    }
}

}  // namespace
}  // namespace hullbake::test
