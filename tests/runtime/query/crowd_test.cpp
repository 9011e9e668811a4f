// Proves that places where very many brushes or sides meet are answered: no query is too much for them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "brushes/crowd.hpp"
#include "brushes/model_brushes.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

std::vector<HullSpec> pointHull() {
    std::vector<HullSpec> hulls = testHulls();
    hulls.resize(1);
    return hulls;
}

std::string faceText(const Vec3& a, const Vec3& b, const Vec3& c) {
    std::string text;
    for (const Vec3& p : {a, b, c}) {
        text += "( ";
        for (int axis = 0; axis < 3; ++axis) text += std::to_string(p[axis]) + ' ';
        text += ") ";
    }
    return text + "stone 0 0 0 1 1\n";
}

Vec3 onCircle(int i, int count, double radius) {
    const double angle = 2 * std::numbers::pi * i / count;
    return {std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle)), 0};
}

// A drum of wedges that meet in the z axis, 64 units high.
std::string fanText(int count) {
    std::string text;
    const Vec3 up{0, 0, 64}, hub{};
    for (int i = 0; i < count; ++i) {
        const Vec3 a = onCircle(i, count, 4096), b = onCircle(i + 1, count, 4096);
        text += "{\n" + faceText(hub, a, b) + faceText(up, b + up, a + up) + faceText(hub, up, a) +
                faceText(hub, b, up) + faceText(a, a + up, b) + "}\n";
    }
    return text;
}

// One brush: a cone whose apex is 128 units above the origin.
std::string coneText(int count) {
    std::string text = "{\n";
    for (int i = 0; i < count; ++i)
        text += faceText({0, 0, 128}, onCircle(i + 1, count, 32768), onCircle(i, count, 32768));
    text +=
        faceText(onCircle(0, count, 32768), onCircle(count / 3, count, 32768), onCircle(2 * count / 3, count, 32768));
    return text + "}\n";
}

void expectContract(const ClipMap& map, const TraceCall& call) {
    const Trace trace = traceOf(map, call);
    EXPECT_FALSE(trace.invalid) << text(call);
    EXPECT_EQ(contractFault(map, call, trace), "") << text(call);
}

// From above a hub the point falls on the top, in it it is stuck, and along the axis it never gets out sideways.
TEST(Crowd, AFansHubIsSolidAndItsTopIsNot) {
    for (const int count : {48, 300}) {
        const BakedMap baked = bakeText(worldText(fanText(count)), pointHull());
        for (const Probe& probe : {hullProbe(baked.hull("point")), boxProbe({})}) {
            const Trace down = traceOf(baked.map, {probe, {0, 0, 100}, {0, 0, 32}});
            EXPECT_TRUE(down.hit && !down.startsolid && !down.invalid) << count;
            EXPECT_NEAR(down.hitFraction, 36.0 / 68, 1e-9) << count;
            EXPECT_EQ(down.normal, (Vec3{0, 0, 1})) << count;
            const Trace along = traceOf(baked.map, {probe, {0, 0, 64}, {100, 3, 64}});
            EXPECT_TRUE(!along.hit && !along.invalid) << count;
            const Trace in = traceOf(baked.map, {probe, {0, 0, 64}, {100, 3, 63}});
            EXPECT_TRUE(in.hit && !in.startsolid && in.hitFraction == 0 && !in.invalid) << count;
            for (const double off : {0.0, 1e-7, 3e-6, 1e-4}) {
                const Trace stuck = traceOf(baked.map, {probe, {off, -off / 3, 32}, {1, 2, 33}});
                EXPECT_TRUE(stuck.allsolid && !stuck.invalid) << count << ' ' << off;
                EXPECT_EQ(baked.map.contentsAt(probe, {off, off / 7, 32}), Contents::Solid) << count << ' ' << off;
                const Trace out = traceOf(baked.map, {probe, {off, off, 32}, {1, 2, 133}});
                EXPECT_TRUE(out.startsolid && !out.allsolid && !out.hit && !out.invalid) << count << ' ' << off;
            }
        }
    }
}

// Straight down on the apex, past it, along a side and away from it.
TEST(Crowd, AConeOfManySidesIsHitAtItsApex) {
    for (const int count : {40, 150}) {
        const BakedMap baked = bakeText(worldText(coneText(count)), pointHull());
        const Vec3 apex{0, 0, 128};
        for (const Probe& probe : {hullProbe(baked.hull("point")), boxProbe({})}) {
            const Trace down = traceOf(baked.map, {probe, apex + Vec3{0, 0, 72}, {0, 0, 100}});
            EXPECT_TRUE(down.hit && !down.startsolid) << count;
            EXPECT_NEAR(down.hitFraction, 0.72, 1e-6) << count;
            const Trace in = traceOf(baked.map, {probe, apex, {3, 1, 100}});
            EXPECT_TRUE(in.hit && in.hitFraction == 0 && !in.startsolid) << count;
            EXPECT_FALSE(traceOf(baked.map, {probe, apex, {5, -9, 128}}).hit) << count;
            const Vec3 corner = onCircle(1, count, 32768);
            EXPECT_FALSE(traceOf(baked.map, {probe, apex, apex + (corner - apex) * 0x1p-10}).hit) << count;
            expectContract(baked.map, {probe, apex + Vec3{1e-6, 2e-6, -1e-6}, {0, 0, 20}});
        }
    }
}

// With next to no room the search ends early, and corners, edges and faces are tried one by one: the same answers.
TEST(Crowd, LittleRoomGivesTheSameAnswers) {
    const BakedMap baked = bakeText(worldText(fanText(24) + coneText(24)), pointHull());
    const detail::BrushSet set = detail::boxBrushes(baked.map.tables(), {}, ModelId{});
    Random random(7);
    std::size_t free = 0, solid = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto near = [&] { return (random.unit() - 0.5) * 3e-5; };
        const Vec3 p = Vec3{0, 0, i % 3 == 0 ? 128.0 : i % 3 == 1 ? 64.0 : 32.0} + Vec3{near(), near(), near()};
        detail::Crowd<detail::BrushSet> much(set, kMaskBlocking);
        detail::Crowd<detail::BrushSet, 6> little(set, kMaskBlocking);
        const bool one = much.touch(p, kSurfaceTolerance).free, other = little.touch(p, kSurfaceTolerance).free;
        ASSERT_EQ(one, other) << text(p);
        ++(one ? free : solid);
    }
    EXPECT_GE(free, 300u);
    EXPECT_GE(solid, 300u);
}

}  // namespace
}  // namespace hullbake::test
