// Proves that entries by planes and by the pieces nearby are those of all pieces, to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "runtime/runtime_support.hpp"
#include "runtime/src/brushes/round_entry.hpp"
#include "runtime/src/query/shape_body.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

constexpr std::uint64_t kSeed = 20251128;
constexpr std::size_t kWays = 60000;

/// partInside; for a convex set without leaving out a plane.
LinePart partByAll(const BrushShape& brush, const BodyWay& way, double inset) {
    if (way.body.kind != BodyKind::Convex) return partInside(brush, way.body, way.start, way.delta, inset);
    LinePart part = kWholeLine;
    const TurnedConvex& set = *way.body.convex;
    const auto clip = [&](const Vec3& normal, double dist) {
        clipPart(dot(normal, way.start) - dist + inset, dot(normal, way.delta), part);
    };
    for (const format::SideRecord& face : brush.faces()) {
        const Vec3 normal = vectorOf(face.normal);
        clipPart(heightOver(face, way.start) - set.reach(-normal) + inset, dot(normal, way.delta), part);
    }
    for (unsigned i = 0; i < set.faceCount; ++i) {
        const Vec3 normal = -set.normals[i];
        clip(normal, reachAlong(brush, normal) + set.reach(-normal));
    }
    for (std::uint32_t i = 0; i < brush.edgeCount(); ++i)
        for (unsigned k = 0; k < set.edgeCount; ++k) {
            const BrushEdge edge(brush, i);
            Vec3 normal;
            if (edge.crosses(set, k) && edge.planeWith(set.edges[k].along, normal))
                clip(normal, reachAlong(brush, normal) + set.reach(-normal));
        }
    return part.empty() ? LinePart{} : part;
}

/// The entry as all pieces tell it.
BrushEntry entryByAll(const BrushShape& brush, const BodyWay& way) {
    const LinePart deep = partByAll(brush, way, kSurfaceTolerance);
    if (deep.empty() || !(deep.enter < 1 && deep.leave > 0)) return {};
    if (deep.enter < 0) return {Entering::Within, 0, format::kNoIndex};
    const LinePart part = partByAll(brush, way, 0);
    return {Entering::Yes, std::clamp(part.empty() ? deep.enter : part.enter, 0.0, deep.enter), format::kNoIndex};
}

/// A level of boxes, wedges and a slab, some of them turned.
const BakedMap& level() {
    static const BakedMap baked = bakeText(worldText(
        boxText({0, 0, 0}, {64, 32, 48}, "box") + boxText({-64, -8, 0}, {-40, 8, 200}, "post") +
        boxText({-256, -256, -16}, {256, 256, 0}, "slab") +
        // A roof: its ridge runs along x.
        "{\n( 100 0 0 ) ( 100 1 0 ) ( 100 0 1 ) a 0 0 0 1 1\n( 180 0 0 ) ( 180 0 1 ) ( 180 1 0 ) a 0 0 0 1 1\n"
        "( 0 0 10 ) ( 1 0 10 ) ( 0 1 10 ) a 0 0 0 1 1\n( 0 -30 10 ) ( 0 0 50 ) ( 1 -30 10 ) a 0 0 0 1 1\n"
        "( 0 30 10 ) ( 1 30 10 ) ( 0 0 50 ) a 0 0 0 1 1\n}\n"));
    return baked;
}

Vec3 randomDirection(Random& random) {
    if (random.index(4) == 0) {
        Vec3 way;
        way[static_cast<int>(random.index(3))] = random.index(2) == 0 ? -1 : 1;
        return way;
    }
    return random.direction();
}

std::vector<Shape> bodies(const ConvexShape& octagon) {
    return {Shape::ball(16),
            Shape::ball(0.5, {3, 2, 1}),
            Shape::capsuleIn({{-16, -16, -24}, {16, 16, 32}}),
            Shape::capsule({-9, 4, 2}, {6, 1, 11}, 7),
            Shape::cylinderIn({{-16, -16, -24}, {16, 16, 32}}),
            Shape::cylinder(6, 12).turned({20, 30, 40}),
            Shape::cylinder(6, 12).turned({0, 0, 90}),
            Shape::of(octagon),
            Shape::of(octagon).turned({10, 20, 30}),
            Shape::of(octagon).turned({0, 30, 90}),
            Shape::box({{-9, -8, -7}, {9, 8, 7}}).turned({20, 45, 10})};
}

ConvexShape octagonal() {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i)
        for (const double up : {-10.0, 10.0})
            points.push_back({8 * std::cos(i * 0.785398), 8 * std::sin(i * 0.785398), up});
    ConvexShape prism;
    prepare(points, prism);
    return prism;
}

struct EntryCounts {
    std::size_t within = 0, none = 0, faces = 0, pieces = 0, late = 0;
};

// Compares the entry into each brush, and the next way starts where some body touches.
void compareWay(const format::Tables& tables, const BodyWay& way, double last, EntryCounts& counts, Vec3& touched) {
    for (const format::BrushRecord& record : tables.brushes) {
        const BrushShape brush(tables, record);
        const BrushEntry wanted = entryByAll(brush, way), entry = entryInto(brush, way, last);
        if (wanted.entering == Entering::Yes && wanted.t > last && entry.entering != Entering::Yes) {
            ++counts.late;
            ASSERT_EQ(entry.entering, Entering::No);
            continue;
        }
        ASSERT_EQ(entry.entering, wanted.entering) << testing::PrintToString(length(way.delta));
        if (wanted.entering == Entering::Within) ++counts.within;
        if (wanted.entering == Entering::No) ++counts.none;
        if (wanted.entering != Entering::Yes) continue;
        ASSERT_EQ(entry.t, wanted.t) << testing::PrintToString(length(way.delta));
        ++(entry.face != format::kNoIndex ? counts.faces : counts.pieces);
        touched = way.start + way.delta * entry.t;
        const NearestFeature all = nearestFeature(brush, way.body, touched), near = touchedOf(brush, way.body, touched);
        ASSERT_EQ(near.distance, all.distance);
        ASSERT_EQ(near.point, all.point);
        ASSERT_EQ(near.normal, all.normal);
        ASSERT_EQ(near.feature, all.feature);
        ASSERT_EQ(near.faces[0], all.faces[0]);
        ASSERT_EQ(near.faces[1], all.faces[1]);
        if (entry.face == format::kNoIndex) continue;
        const NearestFeature one = touchOfFace(brush, entry.face);
        ASSERT_EQ(one.feature, all.feature);
        ASSERT_EQ(one.faces[0], all.faces[0]);
        ASSERT_EQ(one.faces[1], all.faces[1]);
        ASSERT_EQ(one.normal, all.normal);
    }
}

TEST(RoundEntry, IsThatOfAllPiecesToTheLastBit) {
    std::cout << "seed " << kSeed << '\n';
    Random random(kSeed);
    const format::Tables& tables = level().map.tables();
    const ConvexShape octagon = octagonal();
    for (const Shape& shape : bodies(octagon)) {
        ASSERT_TRUE(shape.valid());
        EntryCounts counts;
        Vec3 touched{0, 0, 100};
        Turn turn;
        for (int a = 0; a < 3; ++a) turn.axes[a][a] = 1;
        askBody(subjectOf(shape), turn, [&](const RoundBody& body, const Turn&) {
            const Box bounds = body.bounds();
            const std::size_t ways = body.kind == BodyKind::Convex ? kWays / 10 : kWays / 2;
            for (std::size_t i = 0; i < ways && !testing::Test::HasFatalFailure(); ++i) {
                Vec3 start{random.between(-120, 220), random.between(-80, 80), random.between(-40, 120)};
                if (i % 3 == 1) start = touched;
                // Whole numbers put ends of cores level with corners.
                if (i % 7 == 0) start = {std::round(start.x), std::round(start.y), std::round(start.z)};
                const double size = i % 5 == 0 ? random.between(0, 1) : random.between(4, 150);
                const Vec3 delta = randomDirection(random) * size;
                if (!(dot(delta, delta) > 0)) continue;
                const double last = i % 4 == 0 ? random.between(0, 1) : 1;
                compareWay(tables, {body, bounds, start, delta, length(delta)}, last, counts, touched);
            }
            return 0;
        });
        const std::string name = "shape of kind " + std::to_string(static_cast<int>(shape.kind));
        EXPECT_GE(counts.within, 100u) << name;
        EXPECT_GE(counts.none, 1000u) << name;
        EXPECT_GE(counts.faces, 100u) << name;
        EXPECT_GE(counts.pieces, 100u) << name;
        EXPECT_GE(counts.late, 10u) << name;
    }
}

// An upright cylinder rises against the level face of the roof, which is the plane of its disc, too. Both are rounded
// in their own way, and the later entry counts. The ways are of random seeds 3, 10, 11, 12 and 14.
TEST(RoundEntry, ADiscMeetsALevelFaceByBothPlanes) {
    struct Way {
        Vec3 start, delta;
    };
    const Way ways[] = {
        {{129.16436960420816, 7.8292080082923121, -27.436354614379344},
         {84.157345060483195, -63.231398583942358, 41.558777113948757}},
        {{138.5330532882877, -6.8447710305757283, -27.642640242889858},
         {-98.10594720142403, 89.629428594306191, 40.044731563274219}},
        {{141.44327170578589, -9.5865308009417447, -26.185374358441909},
         {88.149361943344161, 66.361281207585264, 41.840107757453836}},
        {{121.16499596330127, 2.806799566063134, -31.109908172323149}, {0, 0, 51.826829316770237}},
        {{134.0158252775353, 17.946701422592483, -29.209979535984676},
         {103.88395497698538, -78.013851870038522, 26.144109259304013}},
        {{136.39367402032491, 10.422125581335507, -28.232909920275819},
         {58.123189423468297, -51.336806163413463, 23.369380403138724}},
        {{134.79560084369763, 5.1158039721056383, -27.176959158710847},
         {-0.63320760479292282, -3.5850213872855243, 132.33042290315117}},
    };
    const format::Tables& tables = level().map.tables();
    const Shape shape = Shape::cylinderIn({{-16, -16, -24}, {16, 16, 32}});
    Turn turn;
    for (int a = 0; a < 3; ++a) turn.axes[a][a] = 1;
    EntryCounts counts;
    askBody(subjectOf(shape), turn, [&](const RoundBody& body, const Turn&) {
        const Box bounds = body.bounds();
        for (const auto& [start, delta] : ways) {
            Vec3 touched;
            compareWay(tables, {body, bounds, start, delta, length(delta)}, 1, counts, touched);
        }
        return 0;
    });
    EXPECT_EQ(counts.faces, std::size(ways));
}

}  // namespace
}  // namespace hullbake::test
