// Contacts of balls, capsules and boxes are those of the brute force, and certify themselves.
#include "hullbake/contact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "hullbake/transform.hpp"
#include "shapes/contact_brute.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kTolerance = 1e-9;  // of the bodies' size

struct Pair {
    Shape a, b;
    Vec3 originA, originB;
};

std::ostream& operator<<(std::ostream& out, const Vec3& v) {
    return out << "{" << v.x << ", " << v.y << ", " << v.z << "}";
}

std::ostream& operator<<(std::ostream& out, const Shape& s) {
    out << std::hexfloat << "kind " << int(s.kind) << " centre " << s.centre << " ends " << s.ends[0] << s.ends[1]
        << " radius " << s.radius << " half " << s.half << " axes " << s.axes[0] << s.axes[1] << s.axes[2];
    return out << std::defaultfloat;
}

std::ostream& operator<<(std::ostream& out, const Pair& pair) {
    return out << pair.a << " at " << pair.originA << "\n" << pair.b << " at " << pair.originB;
}

BodyContact contactOf(const Pair& pair) {
    return contact(pair.a, pair.originA, pair.b, pair.originB);
}

// Only two equal bodies at one place have no sides.
bool isSame(const Pair& pair) {
    const auto middleOf = [](const Shape& shape) {
        return shape.kind == ShapeKind::Capsule ? (shape.ends[0] + shape.ends[1]) * 0.5 : shape.centre;
    };
    return pair.originA + middleOf(pair.a) == pair.originB + middleOf(pair.b) &&
           BruteBody(pair.a, pair.originA).size == BruteBody(pair.b, pair.originB).size;
}

Vec3 randomAngles(Random& random) {
    const double kind = random.unit();
    Vec3 angles;
    for (int i = 0; i < 3; ++i) {
        angles[i] = kind < 0.5 ? random.between(-180, 180) : kind < 0.7 ? 90.0 * random.whole(-1, 2) : 0;
        // Nearly parallel edges, from noise to a tenth of a degree.
        if (kind >= 0.7 && kind < 0.85) angles[i] = std::pow(10, random.between(-17, -1)) * random.whole(-1, 1);
        if (kind >= 0.85 && i == 1) angles[i] = random.between(-180, 180);
    }
    return angles;
}

double randomLength(Random& random) {
    const double kind = random.unit();
    if (kind < 0.05) return 0;
    if (kind < 0.4) return random.whole(1, 32) * 0.5;
    return kind < 0.8 ? random.between(1, 16) : std::pow(10, random.between(-2, 2));
}

Shape randomShape(Random& random) {
    const Vec3 centre = random.chance(0.5) ? Vec3{} : random.gridPointIn({{-8, -8, -8}, {8, 8, 8}}) * 0.5;
    switch (random.index(4)) {
        case 0:
            return Shape::ball(randomLength(random), centre);
        case 1: {
            const Vec3 core =
                random.chance(0.5) ? Vec3{0, 0, randomLength(random)} : random.direction() * randomLength(random);
            return Shape::capsule(centre - core, centre + core, randomLength(random));
        }
        default: {
            const Vec3 half = {randomLength(random), randomLength(random), randomLength(random)};
            return Shape::box({centre - half, centre + half}).turned(randomAngles(random));
        }
    }
}

// Moves the second body so that its distance becomes `distance`, along the normal of the contact it has.
void moveApart(Pair& pair, double distance) {
    const BodyContact before = contactOf(pair);
    pair.originB = pair.originB + before.normal * (distance - before.distance);
}

Pair randomPair(Random& random) {
    Pair pair{randomShape(random), randomShape(random), {}, {}};
    if (random.chance(0.1)) pair.b = pair.a;
    if (random.chance(0.5)) pair.originA = random.pointIn({{-100, -100, -100}, {100, 100, 100}});
    const double reach =
        length(pair.a.bounds().maxs - pair.a.bounds().mins) + length(pair.b.bounds().maxs - pair.b.bounds().mins);
    const double kind = random.unit();
    pair.originB = pair.originA + random.direction() * (reach * random.between(0, 0.8));
    if (kind < 0.1) {
        pair.originB = pair.originA;  // concentric, where the centres are the origins
    } else if (kind < 0.2) {
        pair.originB = {std::round(pair.originB.x), std::round(pair.originB.y), std::round(pair.originB.z)};
    } else if (kind < 0.6) {
        const double sign = random.chance(0.5) ? 1 : -1;
        moveApart(pair, random.chance(0.2) ? 0 : sign * std::pow(10, random.between(-16, 0)));
    }
    return pair;
}

struct SeenContacts {
    std::size_t apart = 0, overlapping = 0, touching = 0, concentric = 0, faces = 0, edges = 0, edgesApart = 0,
                corners = 0, round = 0, boxes = 0, deepRound = 0, nearlyParallel = 0;
    void count(const Pair& pair, const BodyContact& contact) {
        const bool bothBoxes = pair.a.kind == ShapeKind::Box && pair.b.kind == ShapeKind::Box;
        apart += contact.distance > 1e-6;
        overlapping += contact.distance < -1e-6;
        touching += std::fabs(contact.distance) <= 1e-6;
        concentric += pair.originA + pair.a.centre == pair.originB + pair.b.centre;
        faces += contact.family == ContactFamily::FaceA || contact.family == ContactFamily::FaceB;
        edges += contact.family == ContactFamily::Edges && contact.overlaps;
        edgesApart += contact.family == ContactFamily::Edges && !contact.overlaps;
        corners += contact.family == ContactFamily::Corner;
        round += contact.family == ContactFamily::Round;
        deepRound += !bothBoxes && contact.overlaps && contact.family != ContactFamily::Round;
        boxes += bothBoxes;
        for (const Vec3& u : pair.a.axes)
            for (const Vec3& v : pair.b.axes)
                if (const double s = length(cross(u, v)); bothBoxes && s > 0 && s < 1e-3) {
                    ++nearlyParallel;
                    return;
                }
    }
};

TEST(Contact, IsThatOfTheBruteForce) {
    const std::uint64_t seed = 20260812;
    const int rounds = sized<int>(20000, 1000000);
    Random random(seed);
    SeenContacts seen;
    double worst = 0;
    for (int round = 0; round < rounds; ++round) {
        const Pair pair = randomPair(random);
        const BodyContact found = contactOf(pair);
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << "\n" << pair);
        ASSERT_EQ(certificateFault(found, pair.a, pair.originA, pair.b, pair.originB, kTolerance), "")
            << "family " << int(found.family) << " distance " << found.distance;
        ASSERT_TRUE(found.exact);
        const BruteBody a(pair.a, pair.originA), b(pair.b, pair.originB);
        const long double exact = bruteDistance(a, b);
        const double off = static_cast<double>(std::fabs(exact - static_cast<long double>(found.distance)));
        ASSERT_LE(off, allowedError(a, b, kTolerance))
            << "family " << int(found.family) << " distance " << found.distance;
        worst = std::max(worst, off / (a.size + b.size + 1e-3));
        seen.count(pair, found);
        ASSERT_TRUE(isSame(pair) || mirrors(found, contactOf({pair.b, pair.a, pair.originB, pair.originA})));
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 1000000); };
    RecordProperty("worst_of_size_e-9", std::to_string(worst * 1e9));
    EXPECT_GE(seen.apart, least(200000));
    EXPECT_GE(seen.overlapping, least(200000));
    EXPECT_GE(seen.touching, least(200000));
    EXPECT_GE(seen.concentric, least(20000));
    EXPECT_GE(seen.faces, least(100000));
    EXPECT_GE(seen.edges, least(20000));
    EXPECT_GE(seen.edgesApart, least(20000));
    EXPECT_GE(seen.corners, least(40000));
    EXPECT_GE(seen.round, least(400000));
    EXPECT_GE(seen.deepRound, least(20000));
    EXPECT_GE(seen.boxes, least(200000));
    EXPECT_GE(seen.nearlyParallel, least(20000));
}

TEST(Contact, NoOtherDirectionHasAWiderGap) {
    Random random(77);
    for (int round = 0; round < sized<int>(2000, 50000); ++round) {
        const Pair pair = randomPair(random);
        const BodyContact found = contactOf(pair);
        const BruteBody a(pair.a, pair.originA), b(pair.b, pair.originB);
        for (int i = 0; i < 40; ++i) {
            const double spread = std::pow(10, random.between(-6, 0.5));
            const Vec3 near = found.normal + random.direction() * spread;
            const LongVec n = LongVec(near) * (1 / std::sqrt(dotOf(LongVec(near), LongVec(near))));
            ASSERT_LE(gapAlong(a, b, n), found.distance + allowedError(a, b, kTolerance)) << "round " << round << "\n"
                                                                                          << pair;
        }
    }
}

// The end of a capsule lies beside the edge of a face by so little that neither gap is wider, to rounding.
TEST(Contact, HardlyBesideAFaceThePointIsOnIt) {
    Shape box = Shape::box({{-1, -1, -1}, {1, 1, 1}});
    box.half = {9.8649413497028693, 6, 60.313471619194168};
    box.axes[0] = {-0.88342518939110082, -0.054155914263250747, -0.46543213436505332};
    box.axes[1] = {0.23446308521333864, 0.80891497400983781, -0.53915083835129696};
    box.axes[2] = {0.405693229449963, -0.58542608566152476, -0.70191830137522748};
    const Vec3 core{4.0342915164132078, -1.6502664896353993, 4.8219407372740379};
    const Pair pair{
        box, Shape::capsule(-core, core, 13.5), {}, {-42.009167455199751, 28.914116049688044, 8.4404503081509663}};
    const BodyContact found = contactOf(pair);
    EXPECT_EQ(certificateFault(found, pair.a, pair.originA, pair.b, pair.originB, kTolerance), "");
    EXPECT_TRUE(mirrors(found, contactOf({pair.b, pair.a, pair.originB, pair.originA})));
}

// A body that leaves along the normal by the depth touches, whatever its distance was.
TEST(Contact, MovedByItsDistanceTheBodyTouches) {
    Random random(78);
    for (int round = 0; round < sized<int>(5000, 100000); ++round) {
        Pair pair = randomPair(random);
        moveApart(pair, 0);
        const BruteBody a(pair.a, pair.originA), b(pair.b, pair.originB);
        ASSERT_NEAR(contactOf(pair).distance, 0, allowedError(a, b, kTolerance)) << "round " << round << "\n" << pair;
    }
}

Pair scaled(const Pair& pair, double s) {
    Pair bigger = pair;
    for (Shape* shape : {&bigger.a, &bigger.b}) {
        shape->centre = shape->centre * s;
        shape->half = shape->half * s;
        shape->radius *= s;
        for (Vec3& end : shape->ends) end = end * s;
    }
    bigger.originA = pair.originA * s;
    bigger.originB = pair.originB * s;
    return bigger;
}

TEST(Contact, ScalingByAPowerOfTwoKeepsTheBits) {
    Random random(79);
    std::size_t compared = 0;
    for (int round = 0; round < sized<int>(5000, 100000); ++round) {
        const Pair pair = randomPair(random);
        const BodyContact found = contactOf(pair);
        for (const double s : {0x1p-30, 0x1p-10, 0x1p-3, 2.0, 0x1p4}) {
            const BodyContact other = contactOf(scaled(pair, s));
            if (other.invalid) continue;  // too large
            ++compared;
            ASSERT_EQ(other.distance, found.distance * s) << "round " << round << "\n" << pair;
            ASSERT_EQ(other.normal, found.normal) << "round " << round << "\n" << pair;
            ASSERT_EQ(other.onA, found.onA * s);
            ASSERT_EQ(other.onB, found.onB * s);
            ASSERT_EQ(other.family, found.family);
        }
    }
    EXPECT_GE(compared, sized<std::size_t>(20000, 400000));
}

// Moves a pair a little, as from one tick to the next.
void drift(Pair& pair, Random& random) {
    pair.originB = pair.originB + random.direction() * random.between(0, 0.3);
    if (pair.b.kind == ShapeKind::Box && random.chance(0.2)) pair.b = pair.b.turned(randomAngles(random));
}

bool isSameToTheBit(const BodyContact& p, const BodyContact& q) {
    return p.overlaps == q.overlaps && p.exact == q.exact && p.family == q.family && p.distance == q.distance &&
           p.normal == q.normal && p.onA == q.onA && p.onB == q.onB && p.steps == q.steps;
}

// Empty, kept, another pair's, and random: no cache changes an answer. `overlaps` is one code path with `contact`.
TEST(Contact, NoCacheChangesAnAnswer) {
    Random random(80);
    ContactCache others;
    std::size_t over = 0, apart = 0;
    for (int round = 0; round < sized<int>(4000, 100000); ++round) {
        Pair pair = randomPair(random);
        ContactCache kept, keptByOverlaps;
        for (int step = 0; step < 10; ++step) {
            const BodyContact cold = contactOf(pair);
            (cold.overlaps ? over : apart) += 1;
            ContactCache noise{{random.next(), random.next()}}, sameNoise = noise;
            for (ContactCache* cache : {&kept, &others, &noise})
                ASSERT_TRUE(isSameToTheBit(cold, contact(pair.a, pair.originA, pair.b, pair.originB, cache)))
                    << "round " << round << " step " << step << "\n"
                    << pair;
            ASSERT_EQ(overlaps(pair.a, pair.originA, pair.b, pair.originB), cold.overlaps);
            for (ContactCache* cache : {&keptByOverlaps, &others, &sameNoise, &kept})
                ASSERT_EQ(overlaps(pair.a, pair.originA, pair.b, pair.originB, cache), cold.overlaps)
                    << "round " << round << " step " << step << "\n"
                    << pair;
            drift(pair, random);
        }
    }
    EXPECT_GE(over, sized<std::size_t>(5000, 100000));
    EXPECT_GE(apart, sized<std::size_t>(5000, 100000));
}

}  // namespace
}  // namespace hullbake::test
