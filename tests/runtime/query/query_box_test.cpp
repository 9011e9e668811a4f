// Proves probes with a box: which are valid, which brushes count, what they hit, and that they agree with baked hulls.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
const Box kSmall{{-4, -4, -4}, {4, 4, 4}};

void expectInvalid(const ClipMap& map, const TraceCall& call) {
    const Trace trace = traceOf(map, call);
    EXPECT_TRUE(trace.invalid && trace.hit && trace.startsolid && trace.allsolid) << text(trace);
    EXPECT_EQ(trace.fraction, 0);
    EXPECT_EQ(trace.contents, Contents::Empty);
    EXPECT_TRUE(sameBits(trace.endpos, call.start));
    EXPECT_FALSE(surfaceOf(map, call, trace).found);
}

TEST(QueryBox, BoxesThatAreNoneAreInvalid) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -64}, {64, 64, 64}, "stone")));
    const TraceCall down{boxProbe(kSmall), {0, 0, 200}, {0, 0, 0}};
    std::size_t tried = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (const double bad : {kNan, kInf, -kInf, 1e300, kMaxCoordinate * 2})
            for (const bool low : {true, false}) {
                Box box = kSmall;
                (low ? box.mins : box.maxs)[axis] = bad;
                expectInvalid(baked.map, {boxProbe(box), down.start, down.end});
                EXPECT_EQ(baked.map.contentsAt(boxProbe(box), {}), Contents::Empty);
                ++tried;
            }
    EXPECT_EQ(tried, 30u);
    for (int axis = 0; axis < 3; ++axis) {
        Box inverted = kSmall;
        inverted.mins[axis] = std::nextafter(4.0, 5.0);
        expectInvalid(baked.map, {boxProbe(inverted), down.start, down.end});
        TraceCall large{boxProbe({{-256, -256, -256}, {256, 256, 256}}), {0, 0, 1000}, {0, 0, 0}};
        EXPECT_FALSE(traceOf(baked.map, large).invalid);
        EXPECT_EQ(traceOf(baked.map, large).dist, 320);
        large.probe.box->maxs[axis] = 256.001;
        expectInvalid(baked.map, large);
    }
    TraceCall far = down, model = down, skin = down;
    far.end.x = kMaxCoordinate * 1.01;
    expectInvalid(baked.map, far);
    model.probe.model.value = 1;
    expectInvalid(baked.map, model);
    skin.probe.skin = -1;
    expectInvalid(baked.map, skin);
    expectInvalid(ClipMap(), down);
    EXPECT_EQ(ClipMap().contentsAt(boxProbe(kSmall), {}), Contents::Empty);
}

// The box lies wholly on one side of its origin, further away than the wall is thick.
TEST(QueryBox, BoxesBesideTheirOrigin) {
    const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {8, 64, 64}, "stone")));
    for (const double away : {-300.0, -40.0, 40.0, 300.0}) {
        const Box box{{away - 4, -4, -4}, {away + 4, 4, 4}};
        const Probe probe = boxProbe(box);
        const Trace trace = baked.map.trace(probe, {-600, 0, 0}, {600, 0, 0});
        ASSERT_TRUE(trace.hit) << away;
        EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0}));
        EXPECT_EQ(-trace.dist, -4 - away);
        EXPECT_DOUBLE_EQ(trace.hitFraction, (596 - away) / 1200);
        EXPECT_EQ(baked.map.contentsAt(probe, {4 - away, 0, 0}), Contents::Solid);
        EXPECT_EQ(baked.map.contentsAt(probe, {12 - away, 0, 0}), Contents::Empty) << "touching is not overlapping";
    }
}

TEST(QueryBox, WhichBrushesCount) {
    const std::vector<HullSpec> hulls = {{"point", {}}, {"small", kSmall}, {"large", {{-8, -8, -8}, {8, 8, 8}}}};
    const std::string clip = boxText({-32, -32, -32}, {32, 32, 32}, "clip");
    const std::string wall = boxText({200, -32, -32}, {264, 32, 32}, "stone");
    const std::string only = "{\n\"classname\" \"func_detail\"\n\"_hulls\" \"small\"\n" + wall + "}\n";
    const BakedMap baked = bakeText(worldText(clip) + only, hulls);
    struct Case {
        const char* what;
        Box box;
        bool clips, walls;
    };
    const Case cases[] = {{"the point hull", {}, false, false},
                          {"the small hull", kSmall, true, true},
                          {"the large hull", hulls[2].box, true, false},
                          {"a point beside its origin", {{1, 1, 1}, {1, 1, 1}}, false, false},
                          {"a line", {{0, 0, 0}, {0, 0, 1}}, true, false},
                          {"another box", {{-5, -5, -5}, {5, 5, 5}}, true, false}};
    for (const Case& c : cases) {
        const ClipMap& map = baked.map;
        const Probe probe = boxProbe(c.box);
        EXPECT_EQ(map.trace(probe, {0, 0, 100}, {0, 0, -100}).hit, c.clips) << c.what;
        EXPECT_EQ(map.trace(probe, {232, 0, 100}, {232, 0, -100}).hit, c.walls) << c.what;
        EXPECT_EQ(map.contentsAt(probe, {0, 0, 0}), c.clips ? Contents::Clip : Contents::Empty) << c.what;
        EXPECT_EQ(map.contentsAt(probe, {232, 0, 0}), c.walls ? Contents::Solid : Contents::Empty) << c.what;
    }
}

TEST(QueryBox, SurfacesAreThoseOfTheBrushEntered) {
    const BakedMap baked = bakeText(
        worldText(boxText({-64, -64, -64}, {64, 64, 0}, "floor") + boxText({32, -64, 0}, {64, 64, 64}, "wall")));
    const Probe probe = boxProbe({{-3, -5, -7}, {11, 13, 17}});
    const TraceCall down{probe, {0, 0, 50}, {0, 0, -50}}, east{probe, {0, 0, 20}, {60, 0, 20}};
    const Trace floor = traceOf(baked.map, down), wall = traceOf(baked.map, east);
    EXPECT_EQ(surfaceOf(baked.map, down, floor).texture, "floor");
    EXPECT_EQ(floor.dist, 7);
    EXPECT_EQ(surfaceOf(baked.map, east, wall).texture, "wall");
    EXPECT_EQ(wall.dist, -21);
}

// More brushes overlap one place than a BrushSpace can store.
TEST(QueryBox, AnyNumberOfBrushesAtOnePlaceIsAnswered) {
    for (const int count : {900, 1100}) {
        std::string brushes;
        for (int i = 0; i < count; ++i) brushes += boxText({-64.0 - i, -64, -64}, {64, 64, 0}, "stone");
        const BakedMap baked = bakeText(worldText(brushes), {{"point", {}}});
        const Probe probe = boxProbe(kSmall);
        const Trace inside = baked.map.trace(probe, {0, 0, 2}, {16, 0, 2});
        EXPECT_TRUE(inside.allsolid && !inside.invalid) << count << " " << text(inside);
        const Trace resting = baked.map.trace(probe, {0, 0, 4}, {16, 0, 4});
        EXPECT_TRUE(!resting.hit && !resting.startsolid && !resting.invalid) << count << " " << text(resting);
        EXPECT_FALSE(baked.map.trace(probe, {0, 0, 50}, {0, 0, -50}).invalid) << "nothing to look at closely";
    }
}

// Inside a sealed map, a baked hull and its box expanded at query time give the same answers.
TEST(QueryBox, AgreesWithBakedHullsInASealedMap) {
    constexpr std::uint64_t kSeed = 77;
    std::cout << "seed " << kSeed << '\n';
    std::string demo, error;
    ASSERT_TRUE(readFile(std::string(HULLBAKE_SOURCE_ROOT) + "/maps/demo/demo.map", demo, error)) << error;
    const BakedMap baked = bakeText(demo, gameHulls("quake"), true);
    const ClipMap& map = baked.map;
    Random random(kSeed);
    std::size_t compared = 0, hits = 0, contents = 0, differ = 0;
    const Box bounds = map.model({}).bounds;
    for (std::size_t i = 0; i < 1000000 && compared < 60000; ++i) {
        TraceCall call;
        call.probe = hullProbe({static_cast<std::uint32_t>(i % map.hullCount())});
        const Box box = map.hull(call.probe.hull).box;
        call.start = random.pointIn(bounds);
        if (i % 2 == 0)
            for (int axis = 0; axis < 3; ++axis) call.start[axis] = std::round(call.start[axis]);
        call.end = call.start + random.direction() * random.between(1, 400);
        if (i % 5 == 0) call.end = call.start + Vec3{0, 0, -std::floor(random.between(1, 400))};
        const Contents at = map.contentsAt(call.probe, call.start);
        if (any(at & kMaskBlocking)) continue;
        ++compared;
        TraceCall boxed = call;
        boxed.probe.box = box;
        const Trace one = traceOf(map, call), two = traceOf(map, boxed);
        hits += one.hit ? 1 : 0;
        const bool same = one.hit == two.hit && one.startsolid == two.startsolid && one.contents == two.contents &&
                          std::fabs(one.hitFraction - two.hitFraction) * length(call.end - call.start) <= 1e-6;
        if (!same && ++differ <= 4) ADD_FAILURE() << text(call) << "\n baked " << text(one) << "\n query " << text(two);
        contents += any(at) ? 1 : 0;
        if (map.contentsAt(boxed.probe, call.start) != at && ++differ <= 4)
            ADD_FAILURE() << "contents at " << text(call);
    }
    EXPECT_EQ(differ, 0u);
    EXPECT_EQ(compared, 60000u);
    EXPECT_GE(hits, 20000u);
    EXPECT_GE(contents, 200u);
}

}  // namespace
}  // namespace hullbake::test
