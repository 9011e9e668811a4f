// Proves casts of shapes by hand: contacts with faces, edges and corners, starts, exact fits, equal shapes, refusals.
// oracle_shapes_test.cpp compares them with the oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "runtime/block/hull_block.hpp"
#include "runtime/query/shape_cast_rig.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261127;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
class ShapeCasts : public ShapeCastRig {};

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
    EXPECT_LE(length(a - b), tolerance) << text(a) << " instead of " << text(b);
}

TEST_F(ShapeCasts, ABallMeetsFaceEdgeAndCorner) {
    const Shape ball = Shape::ball(8);
    const Trace face = cast(ball, {32, 32, 172}, {32, 32, -28});
    EXPECT_TRUE(face.hit && !face.startsolid);
    EXPECT_EQ(face.hitFraction, 0.5);
    EXPECT_EQ(face.endpos, (Vec3{32, 32, 72}));
    EXPECT_EQ(face.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(face.dist, 72);
    const ContactPoint onFace = contact(ball, {32, 32, 172}, {32, 32, -28});
    EXPECT_EQ(onFace.feature, Feature::Face);
    EXPECT_EQ(onFace.point, (Vec3{32, 32, 64}));
    EXPECT_EQ(onFace.surfaces[0].texture, "block");
    EXPECT_EQ(onFace.surfaces[1].side, onFace.surfaces[0].side);
    // Straight at the upper edge, and at the corner.
    const Trace edge = cast(ball, {-100, 32, 164}, {0, 32, 64});
    expectNear(edge.normal, {-kHalf, 0, kHalf});
    expectNear(edge.endpos, {-8 * kHalf, 32, 64 + 8 * kHalf}, 1e-11);
    const ContactPoint onEdge = contact(ball, {-100, 32, 164}, {0, 32, 64});
    EXPECT_EQ(onEdge.feature, Feature::Edge);
    expectNear(onEdge.point, {0, 32, 64}, 1e-11);
    EXPECT_NE(onEdge.surfaces[0].side, onEdge.surfaces[1].side) << "both faces of the edge";
    const Trace corner = cast(ball, {-100, -100, 164}, {0, 0, 64});
    expectNear(corner.normal, Vec3{-1, -1, 1} * std::sqrt(1.0 / 3));
    const ContactPoint onCorner = contact(ball, {-100, -100, 164}, {0, 0, 64});
    EXPECT_EQ(onCorner.feature, Feature::Corner);
    EXPECT_EQ(onCorner.point, (Vec3{0, 0, 64}));
}

// A hair beside the end of an edge, that end is hardly farther than the place that is touched.
TEST_F(ShapeCasts, ABallBesideACornerTouchesTheEdge) {
    const Shape ball = Shape::ball(17);
    for (const double below : {1.2e-5, 1.8e-5, 2.5e-5, 1e-4, 1.8e-4, 0.01}) {
        const Vec3 from{-40, -30, 64 - below}, to{20, 20, 64 - below};
        const Trace trace = cast(ball, from, to);
        ASSERT_TRUE(trace.hit && !trace.startsolid);
        EXPECT_EQ(trace.normal.z, 0) << below;
        const ContactPoint there = contact(ball, from, to);
        EXPECT_EQ(there.feature, Feature::Edge) << below;
        expectNear(there.point, {0, 0, 64 - below}, 1e-11);
        EXPECT_EQ(there.surfaces[0].texture, "block") << below;
    }
}

// A level rod over a block: its side rests on two edges, its cap on a face. A capsule beside an upright edge touches it
// with its side.
TEST_F(ShapeCasts, ACapsuleMeetsByCapAndSide) {
    const Shape rod = Shape::capsule({-100, 0, 0}, {100, 0, 0}, 4);
    const Trace across = cast(rod, {32, 32, 168}, {32, 32, -32});
    EXPECT_EQ(across.endpos, (Vec3{32, 32, 68}));
    EXPECT_EQ(across.normal, (Vec3{0, 0, 1}));
    const ContactPoint above = contact(rod, {32, 32, 168}, {32, 32, -32});
    EXPECT_EQ(above.feature, Feature::Face) << "the rod lies on the face, although both its ends stand out";
    EXPECT_EQ(above.point.z, 64);
    const Shape player = Shape::capsule({0, 0, -16}, {0, 0, 16}, 8);
    const Trace side = cast(player, {-60, -60, 32}, {40, 40, 32});
    expectNear(side.normal, {-kHalf, -kHalf, 0});
    expectNear(side.endpos, {-8 * kHalf, -8 * kHalf, 32}, 1e-11);
    const Trace down = cast(player, {32, 32, 188}, {32, 32, -12});
    EXPECT_EQ(down.endpos, (Vec3{32, 32, 88})) << "the lower cap";
    const Trace up = cast(player, {-60, 32, 20}, {60, 32, 60});
    expectNear(up.normal, {-1, 0, 0});
}

TEST_F(ShapeCasts, TheSkinKeepsTheEndOffTheSurface) {
    const Shape ball = Shape::ball(8);
    Probe probe = probeOf(ball);
    probe.skin = 0.25;
    const Trace trace = map_.trace(probe, {-100, 32, 164}, {0, 32, 64});
    expectNear(trace.endpos, Vec3{-8.25 * kHalf, 32, 64 + 8.25 * kHalf}, 1e-11);
    EXPECT_LT(trace.fraction, trace.hitFraction);
    EXPECT_EQ(trace.hitFraction, cast(ball, {-100, 32, 164}, {0, 32, 64}).hitFraction);
}

// At rest on a face, an edge or a corner, exactly or a little deep: away and along is free, into it hits at once.
TEST_F(ShapeCasts, ARestingShapeMayLeaveAndSlide) {
    const Vec3 edge{-kHalf, 0, kHalf}, corner = Vec3{-1, -1, 1} * std::sqrt(1.0 / 3);
    struct Rest {
        Vec3 touched, normal, along;
    };
    const Rest rests[] = {{{32, 32, 64}, {0, 0, 1}, {1, 0, 0}},
                          {{0, 32, 64}, edge, {0, 1, 0}},
                          {{0, 0, 64}, corner, Vec3{1, -1, 0} * kHalf}};
    std::size_t tried = 0;
    for (const Rest& rest : rests)
        for (const double radius : {1.0, 8.0, 40.0})
            for (const double off : {0.0, -9e-6, -1e-9, 1e-9}) {
                const Shape shapes[] = {Shape::ball(radius), Shape::capsule({}, rest.normal * 20, radius)};
                for (const Shape& shape : shapes) {
                    const Vec3 at = rest.touched + rest.normal * (radius + off);
                    const Trace away = cast(shape, at, at + rest.normal * 9 + rest.along);
                    EXPECT_FALSE(away.hit || away.startsolid) << text(at);
                    const Trace along = cast(shape, at, at + rest.along * 3);
                    EXPECT_FALSE(along.hit || along.startsolid) << text(at);
                    const Trace into = cast(shape, at, at - rest.normal * 3 + rest.along);
                    EXPECT_TRUE(into.hit && !into.startsolid) << text(at);
                    EXPECT_LE(into.hitFraction, 1e-8) << text(at);
                    expectNear(into.normal, rest.normal, 1e-8);
                    ++tried;
                }
            }
    EXPECT_EQ(tried, 72u);
}

TEST_F(ShapeCasts, StartsInSolidDependOnTheStartAlone) {
    const Shape ball = Shape::ball(8);
    const Vec3 deep{32, 32, 71}, free{32, 32, 72};
    std::size_t left = 0;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z)
                for (const double size : {0.0, 1e-6, 0.01, 1.0, 100.0, 2e5}) {
                    const Vec3 way = Vec3{1.0 * x, 1.0 * y, 1.0 * z} * size;
                    const Trace in = cast(ball, deep, deep + way);
                    EXPECT_TRUE(in.startsolid && !in.invalid) << text(way);
                    EXPECT_FALSE(cast(ball, free, free + way).startsolid) << text(way);
                    left += !in.allsolid;
                }
    EXPECT_GE(left, 40u);
    // From inside, the ball runs free until it has left, and hits what comes then.
    const Trace out = cast(ball, {-32, 32, -4}, {-32, 32, 100});
    EXPECT_TRUE(out.startsolid && !out.hit);
    const Trace again = cast(ball, {-32, 32, 4}, {32, 32, 4 + 64});
    EXPECT_TRUE(again.startsolid && again.hit);
    const Trace under = cast(ball, {32, 32, -20}, {32, 32, 20});
    EXPECT_TRUE(under.allsolid) << "the seam between floor and block is solid";
    const Trace still = cast(ball, deep, deep);
    EXPECT_TRUE(still.allsolid && still.hit);
    EXPECT_EQ(still.contents, Contents::Solid);
}

// Round shapes are judged brush by brush: a gap of exactly their width lets them pass, and a little less does not.
TEST_F(ShapeCasts, AnExactFitIsOpenToRoundShapes) {
    for (const Shape& shape : {Shape::ball(16, {0, 0, 32}), Shape::capsule({0, 0, 20}, {0, 0, 60}, 16)}) {
        EXPECT_FALSE(cast(shape, {-120, 0, 0}, {-120, 300, 0}).hit);
        EXPECT_TRUE(cast(shape, {-120.0001, 0, 0}, {-120.0001, 300, 0}).hit);
    }
    for (const Shape& shape : {Shape::ball(16.0001, {0, 0, 32}), Shape::capsule({0, 0, 20}, {0, 0, 60}, 16.0001)})
        EXPECT_TRUE(cast(shape, {-120, 0, 0}, {-120, 300, 0}).hit);
}

TEST_F(ShapeCasts, ContentsAreThoseThatTheShapeIsDeepIn) {
    const Shape ball = Shape::ball(8);
    const Probe probe = probeOf(ball);
    EXPECT_EQ(map_.contentsAt(probe, {32, 32, 71.99}), Contents::Solid);
    EXPECT_EQ(map_.contentsAt(probe, {32, 32, 72}), Contents::Empty);
    EXPECT_EQ(map_.contentsAt(probe, {-5.65, 32, 64 + 5.65}), Contents::Solid);
    EXPECT_EQ(map_.contentsAt(probe, {-5.66, 32, 64 + 5.66}), Contents::Empty);
    EXPECT_EQ(map_.contentsAt(probe, {-4.61, -4.61, 64 + 4.61}), Contents::Solid);
    EXPECT_EQ(map_.contentsAt(probe, {-4.62, -4.62, 64 + 4.62}), Contents::Empty);
    EXPECT_EQ(map_.contentsAt(probe, {32, 32, 32}), Contents::Solid) << "inside";
    const Shape rod = Shape::capsule({-100, 0, 0}, {100, 0, 0}, 4);
    EXPECT_EQ(map_.contentsAt(probeOf(rod), {32, 32, 60}), Contents::Solid) << "the core passes through";
    EXPECT_EQ(map_.contentsAt(probeOf(rod), {32, 32, 68}), Contents::Empty);
}

TEST_F(ShapeCasts, EqualShapesAnswerTheSameBits) {
    std::size_t hits = 0;
    forRandomCases(kSeed, 4000, [&](Random& random, int) {
        const Vec3 start = random.pointIn({{-250, -250, -10}, {250, 250, 150}}),
                   end = random.pointIn({{-250, -250, -10}, {250, 250, 150}});
        const Vec3 at = random.pointIn({{-8, -8, -8}, {8, 8, 8}});
        const double radius = random.between(0.5, 24);
        const Trace ball = cast(Shape::ball(radius, at), start, end);
        EXPECT_TRUE(sameBits(ball, cast(Shape::capsule(at, at, radius), start, end)));
        hits += ball.hit;
        const auto boxed = [&](const Box& box) {
            Probe probe{.box = box, .skin = 0};
            return map_.trace(probe, start, end);
        };
        EXPECT_TRUE(sameBits(cast(Shape::ball(0, at), start, end), boxed({at, at})));
        const Vec3 top{at.x, at.y, at.z + 20};
        EXPECT_TRUE(sameBits(cast(Shape::capsule(at, top, 0), start, end), boxed({at, top})));
        const Box box{{-8, -6, -16}, {8, 10, 32}};
        EXPECT_TRUE(sameBits(cast(Shape::box(box), start, end), boxed(box)));
        EXPECT_EQ(map_.contentsAt(probeOf(Shape::box(box)), start), map_.contentsAt(Probe{.box = box}, start));
    });
    EXPECT_GE(hits, 1000u);
}

// A ball is inside a capsule, and a capsule in a box: the larger shape is stopped first.
TEST_F(ShapeCasts, LargerShapesAreStoppedFirst) {
    std::size_t compared = 0, earlier = 0;
    forRandomCases(kSeed + 1, 4000, [&](Random& random, int) {
        const Vec3 start = random.pointIn({{-250, -250, 40}, {250, 250, 150}}),
                   end = random.pointIn({{-250, -250, -10}, {250, 250, 150}});
        const Box player{{-16, -16, -24}, {16, 16, 32}};
        const Trace box = cast(Shape::box(player), start, end), capsule = cast(Shape::capsuleIn(player), start, end),
                    ball = cast(Shape::ball(16), start, end), point = cast(Shape::ball(0), start, end);
        if (box.startsolid) return;
        EXPECT_FALSE(capsule.startsolid || ball.startsolid || point.startsolid);
        const double room = 1e-6 / length(end - start);
        EXPECT_LE(box.hitFraction, capsule.hitFraction + room);
        EXPECT_LE(capsule.hitFraction, ball.hitFraction + room);
        EXPECT_LE(ball.hitFraction, point.hitFraction + room);
        ++compared;
        earlier += box.hitFraction < capsule.hitFraction - 1e-3 && capsule.hitFraction < ball.hitFraction - 1e-3;
    });
    EXPECT_GE(compared, 1000u);
    EXPECT_GE(earlier, 50u);
}

Vec3 turnedBy(const Transform& turn, const Vec3& v) {
    return turn.axes[0] * v.x + turn.axes[1] * v.y + turn.axes[2] * v.z;
}

// Turning shape, way and model together turns the answer.
TEST_F(ShapeCasts, TurnedTogetherTheAnswerTurns) {
    std::size_t hits = 0, boxes = 0;
    forRandomCases(kSeed + 2, 3000, [&](Random& random, int i) {
        const Vec3 angles = random.pointIn({{-180, -180, -180}, {180, 180, 180}});
        const Transform turn = Transform::rotated(angles);
        const Vec3 start = random.pointIn({{-250, -250, -10}, {250, 250, 150}}),
                   end = random.pointIn({{-250, -250, -10}, {250, 250, 150}});
        const Shape plain = i % 3 == 0   ? Shape::ball(random.between(1, 20), random.pointIn({{-4, -4, -4}, {4, 4, 4}}))
                            : i % 3 == 1 ? Shape::capsule({}, random.pointIn({{-30, -30, -30}, {30, 30, 30}}), 6)
                                         : Shape::box({{-8, -6, -16}, {8, 10, 32}});
        Shape shape = plain;
        shape.centre = turnedBy(turn, plain.centre);
        for (int k = 0; k < 2; ++k) shape.ends[k] = turnedBy(turn, plain.ends[k]);
        for (int k = 0; k < 3; ++k) shape.axes[k] = turn.axes[k];
        Probe probe = probeOf(shape);
        probe.transform = turn;
        const Vec3 from = turnedBy(turn, start), to = turnedBy(turn, end);
        const Trace trace = map_.trace(probe, from, to), still = cast(plain, start, end);
        ASSERT_FALSE(trace.invalid) << static_cast<int>(trace.refusal);
        if (trace.startsolid != still.startsolid) {
            ADD_FAILURE() << "start " << text(start);
            return;
        }
        EXPECT_EQ(trace.hit, still.hit);
        EXPECT_NEAR(trace.hitFraction, still.hitFraction, 1e-9);
        if (!trace.hit || trace.allsolid || still.startsolid) return;
        ++hits;
        boxes += i % 3 == 2;
        expectNear(turnedBy(turn, still.normal), trace.normal, 1e-8);
        const Surface one = map_.surface(probe, from, to, trace), two = map_.surface(probeOf(plain), start, end, still);
        EXPECT_TRUE(one.found && two.found);
        EXPECT_EQ(one.brush, two.brush);
        const ContactPoint there = map_.contactPoint(probe, from, to, trace),
                           here = map_.contactPoint(probeOf(plain), start, end, still);
        EXPECT_EQ(there.found, i % 3 != 2);
        EXPECT_EQ(there.feature, here.feature);
        if (there.found) expectNear(turnedBy(turn, here.point), there.point, i % 3 == 0 ? 1e-8 : 1e-3);
    });
    EXPECT_GE(hits, 800u);
    EXPECT_GE(boxes, 200u);
}

// A crate turned by an eighth about the vertical axis reaches further by the square root of two.
TEST_F(ShapeCasts, ATurnedBoxMeetsWithItsEdge) {
    const Shape crate = Shape::box({{-8, -8, -8}, {8, 8, 8}}).turned({0, 45, 0});
    const Trace trace = cast(crate, {-100, 32, 32}, {100, 32, 32});
    EXPECT_TRUE(trace.hit);
    expectNear(trace.endpos, {-8 / kHalf, 32, 32}, 1e-9);
    expectNear(trace.normal, {-1, 0, 0});
    EXPECT_EQ(map_.surface(probeOf(crate), {-100, 32, 32}, {100, 32, 32}, trace).texture, "block");
    EXPECT_EQ(map_.contentsAt(probeOf(crate), {-11.32, 32, 32}), Contents::Empty);
    EXPECT_EQ(map_.contentsAt(probeOf(crate), {-11.31, 32, 32}), Contents::Solid);
    // A slanted segment, the core of a capsule without a radius.
    const Shape rod = Shape::capsule({-10, 0, -10}, {10, 0, 10}, 0);
    const Trace down = cast(rod, {32, 32, 174}, {32, 32, -26});
    expectNear(down.endpos, {32, 32, 74}, 1e-9);
    expectNear(down.normal, {0, 0, 1});
}

TEST_F(ShapeCasts, MovedModelsAndAllModels) {
    const Shape ball = Shape::ball(8);
    Probe door = probeOf(ball, {1});
    const Trace still = map_.trace(door, {232, -100, 40}, {232, 100, 40});
    EXPECT_EQ(still.endpos, (Vec3{232, -10, 40}));
    EXPECT_EQ(still.model, ModelId{1});
    door.transform = Transform::moved({0, 50, 0});
    EXPECT_EQ(map_.trace(door, {232, -100, 40}, {232, 100, 40}).endpos, (Vec3{232, 40, 40}));
    door.transform = Transform::rotated({0, 90, 0}, {200, 0, 0});
    const Trace turned = map_.trace(door, {100, 32, 40}, {300, 32, 40});
    expectNear(turned.endpos, {190, 32, 40}, 1e-11);
    expectNear(map_.contactPoint(door, {100, 32, 40}, {300, 32, 40}, turned).point, {198, 32, 40}, 1e-11);
    Probe all = probeOf(ball, kAllModels);
    const Trace any = map_.trace(all, {232, -100, 40}, {232, 100, 40});
    EXPECT_EQ(any.model, ModelId{1});
    EXPECT_EQ(any.endpos, still.endpos);
    EXPECT_EQ(map_.contactPoint(all, {232, -100, 40}, {232, 100, 40}, any).surfaces[0].texture, "door");
    EXPECT_EQ(map_.contentsAt(all, {232, 0, 40}), Contents::Solid);
    Trace answer[1];
    const Segment segment[1] = {{{232, -100, 40}, {232, 100, 40}}};
    EXPECT_EQ(map_.traceBatch(all, segment, answer), 1u);
    EXPECT_TRUE(sameBits(answer[0], any));
}

// Where all is free, too: a short way looks at the bounds of the shape only.
TEST_F(ShapeCasts, CapsulesThatAreNotFiniteAreRefused) {
    const auto refusalOf = [&](const Shape& shape) {
        return map_.trace(probeOf(shape), {-100, -100, 60}, {-100, -100, 59}).refusal;
    };
    ASSERT_EQ(refusalOf(Shape::capsule({}, {0, 0, 12}, 8)), Refusal::None);
    for (int end = 0; end < 2; ++end)
        for (int axis = 0; axis < 3; ++axis)
            for (const double bad : {kNan, HUGE_VAL}) {
                Shape capsule = Shape::capsule({}, {0, 0, 12}, 8);
                capsule.ends[end][axis] = bad;
                EXPECT_EQ(refusalOf(capsule), Refusal::BadShape) << end << axis;
                capsule = Shape::capsule({}, {0, 0, 12}, 8);
                capsule.centre[axis] = bad;
                EXPECT_EQ(refusalOf(capsule), Refusal::BadShape) << axis;
            }
}

TEST_F(ShapeCasts, WhatIsNotTakenIsRefused) {
    const auto refusalOf = [&](const Shape& shape) {
        return map_.trace(probeOf(shape), {0, 0, 100}, {0, 0, 9}).refusal;
    };
    EXPECT_EQ(refusalOf(Shape::ball(8)), Refusal::None);
    for (const double bad : {-1.0, kNan, 1e9}) EXPECT_EQ(refusalOf(Shape::ball(bad)), Refusal::BadShape);
    EXPECT_EQ(refusalOf(Shape::ball(8, {kNan, 0, 0})), Refusal::BadShape);
    EXPECT_EQ(refusalOf(Shape::capsule({}, {0, 0, 600}, 8)), Refusal::BadShape);
    Shape sheared = Shape::box({{-8, -8, -8}, {8, 8, 8}});
    sheared.axes[1] = {0.5, 1, 0};
    EXPECT_EQ(refusalOf(sheared), Refusal::BadShape);
    const Shape ball = Shape::ball(8);
    Probe probe = probeOf(ball);
    EXPECT_EQ(map_.trace(probe, {kNan, 0, 0}, {}).refusal, Refusal::NotFinite);
    probe.model = {7};
    EXPECT_EQ(map_.trace(probe, {}, {1, 0, 0}).refusal, Refusal::UnknownModel);
    EXPECT_EQ(ClipMap().trace(probeOf(ball), {}, {1, 0, 0}).refusal, Refusal::NoMap);
    probe = probeOf(ball);
    std::vector<Body> inverted(1);
    inverted[0].box = {{1, 0, 0}, {-1, 8, 8}};
    const Scene scene{{}, inverted};
    probe.scene = &scene;
    EXPECT_EQ(map_.trace(probe, {}, {1, 0, 0}).refusal, Refusal::BadScene);
    EXPECT_EQ(map_.overlap(probe, {}, {}).refusal, Refusal::BadScene);
    EXPECT_EQ(map_.touching(probe, {}, 1, {}).refusal, Refusal::BadScene);
    EXPECT_EQ(map_.unstick(probe, {}, 1).refusal, Refusal::BadScene);
    SlideInput input;
    input.seconds = 0.01;
    EXPECT_EQ(slide(map_, probe, input).refusal, Refusal::BadScene);
    probe.scene = nullptr;
    // An old file has not the corners of the world's brushes.
    const std::vector<std::byte> bytes = withoutWorldShapes(baked_.block);
    const OpenResult old = ClipMap::open(bytes);
    ASSERT_TRUE(old);
    EXPECT_EQ(old.map.trace(probe, {}, {1, 0, 0}).refusal, Refusal::UnturnableModel);
    const Shape upright = Shape::box({{-8, -8, -8}, {8, 8, 8}});
    EXPECT_FALSE(old.map.trace(probeOf(upright), {0, 0, 90}, {1, 0, 90}).invalid) << "a box at rest needs none";
    EXPECT_FALSE(old.map.trace(probeOf(ball, {1}), {}, {1, 0, 0}).invalid);
}

}  // namespace
}  // namespace hullbake::test
