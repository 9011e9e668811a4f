// Proves ClipMap::surface: texture, brush, face, line and entity of a hit, on a map whose every line is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/files.hpp"
#include "runtime/query/probe_kinds.hpp"

namespace hullbake::test {
namespace {

// Each face has a unique texture, so the line of a face is the line of its texture.
//   world: brush 0 box at the origin, brush 1 a roof-like tetrahedron at x 400, brush 2 a clip box at x 800
//   entity 1: func_detail, a sky box at y 400          entity 2: a light without brushes
//   entity 3: func_wall (model 1): water box, then a slope at the origin
constexpr std::string_view kMap = R"(// a comment, so that lines and faces do not run in step
{
"classname" "worldspawn"
// brush 0
{
( -32 -32 8 ) ( -32 -32 0 ) ( -32 -24 0 ) box_west 0 0 0 1 1
( -24 -32 0 ) ( -32 -32 0 ) ( -32 -32 8 ) box_south 0 0 0 1 1
( -32 -24 0 ) ( -32 -32 0 ) ( -24 -32 0 ) box_bottom 0 0 0 1 1
( 32 40 64 ) ( 32 32 64 ) ( 32 32 72 ) box_east 0 0 0 1 1
( 32 32 72 ) ( 32 32 64 ) ( 40 32 64 ) box_north 0 0 0 1 1
( 40 32 64 ) ( 32 32 64 ) ( 32 40 64 ) box_top 0 0 0 1 1
}

// brush 1
{
( 400 96 0 ) ( 496 0 0 ) ( 400 0 96 ) roof_east 0 0 0 1 1
( 400 0 96 ) ( 304 0 0 ) ( 400 96 0 ) roof_west 0 0 0 1 1
( 408 0 0 ) ( 400 0 0 ) ( 400 0 8 ) roof_south 0 0 0 1 1
( 400 8 0 ) ( 400 0 0 ) ( 408 0 0 ) roof_bottom 0 0 0 1 1
}
{
( 768 -32 8 ) ( 768 -32 0 ) ( 768 -24 0 ) clip 0 0 0 1 1
( 776 -32 0 ) ( 768 -32 0 ) ( 768 -32 8 ) clip 0 0 0 1 1
( 768 -24 0 ) ( 768 -32 0 ) ( 776 -32 0 ) clip 0 0 0 1 1
( 832 40 64 ) ( 832 32 64 ) ( 832 32 72 ) clip 0 0 0 1 1
( 832 32 72 ) ( 832 32 64 ) ( 840 32 64 ) clip 0 0 0 1 1
( 840 32 64 ) ( 832 32 64 ) ( 832 40 64 ) clip 0 0 0 1 1
}
}
{
"classname" "func_detail"
{
( -32 400 8 ) ( -32 400 0 ) ( -32 408 0 ) sky_west 0 0 0 1 1
( -24 400 0 ) ( -32 400 0 ) ( -32 400 8 ) sky_south 0 0 0 1 1
( -32 408 0 ) ( -32 400 0 ) ( -24 400 0 ) sky_bottom 0 0 0 1 1
( 32 472 64 ) ( 32 464 64 ) ( 32 464 72 ) sky_east 0 0 0 1 1
( 32 464 72 ) ( 32 464 64 ) ( 40 464 64 ) sky_north 0 0 0 1 1
( 40 464 64 ) ( 32 464 64 ) ( 32 472 64 ) sky_top 0 0 0 1 1
}
}
{
"classname" "light"
"origin" "0 0 300"
}
{
"classname" "func_wall"
{
( 400 -32 8 ) ( 400 -32 0 ) ( 400 -24 0 ) *pool_west 0 0 0 1 1
( 408 -32 0 ) ( 400 -32 0 ) ( 400 -32 8 ) *pool_south 0 0 0 1 1
( 400 -24 0 ) ( 400 -32 0 ) ( 408 -32 0 ) *pool_bottom 0 0 0 1 1
( 464 40 64 ) ( 464 32 64 ) ( 464 32 72 ) *pool_east 0 0 0 1 1
( 464 32 72 ) ( 464 32 64 ) ( 472 32 64 ) *pool_north 0 0 0 1 1
( 472 32 64 ) ( 464 32 64 ) ( 464 40 64 ) *pool_top 0 0 0 1 1
}
{
( 64 8 0 ) ( 64 0 0 ) ( 0 0 48 ) slope_face 0 0 0 1 1
( 0 0 8 ) ( 0 0 0 ) ( 0 8 0 ) slope_west 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) slope_bottom 0 0 0 1 1
( 0 24 8 ) ( 0 24 0 ) ( 8 24 0 ) slope_north 0 0 0 1 1
( 8 -24 0 ) ( 0 -24 0 ) ( 0 -24 8 ) slope_south 0 0 0 1 1
}
}
)";

std::uint32_t lineOf(std::string_view texture) {
    const std::size_t at = kMap.find(" " + std::string(texture) + " ");
    EXPECT_NE(at, std::string_view::npos) << texture;
    return 1 +
           static_cast<std::uint32_t>(std::count(kMap.begin(), kMap.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

class SurfaceTest : public EachProbeKind {
  protected:
    SurfaceTest() : baked_(bakeText(kMap)) {}

    // Traces the middle of a box from `from` towards `to`. The caller need not know the box's offset.
    Surface hit(const char* hull, const Vec3& from, const Vec3& to, std::uint32_t model = 0,
                Contents mask = kMaskBlocking) const {
        TraceCall call;
        call.probe = probeFor(baked_, hull);
        call.probe.model.value = model;
        call.probe.mask = mask;
        const Box box = baked_.map.hull(call.probe.hull).box;
        const Vec3 middle = (box.mins + box.maxs) * 0.5;
        call.start = from - middle;
        call.end = to - middle;
        const Trace trace = traceOf(baked_.map, call);
        EXPECT_TRUE(trace.hit && !trace.startsolid) << text(call);
        EXPECT_EQ(contractFault(baked_.map, call, trace), "");
        return surfaceOf(baked_.map, call, trace);
    }

    static void expect(const Surface& surface, std::string_view texture, std::uint32_t entity, std::uint32_t brush,
                       std::uint32_t side) {
        EXPECT_TRUE(surface.found) << texture;
        EXPECT_EQ(surface.texture, texture);
        EXPECT_EQ(surface.entity, entity) << texture;
        EXPECT_EQ(surface.brush, brush) << texture;
        EXPECT_EQ(surface.side, side) << texture;
        EXPECT_EQ(surface.line, lineOf(texture)) << texture;
        EXPECT_FALSE(surface.bevel) << texture;
    }

    BakedMap baked_;
};

constexpr const char* kHulls[] = {"point", "centred", "feet", "corner"};

TEST_P(SurfaceTest, EveryFaceOfABox) {
    for (const char* hull : kHulls) {
        SCOPED_TRACE(hull);
        const Vec3 middle{0, 0, 32};
        expect(hit(hull, {-150, 0, 32}, middle), "box_west", 0, 0, 0);
        expect(hit(hull, {0, -150, 32}, middle), "box_south", 0, 0, 1);
        expect(hit(hull, {0, 0, -150}, middle), "box_bottom", 0, 0, 2);
        expect(hit(hull, {150, 0, 32}, middle), "box_east", 0, 0, 3);
        expect(hit(hull, {0, 150, 32}, middle), "box_north", 0, 0, 4);
        expect(hit(hull, {0, 0, 200}, middle), "box_top", 0, 0, 5);
        // This trace is oblique and off the middle.
        expect(hit(hull, {-150, 10, 40}, {0, -20, 20}), "box_west", 0, 0, 0);
        expect(hit(hull, {20, 20, 200}, {-5, 5, 20}), "box_top", 0, 0, 5);
    }
}

TEST_P(SurfaceTest, SlopesEntitiesAndModels) {
    for (const char* hull : kHulls) {
        SCOPED_TRACE(hull);
        expect(hit(hull, {0, 300, 32}, {0, 420, 32}), "sky_south", 1, 0, 1);
        expect(hit(hull, {0, 430, 200}, {0, 430, 20}), "sky_top", 1, 0, 5);
        expect(hit(hull, {120, 0, 120}, {0, 0, 0}, 1), "slope_face", 3, 1, 0);
        expect(hit(hull, {-120, 0, 10}, {30, 0, 10}, 1), "slope_west", 3, 1, 1);
        expect(hit(hull, {20, 150, 10}, {20, 0, 10}, 1), "slope_north", 3, 1, 3);
        expect(hit(hull, {300, 0, 32}, {430, 0, 32}, 1, kMaskLiquid), "*pool_west", 3, 0, 0);
        expect(hit(hull, {430, 0, 200}, {430, 0, 32}, 1, kMaskAll), "*pool_top", 3, 0, 5);
        // The model contains neither the world's box nor the world's slope.
        expect(hit(hull, {0, 0, -150}, {0, 0, 32}, 0), "box_bottom", 0, 0, 2);
    }
}

TEST_P(SurfaceTest, ClipIsThereForBoxesOnly) {
    for (const char* hull : {"centred", "feet", "corner"}) {
        const Surface top = hit(hull, {800, 0, 200}, {800, 0, 32});
        EXPECT_TRUE(top.found);
        EXPECT_EQ(top.texture, "clip");
        EXPECT_EQ(top.brush, 2u);
        EXPECT_EQ(top.side, 5u);
        EXPECT_EQ(top.line, lineOf("clip") + 5);
    }
}

struct BevelCase {
    const char* what;
    Vec3 from, to;
    std::set<std::string_view> textures;  // textures of the faces at the edge or corner
};

// A box that comes straight at an edge of the tetrahedron hits the bevel. Its surface is a face at that edge.
TEST_P(SurfaceTest, BevelsNameAFaceAtTheirEdge) {
    const std::vector<BevelCase> cases = {
        {"ridge", {400, 148, 148}, {400, 48, 48}, {"roof_east", "roof_west"}},
        {"east over the back wall", {548, 0, 148}, {448, 0, 48}, {"roof_east", "roof_south"}},
        {"west over the back wall", {252, 0, 148}, {352, 0, 48}, {"roof_west", "roof_south"}},
        {"east over the floor", {548, 148, -2}, {448, 48, -2}, {"roof_east", "roof_bottom"}},
        {"west over the floor", {252, 148, -2}, {352, 48, -2}, {"roof_west", "roof_bottom"}},
    };
    std::size_t bevels = 0;
    for (const char* hull : {"centred", "feet", "corner"})
        for (const BevelCase& c : cases) {
            const Surface surface = hit(hull, c.from, c.to);
            ASSERT_TRUE(surface.found) << c.what << ' ' << hull;
            EXPECT_EQ(surface.entity, 0u);
            EXPECT_EQ(surface.brush, 1u) << c.what << ' ' << hull;
            EXPECT_TRUE(c.textures.contains(surface.texture)) << c.what << ' ' << hull << ": " << surface.texture;
            EXPECT_EQ(surface.line, lineOf(surface.texture));
            EXPECT_TRUE(surface.bevel) << c.what << ' ' << hull;
            bevels += surface.bevel ? 1 : 0;
        }
    EXPECT_EQ(bevels, 15u);
    // These hit axial bevels: on top of the ridge, and at the western tip.
    for (const char* hull : {"centred", "feet", "corner"}) {
        const Surface top = hit(hull, {400, 0, 200}, {400, 0, 50});
        EXPECT_TRUE(top.found && top.bevel) << hull;
        EXPECT_EQ(top.brush, 1u);
        const Surface tip = hit(hull, {200, 0, 2}, {350, 0, 2});
        EXPECT_TRUE(tip.found && tip.bevel) << hull;
        EXPECT_NE(tip.texture, "roof_east") << hull << ": it is not at that tip";
    }
    // A point hits faces only.
    expect(hit("point", {440, 148, 148}, {440, 0, 0}), "roof_east", 0, 1, 0);
    expect(hit("point", {360, 148, 148}, {360, 0, 0}), "roof_west", 0, 1, 1);
}

class SurfaceOfTwo : public EachProbeKind {};

//   y|  ______       A box beside the tip of a slope; both end at the same x in the east. A mover that hits both gets
//    | |box___|      the face of the box, not the bevel at the tip.
//    | |slope_>x
TEST_P(SurfaceOfTwo, AFaceBeforeABevelInTheSamePlane) {
    const std::string slope = R"({
( 64 8 0 ) ( 64 0 0 ) ( 0 0 48 ) slope 0 0 0 1 1
( 0 0 8 ) ( 0 0 0 ) ( 0 8 0 ) slope 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) slope 0 0 0 1 1
( 0 24 8 ) ( 0 24 0 ) ( 8 24 0 ) slope 0 0 0 1 1
( 8 -24 0 ) ( 0 -24 0 ) ( 0 -24 8 ) slope 0 0 0 1 1
}
)";
    const std::string box = boxText({0, 24, 0}, {64, 64, 64}, "box");
    for (const std::string& brushes : {slope + box, box + slope})
        for (const char* hull : {"centred", "feet", "corner"}) {
            const BakedMap baked = bakeText(worldText(brushes));
            TraceCall call;
            call.probe = probeFor(baked, hull);
            call.start = {200, 20, -10};
            call.end = {20, 20, -10};
            const Trace trace = traceOf(baked.map, call);
            ASSERT_TRUE(trace.hit) << hull;
            ASSERT_EQ(trace.normal, (Vec3{1, 0, 0}));
            const Surface surface = surfaceOf(baked.map, call, trace);
            EXPECT_EQ(surface.texture, "box") << hull;
            EXPECT_FALSE(surface.bevel) << hull;
            // Further along the slope there is only its bevel.
            call.start.y = call.end.y = -30;
            const Surface tip = surfaceOf(baked.map, call, traceOf(baked.map, call));
            EXPECT_EQ(tip.texture, "slope") << hull;
            EXPECT_TRUE(tip.bevel) << hull;
        }
}

TEST_P(SurfaceTest, NothingWithoutAContact) {
    TraceCall call;
    call.probe = probeFor(baked_, "point");
    call.start = {0, 0, 200};
    call.end = {0, 200, 200};
    EXPECT_FALSE(surfaceOf(baked_.map, call, traceOf(baked_.map, call)).found) << "a miss";
    call.start = call.end = {0, 0, 32};
    EXPECT_FALSE(surfaceOf(baked_.map, call, traceOf(baked_.map, call)).found) << "inside";
    EXPECT_FALSE(surfaceOf(baked_.map, call, Trace{}).found) << "no trace at all";
    call.probe = probeFor(baked_.map, {99});
    EXPECT_FALSE(surfaceOf(baked_.map, call, traceOf(baked_.map, call)).found) << "an unknown hull";
    TraceCall real, other;
    real.probe = probeFor(baked_, "point");
    real.start = {0, 0, 200};
    real.end = {0, 0, 32};
    other = real;
    other.start = {0, 900, 200};
    other.end = {0, 900, 32};
    EXPECT_FALSE(surfaceOf(baked_.map, other, traceOf(baked_.map, real)).found) << "the answer to another question";
    EXPECT_TRUE(surfaceOf(baked_.map, real, traceOf(baked_.map, real)).found);
}

class SurfaceOfTheDemo : public EachProbeKind {};

// In a real level nearly every hit has a surface. It must be a face of the brush it names, and parallel to the plane
// unless the plane is a bevel.
TEST_P(SurfaceOfTheDemo, EveryHitHasOne) {
    constexpr std::uint64_t kSeed = 123;
    std::cout << "seed " << kSeed << '\n';
    std::string demo, error;
    ASSERT_TRUE(readFile(std::string(HULLBAKE_SOURCE_ROOT) + "/maps/demo/demo.map", demo, error)) << error;
    const MapFile source = parseText(demo);
    const BakedMap baked = bake(source);  // not filled: every hit is a brush
    Random random(kSeed);
    std::size_t hits = 0, bevels = 0, models = 0;
    for (std::size_t i = 0; i < 60000; ++i) {
        TraceCall call;
        call.probe = probeFor(baked.map, {static_cast<std::uint32_t>(i % 4)});
        call.probe.model.value = i % 10 == 0 ? static_cast<std::uint32_t>(random.index(baked.map.modelCount())) : 0;
        const Box bounds = baked.map.model(call.probe.model).bounds;
        call.start = random.pointIn({bounds.mins - Vec3{80, 80, 80}, bounds.maxs + Vec3{80, 80, 80}});
        call.end = random.pointIn(bounds);
        call.probe.mask = i % 3 == 0 ? kMaskAll : kMaskBlocking;
        const Trace trace = traceOf(baked.map, call);
        if (!trace.hit || trace.allsolid) continue;
        const Surface surface = surfaceOf(baked.map, call, trace);
        ASSERT_TRUE(surface.found) << text(call) << " answered " << text(trace);
        ASSERT_LT(surface.entity, source.entities.size());
        ASSERT_LT(surface.brush, source.entities[surface.entity].brushes.size());
        const MapBrush& brush = source.entities[surface.entity].brushes[surface.brush];
        ASSERT_LT(surface.side, brush.faces.size());
        const MapFace& face = brush.faces[surface.side];
        ASSERT_EQ(surface.texture, face.texture);
        ASSERT_EQ(surface.line, face.pos.line);
        const Vec3 across = cross(face.points[0] - face.points[1], face.points[2] - face.points[1]);
        const bool parallel = length(across * (1 / length(across)) - trace.normal) < 1e-6;
        ASSERT_EQ(surface.bevel, !parallel) << text(call) << " answered " << text(trace);
        ++hits;
        bevels += surface.bevel ? 1 : 0;
        models += call.probe.model.value != 0 ? 1 : 0;
    }
    EXPECT_GE(hits, 20000u);
    EXPECT_GE(bevels, 200u);
    EXPECT_GE(models, 500u);
}

HULLBAKE_FOR_EACH_PROBE_KIND(SurfaceTest);
HULLBAKE_FOR_EACH_PROBE_KIND(SurfaceOfTwo);
HULLBAKE_FOR_EACH_PROBE_KIND(SurfaceOfTheDemo);

}  // namespace
}  // namespace hullbake::test
