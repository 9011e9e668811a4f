// Proves that known failures of casts of shapes are gone, for every kind of shape: rows E of docs/proofs.md. Places and
// fractions come from supports by hand: a body touches where its farthest point meets a plane through a feature.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hullbake/contact.hpp"
#include "hullbake/shape.hpp"
#include "hullbake/transform.hpp"
#include "runtime/query/shape_cast_rig.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kSameFraction = 1e-9;

// A feature of the block, a unit vector within the cone of its normals, and one along it.
struct BlockFeature {
    Vec3 point, normal, along;
};

class ShapeFailures : public ShapeCastRig {
  protected:
    ShapeFailures() {
        const std::array<Vec3, 7> points{
            {{-8, -6, -9}, {9, -5, -8}, {0, 11, -7}, {-6, 0, 12}, {8, 3, 10}, {0, -9, 8}, {1, 2, 3}}};
        EXPECT_EQ(prepare(points, convex_), PrepareStatus::Ok);
        shapes_ = {Shape::ball(8),
                   Shape::capsule({-3, 2, -9}, {3, -2, 9}, 6),
                   Shape::cylinder(8, 14),
                   Shape::cylinder(7, 12).turned({25, 40, 10}),
                   Shape::box({{-8, -11, -6}, {8, 11, 6}}).turned({20, 35, 10}),
                   Shape::of(convex_)};
        const Vec3 edge{-kHalf, 0, kHalf}, corner = Vec3{-1, -1, 1} * std::sqrt(1.0 / 3);
        features_ = {{{{32, 32, 64}, {0, 0, 1}, {1, 0, 0}},
                      {{0, 32, 64}, edge, {0, 1, 0}},
                      {{0, 0, 64}, corner, Vec3{1, -1, 0} * kHalf}}};
    }

    // The point of a shape, placed at the origin, that lies farthest in a direction of unit length.
    static Vec3 farthest(const Shape& shape, const Vec3& d) {
        const auto bySides = [&](const Vec3& half) {
            Vec3 p = shape.centre;
            for (int i = 0; i < 3; ++i) p = p + shape.axes[i] * (dot(shape.axes[i], d) < 0 ? -half[i] : half[i]);
            return p;
        };
        switch (shape.kind) {
            case ShapeKind::Ball:
                return shape.centre + d * shape.radius;
            case ShapeKind::Capsule:
                return shape.ends[dot(shape.ends[1] - shape.ends[0], d) > 0 ? 1 : 0] + d * shape.radius;
            case ShapeKind::Cylinder: {
                const double up = dot(shape.axes[2], d);
                const Vec3 across = d - shape.axes[2] * up;
                const double size = length(across);
                const Vec3 rim = size > 1e-9 ? across * (shape.radius / size) : Vec3{};
                return shape.centre + rim + shape.axes[2] * (up < 0 ? -shape.halfHeight : shape.halfHeight);
            }
            case ShapeKind::Box:
                return bySides(shape.half);
            case ShapeKind::Convex:
                break;
        }
        Vec3 best = shape.convex->corners[0];
        for (unsigned i = 1; i < shape.convex->cornerCount; ++i)
            if (dot(shape.convex->corners[i], d) > dot(best, d)) best = shape.convex->corners[i];
        return best;
    }
    // Where a shape rests on a feature, its farthest point on the feature's.
    static Vec3 resting(const Shape& shape, const BlockFeature& feature) {
        return feature.point - farthest(shape, -feature.normal);
    }

    ConvexShape convex_;
    std::vector<Shape> shapes_;
    std::array<BlockFeature, 3> features_;
};

// E1, E4, E8, E10, E16: the position table of all shapes at a face, an edge and a corner.
TEST_F(ShapeFailures, EveryShapeBeforeOnIntoInsideOutOfAndPastEveryFeature) {
    std::size_t tried = 0;
    for (const Shape& shape : shapes_)
        for (const BlockFeature& feature : features_) {
            const Vec3 &n = feature.normal, rest = resting(shape, feature);
            SCOPED_TRACE(testing::Message() << "kind " << int(shape.kind) << " at " << text(feature.point));
            const Trace before = cast(shape, rest + n * 5, rest - n * 5);
            EXPECT_TRUE(before.hit && !before.startsolid);
            EXPECT_NEAR(before.hitFraction, 0.5, kSameFraction);
            EXPECT_LT(dot(before.normal, n * -1), 0);
            EXPECT_FALSE(cast(shape, rest + n * 5, rest + n * 1e-3).hit) << "short of it";
            EXPECT_FALSE(cast(shape, rest + n * 5, rest + n * 5 + feature.along * 3).hit) << "beside it";
            for (const double off : {-9e-6, -1e-9, 0.0, 1e-9}) {
                const Vec3 at = rest + n * off;
                for (const Vec3& way : {n * 9 + feature.along, feature.along * 1e-3 + n * 1e-3, n * 1e-6}) {
                    const Trace away = cast(shape, at, at + way);
                    EXPECT_FALSE(away.hit || away.startsolid) << off;
                    EXPECT_EQ(away.fraction, 1) << off;
                }
                const Trace into = cast(shape, at, at - n * 3);
                EXPECT_TRUE(into.hit && !into.startsolid) << off;
                EXPECT_LE(into.hitFraction, 1e-5) << off;
            }
            // Receding from anything between a rounding and a unit, nothing behind is met.
            for (double gap = 0x1p-40; gap <= 1; gap *= 8) {
                const Vec3 at = rest + n * gap;
                EXPECT_FALSE(cast(shape, at, at + n * 200).hit) << gap;
            }
            const Vec3 deep = rest - n;
            const Trace out = cast(shape, deep, deep + n * 20);
            EXPECT_TRUE(out.startsolid && !out.allsolid && !out.hit);
            EXPECT_EQ(out.fraction, 1);
            const Trace past = cast(shape, rest + n * 5, rest + n * 60);
            EXPECT_FALSE(past.hit || past.startsolid);
            ++tried;
        }
    EXPECT_EQ(tried, 18u);
}

// E7: whether a start is solid depends on the start alone.
TEST_F(ShapeFailures, StartsOfEveryShapeDependOnTheStartAlone) {
    std::size_t tried = 0;
    for (const Shape& shape : shapes_) {
        const Vec3 rest = resting(shape, features_[0]);
        for (const double depth : {-1e-4, 1e-4, 1.0, 20.0})
            for (int x = -1; x <= 1; ++x)
                for (int y = -1; y <= 1; ++y)
                    for (int z = -1; z <= 1; ++z)
                        for (const double size : {0.0, 1e-9, 1e-3, 1.0, 64.0, 1e5}) {
                            const Vec3 at = rest - Vec3{0, 0, depth}, way = Vec3{1.0 * x, 1.0 * y, 1.0 * z} * size;
                            const Trace trace = cast(shape, at, at + way);
                            ASSERT_FALSE(trace.invalid) << text(way);
                            ASSERT_EQ(trace.startsolid, depth > 0) << int(shape.kind) << " " << depth << text(way);
                            ++tried;
                        }
    }
    EXPECT_GE(tried, 3000u);
}

// E9: a way square to the normal is met a little deep, and not a little above, at every offset along the face.
TEST_F(ShapeFailures, PassingByAHairBelowOrAboveAFaceIsToldApartEverywhere) {
    std::size_t tried = 0;
    for (const Shape& shape : shapes_) {
        const Vec3 rest = resting(shape, features_[0]);
        for (int i = 1; i < 200; ++i) {
            const double y = rest.y - 32 + i * 0.32;  // the touching point is within the face
            const Vec3 from{-150, y, rest.z}, to{190, y, rest.z}, hair{0, 0, 1e-4};
            ASSERT_TRUE(cast(shape, from - hair, to - hair).hit) << int(shape.kind) << " at " << y;
            ASSERT_FALSE(cast(shape, from + hair, to + hair).hit) << int(shape.kind) << " at " << y;
            ++tried;
        }
    }
    EXPECT_GE(tried, 1000u);
}

// E13, E15: unit normals, one fraction, ends that are free, and one end wherever the way is divided.
TEST_F(ShapeFailures, NormalsAreUnitVectorsAndDividedWaysEndInOnePlace) {
    std::size_t hits = 0, divided = 0;
    forRandomCases(109, 6000, [&](Random& random, int i) {
        const Shape& shape = shapes_[static_cast<std::size_t>(i) % shapes_.size()];
        const Vec3 start = random.pointIn({{-260, -200, 10}, {300, 260, 160}}),
                   end = random.pointIn({{-260, -200, -20}, {300, 260, 160}});
        const Trace whole = cast(shape, start, end);
        if (whole.startsolid) return;
        ASSERT_FALSE(whole.invalid);
        ASSERT_TRUE(whole.hit || whole.fraction == 1);
        ASSERT_FALSE(any(map_.contentsAt(probeOf(shape), whole.endpos) & Contents::Solid)) << text(whole.endpos);
        if (!whole.hit) return;
        ++hits;
        ASSERT_NEAR(length(whole.normal), 1, 1e-15);
        ASSERT_LE(dot(whole.normal, end - start), 0);
        const Vec3 between = start + (end - start) * (whole.hitFraction * random.between(0.05, 0.95));
        ASSERT_FALSE(cast(shape, start, between).hit);
        const Trace rest = cast(shape, between, end);
        ASSERT_TRUE(rest.hit && !rest.startsolid);
        // Where the way grazes, a hair of height is a long way.
        const double steep = -dot(whole.normal, end - start) / length(end - start);
        ASSERT_LE(length(rest.endpos - whole.endpos) * steep, 1e-7) << text(start) << text(end);
        ++divided;
    });
    EXPECT_GE(hits, 2000u);
    EXPECT_GE(divided, 2000u);
}

// E22: a longer way meets the same place.
TEST_F(ShapeFailures, LongerWaysMeetTheSamePlace) {
    std::size_t compared = 0;
    for (const Shape& shape : shapes_)
        for (const BlockFeature& feature : features_) {
            const Vec3 start = resting(shape, feature) + feature.normal * 40;
            const double wanted = 40;
            for (double size = 50; size < 1e5; size *= 2.5) {
                const Trace trace = cast(shape, start, start - feature.normal * size);
                ASSERT_TRUE(trace.hit && !trace.startsolid);
                EXPECT_NEAR(trace.hitFraction * size, wanted, 1e-7) << int(shape.kind) << " " << size;
                ++compared;
            }
        }
    EXPECT_GE(compared, 100u);
}

// E2: the place of contact has one error, whatever the size of the brush and its distance from the origin.
TEST(ShapeFailuresInSpace, LargeBrushesFarAwayAreMetAsExactly) {
    std::size_t compared = 0;
    for (const double half : {4.0, 512.0, 4096.0, 16384.0})
        for (const double shift : {0.0, 4096.0, 32768.0}) {
            const Vec3 low{shift - half, -half, -half}, high{shift + half, half, half};
            const BakedMap baked = bakeText(worldText(boxText(low, high, "block")));
            const double radius = 0.5166;
            const Shape ball = Shape::ball(radius), tall = Shape::capsule({0, 0, -1}, {0, 0, 1}, radius);
            forRandomCases(static_cast<std::uint64_t>(half), 20, [&](Random& random, int) {
                const Vec3 above{random.between(low.x, high.x), random.between(low.y, high.y), half + 10};
                for (const Shape* shape : {&ball, &tall}) {
                    const Probe probe{.skin = 0, .shape = shape};
                    const double reach = shape == &ball ? radius : radius + 1;
                    const Trace down = baked.map.trace(probe, above, above - Vec3{0, 0, 20});
                    ASSERT_TRUE(down.hit && !down.startsolid);
                    ASSERT_NEAR(down.hitFraction * 20, 10 - reach, 1e-7);
                    // At 45 degrees onto an upper edge.
                    const Vec3 edge{high.x, above.y, half - (shape == &ball ? 0 : -1)}, away{kHalf, 0, kHalf};
                    const Trace slanted = baked.map.trace(probe, edge + away * 10, edge - away * 10);
                    ASSERT_TRUE(slanted.hit && !slanted.startsolid);
                    ASSERT_NEAR(slanted.hitFraction * 20, 10 - radius, 1e-7);
                    ++compared;
                }
            });
        }
    EXPECT_EQ(compared, 480u);
}

// Squared distance from a box to the core of a ball or upright capsule.
long double squareApart(const Box& box, const Vec3 (&ends)[2], const Vec3& origin) {
    long double sum = 0;
    for (int a = 0; a < 3; ++a) {
        const long double at = origin[a], low = at + ends[0][a], high = at + ends[1][a];
        const long double apart = std::max({low - box.maxs[a], box.mins[a] - high, 0.0L});
        sum += apart * apart;
    }
    return sum;
}

// The least distance along a line: it is convex, so thirds close in on it.
long double leastApart(const Box& box, const Vec3 (&ends)[2], const Vec3& start, const Vec3& delta) {
    const auto at = [&](long double t) {
        long double sum = 0;
        for (int a = 0; a < 3; ++a) {
            const long double place = start[a] + delta[a] * t;
            const long double apart =
                std::max({place + ends[0][a] - box.maxs[a], box.mins[a] - place - ends[1][a], 0.0L});
            sum += apart * apart;
        }
        return sum;
    };
    long double low = 0, high = 1;
    for (int i = 0; i < 200; ++i) {
        const long double one = low + (high - low) / 3, two = high - (high - low) / 3;
        (at(one) < at(two) ? high : low) = at(one) < at(two) ? two : one;
    }
    return std::sqrt(at((low + high) / 2));
}

// E11: needles and slivers, as thin as the compiler keeps them, and ways of up to 524,288 units.
TEST(ShapeFailuresInSpace, SliversAndNeedlesAreMetOnWaysOfAnyLength) {
    constexpr double kThin = 0.00125, kLongest = 524288;
    const std::vector<Box> thin = {{{0, 0, 0}, {64, 64, kThin}},
                                   {{300, 0, 0}, {300 + kThin, kThin, 64}},
                                   {{0, 300, 0}, {64, 300 + kThin, 64}},
                                   {{300, 300, 0}, {364, 300 + kThin, kThin}}};
    const Shape ball = Shape::ball(4), point = Shape::ball(1.0 / 64), tall = Shape::capsule({0, 0, -6}, {0, 0, 6}, 4);
    std::size_t hits = 0, misses = 0, longest = 0;
    for (const Box& box : thin) {
        const BakedMap baked = bakeText(
            worldText(boxText(box.mins, box.maxs, "thin") + boxText({9000, 9000, 9000}, {9064, 9064, 9064}, "far")));
        forRandomCases(111, 6000, [&](Random& random, int i) {
            const Shape& shape = i % 3 == 0 ? ball : i % 3 == 1 ? point : tall;
            const bool upright = &shape == &tall;
            const Vec3 ends[2] = {{0, 0, upright ? -6.0 : 0}, {0, 0, upright ? 6.0 : 0}};
            // Through or past a point of the brush, by about the radius.
            const Vec3 aim = random.pointIn(box) + random.direction() * (shape.radius * random.between(0, 2.2));
            const Vec3 way = i % 5 == 0 ? Vec3{0, 0, random.chance(0.5) ? 1.0 : -1.0} : random.direction();
            const double size = i % 4 == 0 ? kLongest : std::pow(10, random.between(1.5, 5));
            // The start may be near; both ends stay in range.
            const double before = random.chance(0.5) ? std::min(200.0, size / 2) : size / 2;
            const Vec3 start = aim - way * before, end = aim + way * (size - before);
            for (int a = 0; a < 3; ++a)
                if (!(std::fabs(start[a]) < kMaxCoordinate && std::fabs(end[a]) < kMaxCoordinate)) return;
            const Probe probe{.skin = 0, .shape = &shape};
            const Trace trace = baked.map.trace(probe, start, end);
            ASSERT_FALSE(trace.invalid) << text(start) << text(end);
            for (const double number : {trace.fraction, trace.hitFraction, trace.dist, dot(trace.normal, trace.endpos)})
                ASSERT_TRUE(std::isfinite(number));
            const Vec3 delta = end - start;
            const long double least = leastApart(box, ends, start, delta), radius = shape.radius;
            if (trace.startsolid || std::sqrt(squareApart(box, ends, start)) < radius) return;
            if (trace.hit) {
                ASSERT_LE(least, radius) << text(start) << text(end);
                const Vec3 place = start + delta * trace.hitFraction;
                const long double off = std::fabs(std::sqrt(squareApart(box, ends, place)) - radius);
                ASSERT_LE(off, 1e-7L) << text(start) << text(end);
                ASSERT_NEAR(length(trace.normal), 1, 1e-15);
                longest += length(delta) > kLongest / 2 ? 1 : 0;
                ++hits;
            } else {
                // Only what gets deeper than the tolerance counts; a thin brush is left after less.
                ASSERT_GE(least, radius - 1.1e-5L) << text(start) << text(end);
                ++misses;
            }
        });
    }
    EXPECT_GE(hits, 5000u);
    EXPECT_GE(misses, 2000u);
    EXPECT_GE(longest, 200u);
}

// E18: what lies on a floor, or a hair above or below, slides along it.
TEST_F(ShapeFailures, AtTinyDistancesFromAFloorEveryShapeSlides) {
    std::size_t tried = 0;
    const Shape slab = Shape::box({{-120, -120, -64}, {120, 120, 0}});
    const Vec3 middle{-300, -300, 0};
    for (const Shape& shape : shapes_)
        for (const double above : {0.0, 1e-300, -1e-300, 1e-16, -1e-16, 6e-8, -6e-8, 1e-5, -9.9e-6}) {
            Vec3 at = middle - farthest(shape, {0, 0, -1});
            at.z += above;
            SCOPED_TRACE(testing::Message() << "kind " << int(shape.kind) << " above " << above);
            for (const Vec3& way : {Vec3{100, 0, 0}, Vec3{-70, 70, 0}, Vec3{1e-3, 2e-3, 0}, Vec3{0, 1e-9, 0},
                                    Vec3{1e-300, 0, 0}, Vec3{60, 10, 1e-300}}) {
                const Trace along = cast(shape, at, at + way);
                ASSERT_FALSE(along.invalid || along.hit || along.startsolid);
                ASSERT_EQ(along.fraction, 1);
                ASSERT_EQ(along.endpos, at + way);
                ++tried;
            }
            // Two bodies at such a distance have a contact, with a normal and finite points.
            const BodyContact found = hullbake::contact(shape, at, slab, middle);
            ASSERT_FALSE(found.invalid);
            ASSERT_NEAR(found.distance, above, 1e-12);
            ASSERT_NEAR(length(found.normal - Vec3{0, 0, -1}), 0, 1e-7);
            ASSERT_TRUE(isFinite(found.onA) && isFinite(found.onB));
            ASSERT_EQ(overlaps(shape, at, slab, middle), found.overlaps);
            const PairCast pair = castShapes(shape, at, at + Vec3{100, 0, 0}, slab, middle, middle);
            ASSERT_FALSE(pair.invalid || pair.hit || pair.startsolid);
            std::array<TouchedPlane, 4> planes;
            const NeighbourCount touched = map_.touching(probeOf(shape), at, 1e-3, planes);
            ASSERT_EQ(touched.count, 1u);
            ASSERT_EQ(planes[0].normal, (Vec3{0, 0, 1}));
            ASSERT_NEAR(planes[0].gap, above, 1e-12);
        }
    EXPECT_EQ(tried, 324u);
}

// E5: turned by a hair, the contact moves by a hair.
TEST_F(ShapeFailures, TurnedByAHairTheContactMovesByAHair) {
    std::size_t compared = 0;
    const Vec3 middle{232, 0, 48};
    for (const Shape& shape : shapes_)
        for (const Vec3& from : {Vec3{232, 80, 50}, Vec3{150, 0.5, 130}, Vec3{140, 60, 150}, Vec3{150, -3, 40}}) {
            const Vec3 to = middle + (middle - from) * 0.2;
            Probe probe = probeOf(shape, {1});
            const Trace plain = map_.trace(probe, from, to);
            ASSERT_TRUE(plain.hit && !plain.startsolid);
            const double steep = -dot(plain.normal, to - from) / length(to - from);
            for (double degrees = 1e-12; degrees <= 1e-2; degrees *= 10) {
                probe.transform = Transform::rotated({0, degrees, 0}, middle);
                const Trace turned = map_.trace(probe, from, to);
                ASSERT_TRUE(turned.hit && !turned.startsolid);
                const double moved = length(to - from) * std::fabs(turned.hitFraction - plain.hitFraction);
                EXPECT_LE(moved * steep, degrees * (3.2 / 180) * 100 + 1e-7) << int(shape.kind) << " " << degrees;
                ++compared;
            }
        }
    EXPECT_GE(compared, 200u);
}

}  // namespace
}  // namespace hullbake::test
