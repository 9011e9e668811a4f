// Boxes that are no hull's: what is valid, which brushes count, what is hit, and agreement with baked hulls.
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

TraceInput along(const Vec3& start, const Vec3& end, Contents mask = kMaskBlocking) {
    TraceInput input;
    input.start = start;
    input.end = end;
    input.mask = mask;
    return input;
}

void expectInvalid(const ClipMap& map, const Box& box, const TraceInput& input) {
    const Trace trace = map.traceBox(box, input);
    EXPECT_TRUE(trace.invalid && trace.hit && trace.startsolid && trace.allsolid) << text(trace);
    EXPECT_EQ(trace.fraction, 0);
    EXPECT_EQ(trace.contents, Contents::Empty);
    EXPECT_TRUE(sameBits(trace.endpos, input.start));
    EXPECT_FALSE(map.surface(box, input, trace).found);
}

TEST(QueryBox, BoxesThatAreNoneAreInvalid) {
    const BakedMap baked = bakeText(worldText(boxText({-64, -64, -64}, {64, 64, 64}, "stone")));
    const TraceInput input = along({0, 0, 200}, {0, 0, 0});
    std::size_t tried = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (const double bad : {kNan, kInf, -kInf, 1e300, kMaxCoordinate * 2})
            for (const bool low : {true, false}) {
                Box box = kSmall;
                (low ? box.mins : box.maxs)[axis] = bad;
                expectInvalid(baked.map, box, input);
                EXPECT_EQ(baked.map.boxContents({}, box), Contents::Empty);
                ++tried;
            }
    EXPECT_EQ(tried, 30u);
    for (int axis = 0; axis < 3; ++axis) {
        Box inverted = kSmall, large{{-256, -256, -256}, {256, 256, 256}};
        inverted.mins[axis] = std::nextafter(4.0, 5.0);
        expectInvalid(baked.map, inverted, input);
        EXPECT_FALSE(baked.map.traceBox(large, along({0, 0, 1000}, {0, 0, 0})).invalid);
        EXPECT_EQ(baked.map.traceBox(large, along({0, 0, 1000}, {0, 0, 0})).dist, 320);
        large.maxs[axis] = 256.001;
        expectInvalid(baked.map, large, along({0, 0, 1000}, {0, 0, 0}));
    }
    TraceInput far = input, model = input, skin = input;
    far.end.x = kMaxCoordinate * 1.01;
    expectInvalid(baked.map, kSmall, far);
    model.model.value = 1;
    expectInvalid(baked.map, kSmall, model);
    skin.skin = -1;
    expectInvalid(baked.map, kSmall, skin);
    expectInvalid(ClipMap(), kSmall, input);
    EXPECT_EQ(ClipMap().boxContents({}, kSmall), Contents::Empty);
}

// The box lies wholly on one side of its origin, further from it than the wall is thick.
TEST(QueryBox, BoxesBesideTheirOrigin) {
    const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {8, 64, 64}, "stone")));
    for (const double away : {-300.0, -40.0, 40.0, 300.0}) {
        const Box box{{away - 4, -4, -4}, {away + 4, 4, 4}};
        const Trace trace = baked.map.traceBox(box, along({-600, 0, 0}, {600, 0, 0}));
        ASSERT_TRUE(trace.hit) << away;
        EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0}));
        EXPECT_EQ(-trace.dist, -4 - away);
        EXPECT_DOUBLE_EQ(trace.hitFraction, (596 - away) / 1200);
        EXPECT_EQ(baked.map.boxContents({4 - away, 0, 0}, box), Contents::Solid);
        EXPECT_EQ(baked.map.boxContents({12 - away, 0, 0}, box), Contents::Empty) << "touching is not overlapping";
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
        EXPECT_EQ(map.traceBox(c.box, along({0, 0, 100}, {0, 0, -100})).hit, c.clips) << c.what;
        EXPECT_EQ(map.traceBox(c.box, along({232, 0, 100}, {232, 0, -100})).hit, c.walls) << c.what;
        EXPECT_EQ(map.boxContents({0, 0, 0}, c.box), c.clips ? Contents::Clip : Contents::Empty) << c.what;
        EXPECT_EQ(map.boxContents({232, 0, 0}, c.box), c.walls ? Contents::Solid : Contents::Empty) << c.what;
    }
}

TEST(QueryBox, SurfacesAreThoseOfTheBrushEntered) {
    const BakedMap baked = bakeText(
        worldText(boxText({-64, -64, -64}, {64, 64, 0}, "floor") + boxText({32, -64, 0}, {64, 64, 64}, "wall")));
    const Box box{{-3, -5, -7}, {11, 13, 17}};
    const TraceInput down = along({0, 0, 50}, {0, 0, -50}), east = along({0, 0, 20}, {60, 0, 20});
    const Trace floor = baked.map.traceBox(box, down), wall = baked.map.traceBox(box, east);
    EXPECT_EQ(baked.map.surface(box, down, floor).texture, "floor");
    EXPECT_EQ(floor.dist, 7);
    EXPECT_EQ(baked.map.surface(box, east, wall).texture, "wall");
    EXPECT_EQ(wall.dist, -21);
}

// More brushes at one place than the scratch holds: an answer all the same, and the one documented.
TEST(QueryBox, TooManyBrushesAtOnePlaceAreInvalid) {
    for (const int count : {900, 1100}) {
        std::string brushes;
        for (int i = 0; i < count; ++i) brushes += boxText({-64.0 - i, -64, -64}, {64, 64, 0}, "stone");
        const BakedMap baked = bakeText(worldText(brushes), {{"point", {}}});
        const TraceInput slide = along({0, 0, 4}, {16, 0, 4});
        EXPECT_EQ(baked.map.traceBox(kSmall, slide).invalid, count > 1024) << count;
        EXPECT_FALSE(baked.map.traceBox(kSmall, along({0, 0, 50}, {0, 0, -50})).invalid)
            << "nothing to look at closely";
    }
}

// Inside a sealed map a baked hull and its box, expanded at query time, are one.
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
        TraceInput input;
        input.hull.value = static_cast<std::uint32_t>(i % map.hullCount());
        const Box box = map.hull(input.hull).box;
        input.start = random.inBox(bounds);
        if (i % 2 == 0)
            for (int axis = 0; axis < 3; ++axis) input.start[axis] = std::round(input.start[axis]);
        input.end = input.start + random.direction() * random.range(1, 400);
        if (i % 5 == 0) input.end = input.start + Vec3{0, 0, -std::floor(random.range(1, 400))};
        const Contents at = map.pointContents(input.start, input.hull);
        if (any(at & kMaskBlocking)) continue;
        ++compared;
        const Trace one = map.ClipMap::trace(input), two = map.traceBox(box, input);
        hits += one.hit ? 1 : 0;
        const bool same = one.hit == two.hit && one.startsolid == two.startsolid && one.contents == two.contents &&
                          std::fabs(one.hitFraction - two.hitFraction) * length(input.end - input.start) <= 1e-6;
        if (!same && ++differ <= 4)
            ADD_FAILURE() << text(input) << "\n baked " << text(one) << "\n query " << text(two);
        contents += any(at) ? 1 : 0;
        if (map.boxContents(input.start, box) != at && ++differ <= 4) ADD_FAILURE() << "contents at " << text(input);
    }
    EXPECT_EQ(differ, 0u);
    EXPECT_EQ(compared, 60000u);
    EXPECT_GE(hits, 20000u);
    EXPECT_GE(contents, 200u);
}

}  // namespace
}  // namespace hullbake::test
