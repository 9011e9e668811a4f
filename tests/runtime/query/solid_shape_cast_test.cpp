// Proves casts of cylinders and convex sets by hand: contacts with faces, rims and edges, rest, flat bodies, equal
// shapes. oracle_shapes_test.cpp compares them with the oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/query/shape_cast_rig.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261128;
class SolidShapeCasts : public ShapeCastRig {};

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-11) {
    EXPECT_LE(length(a - b), tolerance) << text(a) << " instead of " << text(b);
}

ConvexShape preparedOf(const std::vector<Vec3>& points) {
    ConvexShape convex;
    EXPECT_EQ(prepare(points, convex), PrepareStatus::Ok);
    return convex;
}

std::vector<Vec3> cornersOf(const Box& box) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back(
            {i & 1 ? box.maxs.x : box.mins.x, i & 2 ? box.maxs.y : box.mins.y, i & 4 ? box.maxs.z : box.mins.z});
    return corners;
}

TEST_F(SolidShapeCasts, AnUprightCylinderStandsAndIsRoundAtTheSide) {
    const Shape player = Shape::cylinder(8, 16);
    const Trace down = cast(player, {32, 32, 180}, {32, 32, -20});
    EXPECT_EQ(down.hitFraction, 0.5);
    EXPECT_EQ(down.endpos, (Vec3{32, 32, 80}));
    EXPECT_EQ(down.normal, (Vec3{0, 0, 1}));
    const ContactPoint below = contact(player, {32, 32, 180}, {32, 32, -20});
    EXPECT_EQ(below.feature, Feature::Face);
    EXPECT_EQ(below.point, (Vec3{32, 32, 64}));
    EXPECT_EQ(below.surfaces[0].texture, "block");
    // Its bottom is flat: it stands as long as some of it is over the block, also at a corner.
    for (const Vec3& place : {Vec3{-7.9, 32, 0}, Vec3{-5.6, -5.6, 0}, Vec3{71.9, 5, 0}}) {
        const Trace rim = cast(player, {place.x, place.y, 180}, {place.x, place.y, -20});
        EXPECT_EQ(rim.endpos, (Vec3{place.x, place.y, 80})) << text(place);
        const ContactPoint at = contact(player, {place.x, place.y, 180}, {place.x, place.y, -20});
        EXPECT_EQ(at.feature, Feature::Face);
        EXPECT_LE(length(Vec3{at.point.x - place.x, at.point.y - place.y, 0}), 8 + 1e-7);
    }
    EXPECT_EQ(cast(player, {-5.7, -5.7, 180}, {-5.7, -5.7, -20}).endpos.z, 16) << "past the corner, to the floor";
    EXPECT_EQ(cast(player, {-8, 32, 180}, {-8, 32, -20}).endpos.z, 16) << "an exact fit is open";
    // Sideways: a face, an upright edge, and over the top edge.
    EXPECT_EQ(cast(player, {-108, 32, 32}, {92, 32, 32}).endpos, (Vec3{-8, 32, 32}));
    const Trace edge = cast(player, {-60, -60, 32}, {40, 40, 32});
    expectNear(edge.normal, {-kHalf, -kHalf, 0});
    expectNear(edge.endpos, {-8 * kHalf, -8 * kHalf, 32});
    EXPECT_EQ(contact(player, {-60, -60, 32}, {40, 40, 32}).feature, Feature::Edge);
    const Trace rising = cast(player, {-60, 32, 20}, {60, 32, 60});
    expectNear(rising.normal, {-1, 0, 0});
    EXPECT_FALSE(cast(player, {-100, 32, 80}, {100, 32, 80}).hit) << "slides over the block";
    EXPECT_TRUE(cast(player, {-100, 32, 79.999}, {100, 32, 79.999}).hit);
}

TEST_F(SolidShapeCasts, ATiltedCylinderTouchesWithItsRim) {
    for (const double pitch : {10.0, 30.0, 45.0, 80.0}) {
        const Shape can = Shape::cylinder(8, 16).turned({pitch, 20, 0});
        const double angle = pitch * std::acos(-1.0) / 180;
        const double reach = 16 * std::cos(angle) + 8 * std::sin(angle);
        const Trace down = cast(can, {-300, 0, 100}, {-300, 0, -100});
        EXPECT_NEAR(down.endpos.z, reach, 1e-11);
        EXPECT_EQ(down.normal, (Vec3{0, 0, 1}));
        const ContactPoint at = contact(can, {-300, 0, 100}, {-300, 0, -100});
        EXPECT_NEAR(at.point.z, 0, 1e-9);
        const Vec3 off = at.point - down.endpos;
        const double along = dot(off, can.axes[2]);
        EXPECT_NEAR(std::fabs(along), 16, 1e-9);
        EXPECT_NEAR(length(off - can.axes[2] * along), 8, 1e-9);
    }
    // On its side it rolls: the top edge of the block is met as by a ball.
    const Shape roll = Shape::cylinder(8, 16).turned({0, 0, 90});
    const Trace lying = cast(roll, {-100, 32, 164}, {0, 32, 64});
    expectNear(lying.normal, {-kHalf, 0, kHalf});
    expectNear(lying.endpos, {-8 * kHalf, 32, 64 + 8 * kHalf});
    EXPECT_EQ(contact(roll, {-100, 32, 164}, {0, 32, 64}).feature, Feature::Edge);
}

TEST_F(SolidShapeCasts, RestingBodiesMayLeaveAndSlide) {
    const ConvexShape wedge = preparedOf({{-8, -8, -8}, {8, -8, -8}, {-8, 8, -8}, {8, 8, -8}, {0, 0, 20}});
    const Shape shapes[] = {Shape::cylinder(8, 8), Shape::cylinder(8, 16).turned({0, 0, 90}), Shape::of(wedge),
                            Shape::cylinder(8, 0), Shape::cylinder(8, 5e-6)};
    std::size_t tried = 0;
    for (const Shape& shape : shapes)
        for (const double off : {0.0, -9e-6, -1e-9, 1e-9}) {
            const Vec3 at{32, 32, 64 - shape.bounds().mins.z + off};
            for (const Vec3& way : {Vec3{0, 0, 9}, Vec3{3, 1, 0}, Vec3{0, -2, 0}, Vec3{5, 5, 1}}) {
                const Trace free = cast(shape, at, at + way);
                EXPECT_FALSE(free.hit || free.startsolid) << text(at) << text(way);
            }
            const Trace into = cast(shape, at, at + Vec3{1, 0, -3});
            EXPECT_TRUE(into.hit && !into.startsolid) << text(at);
            EXPECT_LE(into.hitFraction, 1e-8);
            expectNear(into.normal, {0, 0, 1}, 1e-8);
            const Trace deep = cast(shape, at - Vec3{0, 0, 1e-4}, at + Vec3{0, 0, 9});
            EXPECT_TRUE(deep.startsolid && !deep.hit) << text(at);
            EXPECT_EQ(map_.contentsAt(probeOf(shape), at), Contents::Empty);
            EXPECT_EQ(map_.contentsAt(probeOf(shape), at - Vec3{0, 0, 1e-4}), Contents::Solid);
            ++tried;
        }
    EXPECT_EQ(tried, 20u);
}

TEST_F(SolidShapeCasts, AnExactFitIsOpen) {
    const ConvexShape prism = preparedOf(cornersOf({{-16, -3, 20}, {16, 3, 60}}));
    for (const Shape& shape : {Shape::cylinder(16, 20, {0, 0, 40}), Shape::of(prism)}) {
        EXPECT_FALSE(cast(shape, {-120, 0, 0}, {-120, 300, 0}).hit);
        EXPECT_TRUE(cast(shape, {-120.0001, 0, 0}, {-120.0001, 300, 0}).hit);
    }
}

TEST_F(SolidShapeCasts, FlatBodiesAreCastAsWhatTheyAre) {
    const ConvexShape plate = preparedOf({{-8, -8, 0}, {8, -8, 0}, {8, 8, 0}, {-8, 8, 0}});
    EXPECT_EQ(plate.extent, ConvexExtent::Polygon);
    for (const Shape& shape : {Shape::of(plate), Shape::cylinder(8, 0)}) {
        EXPECT_EQ(cast(shape, {32, 32, 164}, {32, 32, -36}).endpos, (Vec3{32, 32, 64}));
        EXPECT_EQ(cast(shape, {-108, 32, 32}, {92, 32, 32}).endpos, (Vec3{-8, 32, 32})) << "with its edge";
        EXPECT_EQ(cast(shape, {-4, 32, 164}, {-4, 32, -36}).endpos.z, 64) << "half over the edge";
        const Shape upright = shape.turned({90, 0, 0});
        expectNear(cast(upright, {32, 32, 164}, {32, 32, -36}).endpos, {32, 32, 72});
        expectNear(cast(upright, {-100, 32, 32}, {100, 32, 32}).endpos, {0, 32, 32});
    }
}

TEST_F(SolidShapeCasts, EqualShapesAnswerTheSame) {
    const Box box{{-8, -6, -16}, {8, 10, 32}};
    const ConvexShape corners = preparedOf(cornersOf(box)), one = preparedOf({{1, 2, 3}}),
                      two = preparedOf({{1, 2, 3}, {4, 7, 30}});
    std::size_t hits = 0;
    forRandomCases(kSeed, 3000, [&](Random& random, int) {
        const Vec3 start = random.pointIn({{-250, -250, -10}, {250, 250, 150}}),
                   end = random.pointIn({{-250, -250, -10}, {250, 250, 150}});
        const Trace set = cast(Shape::of(corners), start, end), plain = cast(Shape::box(box), start, end);
        EXPECT_EQ(set.startsolid, plain.startsolid);
        EXPECT_EQ(set.allsolid, plain.allsolid);
        EXPECT_NEAR(set.hitFraction, plain.hitFraction, 1e-9);
        hits += set.hit && !set.startsolid;
        EXPECT_TRUE(sameBits(cast(Shape::of(one), start, end), cast(Shape::ball(0, {1, 2, 3}), start, end)));
        EXPECT_TRUE(
            sameBits(cast(Shape::of(two), start, end), cast(Shape::capsule({1, 2, 3}, {4, 7, 30}, 0), start, end)));
        EXPECT_TRUE(sameBits(cast(Shape::cylinder(0, 20), start, end),
                             cast(Shape::capsule({0, 0, -20}, {0, 0, 20}, 0), start, end)));
    });
    EXPECT_GE(hits, 600u);
}

// A capsule is inside a cylinder, and that in a box: the larger shape is stopped first.
TEST_F(SolidShapeCasts, LargerShapesAreStoppedFirst) {
    std::size_t compared = 0, earlier = 0;
    const Box player{{-16, -16, -24}, {16, 16, 32}};
    const ConvexShape set = preparedOf(cornersOf(player));
    forRandomCases(kSeed + 1, 3000, [&](Random& random, int) {
        const Vec3 start = random.pointIn({{-250, -250, 40}, {250, 250, 150}}),
                   end = random.pointIn({{-250, -250, -10}, {250, 250, 150}});
        const Trace box = cast(Shape::of(set), start, end), cylinder = cast(Shape::cylinderIn(player), start, end),
                    capsule = cast(Shape::capsuleIn(player), start, end);
        if (box.startsolid) return;
        EXPECT_FALSE(cylinder.startsolid || capsule.startsolid);
        const double room = 1e-6 / length(end - start);
        EXPECT_LE(box.hitFraction, cylinder.hitFraction + room);
        EXPECT_LE(cylinder.hitFraction, capsule.hitFraction + room);
        ++compared;
        earlier += box.hitFraction < cylinder.hitFraction - 1e-3 && cylinder.hitFraction < capsule.hitFraction - 1e-3;
    });
    EXPECT_GE(compared, 800u);
    EXPECT_GE(earlier, 20u);
}

Vec3 turnedBy(const Transform& turn, const Vec3& v) {
    return turn.axes[0] * v.x + turn.axes[1] * v.y + turn.axes[2] * v.z;
}

// Off the grid, tops of neighbours differ by hairs. The lower one is the first in the map, and is not what is touched.
TEST_F(SolidShapeCasts, TheNearestOfTwoNeighboursIsTouched) {
    const BakedMap baked = bakeText(
        worldText(boxText({-64, -64, -64}, {0, 64, -5e-7}, "low") + boxText({0, -64, -64}, {64, 64, 0}, "high")));
    const ConvexShape set = preparedOf(cornersOf({{-8, -8, -8}, {8, 8, 8}}));
    for (const Shape& shape : {Shape::cylinder(8, 8), Shape::of(set)}) {
        const Probe probe = probeOf(shape);
        const Trace trace = baked.map.trace(probe, {-2, 0, 64}, {-2, 0, -64});
        const ContactPoint contact = baked.map.contactPoint(probe, {-2, 0, 64}, {-2, 0, -64}, trace);
        ASSERT_TRUE(contact.found);
        EXPECT_EQ(contact.surfaces[0].texture, "high");
        EXPECT_GE(contact.point.x, 0);
        EXPECT_NEAR(contact.point.z, 0, 1e-9);
    }
}

// A face of one brush ends at the edge of its neighbour, and rounding has put the edges a ten-millionth apart. The
// point of contact is on a brush all the same, and does not slide along the edge of the set.
TEST_F(SolidShapeCasts, AtASeamOfTurnedBrushesThePointIsOnTheBrush) {
    const std::string wedge =
        "( 499.764309 -1544 -554.338917 ) ( 595.662228 -1544 -240.670957 ) ( 595.662228 -1520 -240.670957 ) a 0 0 0 1 "
        "1\n"
        "( 537.187887 -1520 -431.931909 ) ( 506.586135 -1496 -422.576014 ) ( 469.162557 -1496 -544.983023 ) a 0 0 0 1 "
        "1\n"
        "( 469.162557 -1496 -544.983023 ) ( 565.060476 -1496 -231.315063 ) ( 565.060476 -1520 -231.315063 ) a 0 0 0 1 "
        "1\n"
        "( 499.764309 -1544 -554.338917 ) ( 469.162557 -1520 -544.983023 ) ( 506.586135 -1520 -422.576014 ) a 0 0 0 1 "
        "1\n"
        "( 537.187887 -1544 -431.931909 ) ( 506.586135 -1520 -422.576014 ) ( 506.586135 -1496 -422.576014 ) a 0 0 0 1 "
        "1\n"
        "( 443.628942 -1520 -737.94943 ) ( 413.02719 -1496 -728.593536 ) ( 413.02719 -1520 -728.593536 ) a 0 0 0 1 1\n";
    const std::string block =
        "( 506.586135 -1392 -422.576014 ) ( 506.586135 -1528 -422.576014 ) ( 469.162557 -1528 -544.983023 ) a 0 0 0 1 "
        "1\n"
        "( 537.187887 -1424 -431.931909 ) ( 521.887011 -1424 -427.253961 ) ( 484.463433 -1424 -549.66097 ) a 0 0 0 1 "
        "1\n"
        "( 529.537449 -1536 -429.592935 ) ( 529.537449 -1400 -429.592935 ) ( 492.113871 -1400 -551.999944 ) a 0 0 0 1 "
        "1\n"
        "( 514.236573 -1520 -424.914988 ) ( 529.537449 -1520 -429.592935 ) ( 492.113871 -1520 -551.999944 ) a 0 0 0 1 "
        "1\n"
        "( 514.236573 -1536 -424.914988 ) ( 514.236573 -1400 -424.914988 ) ( 529.537449 -1400 -429.592935 ) a 0 0 0 1 "
        "1\n"
        "( 435.978504 -1400 -735.610457 ) ( 420.677628 -1400 -730.93251 ) ( 420.677628 -1536 -730.93251 ) a 0 0 0 1 "
        "1\n";
    const BakedMap baked = bakeText(worldText("{\n" + wedge + "}\n{\n" + block + "}\n"));
    const ConvexShape set = preparedOf({{-17.179357515558518, -3.5735872173545298, -2.8252931206680807},
                                        {12.037741240120715, 3.9183747421229116, -11.733726092209315},
                                        {-13.935584874342139, 2.5867556926175883, 6.9114128509123738},
                                        {8.3344295616625033, -3.4656132672537581, 2.7884087456434274},
                                        {4.0307704486051739, 14.024211876877445, 1.3714817769619432},
                                        {-14.259547596235841, -2.9885044311479523, -8.9187823911119146},
                                        {-11.389323155285647, -8.5674332506162099, 13.747222233031913},
                                        {-6.5180197610023987, -2.6078660900838924, -7.919011209943335}});
    Shape shape = Shape::of(set);
    shape.axes[0] = {0, 0.70710678118654757, 0.70710678118654746};
    shape.axes[1] = {-1, 0, 0};
    shape.axes[2] = cross(shape.axes[0], shape.axes[1]);
    const Vec3 start{514.92549559004033, -1539.7760444275671, -372.86602678950203},
        end{502.04855286641885, -1521.9410490056848, -438.40996228712424};
    const Probe probe = probeOf(shape);
    const Trace trace = baked.map.trace(probe, start, end);
    const ContactPoint contact = baked.map.contactPoint(probe, start, end, trace);
    ASSERT_TRUE(contact.found);
    EXPECT_EQ(contact.feature, Feature::Edge);
    // The edge that is touched: its line, from where the faces of the block meet.
    EXPECT_NEAR(contact.point.y, -1520, 3e-7);
    const Vec3 corner{506.586135, -1520, -422.576014}, along{-93.558945, 0, -306.017523};
    const Vec3 off = contact.point - corner;
    EXPECT_LE(length(cross(off, along)) / length(along), 1e-6);
}

// Two walls in a line, turned by 30 degrees and rounded to six decimals: their normals differ by a billionth. The point
// of contact is on the brush that the plane of contact belongs to.
TEST_F(SolidShapeCasts, OfWallsInALineTheOneWithThePlaneIsTouched) {
    const std::string low =
        "( -76.133284 -284.133284 -16 ) ( -284.133284 76.133284 -16 ) ( -284.133284 76.133284 0 ) low 0 0 0 1 1\n"
        "( -76.133284 -284.133284 -16 ) ( -76.133284 -284.133284 0 ) ( 284.133284 -76.133284 0 ) low 0 0 0 1 1\n"
        "( -76.133284 -284.133284 -16 ) ( 284.133284 -76.133284 -16 ) ( 76.133284 284.133284 -16 ) low 0 0 0 1 1\n"
        "( -76.133284 -284.133284 0 ) ( -284.133284 76.133284 0 ) ( 76.133284 284.133284 0 ) low 0 0 0 1 1\n"
        "( -284.133284 76.133284 -16 ) ( 76.133284 284.133284 -16 ) ( 76.133284 284.133284 0 ) low 0 0 0 1 1\n"
        "( 284.133284 -76.133284 -16 ) ( 284.133284 -76.133284 0 ) ( 76.133284 284.133284 0 ) low 0 0 0 1 1\n";
    const std::string high =
        "( -262.276878 70.276878 0 ) ( -270.276878 84.133284 0 ) ( -270.276878 84.133284 160 ) high 0 0 0 1 1\n"
        "( -262.276878 70.276878 0 ) ( -262.276878 70.276878 160 ) ( 70.276878 262.276878 160 ) high 0 0 0 1 1\n"
        "( -262.276878 70.276878 0 ) ( 70.276878 262.276878 0 ) ( 62.276878 276.133284 0 ) high 0 0 0 1 1\n"
        "( -262.276878 70.276878 160 ) ( -270.276878 84.133284 160 ) ( 62.276878 276.133284 160 ) high 0 0 0 1 1\n"
        "( -270.276878 84.133284 0 ) ( 62.276878 276.133284 0 ) ( 62.276878 276.133284 160 ) high 0 0 0 1 1\n"
        "( 70.276878 262.276878 0 ) ( 70.276878 262.276878 160 ) ( 62.276878 276.133284 160 ) high 0 0 0 1 1\n";
    const BakedMap baked = bakeText(worldText("{\n" + low + "}\n{\n" + high + "}\n"));
    const Shape thin = Shape::cylinder(0.58102306235113044, 47.852756851398667);
    const Probe probe = probeOf(thin);
    const Vec3 ways[2][2] = {{{-67.324846745955966, 204.91655970686099, 9.4583278800856903},
                              {-114.36696949656259, 164.09158879853675, 72.901770042055404}},
                             {{-206, 154, -47}, {411, 154, -47}}};
    const Vec3 ends[2][2] = {{{-284.133284, 76.133284, 0}, {76.133284, 284.133284, 0}},
                             {{-270.276878, 84.133284, 0}, {62.276878, 276.133284, 0}}};
    for (const auto& way : ways) {
        const Trace trace = baked.map.trace(probe, way[0], way[1]);
        const ContactPoint contact = baked.map.contactPoint(probe, way[0], way[1], trace);
        ASSERT_TRUE(contact.found);
        for (const Vec3& end : ends[contact.surfaces[0].texture == "high"])
            EXPECT_LE(dot(trace.normal, end - contact.point), 2e-7);
    }
}

// Turning shape, way and model together turns the answer.
TEST_F(SolidShapeCasts, TurnedTogetherTheAnswerTurns) {
    const ConvexShape set = preparedOf({{-8, -6, -9}, {9, -5, -4}, {0, 11, -7}, {3, 2, 14}, {-4, 3, 9}});
    std::size_t hits = 0;
    forRandomCases(kSeed + 2, 2000, [&](Random& random, int i) {
        const Transform turn = Transform::rotated(random.pointIn({{-180, -180, -180}, {180, 180, 180}}));
        const Vec3 start = random.pointIn({{-250, -250, -10}, {250, 250, 150}}),
                   end = random.pointIn({{-250, -250, -10}, {250, 250, 150}});
        const Shape plain =
            i % 2 == 0 ? Shape::cylinder(random.between(1, 20), random.between(1, 20), {1, 2, 3}) : Shape::of(set);
        Shape shape = plain;
        shape.centre = turnedBy(turn, plain.centre);
        for (int k = 0; k < 3; ++k) shape.axes[k] = turn.axes[k];
        Probe probe = probeOf(shape);
        probe.transform = turn;
        const Vec3 from = turnedBy(turn, start), to = turnedBy(turn, end);
        const Trace trace = map_.trace(probe, from, to), still = cast(plain, start, end);
        EXPECT_EQ(trace.startsolid, still.startsolid);
        EXPECT_EQ(trace.hit, still.hit);
        EXPECT_NEAR(trace.hitFraction, still.hitFraction, 1e-9);
        if (!trace.hit || trace.allsolid || still.startsolid) return;
        ++hits;
        expectNear(turnedBy(turn, still.normal), trace.normal, 1e-7);
        const Surface there = map_.surface(probe, from, to, trace),
                      here = map_.surface(probeOf(plain), start, end, still);
        EXPECT_TRUE(there.found && here.found);
        EXPECT_EQ(there.brush, here.brush);
    });
    EXPECT_GE(hits, 500u);
}

TEST_F(SolidShapeCasts, ModelsAreMetToo) {
    const Shape can = Shape::cylinder(8, 16);
    Probe door = probeOf(can, {1});
    door.transform = Transform::moved({0, 100, 0});
    const Trace moved = map_.trace(door, {232, 0, 40}, {232, 200, 40});
    EXPECT_EQ(moved.endpos, (Vec3{232, 90, 40}));
    Probe all = probeOf(can, kAllModels);
    const Trace any = map_.trace(all, {232, -100, 40}, {232, 100, 40});
    EXPECT_EQ(any.model, ModelId{1});
    EXPECT_EQ(any.endpos, (Vec3{232, -10, 40}));
    EXPECT_EQ(map_.contactPoint(all, {232, -100, 40}, {232, 100, 40}, any).surfaces[0].texture, "door");
}

TEST_F(SolidShapeCasts, WhatIsNotPreparedIsRefused) {
    const ConvexShape nothing;
    EXPECT_EQ(cast(Shape::of(nothing), {0, 0, 90}, {0, 0, 80}).refusal, Refusal::BadShape);
    Shape none = Shape::of(nothing);
    none.convex = nullptr;
    EXPECT_EQ(cast(none, {0, 0, 90}, {0, 0, 80}).refusal, Refusal::BadShape);
    const ConvexShape large = preparedOf(cornersOf({{-300, 0, 0}, {300, 1, 1}}));
    EXPECT_EQ(cast(Shape::of(large), {0, 0, 90}, {0, 0, 80}).refusal, Refusal::BadShape);
    EXPECT_EQ(cast(Shape::cylinder(-1, 8), {0, 0, 90}, {0, 0, 80}).refusal, Refusal::BadShape);
    EXPECT_EQ(cast(Shape::cylinder(8, -1), {0, 0, 90}, {0, 0, 80}).refusal, Refusal::BadShape);
}

}  // namespace
}  // namespace hullbake::test
