// Contacts of convex sets and cylinders: exact where they say so, and never worse than what brute force finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "hullbake/contact.hpp"
#include "shapes/contact_brute.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kPointTolerance = 1e-4;  // of cylinders, relative to the size

struct Bodies {
    ConvexShape sets[2];
    Shape a, b;
    Vec3 originA, originB;
};

BodyContact contactOf(const Bodies& bodies) {
    return contact(bodies.a, bodies.originA, bodies.b, bodies.originB);
}

std::string describe(const Bodies& bodies) {
    std::ostringstream out;
    out.precision(17);
    const auto show = [&](const Vec3& v) { out << " {" << v.x << ", " << v.y << ", " << v.z << "}"; };
    for (const Shape* s : {&bodies.a, &bodies.b}) {
        out << "\nkind " << int(s->kind) << " radius " << s->radius << " height " << s->halfHeight;
        for (const Vec3& v : {s->half, s->ends[0], s->ends[1], s->axes[0], s->axes[1], s->axes[2]}) show(v);
        for (unsigned i = 0; s->convex != nullptr && i < s->convex->cornerCount; ++i) show(s->convex->corners[i]);
    }
    show(bodies.originA);
    show(bodies.originB);
    return out.str();
}

Vec3 anyAngles(Random& random) {
    if (random.chance(0.3)) return {90.0 * random.whole(0, 3), 90.0 * random.whole(0, 3), 0};
    return {random.between(-180, 180), random.between(-180, 180), random.between(-180, 180)};
}

// Points in a box, on a grid, on a flat grid, or a prism.
void makeSet(Random& random, ConvexShape& set) {
    std::vector<Vec3> points;
    const int kind = random.whole(0, 4);
    const int count = random.whole(4, 9);
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random.pointIn({{-9, -9, -9}, {9, 9, 9}});
        if (kind < 2) points.push_back(p);
        if (kind == 2) points.push_back({std::round(p.x / 3), std::round(p.y / 3), std::round(p.z / 3)});
        if (kind == 3) points.push_back({std::round(p.x), std::round(p.y), 0});
        if (kind == 4 && i < 5) {
            const double angle = 6.28318530717958648 * i / std::min(count, 5);
            for (const double z : {-2.0, 3.0}) points.push_back({4 * std::cos(angle), 4 * std::sin(angle), z});
        }
    }
    ASSERT_EQ(prepare(points, set), PrepareStatus::Ok);
}

Shape anyShape(Random& random, ConvexShape& set, bool round) {
    if (round) {
        const double radius = random.chance(0.1) ? 0 : random.between(0.5, 8);
        return Shape::cylinder(radius, random.chance(0.1) ? 0 : random.between(0.5, 8)).turned(anyAngles(random));
    }
    const Vec3 half = {random.between(0.5, 8), random.between(0.5, 8), random.between(0.5, 8)};
    switch (random.index(6)) {
        case 0:
            return Shape::ball(random.between(0, 6));
        case 1:
            return Shape::capsule({0, 0, -half.z}, random.direction() * half.x, random.between(0, 4));
        case 2:
            return Shape::box({half * -1, half}).turned(anyAngles(random));
        default:
            makeSet(random, set);
            return Shape::of(set).turned(anyAngles(random));
    }
}

void place(Random& random, Bodies& bodies) {
    bodies.originA = random.pointIn({{-50, -50, -50}, {50, 50, 50}});
    bodies.originB = bodies.originA + random.direction() * random.between(0, 20);
    if (random.chance(0.1)) bodies.originB = bodies.originA;
    if (random.chance(0.4)) {
        const BodyContact before = contactOf(bodies);
        const double distance =
            random.chance(0.2) ? 0 : (random.chance(0.5) ? 1 : -1) * std::pow(10, random.between(-15, 0));
        bodies.originB = bodies.originB + before.normal * (distance - before.distance);
    }
}

TEST(ConvexContact, OfSetsIsThatOfTheBruteForce) {
    const std::uint64_t seed = 3401;
    const int rounds = sized<int>(1500, 60000);
    Random random(seed);
    Bodies bodies;
    std::size_t apart = 0, over = 0, touching = 0, edges = 0, faces = 0, flat = 0, unsure = 0;
    for (int round = 0; round < rounds; ++round) {
        makeSet(random, bodies.sets[0]);
        bodies.a = Shape::of(bodies.sets[0]).turned(anyAngles(random));
        bodies.b = anyShape(random, bodies.sets[1], false);
        place(random, bodies);
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << describe(bodies));
        const BodyContact found = contactOf(bodies);
        ASSERT_EQ(certificateFault(found, bodies.a, bodies.originA, bodies.b, bodies.originB, 1e-9), "")
            << "family " << int(found.family) << " distance " << found.distance << " exact " << found.exact;
        const BruteBody a(bodies.a, bodies.originA), b(bodies.b, bodies.originB);
        ASSERT_NEAR(found.distance, static_cast<double>(bruteDistance(a, b)),
                    allowedError(a, b, found.exact ? 1e-9 : 1e-7))
            << "family " << int(found.family) << " exact " << found.exact;
        const BodyContact other = contact(bodies.b, bodies.originB, bodies.a, bodies.originA);
        ASSERT_TRUE(mirrors(found, other) || bodies.originA == bodies.originB);
        ASSERT_EQ(overlaps(bodies.a, bodies.originA, bodies.b, bodies.originB), found.overlaps);
        apart += found.distance > 1e-6;
        over += found.distance < -1e-6;
        touching += std::fabs(found.distance) <= 1e-6;
        edges += found.family == ContactFamily::Edges;
        faces += found.family == ContactFamily::FaceA || found.family == ContactFamily::FaceB;
        flat += bodies.sets[0].extent == ConvexExtent::Polygon;
        unsure += found.exact ? 0 : 1;
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 60000); };
    EXPECT_GE(apart, least(10000));
    EXPECT_GE(over, least(10000));
    EXPECT_GE(touching, least(8000));
    EXPECT_GE(edges, least(3000));
    EXPECT_GE(faces, least(8000));
    EXPECT_GE(flat, least(8000));
    EXPECT_LE(unsure, static_cast<std::size_t>(rounds) / 1000);
    RecordProperty("unsure", std::to_string(unsure));
}

// The widest gap of many directions, refined around the best.
double widestOf(const BruteBody& a, const BruteBody& b, Random& random) {
    Vec3 best;
    double widest = -1e30;
    for (int i = 0; i < 400; ++i) {
        const Vec3 n = random.direction();
        if (const double gap = static_cast<double>(gapAlong(a, b, LongVec(n))); gap > widest) widest = gap, best = n;
    }
    for (double spread = 0.3; spread > 1e-7; spread *= 0.8)
        for (int i = 0; i < 8; ++i) {
            const Vec3 near = best + random.direction() * spread;
            const Vec3 n = near * (1 / length(near));
            if (const double gap = static_cast<double>(gapAlong(a, b, LongVec(n))); gap > widest)
                widest = gap, best = n;
        }
    return widest;
}

// Of what no other direction beats: all but two cylinders that overlap.
TEST(ConvexContact, OfCylindersIsCertifiedAndNeverBeatenBySampling) {
    const std::uint64_t seed = 3402;
    const int rounds = sized<int>(1500, 60000);
    Random random(seed);
    Bodies bodies;
    std::size_t apart = 0, over = 0, exact = 0, exactOver = 0;
    for (int round = 0; round < rounds; ++round) {
        bodies.a = anyShape(random, bodies.sets[0], true);
        bodies.b = anyShape(random, bodies.sets[1], random.chance(0.3));
        place(random, bodies);
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << describe(bodies));
        const BodyContact found = contactOf(bodies);
        ASSERT_EQ(certificateFault(found, bodies.a, bodies.originA, bodies.b, bodies.originB, 1e-9, kPointTolerance),
                  "")
            << "family " << int(found.family) << " distance " << found.distance << " exact " << found.exact;
        const BodyContact other = contact(bodies.b, bodies.originB, bodies.a, bodies.originA);
        ASSERT_TRUE(mirrors(found, other) || bodies.originA == bodies.originB);
        const BruteBody a(bodies.a, bodies.originA), b(bodies.b, bodies.originB);
        const bool two = a.disc > 0 && b.disc > 0;
        ASSERT_TRUE(found.exact || two || found.distance > -1e-9 * (a.size + b.size)) << "distance " << found.distance;
        apart += found.distance > 0;
        over += found.overlaps;
        exact += found.exact;
        exactOver += found.exact && found.overlaps;
        ASSERT_LE(widestOf(a, b, random), found.distance + allowedError(a, b, found.exact ? 1e-9 : 1e-6))
            << "exact " << found.exact << " family " << int(found.family) << " distance " << found.distance;
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 60000); };
    EXPECT_GE(apart, least(20000));
    EXPECT_GE(over, least(20000));
    EXPECT_GE(exact, least(40000));
    EXPECT_GE(exactOver, least(15000));
}

// A thin disc lies on the edge of a plate that is level but for 5e-9: where the rim rolls on the edge, the way out is
// shorter than along the axis by 2e-9 of the size.
TEST(ConvexContact, ADiscOnAnEdgeThatIsNearlyLevelLeavesByItsRim) {
    Shape disc = Shape::cylinder(0x1.e90677ce4759ep+2, 0x1.a0a580e105c7bp-6);
    disc.axes[0] = {1, 0x1.5ef21a38a6accp-31, 0x1.4e9a2c2aa1385p-28};
    disc.axes[1] = {-0x1.5ef21a38a6accp-31, 1, 0};
    disc.axes[2] = {-0x1.4e9a2c2aa1385p-28, -0x1.cab33865bcc72p-59, 1};
    Shape plate = Shape::box({{-1, -1, -1}, {1, 1, 1}});
    plate.half = {11, 0x1.9deddd2a05b27p-6, 0x1.670a6ad3fcc12p+3};
    plate.axes[0] = {0x1.ffffffffffa9ap-1, 0x1.295b3721d12fep-21, 0};
    plate.axes[1] = {-0x1.295b33243c228p-21, 0x1.fffff920ff5b6p-1, -0x1.4f860891f1ceap-11};
    plate.axes[2] = {-0x1.85ba0cd87bb35p-32, 0x1.4f860891f196p-11, 0x1.fffff920ffb1cp-1};
    const Vec3 at{0x1.c4385ab85f6ep+1, -0x1.9c8833346aefdp+5, 0x1.3a777e7db1098p+5};
    const LongVec rolling(-7.4193958189721819e-15L, -1.712715609339495e-09L, 1);
    for (const Vec3& other : {Vec3{0x1.00077460f51b9p+4, -0x1.b19513e4ffbcap+5, 0x1.946e2d9bd0bf7p+5},
                              Vec3{0x1.efb812e07d6fbp+3, -0x1.b0f752861196cp+5, 0x1.92b1bc7bcdadep+5}}) {
        const BodyContact found = contact(disc, at, plate, other);
        const double widest = static_cast<double>(gapAlong(BruteBody(disc, at), BruteBody(plate, other), rolling));
        EXPECT_TRUE(found.exact);
        EXPECT_NEAR(found.distance, widest, 1e-9) << "normal " << found.normal.x << " " << found.normal.y;
    }
}

// A box and a set of points that overlap by hardly anything: the face with the widest gap, to rounding, and the points
// that touch miss each other by a hair. What lies beside it is as good, and its points are on both.
TEST(ConvexContact, OfWaysThatAreEqualTheOneWithSharedPointsCounts) {
    Shape box = Shape::box({{-1, -1, -1}, {1, 1, 1}});
    box.centre = {-0x1.35757864aabc8p-2, -0x1.ffdd981bc05e6p-3, -0x1.3a29972d03658p+2};
    box.half = {11, 3, 13};
    box.axes[0] = {-0x1.c65b727e8cccp-2, 0x1.5298e2ebbc087p-1, 0x1.35a7828fa7dep-1};
    box.axes[1] = {-0x1.5d4e81ed5f56fp-2, -0x1.7f550ca83f2d3p-1, 0x1.2306de9dd43afp-1};
    box.axes[2] = {0x1.a84cae1d9fe9bp-1, 0x1.780744d734fc8p-5, 0x1.1d9701ba3054dp-1};
    const Vec3 points[] = {{-0x1.0a88911fb5bd1p+3, -0x1.ef2e0f0dfcfdfp+2, -0x1.e6e30e67851p+1},
                           {0x1.1602644dea3aap+3, 0x1.3edf617784568p+1, 0x1.1ca4116bb3aa4p+2},
                           {-0x1.e0c1e73f13fe6p+2, 0x1.734d3daa84b48p+0, -0x1.886fb67e95b8bp+2},
                           {-0x1.c3b9dc7f4c688p+0, 0x1.417d3b17a2782p+2, -0x1.07137abfb09d2p+3},
                           {-0x1.1c0ed5ca03598p+3, 0x1.09bb44fa7aabap+2, 0x1.e7e64e3e3c6e8p+1}};
    ConvexShape set;
    ASSERT_EQ(prepare(points, set), PrepareStatus::Ok);
    Shape other = Shape::of(set);
    other.axes[0] = {-1, 0, 0};
    other.axes[1] = {0, 0, 1};
    other.axes[2] = {0, 1, 0};
    const Vec3 at{-0x1.fa01fd2bd8d4ap+5, -0x1.5b35cb1efbcccp+4, -0x1.521eeefbd4eap+6},
        from{-0x1.3fcb2781c5787p+6, -0x1.338dc5bb9a44ap+2, -0x1.83107635801c6p+6};
    const BodyContact found = contact(box, at, other, from);
    EXPECT_EQ(certificateFault(found, box, at, other, from, 1e-9), "") << found.distance;
    EXPECT_TRUE(mirrors(found, contact(other, from, box, at)));
}

// A box given by its corners is the box.
TEST(ConvexContact, ABoxAsASetOfPointsIsTheBox) {
    Random random(3403);
    ConvexShape set;
    for (int round = 0; round < sized<int>(1000, 30000); ++round) {
        const Vec3 half = {random.between(1, 9), random.between(1, 9), random.between(1, 9)};
        std::array<Vec3, 8> corners;
        for (unsigned i = 0; i < 8; ++i)
            corners[i] = {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                          (i & 4) != 0 ? half.z : -half.z};
        ASSERT_EQ(prepare(corners, set), PrepareStatus::Ok);
        const Vec3 angles = anyAngles(random), from = random.direction() * 60, to = from * -random.between(0, 1);
        const Shape box = Shape::box({half * -1, half}).turned(angles), points = Shape::of(set).turned(angles);
        const Shape other = Shape::box({{-3, -5, -4}, {3, 5, 4}});
        const Vec3 at = random.direction() * random.between(0, 20);
        ASSERT_NEAR(contact(box, at, other, {}).distance, contact(points, at, other, {}).distance, 1e-9);
        const PairCast cast = castShapes(box, from, to, other, {}, {}),
                       same = castShapes(points, from, to, other, {}, {});
        ASSERT_EQ(cast.hit, same.hit) << "round " << round;
        ASSERT_NEAR(cast.fraction, same.fraction, 1e-9) << "round " << round;
    }
}

TEST(ConvexContact, BallsAndCylindersHaveClosedForms) {
    const Shape cylinder = Shape::cylinder(3, 4), ball = Shape::ball(1);
    const auto distance = [&](const Vec3& at) {
        const BodyContact found = contact(ball, at, cylinder, {});
        EXPECT_TRUE(found.exact);
        EXPECT_EQ(found.steps, 0);
        EXPECT_EQ(certificateFault(found, ball, at, cylinder, {}, 1e-14), "");
        return found.distance;
    };
    EXPECT_EQ(distance({6, 0, 0}), 2);
    EXPECT_EQ(distance({0, 0, -7}), 2);
    EXPECT_EQ(distance({6, 0, 8}), 4);
    EXPECT_EQ(distance({}), -4);
    EXPECT_EQ(distance({2, 0, 0}), -2);
    EXPECT_EQ(distance({0, 0, 3}), -2);
    EXPECT_EQ(contact(Shape::ball(0), {}, cylinder, {}).distance, -3);
}

TEST(ConvexContact, SetsAndCylindersWithoutVolumeAreWhatTheyAre) {
    ConvexShape point, segment;
    const Vec3 ends[] = {{0, 0, -2}, {0, 0, 2}};
    ASSERT_EQ(prepare(std::span(ends).first(1), point), PrepareStatus::Ok);
    ASSERT_EQ(prepare(ends, segment), PrepareStatus::Ok);
    const Shape box = Shape::box({{-1, -1, -1}, {1, 1, 1}}).turned({10, 20, 30});
    const Vec3 at = {1.5, 0.5, 0.25};
    const BodyContact line = contact(Shape::capsule(ends[0], ends[1], 0), at, box, {});
    for (const Shape& same : {Shape::of(segment), Shape::cylinder(0, 2)}) {
        const BodyContact found = contact(same, at, box, {});
        EXPECT_EQ(found.distance, line.distance);
        EXPECT_EQ(found.normal, line.normal);
        EXPECT_EQ(found.onA, line.onA);
    }
    EXPECT_EQ(contact(Shape::of(point), at, box, {}).distance, contact(Shape::ball(0, ends[0]), at, box, {}).distance);
    EXPECT_TRUE(contact(Shape::of(ConvexShape{}), at, box, {}).invalid);
}

// Faces that share an area, and a lying cylinder on a face, touch in the middle of what they share, in both orders.
TEST(ConvexContact, WhatIsSharedIsTouchedInItsMiddle) {
    std::array<Vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i)
        corners[i] = {(i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0, (i & 4) != 0 ? 1.0 : -1.0};
    ConvexShape cube;
    ASSERT_EQ(prepare(corners, cube), PrepareStatus::Ok);
    const Shape box = Shape::box({{-1, -1, -1}, {1, 1, 1}});
    struct Case {
        Shape shape;
        Vec3 at, middle;
        double depth;
    };
    const Case cases[] = {{Shape::of(cube), {1.5, 0.4, 0}, {0.5, 0.2, 0}, 0.5},
                          {Shape::of(cube), {0.25, -0.5, 1.75}, {0.125, -0.25, 0.75}, 0.25},
                          {Shape::cylinder(1, 2).turned({0, 0, 90}), {0, 2, 1.875}, {0, 0.5, 0.875}, 0.125},
                          {Shape::cylinder(0.5, 1), {0.25, 0, 1.75}, {0.25, 0, 0.75}, 0.25}};
    for (const Case& one : cases) {
        const BodyContact found = contact(one.shape, one.at, box, {});
        EXPECT_NEAR(found.distance, -one.depth, 1e-15);
        EXPECT_TRUE(found.exact);
        EXPECT_LE(length(found.onA - one.middle), 1e-9) << found.onA.x << " " << found.onA.y << " " << found.onA.z;
        EXPECT_TRUE(mirrors(found, contact(box, {}, one.shape, one.at)));
    }
}

// A set of two points is the segment between them, and a set of one point is that point, to the bit, however they are
// turned and wherever they lie. Doubled points and points between the ends change nothing.
TEST(ConvexContact, NeedlesAndPointsAreSegmentsAndPoints) {
    const std::uint64_t seed = 3404;
    const int rounds = sized<int>(1500, 60000);
    Random random(seed);
    Bodies bodies;
    ConvexShape needle, doubled, point;
    std::size_t apart = 0, over = 0, kinds[5] = {};
    for (int round = 0; round < rounds; ++round) {
        const Vec3 p = random.pointIn({{-8, -8, -8}, {8, 8, 8}}), q = p + random.direction() * random.between(0.01, 9);
        const Vec3 needleEnds[] = {p, q}, more[] = {q, p, q, p};
        ASSERT_EQ(prepare(needleEnds, needle), PrepareStatus::Ok);
        ASSERT_EQ(prepare(more, doubled), PrepareStatus::Ok);
        ASSERT_EQ(prepare(std::span(more).first(1), point), PrepareStatus::Ok);
        ASSERT_EQ(needle.extent, ConvexExtent::Segment);
        ASSERT_EQ(doubled.extent, ConvexExtent::Segment);
        ASSERT_EQ(point.extent, ConvexExtent::Point);
        bodies.a = Shape::capsule(p, q, 0);
        bodies.b = anyShape(random, bodies.sets[1], random.chance(0.2));
        place(random, bodies);
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << describe(bodies));
        const BodyContact line = contactOf(bodies);
        // To the bit a capsule, and so from both sides. Its ends may have other names.
        for (const ConvexShape* set : {&needle, &doubled}) {
            const BodyContact found = contact(Shape::of(*set), bodies.originA, bodies.b, bodies.originB);
            ASSERT_EQ(found.distance, line.distance);
            ASSERT_EQ(found.normal, line.normal);
            ASSERT_EQ(found.onA, line.onA);
            ASSERT_EQ(found.onB, line.onB);
            ASSERT_EQ(found.family, line.family);
            ASSERT_TRUE(mirrors(found, contact(bodies.b, bodies.originB, Shape::of(*set), bodies.originA)));
        }
        const BodyContact ball = contact(Shape::ball(0, q), bodies.originA, bodies.b, bodies.originB);
        const BodyContact single = contact(Shape::of(point), bodies.originA, bodies.b, bodies.originB);
        ASSERT_EQ(single.distance, ball.distance);
        ASSERT_EQ(single.normal, ball.normal);
        ASSERT_EQ(single.onA, ball.onA);
        // A point of the needle is no nearer, and no less deep, than the needle.
        ASSERT_GE(single.distance, line.distance - 1e-9);
        ASSERT_EQ(certificateFault(line, bodies.a, bodies.originA, bodies.b, bodies.originB, 1e-9, kPointTolerance),
                  "");
        apart += line.distance > 0;
        over += line.overlaps;
        ++kinds[static_cast<std::size_t>(bodies.b.kind)];
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 60000); };
    EXPECT_GE(apart, least(15000));
    EXPECT_GE(over, least(8000));
    for (const std::size_t seen : kinds) EXPECT_GE(seen, least(4000));
}

// As bodies move a little or much, an empty, a kept, another pair's and a random cache give the same bits.
TEST(ConvexContact, NoCacheChangesAnAnswer) {
    const std::uint64_t seed = 3405;
    const int rounds = sized<int>(400, 20000);
    Random random(seed);
    Bodies bodies;
    ContactCache others;
    std::size_t apart = 0, over = 0;
    const auto isSame = [](const BodyContact& p, const BodyContact& q) {
        return p.overlaps == q.overlaps && p.exact == q.exact && p.family == q.family && p.distance == q.distance &&
               p.normal == q.normal && p.onA == q.onA && p.onB == q.onB;
    };
    for (int round = 0; round < rounds; ++round) {
        bodies.a = anyShape(random, bodies.sets[0], random.chance(0.3));
        bodies.b = anyShape(random, bodies.sets[1], random.chance(0.3));
        place(random, bodies);
        ContactCache kept, keptByOverlaps;
        for (int step = 0; step < 6; ++step) {
            SCOPED_TRACE(testing::Message()
                         << "seed " << seed << ", round " << round << ", step " << step << describe(bodies));
            const BodyContact cold = contactOf(bodies);
            (cold.overlaps ? over : apart) += 1;
            ContactCache noise{{random.next(), random.next()}}, sameNoise = noise;
            for (ContactCache* cache : {&kept, &others, &noise})
                ASSERT_TRUE(isSame(cold, contact(bodies.a, bodies.originA, bodies.b, bodies.originB, cache)));
            ASSERT_EQ(overlaps(bodies.a, bodies.originA, bodies.b, bodies.originB), cold.overlaps);
            for (ContactCache* cache : {&keptByOverlaps, &others, &sameNoise, &kept})
                ASSERT_EQ(overlaps(bodies.a, bodies.originA, bodies.b, bodies.originB, cache), cold.overlaps);
            bodies.originB = bodies.originB + random.direction() * random.between(0, 0.5);
            if (random.chance(0.3)) bodies.b = bodies.b.turned(anyAngles(random));
        }
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 20000); };
    EXPECT_GE(apart, least(20000));
    EXPECT_GE(over, least(20000));
}

// The last direction helps next time wherever it points, also along an axis.
TEST(ConvexContact, ACacheKeepsADirectionAlongZ) {
    ConvexShape sets[2];
    for (int k = 0; k < 2; ++k) {
        std::vector<Vec3> points;
        for (int i = 0; i < 8; ++i)
            for (const double up : {-10.0, 10.0}) {
                const double angle = i * 0.78539816339744831 + 0.1 * k;
                points.push_back({(8 + 12 * k) * std::cos(angle), (8 + 12 * k) * std::sin(angle), up});
            }
        ASSERT_EQ(prepare(points, sets[k]), PrepareStatus::Ok);
    }
    const Shape a = Shape::of(sets[0]), b = Shape::of(sets[1]);
    for (const double side : {1.0, -1.0})
        for (const double apart : {-0.5, 0.5}) {
            const Vec3 place{0, 0, side * (20 + apart)};
            ContactCache cache;
            for (int i = 0; i < 2; ++i) {
                const BodyContact found = contact(a, {}, b, place, &cache);
                EXPECT_EQ(found.normal, (Vec3{0, 0, side}));
                EXPECT_NEAR(found.distance, apart, 1e-12);
                EXPECT_NE(cache.words[0] | cache.words[1], 0u);
                EXPECT_EQ(overlaps(a, {}, b, place, &cache), apart < 0);
            }
        }
}

}  // namespace
}  // namespace hullbake::test
