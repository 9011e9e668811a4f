// Proves traces exactly along surfaces, and those that leave one: the quick ways answer most of them, with the bits of
// the exact trace.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "brushes/brush_trace.hpp"
#include "brushes/model_brushes.hpp"
#include "grid/surface_trace.hpp"
#include "query/trace_closely.hpp"
#include "query/trace_expanded.hpp"
#include "query/trace_from_surface.hpp"
#include "runtime/runtime_support.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/random_cases.hpp"
#include "support/test_size.hpp"
#include "support/turned_maps.hpp"
#include "tree/along_trace.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

// Traces of the player's box, or of a box of no hull, exactly along one surface or along the edge where two meet.
class Slides {
  public:
    Slides(const MapFile& map, std::uint64_t seed) : baked_(bake(map)), seed_(seed) {
        hull_ = hullProbe(baked_.hull("feet"));
        other_ = boxProbe({{-9, -7, -20}, {9, 7, 12}});
    }

    void run(int cases) {
        forRandomCases(seed_, cases, [&](Random& random, int i) { slide(random, i % 2 == 0 ? hull_ : other_); });
        std::cout << traces_ << " traces, " << hits_ << " of them hits, " << edges_
                  << " along two surfaces; quick: " << quick_ << "; free in the hull: " << free_ << ", by the grid "
                  << byGrid_ << "; hits by the grid: " << hitsByGrid_ << "; stopped at the start: " << entered_
                  << ", by brushes there: " << enteredQuick_ << '\n';
    }
    int traces_ = 0, hits_ = 0, edges_ = 0, quick_ = 0, free_ = 0, byGrid_ = 0;
    int hitsByGrid_ = 0, hitsInNodes_ = 0, entered_ = 0, enteredQuick_ = 0;

  private:
    void slide(Random& random, const Probe& probe) {
        Probe bare = probe;
        bare.skin = 0;
        const Vec3 from = random.pointIn(baked_.map.model({}).bounds);
        const Trace wall = baked_.map.trace(bare, from, from + random.direction() * 1000);
        if (!wall.hit || wall.startsolid) return;
        const Vec3 way = random.direction() * random.between(8, 300);
        const Vec3 beside = way - wall.normal * dot(way, wall.normal);
        compare(probe, wall.endpos, wall.endpos + beside);
        leave(probe, wall.endpos, wall.endpos + beside + wall.normal * std::fabs(dot(way, wall.normal)));
        enter(probe, wall.endpos, wall.endpos + way);
        enter(probe, wall.endpos, wall.endpos - way);
        const Trace corner = baked_.map.trace(bare, wall.endpos, wall.endpos + beside * 10);
        if (!corner.hit || !(corner.fraction > 0)) return;
        const Vec3 edge = cross(wall.normal, corner.normal);
        if (!(length(edge) > 0.1)) return;
        ++edges_;
        for (const Vec3& into : {way, -way, beside, way - corner.normal * dot(way, corner.normal)})
            enter(probe, corner.endpos, corner.endpos + into);
        compare(probe, corner.endpos, corner.endpos + edge * (random.between(-300, 300) / length(edge)));
    }

    void compare(const Probe& probe, const Vec3& start, const Vec3& end) {
        const TraceQuery query{start, end, probe, {}};
        const Line line = lineOf(query);
        bool quick = false;
        const Trace exact = probe.box ? beside(query, line, quick) : through(query, line, quick);
        const Trace trace = baked_.map.trace(probe, start, end);
        ASSERT_TRUE(sameBits(trace, exact)) << text(TraceCall{probe, start, end}) << '\n'
                                            << text(trace) << '\n'
                                            << text(exact);
        ++traces_;
        hits_ += trace.hit;
        quick_ += quick;
        countFree(query, trace);
    }

    // The common trace names planes by the tree, so the last bits of a hit may differ.
    void leave(const Probe& probe, const Vec3& start, const Vec3& end) {
        const TraceQuery query{start, end, probe, {}};
        bool quick = false;
        const Trace exact = probe.box ? beside(query, lineOf(query), quick) : through(query, lineOf(query), quick);
        const Trace trace = baked_.map.trace(probe, start, end);
        ASSERT_EQ(trace.hit, exact.hit) << text(TraceCall{probe, start, end});
        ASSERT_NEAR(trace.hitFraction, exact.hitFraction, 1e-9);
        countFree(query, trace);
    }

    // A trace that is stopped at its start. Where the brushes there do not tell, the tree may name another plane.
    void enter(const Probe& probe, const Vec3& start, const Vec3& end) {
        const TraceQuery query{start, end, probe, {}};
        const Line line = lineOf(query);
        const Trace trace = baked_.map.trace(probe, start, end);
        if (!trace.hit || trace.startsolid || trace.hitFraction * line.length > 1e-6) return;
        bool quick = false;
        Trace exact;
        if (probe.box) {
            exact = beside(query, line, quick);
        } else {
            exact = through(query, line, quick);
            const GridView grid(baked_.map.tables(), probe.hull.value);
            const SurfaceEnd told = traceFromSurface(grid, query);
            ContactCone::Entered entered;
            quick = told.kind == SurfaceEnd::Kind::AtStart &&
                    planeEnteredIn(hullBrushes(baked_.map.tables(), probe.hull, {}), grid, told.slot, query, line, 0,
                                   entered);
        }
        ++entered_;
        if (!quick) return;
        ++enteredQuick_;
        ASSERT_TRUE(sameBits(trace, exact)) << text(TraceCall{probe, start, end}) << '\n'
                                            << text(trace) << '\n'
                                            << text(exact);
    }

    void countFree(const TraceQuery& query, const Trace& trace) {
        if (query.probe.box) return;
        const GridView grid(baked_.map.tables(), query.probe.hull.value);
        const SurfaceEnd end = traceFromSurface(grid, query), scalar = SurfaceTrace<GridOpsScalar>(grid, query).run();
        ASSERT_EQ(end.kind, scalar.kind);
        const bool isFree = end.kind == SurfaceEnd::Kind::Free, isHit = end.kind == SurfaceEnd::Kind::Hit;
        ASSERT_EQ(end.slides, scalar.slides);
        if (isHit) {
            ASSERT_EQ(end.hit.t, scalar.hit.t);
            ASSERT_TRUE(trace.hit);
            ASSERT_NEAR(trace.hitFraction, end.hit.t, 1e-9)
                << text(TraceCall{query.probe, query.start, query.end}) << '\n'
                << text(trace);
        }
        ASSERT_FALSE(isFree && trace.hit);
        hitsByGrid_ += isHit && end.slides;
        hitsInNodes_ += isHit && end.slides && (grid.tables().gridSubtrees[end.slot] & format::kCutFlag) == 0;
        free_ += !trace.hit;
        byGrid_ += isFree;
    }

    // Return the exact trace, and whether a quick one decides.
    Trace through(const TraceQuery& query, const Line& line, bool& quick) const {
        const format::Tables& tables = baked_.map.tables();
        Trees trees;
        trees.tables = {tables.nodes.data(), tables.planes.data()};
        trees.mask = static_cast<std::uint32_t>(query.probe.mask);
        trees.roots[trees.count++] = tables.root(query.probe.hull.value, 0).blocking;
        std::int64_t budget = kTraceBudget;
        Contact contact;
        AlongSides sides;
        quick = TreeTrace(trees, line, budget, &sides).run(contact) &&
                (!sides.any() || traceAlong(trees, line, sides, contact, budget));
        return traceClosely(tables, query, trees, line, nullptr, budget);
    }
    Trace beside(const TraceQuery& query, const Line& line, bool& quick) const {
        const BrushSet set = boxBrushes(baked_.map.tables(), *query.probe.box, {});
        BrushTrace<BrushSet> trace(set, line, query.probe.mask);
        trace.traceByBvh();
        Contact contact;
        Plane plane;
        quick = trace.decide(contact, plane);
        Trace exact;
        EXPECT_TRUE(traceByChain(set, query, line, exact));
        return exact;
    }

    BakedMap baked_;
    std::uint64_t seed_;
    Probe hull_, other_;
};

TEST(SlidingTraces, AreQuickAndExactOnTheGrid) {
    Slides slides(demoMap(), 20261127);
    slides.run(fullSize() ? 100000 : 3000);
    EXPECT_GE(slides.hits_, slides.traces_ / 10);
    EXPECT_GE(slides.edges_, slides.traces_ / 10);
    EXPECT_GE(slides.quick_, slides.traces_ * 4 / 5);
    EXPECT_GE(slides.byGrid_, slides.free_ / 2);
    EXPECT_GE(slides.hitsByGrid_, slides.hits_ / 10);
    EXPECT_GE(slides.hitsInNodes_, slides.hits_ / 100);
    EXPECT_GE(slides.entered_, slides.traces_ / 2);
    EXPECT_GE(slides.enteredQuick_, slides.entered_ / 2);
}

// Off the grid, faces meant to lie in one plane part by more than rounding. The exact trace follows those.
TEST(SlidingTraces, AreExactOffTheGrid) {
    Slides slides(turnedMap(demoMap(), {0, 17, 0}, 6), 20261128);
    slides.run(fullSize() ? 100000 : 3000);
    EXPECT_GE(slides.hits_, slides.traces_ / 10);
    EXPECT_GE(slides.edges_, slides.traces_ / 10);
    EXPECT_GE(slides.quick_, slides.traces_ * 4 / 5);
    EXPECT_GE(slides.byGrid_, slides.free_ / 2);
    EXPECT_GE(slides.hitsByGrid_, slides.hits_ / 20);
    EXPECT_GE(slides.hitsInNodes_, slides.hits_ / 100);
    EXPECT_GE(slides.entered_, slides.traces_ / 2);
    EXPECT_GE(slides.enteredQuick_, slides.entered_ / 2);
}

// A box slides along a floor into sky. Whether it lies a hair above or below the floor makes no difference.
TEST(SlidingTraces, WhatIsHitDependsOnNoRounding) {
    const Box box{{-16, -16, -24}, {16, 16, 32}}, other{{-9, -7, -24}, {9, 7, 12}};
    const BakedMap baked = bake(
        worldMap({boxBrush({-100, -100, -16}, {200, 100, 0}), boxBrush({100, -100, -16}, {164, 100, 200}, "sky1")}),
        {{"player", box}});
    for (const Probe& probe : {hullProbe(baked.hull("player")), boxProbe(box), boxProbe(other)})
        for (const double off : {0.0, 1e-13, -1e-13, 1e-10, -1e-10, 1e-6, -1e-6})
            for (const double rises : {0.0, 1e-13, -1e-13}) {
                const Vec3 start{0, 0, 24 + off}, end{150, 30, 24 + off + rises};
                const Trace trace = baked.map.trace(probe, start, end);
                EXPECT_TRUE(trace.hit && !trace.startsolid);
                EXPECT_EQ(trace.contents, Contents::Solid) << text(TraceCall{probe, start, end});
            }
}

// A trace lies in two planes. On one side of them solid ends before the others begin to be solid, and begins anew
// 2.3e-5 units later. There the trace stops.
TEST(SlidingTraces, StopWhereTheLastSideCloses) {
    const BakedMap baked = bake(turnedMap(demoMap(), {0, 17, 0}, 6));
    const Probe probe = hullProbe(baked.hull("feet"));
    const TraceQuery query{
        {-5.4454662122577417, 288, 92.754537001114528}, {-31.790758936988727, 288, 6.5830323456623461}, probe, {}};
    EXPECT_NEAR(baked.map.trace(probe, query.start, query.end).hitFraction, 0.55967381730566155, 1e-14);
    const SurfaceEnd told = traceFromSurface(GridView(baked.map.tables(), probe.hull.value), query);
    EXPECT_TRUE(told.kind != SurfaceEnd::Kind::Hit || told.hit.t > 0.5596738);
}

// Returns the plane by which the cell alone tells that a trace of the player's box is stopped where it slides.
Vec3 normalByTheCell(const BakedMap& baked, const Vec3& start, const Vec3& end) {
    const TraceQuery query{start, end, hullProbe(baked.hull("player")), {}};
    const GridView grid(baked.map.tables(), query.probe.hull.value);
    const SurfaceEnd told = traceFromSurface(grid, query), scalar = SurfaceTrace<GridOpsScalar>(grid, query).run();
    EXPECT_EQ(told.kind, SurfaceEnd::Kind::Hit);
    EXPECT_EQ(scalar.kind, SurfaceEnd::Kind::Hit);
    EXPECT_TRUE(told.slides && scalar.slides);
    ContactCone::Entered entered{};
    EXPECT_TRUE(planeEnteredIn(hullBrushes(baked.map.tables(), query.probe.hull, {}), grid, told.slot, query,
                               lineOf(query), told.hit.t, entered));
    const Trace trace = baked.map.trace(query.probe, start, end);
    EXPECT_TRUE(trace.hit && trace.normal == entered.plane.normal) << text(trace);
    EXPECT_NEAR(trace.hitFraction, told.hit.t, 1e-12);
    return trace.normal;
}

// A box slides along a wall, and on the other side a brush begins as far away as the box is wide.
TEST(SlidingTraces, AreStoppedInASeamByTheirCell) {
    const std::vector<MapBrush> brushes{boxBrush({-64, -64, -64}, {0, 256, 64}),
                                        boxBrush({32, 100, -64}, {96, 256, 64})};
    const BakedMap baked = bake(worldMap(brushes), {{"player", {{-16, -16, -24}, {16, 16, 32}}}});
    for (const double up : {-8.0, 0.0, 3.7})
        EXPECT_EQ(normalByTheCell(baked, {16, 70, 0}, {16, 110, up}), (Vec3{0, -1, 0}));
}

// A box slides up a ramp, and the lower edge of a beam lies in the plane in which its origin moves.
TEST(SlidingTraces, AreStoppedAtACommonEdgeByTheirCell) {
    MapBrush ramp = boxBrush({-64, 0, -16}, {64, 200, 200});
    for (MapFace& side : ramp.faces)
        if (side.points[0].z == 200 && side.points[1].z == 200 && side.points[2].z == 200)
            for (Vec3& p : side.points) p.z = p.y;
    const BakedMap baked = bake(worldMap({ramp, boxBrush({-64, 100, 156}, {64, 300, 300})}),
                                {{"player", {{-16, -16, -24}, {16, 16, 32}}}});
    EXPECT_EQ(normalByTheCell(baked, {0, 70, 110}, {0, 94, 134}), (Vec3{0, -1, 0}));
    EXPECT_EQ(normalByTheCell(baked, {0, 70, 110}, {5, 94, 134}), (Vec3{0, -1, 0}));
}

// A floor of many tiles that all meet at one place, where a slanted wall begins. None of the tiles is entered there.
TEST(SlidingTraces, EnterNoTileOfAFlatFloor) {
    constexpr int kTiles = 40;
    const auto face = [](const Vec3& a, const Vec3& b, const Vec3& c) {
        MapFace made = boxBrush({0, 0, 0}, {1, 1, 1}).faces[0];
        made.points = {a, b, c};
        return made;
    };
    const auto rim = [](int i) {
        const double angle = 2 * 3.14159265358979 * i / kTiles;
        return Vec3{std::round(256 * std::cos(angle)), std::round(256 * std::sin(angle)), 0};
    };
    const Vec3 down{0, 0, -16};
    MapBrush wall = boxBrush({0, -64, -8}, {40, 64, 32});
    const double x = 5e-6;
    for (MapFace& side : wall.faces)
        if (side.points[0].x == 0 && side.points[1].x == 0 && side.points[2].x == 0)
            side = face({x, 0, 0}, {x, 1, 0}, {x + 1, 0, 2});
    std::vector<MapBrush> brushes{wall};
    for (int i = 0; i < kTiles; ++i) {
        const Vec3 corners[3] = {{}, rim(i), rim(i + 1)};
        MapBrush& tile = brushes.emplace_back();
        tile.faces = {face(corners[0], corners[2], corners[1]),
                      face(corners[0] + down, corners[1] + down, corners[2] + down)};
        for (int k = 0; k < 3; ++k) tile.faces.push_back(face(corners[k], corners[(k + 1) % 3], corners[k] + down));
    }
    const BakedMap baked = bake(worldMap(brushes), {{"player", {{-16, -16, -24}, {16, 16, 32}}}});
    for (const double y : {0.0, 12.0, 28.0}) {
        const Trace trace = baked.map.trace(hullProbe(baked.hull("player")), {-130, y, 24}, {52, -y / 2, 24});
        ASSERT_TRUE(trace.hit);
        EXPECT_NEAR(trace.normal.x, -std::sqrt(0.8), 1e-9);
        EXPECT_NEAR(trace.normal.z, std::sqrt(0.2), 1e-9);
    }
}

}  // namespace
}  // namespace hullbake::test
