// Proves the contents of volumes that overlap, coincide and touch, in every hull, in the world and in models, for every
// mask.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "support/content_kinds.hpp"

namespace hullbake::test {
namespace {

constexpr std::array kHulls = {"point", "player", "large"};

/// Holds the brushes as the world and, beside a far stone, as model 1: both must give equal answers.
struct Both {
    Baked world, model;

    explicit Both(const std::vector<MapBrush>& brushes) {
        world = bake(worldMap(brushes));
        MapFile map = worldMap({boxBrush({-4000, -4000, -4000}, {-3900, -3900, -3900})});
        addModel(map, "func_wall", brushes);
        model = bake(map);
    }

    Contents at(const Vec3& p, const char* hull) const {
        const Contents inWorld = world.at(p, hull), inModel = model.at(p, hull, 1);
        EXPECT_EQ(inWorld, inModel) << hull << " at " << p.x << ' ' << p.y << ' ' << p.z;
        return inWorld;
    }

    Trace trace(const Vec3& from, const Vec3& to, const char* hull, Contents mask = kMaskBlocking) const {
        const Trace one = world.map.trace({.hull = world.hull(hull), .mask = mask}, from, to);
        const Trace two = model.map.trace({.hull = model.hull(hull), .model = {1}, .mask = mask}, from, to);
        EXPECT_EQ(one.hit, two.hit);
        EXPECT_EQ(one.startsolid, two.startsolid);
        EXPECT_EQ(one.allsolid, two.allsolid);
        EXPECT_NEAR(one.hitFraction, two.hitFraction, 1e-12);
        EXPECT_LE(length(one.endpos - two.endpos), 1e-9);
        EXPECT_LE(length(one.normal - two.normal), 1e-12);
        EXPECT_EQ(one.contents, two.contents);
        return one;
    }
};

/// Returns the contents visible in the hull: point hulls have no clip.
Contents seen(Contents contents, const char* hull) {
    return hull == std::string("point") ? contents & ~Contents::Clip : contents;
}

/// Returns the contents that masks can find in an overlap. Solid swallows blocking contents. A liquid keeps its surface
/// inside solid, for traces whose mask lacks solid.
Contents found(Contents bits) {
    return resolveOverlap(bits & kMaskBlocking) | (bits & kMaskPassable);
}

TEST(ContentsOverlap, CoincidentWaterStaysWater) {
    // One brush twice, the second time with its faces in another order, and one that shares five of six faces.
    MapBrush turned = boxBrush({-64, -64, 0}, {64, 64, 64}, "*water1");
    std::swap(turned.faces[0], turned.faces[5]);
    const Both both({boxBrush({-64, -64, 0}, {64, 64, 64}, "*water1"), boxBrush({-64, -64, 0}, {64, 64, 64}, "*water1"),
                     turned, boxBrush({-64, -64, 0}, {64, 64, 32}, "*water2")});
    for (const char* hull : kHulls) {
        SCOPED_TRACE(hull);
        for (const double z : {1.0, 16.0, 31.0, 32.0, 33.0, 63.0})
            EXPECT_EQ(both.at({10, 20, z}, hull), Contents::Water);
        EXPECT_EQ(both.at({10, 20, 130}, hull), Contents::Empty);
        const Trace in = both.trace({10, 20, 300}, {10, 20, 10}, hull, kMaskPassable);
        EXPECT_TRUE(in.hit && !in.startsolid);
        EXPECT_EQ(in.contents, Contents::Water);
        EXPECT_TRUE(both.trace({10, 20, 10}, {20, 20, 50}, hull, kMaskPassable).allsolid) << "no surface within";
        EXPECT_FALSE(both.trace({10, 20, 300}, {10, 20, -300}, hull).hit) << "nothing blocks";
    }
    EXPECT_EQ(countRemarks(both.world.result.report, Severity::Warning, "duplicate"), 2u);
    EXPECT_EQ(countRemarks(both.model.result.report, Severity::Warning, "duplicate"), 2u);
}

// Tests every two kinds, either first in the map, in three positions: overlapping, equal boxes, and face to face.
TEST(ContentsOverlap, EveryTwoKindsInEitherOrder) {
    std::size_t pairs = 0, swallowed = 0, kept = 0;
    for (const ContentKind& first : kContentKinds)
        for (const ContentKind& second : kContentKinds) {
            if (first.contents == second.contents) continue;
            SCOPED_TRACE(std::string(first.texture) + " and " + second.texture);
            const Both both({boxBrush({0, 0, 0}, {256, 256, 256}, first.texture),
                             boxBrush({128, 0, 0}, {384, 256, 256}, second.texture),
                             boxBrush({1000, 0, 0}, {1256, 256, 256}, first.texture),
                             boxBrush({1000, 0, 0}, {1256, 256, 256}, second.texture),
                             boxBrush({2000, 0, 0}, {2256, 256, 256}, first.texture),
                             boxBrush({2256, 0, 0}, {2512, 256, 256}, second.texture)});
            for (const char* hull : kHulls) {
                SCOPED_TRACE(hull);
                const Contents a = seen(first.contents, hull), b = seen(second.contents, hull);
                const Contents together = resolveOverlap(a | b);
                EXPECT_EQ(both.at({64, 128, 100}, hull), a);
                EXPECT_EQ(both.at({192, 128, 100}, hull), together);
                EXPECT_EQ(both.at({320, 128, 100}, hull), b);
                EXPECT_EQ(both.at({1128, 128, 100}, hull), together) << "the same box";
                EXPECT_EQ(both.at({2128, 128, 100}, hull), a);
                EXPECT_EQ(both.at({2384, 128, 100}, hull), b);
                for (const Contents mask : {a, b, together}) {
                    const Trace down = both.trace({1128, 128, 600}, {1128, 128, 100}, hull, mask);
                    EXPECT_EQ(down.hit, any(found(a | b) & mask));
                    EXPECT_EQ(any(down.contents & mask), down.hit);
                }
                swallowed += together == Contents::Solid && any(a) && any(b);
                kept += together == (a | b) && any(a) && any(b);
            }
            ++pairs;
        }
    EXPECT_EQ(pairs, 56u);
    EXPECT_EQ(swallowed, 40u);
    EXPECT_EQ(kept, 114u);
}

// An overlap is named after the kind with the highest priority in the list.
TEST(ContentsOverlap, NamesFollowThePriority) {
    for (std::size_t i = 0; i < kContentKinds.size(); ++i)
        for (std::size_t k = i + 1; k < kContentKinds.size(); ++k) {
            const Both both({boxBrush({0, 0, 0}, {64, 64, 64}, kContentKinds[k].texture),
                             boxBrush({0, 0, 0}, {64, 64, 64}, kContentKinds[i].texture)});
            EXPECT_EQ(contentsName(both.at({32, 32, 32}, "player")), contentsName(kContentKinds[i].contents));
        }
    const Both liquids({boxBrush({0, 0, 0}, {64, 64, 64}, "*water1"), boxBrush({0, 0, 0}, {64, 64, 48}, "*slime0"),
                        boxBrush({0, 0, 0}, {64, 64, 32}, "*lava1"), boxBrush({0, 0, 0}, {64, 64, 16}, "stone")});
    EXPECT_EQ(contentsName(liquids.at({32, 32, 56}, "point")), "water");
    EXPECT_EQ(contentsName(liquids.at({32, 32, 40}, "point")), "slime");
    EXPECT_EQ(contentsName(liquids.at({32, 32, 24}, "point")), "lava");
    EXPECT_EQ(contentsName(liquids.at({32, 32, 8}, "point")), "solid");
}

// Sky, clip and solid share one face. For every mask, the trace must stop on that plane and name the contents that it
// hit.
TEST(ContentsOverlap, CoincidentFacesNameWhatTheMaskMeets) {
    const Both both({boxBrush({0, 0, 0}, {32, 256, 256}, "sky1"), boxBrush({0, 0, 0}, {64, 256, 256}, "clip"),
                     boxBrush({0, 0, 0}, {16, 256, 128}, "stone"), boxBrush({0, 0, 0}, {48, 256, 256}, "*lava1")});
    std::size_t hits = 0, passes = 0;
    for (const char* hull : kHulls)
        for (const double z : {60.0, 230.0})
            for (const Contents mask : {Contents::Solid, Contents::Sky, Contents::Clip, Contents::Lava,
                                        Contents::Sky | Contents::Clip, kMaskBlocking, kMaskAll, Contents::Water}) {
                SCOPED_TRACE(std::string(hull) + " " + std::to_string(z) + " " +
                             std::to_string(static_cast<std::uint32_t>(mask)));
                const bool low = z < 100;
                const Contents there = low ? Contents::Solid | Contents::Lava
                                           : seen(Contents::Sky | Contents::Clip | Contents::Lava, hull);
                const Trace trace = both.trace({-400, 128, z}, {8, 128, z}, hull, mask);
                EXPECT_EQ(trace.hit, any(there & mask));
                if (!trace.hit) {
                    ++passes;
                    continue;
                }
                ++hits;
                EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0}));
                EXPECT_TRUE(any(trace.contents & mask));
            }
    EXPECT_GE(hits, 24u);
    EXPECT_GE(passes, 8u);
}

// Case A6: a box slides along a clip brush in a func_wall as along the brush in the world.
TEST(ContentsOverlap, SlidingAlongClipInAModelIsSlidingInTheWorld) {
    const Both both({boxBrush({0, 0, 0}, {8, 8, 128}), boxBrush({24, 0, 0}, {32, 8, 128}),
                     boxBrush({48, 0, 0}, {56, 8, 128}), boxBrush({-4, -4, 0}, {60, 12, 128}, "clip"),
                     prismBrush({{60, -4}, {120, 20}, {120, 36}, {60, 12}}, 0, 128, "playerclip")});
    Rng rng(20240705);
    std::size_t hits = 0, slides = 0;
    for (int i = 0; i < 3000; ++i) {
        const char* hull = kHulls[static_cast<std::size_t>(i) % 3];
        Vec3 p = rng.pointIn({{-150, -150, 0}, {200, 150, 128}});
        Vec3 way = rng.pointIn({{-10, -10, 20}, {130, 40, 110}}) - p;  // towards the brushes, and beyond
        way = way * (rng.between(60, 400) / length(way));
        for (int bump = 0; bump < 4; ++bump) {
            const Trace trace = both.trace(p, p + way, hull);
            if (trace.startsolid) break;
            p = trace.endpos;
            if (!trace.hit) break;
            ++hits;
            slides += bump > 0;
            way = way * (1 - trace.fraction);
            way = way - trace.normal * dot(way, trace.normal);
        }
    }
    EXPECT_GE(hits, 800u);
    EXPECT_GE(slides, 20u);
}

}  // namespace
}  // namespace hullbake::test
