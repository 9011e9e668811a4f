// Proves the oracle itself right, with solids whose answers are known by hand and slow checks of another kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/judge/compare_trace.hpp"
#include "oracle/solids/sample_brushes.hpp"

namespace hullbake::oracle {
namespace {

const Box kPlayer{{-16, -16, -24}, {16, 16, 32}};
const Box kFeet{{-16, -16, 0}, {16, 16, 56}};
const Box kCorner{{0, 0, 0}, {24, 40, 56}};
const double kRoot2 = std::sqrt(2.0);

bool hasPlane(const GrownBrush& brush, const Vec3& normal, double dist) {
    const Vec3 unit = normalized(normal);
    return std::any_of(brush.planes.begin(), brush.planes.end(), [&](const GrownPlane& plane) {
        return length(plane.normal - unit) < 1e-12 && std::abs(plane.dist - dist) < 1e-10;
    });
}

/// Returns true if the box at `p` and the brush share a point: three of all their planes meet in front of none.
bool boxMeetsBrush(const BareBrush& brush, const Box& box, const Vec3& p) {
    std::vector<Plane> planes;
    for (const BarePlane& plane : brush.planes) planes.push_back({plane.normal, plane.dist});
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 unit;
        unit[axis] = 1;
        planes.push_back({unit, p[axis] + box.maxs[axis]});
        planes.push_back({-unit, -(p[axis] + box.mins[axis])});
    }
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j)
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const Vec3 line = cross(planes[i].normal, planes[j].normal);
                const double volume = dot(line, planes[k].normal);
                if (std::abs(volume) < 1e-9) continue;
                const Vec3 q = (cross(planes[j].normal, planes[k].normal) * planes[i].dist +
                                cross(planes[k].normal, planes[i].normal) * planes[j].dist + line * planes[k].dist) *
                               (1 / volume);
                if (std::all_of(planes.begin(), planes.end(),
                                [&](const Plane& plane) { return distanceTo(plane, q) < 1e-6; }))
                    return true;
            }
    return false;
}

TEST(OracleGrowth, CubeGrowsByTheReflectedBox) {
    const auto cube = solveBrush(boxBrush({0, 0, 0}, {64, 64, 64}));
    ASSERT_TRUE(cube);
    EXPECT_EQ(cube->vertices.size(), 8u);
    const GrownBrush grown = growBrush(*cube, kFeet);
    EXPECT_EQ(grown.planes.size(), 6u);
    EXPECT_EQ(grown.bounds, (Box{{-16, -16, -56}, {80, 80, 64}}));
    EXPECT_TRUE(hasPlane(grown, {0, 0, 1}, 64));
    EXPECT_TRUE(hasPlane(grown, {0, 0, -1}, 56));
    const GrownBrush corner = growBrush(*cube, kCorner);
    EXPECT_EQ(corner.bounds, (Box{{-24, -40, -56}, {64, 64, 64}}));
}

TEST(OracleGrowth, RidgeOfARoofNeedsAnAxialPlane) {
    MapBrush roof;
    roof.faces = {planeFace({1, 0, 1}, 64), planeFace({-1, 0, 1}, 64), planeFace({0, 0, -1}, 0),
                  planeFace({0, 1, 0}, 32), planeFace({0, -1, 0}, 32)};
    const auto bare = solveBrush(roof);
    ASSERT_TRUE(bare);
    EXPECT_EQ(growBrush(*bare, {}).planes.size(), 5u);
    const GrownBrush grown = growBrush(*bare, kPlayer);
    EXPECT_TRUE(hasPlane(grown, {0, 0, 1}, 64 + 24));
    EXPECT_TRUE(hasPlane(grown, {1, 0, 0}, 64 + 16));
    EXPECT_TRUE(hasPlane(grown, {1, 0, 1}, (64 + 16 + 24) / kRoot2));
    EXPECT_EQ(grown.planes.size(), 8u);
}

TEST(OracleGrowth, EdgeBevelOfAWedgeIsTheKnownOne) {
    // The edge of x + y + z = 60 and -x + y + 2z = 60 spans the plane 2y + 3z = 120 with the x axis.
    MapBrush wedge;
    wedge.faces = {planeFace({1, 1, 1}, 60), planeFace({-1, 1, 2}, 60), planeFace({0, -1, 0}, 50),
                   planeFace({0, 0, -1}, 50)};
    const auto bare = solveBrush(wedge);
    ASSERT_TRUE(bare);
    ASSERT_EQ(bare->vertices.size(), 4u);
    const GrownBrush grown = growBrush(*bare, kPlayer);
    const double size = std::sqrt(13.0);
    EXPECT_TRUE(hasPlane(grown, {0, 2, 3}, (120 + 2 * 16 + 3 * 24) / size));
    const auto bevels = std::count_if(grown.planes.begin(), grown.planes.end(),
                                      [](const GrownPlane& plane) { return plane.kind == PlaneKind::Edge; });
    EXPECT_GE(bevels, 1);
    EXPECT_EQ(growBrush(*bare, {}).planes.size(), 4u);
}

TEST(OracleGrowth, RandomBrushesHoldExactlyThePointsWhereTheBoxMeetsThem) {
    constexpr std::uint64_t kSeed = 11;
    RecordProperty("seed", static_cast<int>(kSeed));
    SplitMix random(kSeed);
    const MapFile map = rocks(kSeed, 150, 100);
    std::size_t inside = 0, outside = 0, bevels = 0;
    const auto models = readModels(map);
    for (const MapSolid& solid : models.front().solids)
        for (const Box& box : {kPlayer, kFeet, kCorner}) {
            const GrownBrush grown = growBrush(solid.brush, box);
            for (const GrownPlane& plane : grown.planes) bevels += plane.kind == PlaneKind::Edge;
            for (int i = 0; i < 12; ++i) {
                Vec3 p;
                for (int axis = 0; axis < 3; ++axis)
                    p[axis] = random.range(grown.bounds.mins[axis] - 4, grown.bounds.maxs[axis] + 4);
                double depth = 1e9;
                for (const GrownPlane& plane : grown.planes) depth = std::min(depth, plane.dist - dot(plane.normal, p));
                if (std::abs(depth) < 1e-3) continue;
                ++(depth > 0 ? inside : outside);
                ASSERT_EQ(depth > 0, boxMeetsBrush(solid.brush, box, p)) << p.x << " " << p.y << " " << p.z;
            }
        }
    EXPECT_GE(inside, 1000u);
    EXPECT_GE(outside, 1000u);
    EXPECT_GE(bevels, 1000u);
}

// The point lies beside its origin. The brush stays all the same, and no bevel moves with the point.
TEST(OracleGrowth, FacesThatStayAreAllThatAPointMeets) {
    MapBrush slanted = boxBrush({0, 0, 0}, {32, 32, 32});
    for (MapFace& face : slanted.faces)
        for (Vec3& p : face.points) p = {p.x, 0.8 * p.y - 0.6 * p.z, 0.6 * p.y + 0.8 * p.z};
    const auto bare = solveBrush(slanted, std::vector<bool>(6, false));
    ASSERT_TRUE(bare);
    const GrownBrush grown = growBrush(*bare, {{3, 18, 22}, {3, 18, 22}});
    EXPECT_EQ(grown.planes.size(), 6u);
    for (const Vec3& v : bare->vertices)
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_GE(v[axis], grown.bounds.mins[axis]);
            EXPECT_LE(v[axis], grown.bounds.maxs[axis]);
        }
}

TEST(OracleGrowth, BrushesThatAreNoSolidsAreLeftOut) {
    MapBrush open = boxBrush({0, 0, 0}, {8, 8, 8});
    open.faces.pop_back();
    EXPECT_FALSE(solveBrush(open));
    EXPECT_FALSE(solveBrush(boxBrush({0, 0, 0}, {8, 8, 0}))) << "flat";
    EXPECT_FALSE(solveBrush(boxBrush({0, 0, 0}, {8, 8, 0.0009}))) << "flat, as the compiler's report says";
    EXPECT_TRUE(solveBrush(boxBrush({0, 0, 0}, {8, 8, 0.0011})));
    EXPECT_FALSE(solveBrush(boxBrush({8, 8, 8}, {0, 0, 0}))) << "inside out";
    MapBrush line = boxBrush({0, 0, 0}, {8, 8, 8});
    line.faces[0].points[2] = line.faces[0].points[0];
    EXPECT_FALSE(solveBrush(line));
    EXPECT_FALSE(solveBrush(MapBrush{}));
}

class TwoCubes : public testing::Test {
  protected:
    // Two cubes touch in x = 0: [-64,0] and [0,64], with tops at z = 64.
    SolidSet solids_ = solidsOf(worldOf({boxBrush({-64, -64, 0}, {0, 64, 64}), boxBrush({0, -64, 0}, {64, 64, 64})}));
    TraceAnswer trace(const Vec3& a, const Vec3& b) const { return solids_.trace(a, b, kMaskBlocking); }
};

TEST_F(TwoCubes, SeamIsSolid) {
    EXPECT_TRUE(solids_.inside({0, 0, 32}, kMaskBlocking));
    EXPECT_FALSE(solids_.inside({0, 0, 64}, kMaskBlocking));
    EXPECT_FALSE(solids_.inside({0, 64, 64}, kMaskBlocking));
    EXPECT_TRUE(trace({0, -32, 10}, {0, 32, 40}).allsolid) << "within the seam";
    EXPECT_TRUE(trace({-32, 1, 10}, {32, 5, 40}).allsolid) << "across the seam";
    const TraceAnswer down = trace({0, 0, 128}, {0, 0, 0});
    ASSERT_TRUE(down.hit);
    EXPECT_EQ(down.hitFraction, 0.5);
    ASSERT_EQ(down.planes.size(), 2u);
    EXPECT_EQ(down.planes[0].plane.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(down.planes[1].plane.normal, (Vec3{0, 0, 1}));
}

TEST_F(TwoCubes, SlidingAlongAFaceIsFree) {
    for (const Vec3 way : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{3, 5, 0}}) {
        const TraceAnswer slide = trace(Vec3{0, 0, 64} - way * 20, Vec3{0, 0, 64} + way * 20);
        EXPECT_FALSE(slide.hit || slide.startsolid);
    }
    EXPECT_FALSE(trace({64, -100, 64}, {64, 100, 64}).hit) << "along an edge";
    EXPECT_FALSE(trace({128, 0, 0}, {0, 0, 128}).hit) << "touches an edge";
    EXPECT_FALSE(trace({64, 64, 200}, {64, 64, -200}).hit) << "along a vertical edge";
    EXPECT_FALSE(trace({96, 96, 32}, {32, 96, 96}).hit) << "passes a corner";
}

TEST_F(TwoCubes, StartOnTheSurface) {
    const TraceAnswer in = trace({10, 10, 64}, {20, 10, 0});
    EXPECT_TRUE(in.hit);
    EXPECT_FALSE(in.startsolid);
    EXPECT_EQ(in.hitFraction, 0);
    ASSERT_EQ(in.planes.size(), 1u);
    EXPECT_EQ(in.planes[0].plane.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(in.planes[0].plane.dist, 64);
    const TraceAnswer shallow = trace({10, 10, 64}, {60, 10, 63.99});
    EXPECT_TRUE(shallow.hit);
    EXPECT_EQ(shallow.hitFraction, 0);
    EXPECT_FALSE(trace({10, 10, 64}, {20, 10, 80}).hit);
    EXPECT_FALSE(trace({10, 10, 64 - 1e-6}, {20, 10, 80}).startsolid) << "within the tolerance";
    EXPECT_TRUE(trace({10, 10, 64 - 1e-3}, {20, 10, 80}).startsolid);
}

TEST_F(TwoCubes, ATracePulledBackToItsStartFromAfarIsWrong) {
    const TraceCase input{{.box = Box{}}, {10, 10, 128}, {10, 10, 0}};
    Trace trace;
    trace.hit = true;
    trace.hitFraction = 0.5;
    trace.normal = {0, 0, 1};
    trace.dist = 64;
    trace.contents = Contents::Solid;
    for (const bool back : {false, true}) {
        trace.fraction = back ? 0 : 0.5 - kDefaultSkin / 128;
        trace.endpos = input.start + (input.end - input.start) * trace.fraction;
        EXPECT_EQ(compareTrace(solids_, input, trace).agrees, !back);
    }
}

TEST_F(TwoCubes, StartSolidRunsFreeUntilItLeaves) {
    const TraceAnswer out = trace({10, 0, 32}, {10, 0, 132});
    EXPECT_TRUE(out.startsolid);
    EXPECT_FALSE(out.hit || out.allsolid);
    EXPECT_EQ(out.hitFraction, 1);
    const TraceAnswer stays = trace({10, 0, 32}, {-10, 0, 40});
    EXPECT_TRUE(stays.startsolid && stays.allsolid);
    EXPECT_EQ(stays.hitFraction, 0);
    const TraceAnswer touches = trace({10, 0, 32}, {10, 0, 64});
    EXPECT_TRUE(touches.startsolid) << "ends on the surface, and so outside";
    EXPECT_FALSE(touches.allsolid || touches.hit);
    const TraceAnswer zero = trace({10, 0, 32}, {10, 0, 32});
    EXPECT_TRUE(zero.startsolid && zero.allsolid);
    const TraceAnswer still = trace({10, 0, 64}, {10, 0, 64});
    EXPECT_FALSE(still.startsolid || still.hit);
    const SolidSet far = solidsOf(worldOf({boxBrush({0, 0, 0}, {10, 10, 10}), boxBrush({50, 0, 0}, {60, 10, 10})}));
    const TraceAnswer next = far.trace({5, 5, 5}, {105, 5, 5}, kMaskBlocking);
    EXPECT_TRUE(next.startsolid && next.hit);
    EXPECT_DOUBLE_EQ(next.hitFraction, 0.45);
}

TEST(OracleTrace, CubesThatMeetInAnEdgeOnlyLetNothingThroughButAreTouchedFreely) {
    const SolidSet solids = solidsOf(worldOf({boxBrush({-64, -64, 0}, {0, 0, 64}), boxBrush({0, 0, 0}, {64, 64, 64})}));
    // The segment goes through the shared edge from one free quadrant into the other. It only touches solid.
    EXPECT_FALSE(solids.trace({-32, 32, 32}, {32, -32, 32}, kMaskBlocking).hit);
    EXPECT_FALSE(solids.inside({0, 0, 32}, kMaskBlocking));
    const TraceAnswer through = solids.trace({-32, -32, 32}, {32, 32, 32}, kMaskBlocking);
    EXPECT_TRUE(through.allsolid) << "a stretch shorter than the tolerance leaves nothing";
}

TEST(OracleTrace, ApexOfACrackIsOutside) {
    // Two wedges form a crack of about one degree that closes at the origin.
    MapBrush upper, lower;
    upper.faces = {planeFace({1, 0, -50}, 0), planeFace({0, 0, 1}, 64), planeFace({1, 0, 0}, 64),
                   planeFace({-1, 0, 0}, 64), planeFace({0, 1, 0}, 64), planeFace({0, -1, 0}, 64)};
    lower = boxBrush({-64, -64, -64}, {64, 64, 0});
    const SolidSet solids = solidsOf(worldOf({upper, lower}));
    EXPECT_FALSE(solids.inside({0, 0, 0}, kMaskBlocking));
    EXPECT_TRUE(solids.inside({-1, 0, 0}, kMaskBlocking));
    EXPECT_FALSE(solids.inside({1, 0, 0.01}, kMaskBlocking));
    const TraceAnswer in = solids.trace({50, 0, 0}, {-50, 0, 0}, kMaskBlocking);
    EXPECT_TRUE(in.hit);
    EXPECT_FALSE(in.startsolid);
    EXPECT_NEAR(in.hitFraction * 100, 50, 0.001) << "along the lower face to where the crack closes";
}

TEST(OracleTrace, MasksAskForWhatTheyName) {
    const SolidSet solids =
        solidsOf(worldOf({boxBrush({0, 0, 0}, {64, 64, 64}, "clip"), boxBrush({0, 0, 0}, {32, 64, 64}, "stone"),
                          boxBrush({-64, 0, 0}, {64, 64, 64}, "*slime"), boxBrush({100, 0, 0}, {128, 64, 64}, "sky3")}),
                 kPlayer);
    const auto entry = [&](Contents mask) {
        return solids.trace({-200, 32, 32}, {200, 32, 32}, mask).hitFraction * 400;
    };
    EXPECT_DOUBLE_EQ(entry(kMaskBlocking), 200 - 16);
    EXPECT_DOUBLE_EQ(entry(Contents::Clip), 200 + 32 + 16) << "solid swallows clip";
    EXPECT_DOUBLE_EQ(entry(Contents::Sky), 200 + 100 - 16);
    EXPECT_DOUBLE_EQ(entry(kMaskLiquid), 200 - 64 - 16);
    const TraceAnswer clip = solids.trace({-200, 32, 32}, {200, 32, 32}, Contents::Clip);
    ASSERT_FALSE(clip.planes.empty());
    EXPECT_EQ(clip.planes[0].plane.normal, (Vec3{-1, 0, 0})) << "the plane in which solid ends, seen from within";
    const PointAnswer both = solids.contents({10, 32, 32});
    EXPECT_TRUE(both.blocked && both.wet);
    EXPECT_TRUE(both.accepts(Contents::Solid)) << "solid swallows clip and slime";
    EXPECT_TRUE(both.accepts(Contents::Slime, kMaskLiquid));
    EXPECT_FALSE(both.accepts(Contents::Clip | Contents::Slime));
    EXPECT_FALSE(both.accepts(Contents::Solid | Contents::Slime));
    const PointAnswer clipped = solids.contents({70, 32, 32});
    EXPECT_TRUE(clipped.accepts(Contents::Clip | Contents::Slime));
    EXPECT_FALSE(clipped.accepts(Contents::Clip));
}

TEST(OracleTrace, TreeAndPlainLoopAgree) {
    constexpr std::uint64_t kSeed = 21;
    RecordProperty("seed", static_cast<int>(kSeed));
    const MapFile map = rocks(kSeed, 300, 300);
    std::size_t hits = 0;
    for (const Box& box : {Box{}, kPlayer, kCorner}) {
        const SolidSet solids = solidsOf(map, box);
        const Targets targets(map, solids);
        QuerySource source(targets, kSeed);
        for (int i = 0; i < 3000; ++i) {
            const Query q = source.next();
            const TraceAnswer a = solids.trace(q.start, q.end, q.mask);
            const TraceAnswer b = solids.trace(q.start, q.end, q.mask, {}, Search::AllBrushes);
            hits += a.hit;
            ASSERT_EQ(a.hit, b.hit);
            ASSERT_EQ(a.startsolid, b.startsolid);
            ASSERT_EQ(a.allsolid, b.allsolid);
            ASSERT_EQ(a.hitFraction, b.hitFraction);
            ASSERT_EQ(a.planes.size(), b.planes.size());
        }
    }
    EXPECT_GE(hits, 1000u);
}

/// Returns the greatest depth of `p` in a blocking brush, negative outside of all.
double deepestIn(const SolidSet& solids, const Vec3& p) {
    double depth = -1e9;
    for (const GrownBrush& brush : solids.brushes()) {
        if (!any(brush.contents & kMaskBlocking)) continue;
        double inside = 1e9;
        for (const GrownPlane& plane : brush.planes) inside = std::min(inside, plane.dist - dot(plane.normal, p));
        depth = std::max(depth, inside);
    }
    return depth;
}

TEST(OracleTrace, ContactsAreWhereSmallStepsFindThem) {
    constexpr std::uint64_t kSeed = 31;
    RecordProperty("seed", static_cast<int>(kSeed));
    const MapFile map = rocks(kSeed, 120, 160);
    const SolidSet solids = solidsOf(map, kPlayer);
    const Targets targets(map, solids);
    QuerySource source(targets, kSeed);
    std::size_t hits = 0, misses = 0, starts = 0;
    for (int i = 0; i < 1200; ++i) {
        const Query q = source.next();
        const TraceAnswer answer = solids.trace(q.start, q.end, kMaskBlocking);
        bool left = !answer.startsolid;
        double firstSolid = 2;
        constexpr int kSteps = 200;
        for (int step = 0; step <= kSteps && firstSolid > 1; ++step) {
            const double t = static_cast<double>(step) / kSteps;
            const double depth = deepestIn(solids, q.start + (q.end - q.start) * t);
            if (depth < -1e-4) left = true;
            if (left && depth > 1e-4) firstSolid = t;
        }
        ++(answer.startsolid ? starts : answer.hit ? hits : misses);
        ASSERT_TRUE(answer.hit || firstSolid > 1) << i;
        if (!answer.hit) continue;
        ASSERT_LE(answer.hitFraction, firstSolid) << i;
        const Vec3 way = q.end - q.start;
        const Vec3 contact = q.start + way * answer.hitFraction;
        ASSERT_NEAR(deepestIn(solids, contact), 0, 2e-5) << i;
        ASSERT_FALSE(answer.planes.empty()) << i;
        for (const EnteredPlane& entered : answer.planes) {
            ASSERT_NEAR(distanceTo(entered.plane, contact), 0, 1e-6) << i;
            ASSERT_LT(dot(entered.plane.normal, way), 0) << i;
        }
    }
    EXPECT_GE(hits, 150u);
    EXPECT_GE(misses, 150u);
    EXPECT_GE(starts, 150u);
}

}  // namespace
}  // namespace hullbake::oracle
