// Casts of two moving bodies: the distance along the way by brute force, symmetries, and known motions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "hullbake/contact.hpp"
#include "hullbake/trace.hpp"
#include "shapes/contact_brute.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

struct Motion {
    Shape a, b;
    Vec3 fromA, toA, fromB, toB;
};

PairCast castOf(const Motion& m) {
    return castShapes(m.a, m.fromA, m.toA, m.b, m.fromB, m.toB);
}

Shape randomBody(Random& random) {
    const Vec3 half = {random.between(0.5, 16), random.between(0.5, 16), random.between(0.5, 16)};
    const Vec3 centre = random.chance(0.5) ? Vec3{} : random.gridPointIn({{-4, -4, -4}, {4, 4, 4}});
    switch (random.index(5)) {
        case 0:
            return Shape::ball(random.between(0, 8), centre);
        case 1: {
            const Vec3 core = random.chance(0.5) ? Vec3{0, 0, half.z} : random.direction() * half.z;
            return Shape::capsule(centre - core, centre + core, random.between(0, 8));
        }
        case 2:
            return Shape::box({centre - half, centre + half});
        default:
            return Shape::box({centre - half, centre + half})
                .turned({random.between(-180, 180), random.between(-180, 180), random.between(-180, 180)});
    }
}

// Moves the second body aside so that the least distance on the way becomes about `distance`.
void graze(Motion& m, double distance) {
    const auto at = [&](double t) {
        return contact(m.a, m.fromA + (m.toA - m.fromA) * t, m.b, m.fromB + (m.toB - m.fromB) * t);
    };
    for (int round = 0; round < 3; ++round) {
        double low = 0, high = 1;
        for (int i = 0; i < 40; ++i) {
            const double p = low + (high - low) / 3, q = high - (high - low) / 3;
            (at(p).distance < at(q).distance ? high : low) = at(p).distance < at(q).distance ? q : p;
        }
        const BodyContact nearest = at((low + high) / 2);
        const Vec3 by = nearest.normal * (distance - nearest.distance);
        m.fromB = m.fromB + by, m.toB = m.toB + by;
    }
}

// Aims the bodies past each other so that hits, misses and near misses all happen.
Motion randomMotion(Random& random) {
    Motion m{randomBody(random), randomBody(random), {}, {}, {}, {}};
    m.fromA = random.pointIn({{-50, -50, -50}, {50, 50, 50}});
    m.fromB = m.fromA + random.direction() * (random.chance(0.1) ? random.between(0, 20) : random.between(30, 120));
    m.toA = m.fromA + random.direction() * random.between(0, 100);
    m.toB = m.fromB + (m.toA - m.fromA) + (m.fromA - m.fromB) * random.between(0.5, 3) +
            random.direction() * random.between(0, 60);
    if (random.chance(0.4)) graze(m, (random.chance(0.5) ? 1 : -1) * std::pow(10, random.between(-7, -1)));
    return m;
}

long double distanceAt(const Motion& m, long double t) {
    const auto moved = [&](const Shape& shape, const Vec3& from, const Vec3& to) {
        BruteBody body(shape, {});
        const LongVec at = LongVec(from) + (LongVec(to) - LongVec(from)) * t;
        for (LongVec& p : body.corners) p = p + at;
        return body;
    };
    return bruteDistance(moved(m.a, m.fromA, m.toA), moved(m.b, m.fromB, m.toB));
}

// The least distance on the way, by golden section: along a straight way the distance is convex.
long double leastDistance(const Motion& m, long double& when) {
    const long double ratio = 0.6180339887498948482L;
    long double low = 0, high = 1, p = high - ratio, q = low + ratio;
    long double atP = distanceAt(m, p), atQ = distanceAt(m, q);
    for (int i = 0; i < 50; ++i)
        if (atP < atQ) {
            high = q, q = p, atQ = atP;
            p = high - ratio * (high - low), atP = distanceAt(m, p);
        } else {
            low = p, p = q, atP = atQ;
            q = low + ratio * (high - low), atQ = distanceAt(m, q);
        }
    when = (low + high) / 2;
    long double least = distanceAt(m, when);
    for (const long double end : {0.0L, 1.0L})
        if (const long double d = distanceAt(m, end); d < least) least = d, when = end;
    return least;
}

std::ostream& operator<<(std::ostream& out, const Motion& m) {
    const auto v = [&](const Vec3& p) { out << "{" << p.x << ", " << p.y << ", " << p.z << "} "; };
    out << std::hexfloat;
    for (const Shape* s : {&m.a, &m.b}) {
        out << int(s->kind) << " r " << s->radius << " ";
        for (const Vec3* p : {&s->centre, &s->ends[0], &s->ends[1], &s->half, s->axes, s->axes + 1, s->axes + 2}) v(*p);
        out << "\n";
    }
    v(m.fromA), v(m.toA), v(m.fromB), v(m.toB);
    return out << std::defaultfloat;
}

TEST(PairCastTest, IsThatOfTheDistanceAlongTheWay) {
    const std::uint64_t seed = 340;
    const int rounds = sized<int>(500, 60000);
    Random random(seed);
    std::size_t hits = 0, misses = 0, starts = 0, grazes = 0, most = 0;
    for (int round = 0; round < rounds; ++round) {
        const Motion m = randomMotion(random);
        const PairCast cast = castOf(m);
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << "\n" << m);
        ASSERT_FALSE(cast.invalid);
        most = std::max<std::size_t>(most, cast.steps);
        const long double start = distanceAt(m, 0);
        long double when = 0;
        const long double least = leastDistance(m, when);
        const bool close = std::fabs(least + 1e-5L) < 1e-9L || std::fabs(start + 1e-5L) < 1e-9L;
        if (!close) {
            ASSERT_EQ(cast.startsolid, start < -1e-5L);
            ASSERT_EQ(cast.hit, least < -1e-5L) << "least " << double(least);
        }
        grazes += std::fabs(least) < 1e-2L ? 1 : 0;
        (cast.startsolid ? starts : cast.hit ? hits : misses) += 1;
        if (cast.startsolid || !cast.hit) continue;
        const long double there = distanceAt(m, cast.fraction);
        const double allowed = 1e-9;
        if (start > 0) {
            ASSERT_LE(std::fabs(there), allowed);
            // Earlier they were apart.
            ASSERT_GT(distanceAt(m, cast.fraction * 0.999L), -allowed);
        } else {
            ASSERT_EQ(cast.fraction, 0);
        }
        ASSERT_NEAR(length(cast.normal), 1, 1e-15);
        ASSERT_LE(dot((m.toB - m.fromB) - (m.toA - m.fromA), cast.normal), 0);
    }
    EXPECT_LE(most, 256u);
    RecordProperty("most_steps", std::to_string(most));
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 60000); };
    EXPECT_GE(hits, least(15000));
    EXPECT_GE(misses, least(10000));
    EXPECT_GE(starts, least(1000));
    EXPECT_GE(grazes, least(4000));
}

TEST(PairCastTest, ExchangedBodiesMirrorTheAnswer) {
    Random random(341);
    for (int round = 0; round < sized<int>(5000, 100000); ++round) {
        const Motion m = randomMotion(random);
        const PairCast cast = castOf(m), other = castShapes(m.b, m.fromB, m.toB, m.a, m.fromA, m.toA);
        ASSERT_EQ(cast.hit, other.hit) << m;
        ASSERT_EQ(cast.startsolid, other.startsolid) << m;
        ASSERT_EQ(cast.fraction, other.fraction) << m;
        ASSERT_EQ(cast.normal, -other.normal) << m;
        ASSERT_EQ(cast.point, other.point) << m;
    }
}

TEST(PairCastTest, OneVelocityAddedToBothChangesNothing) {
    Random random(342);
    std::size_t hits = 0;
    for (int round = 0; round < sized<int>(5000, 100000); ++round) {
        Motion m = randomMotion(random);
        const PairCast cast = castOf(m);
        const Vec3 by = random.direction() * random.between(0, 200);
        m.toA = m.toA + by, m.toB = m.toB + by;
        const PairCast other = castOf(m);
        const Vec3 way = (m.toB - m.fromB) - (m.toA - m.fromA);
        // Grazes depend on the last digit.
        if (cast.hit != other.hit || std::fabs(dot(cast.normal, way)) < 1e-3 * length(way)) continue;
        hits += cast.hit ? 1 : 0;
        ASSERT_NEAR(cast.fraction, other.fraction, 1e-9) << m;
        if (cast.hit) {
            ASSERT_LE(length(cast.normal - other.normal), 1e-6) << m;
        }
    }
    EXPECT_GE(hits, sized<std::size_t>(1500, 30000));
}

TEST(PairCastTest, CrossingPathsAtDifferentTimesDoNotHit) {
    const Shape ball = Shape::ball(1);
    // Both ways cross at the origin; the second body comes there later.
    EXPECT_FALSE(castShapes(ball, {-10, 0, 0}, {10, 0, 0}, ball, {0, -20, 0}, {0, 5, 0}).hit);
    const PairCast met = castShapes(ball, {-10, 0, 0}, {10, 0, 0}, ball, {0, -10, 0}, {0, 10, 0});
    ASSERT_TRUE(met.hit);
    EXPECT_NEAR(met.fraction, (10 - std::sqrt(2.0)) / 20, 1e-12);
    EXPECT_NEAR(met.normal.x, std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(met.normal.y, -std::sqrt(0.5), 1e-12);
    // Side by side at one speed they never meet, though their ways are one line.
    EXPECT_FALSE(castShapes(ball, {0, 0, 0}, {100, 0, 0}, ball, {2, 0, 0}, {102, 0, 0}).hit);
    const PairCast chased = castShapes(ball, {0, 0, 0}, {100, 0, 0}, ball, {12, 0, 0}, {62, 0, 0});
    EXPECT_EQ(chased.fraction, 0.2);
    EXPECT_EQ(chased.point, (Vec3{21, 0, 0}));
}

TEST(PairCastTest, TouchingBodiesMayLeaveAndSlide) {
    const Shape box = Shape::box({{-1, -1, -1}, {1, 1, 1}});
    const Vec3 above = {0, 0, 2};
    EXPECT_FALSE(castShapes(box, {}, {}, box, above, {5, 0, 2}).hit);
    EXPECT_FALSE(castShapes(box, {}, {}, box, above, {5, 0, 3}).hit);
    EXPECT_FALSE(castShapes(box, {}, {}, box, above, above).hit);
    const PairCast in = castShapes(box, {}, {}, box, above, {5, 0, 1});
    EXPECT_TRUE(in.hit && !in.startsolid);
    EXPECT_EQ(in.fraction, 0);
    EXPECT_EQ(in.normal, (Vec3{0, 0, 1}));
    // A little too deep, out again; and past an edge that it only touches.
    EXPECT_FALSE(castShapes(box, {}, {}, box, {0, 0, 2 - 5e-6}, {0, 0, 4}).hit);
    EXPECT_FALSE(castShapes(box, {}, {}, box, {-5, 0, 2 - 5e-6}, {5, 0, 2 - 5e-6}).hit);
    EXPECT_TRUE(castShapes(box, {}, {}, box, {-5, 0, 2 - 2e-5}, {5, 0, 2 - 2e-5}).hit);
    const PairCast deep = castShapes(box, {}, {}, box, {0.5, 0, 0}, {9, 0, 0});
    EXPECT_TRUE(deep.startsolid && deep.hit);
    EXPECT_EQ(deep.fraction, 0);
    EXPECT_EQ(deep.normal, (Vec3{1, 0, 0}));
}

// parry's table: a ball falls straight down on ever larger boxes.
TEST(PairCastTest, ABallFallsOnLargeBoxes) {
    const double radius = 0.5166;
    double worst = 0;
    for (const double half : {5.0, 50.0, 128.0})
        for (int x = -10; x <= 10; ++x)
            for (int y = -10; y <= 10; ++y) {
                const Shape box = Shape::box({{-half, -half, -half}, {half, half, half}});
                const Vec3 from = {x * half / 10.5, y * half / 10.5, half + 20}, to = {from.x, from.y, half - 20};
                const PairCast cast = castShapes(Shape::ball(radius), from, to, box, {}, {});
                ASSERT_TRUE(cast.hit);
                worst = std::max(worst, std::fabs(from.z - 40 * cast.fraction - half - radius));
            }
    EXPECT_LE(worst, 1e-12);
}

TEST(PairCastTest, BadArgumentsAreInvalid) {
    const Shape ball = Shape::ball(1);
    const Vec3 nan = {0, std::nan(""), 0};
    for (int i = 0; i < 4; ++i) {
        Vec3 at[4] = {{0, 0, 0}, {1, 0, 0}, {9, 0, 0}, {2, 0, 0}};
        EXPECT_FALSE(castShapes(ball, at[0], at[1], ball, at[2], at[3]).invalid);
        at[i] = nan;
        const PairCast cast = castShapes(ball, at[0], at[1], ball, at[2], at[3]);
        EXPECT_TRUE(cast.invalid && !cast.hit);
        EXPECT_EQ(cast.fraction, 1);
    }
    EXPECT_TRUE(castShapes(Shape::ball(-1), {}, {}, ball, {}, {}).invalid);
}

}  // namespace
}  // namespace hullbake::test
