// The short way to the contact of two boxes says to the bit what the long one says, with vectors and without, whatever
// it remembers.
#include "shapes/turned_boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/box_pair.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

struct Boxes {
    Shape a, b;
    Vec3 originA, originB;
};

bool areSame(const BodyContact& p, const BodyContact& q) {
    return p.overlaps == q.overlaps && p.exact == q.exact && p.invalid == q.invalid && p.family == q.family &&
           p.distance == q.distance && p.normal == q.normal && p.onA == q.onA && p.onB == q.onB && p.steps == q.steps;
}

// What box_pair.cpp says of the boxes in this order.
BodyContact longWay(const Boxes& boxes) {
    const detail::Core a = detail::boxCore(boxes.a, boxes.originA), b = detail::boxCore(boxes.b, boxes.originB);
    detail::CoreContact core;
    BodyContact contact;
    contact.invalid = !detail::boxContactOfPlain(a, b, core);
    contact.exact = true;
    contact.normal = a.fromOwn(core.normal) + Vec3{};
    contact.distance = core.distance;
    contact.overlaps = core.distance < 0;
    contact.onA = a.origin + (a.centre + a.fromOwn(core.onFirst));
    contact.onB = contact.onA + contact.normal * contact.distance;
    contact.family = core.family;
    return contact;
}

BodyContact decline(const Shape&, const Vec3&, const Shape&, const Vec3&, ContactCache*) {
    BodyContact none;
    none.invalid = true;
    return none;
}

// Turned by a hair, by a little or by much about any of its axes.
void turn(Shape& shape, int axis, double angle) {
    Vec3 &u = shape.axes[(axis + 1) % 3], &v = shape.axes[(axis + 2) % 3];
    const Vec3 right = u * std::cos(angle) + v * std::sin(angle);
    v = v * std::cos(angle) - u * std::sin(angle);
    u = right;
}

double anyAngle(Random& random) {
    const double kind = random.unit(), sign = random.chance(0.5) ? 1 : -1;
    return kind < 0.3 ? random.between(-3, 3) : kind < 0.6 ? 0 : sign * std::pow(10, random.between(-12, 0));
}

Boxes anyBoxes(Random& random) {
    Boxes boxes;
    const bool whole = random.chance(0.2);
    for (Shape* shape : {&boxes.a, &boxes.b}) {
        Vec3 half{random.between(1, 16), random.between(1, 16), random.between(1, 16)};
        if (whole) half = {std::ceil(half.x), std::ceil(half.y), std::ceil(half.z)};
        if (random.chance(0.1)) half[random.whole(0, 2)] = std::pow(10, random.between(-9, 0));
        if (random.chance(0.02)) half[random.whole(0, 2)] = 0;
        if (random.chance(0.05)) half = half * std::pow(10, random.between(-9, 0));
        if (random.chance(0.05)) half[random.whole(0, 2)] = random.between(16, 110);
        if (random.chance(0.05)) half.x = half.y = std::pow(10, random.between(-9, 0));
        *shape = Shape::box({half * -1, half});
        shape->centre = random.chance(0.7) ? Vec3{} : random.pointIn({{-9, -9, -9}, {9, 9, 9}});
    }
    if (random.chance(0.6)) {
        const Vec3 angles{random.between(-180, 180), random.between(-180, 180), random.between(-180, 180)};
        boxes.a = boxes.a.turned(angles);
        if (random.chance(0.5)) boxes.b = boxes.b.turned(angles);
    }
    if (random.chance(0.7))
        for (int i = 0; i < 3; ++i) turn(boxes.b, i, anyAngle(random));
    const double away = random.chance(0.1) ? 2.7e5 : 100;
    if (random.chance(0.5)) boxes.originA = random.pointIn({Vec3{-away, -away, -away}, Vec3{away, away, away}});
    boxes.originB = boxes.originA + random.direction() * random.between(0, 40);
    if (random.chance(0.05)) boxes.originB = boxes.originA;
    if (random.chance(0.6)) {
        const BodyContact before = contact(boxes.a, boxes.originA, boxes.b, boxes.originB);
        const double far = random.chance(0.2) ? 0 : std::pow(10, random.between(-15, 0.5));
        boxes.originB = boxes.originB + before.normal * ((random.chance(0.5) ? far : -far) - before.distance);
    }
    return boxes;
}

TEST(TurnedBoxes, SaysWhatTheLongWaySaysWhateverItRemembers) {
    const std::uint64_t seed = 20261129;
    const int rounds = sized<int>(60000, 3000000);
    Random random(seed);
    std::size_t declined = 0, faceA = 0, faceB = 0, edges = 0, corners = 0, over = 0, hardly = 0;
    for (int round = 0; round < rounds; ++round) {
        Boxes boxes = anyBoxes(random);
        // Their order is known here.
        if (detail::isSwapped(detail::boxCore(boxes.a, boxes.originA), detail::boxCore(boxes.b, boxes.originB))) {
            std::swap(boxes.a, boxes.b);
            std::swap(boxes.originA, boxes.originB);
        }
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
        ContactCache kept;
        const auto ask = [&](ContactCache* cache, bool vectors, bool swapped) {
            const auto touch = vectors ? detail::contactOfTurned : detail::contactOfTurnedByNumbers;
            return swapped ? touch(boxes.b, boxes.originB, boxes.a, boxes.originA, cache, decline)
                           : touch(boxes.a, boxes.originA, boxes.b, boxes.originB, cache, decline);
        };
        const BodyContact found = ask(&kept, true, false);
        const bool said = !found.invalid;
        declined += !said;
        if (said) {
            const BodyContact expected = longWay(boxes);
            ASSERT_TRUE(areSame(found, expected)) << "distance " << found.distance << " " << expected.distance;
            faceA += found.family == ContactFamily::FaceA;
            faceB += found.family == ContactFamily::FaceB;
            edges += found.family == ContactFamily::Edges;
            corners += found.family == ContactFamily::Corner;
            over += found.overlaps;
            hardly += std::fabs(found.distance) < 1e-9;
        }
        const std::uint64_t after = kept.words[0];
        for (std::uint64_t known : {std::uint64_t{0}, after, random.next() % 16, random.next()})
            for (const bool vectors : {true, false}) {
                ContactCache changed{{known, random.next()}};
                ASSERT_TRUE(areSame(found, ask(&changed, vectors, false))) << known;
                ASSERT_TRUE(!said || changed.words[0] == after) << known;
            }
        ASSERT_TRUE(areSame(found, ask(nullptr, round % 2 == 0, false)));
        const BodyContact other = ask(&kept, round % 2 == 0, true);
        ASSERT_EQ(!other.invalid, said);
        if (!said) continue;
        ASSERT_TRUE(other.normal == -found.normal && other.onA == found.onB && other.onB == found.onA);
        ASSERT_EQ(other.distance, found.distance);
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 3000000); };
    EXPECT_GE(declined, least(500000));
    EXPECT_GE(faceA, least(100000));
    EXPECT_GE(faceB, least(100000));
    EXPECT_GE(edges, least(100000));
    EXPECT_GE(corners, least(30000));
    EXPECT_GE(over, least(300000));
    EXPECT_GE(hardly, least(50000));
}

// Boxes that move a little from tick to tick, on features that tie: the cache of the ticks before, of another pair, or
// with any bytes in it changes no bit of a contact.
TEST(TurnedBoxes, CachesOfCoherentBoxesChangeNothing) {
    const std::uint64_t seed = 20261130;
    const int rounds = sized<int>(3000, 100000);
    constexpr int kTicks = 12;
    Random random(seed);
    ContactCache others;
    std::size_t over = 0, changes = 0, parallel = 0;
    for (int round = 0; round < rounds; ++round) {
        Boxes boxes = anyBoxes(random);
        ContactCache kept;
        const Vec3 drift = random.direction() * std::pow(10, random.between(-13, 0));
        const int axis = random.whole(0, 2);
        const double angle = random.chance(0.3) ? 0 : std::pow(10, random.between(-12, -1));
        ContactFamily last = ContactFamily::None;
        for (int tick = 0; tick < kTicks; ++tick) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round << ", tick " << tick);
            const BodyContact cold = contact(boxes.a, boxes.originA, boxes.b, boxes.originB);
            ContactCache noise{{random.next(), random.next()}}, small{{random.next() % 16, random.next() % 2}};
            for (ContactCache* cache : {&kept, &others, &noise, &small})
                ASSERT_TRUE(areSame(cold, contact(boxes.a, boxes.originA, boxes.b, boxes.originB, cache)));
            ASSERT_EQ(overlaps(boxes.a, boxes.originA, boxes.b, boxes.originB, &kept), cold.overlaps);
            over += cold.overlaps;
            changes += tick > 0 && cold.family != last;
            last = cold.family;
            for (const Vec3& u : boxes.a.axes)
                for (const Vec3& v : boxes.b.axes) parallel += length(cross(u, v)) < 1e-8;
            boxes.originB = boxes.originB + drift;
            turn(boxes.b, axis, angle);
        }
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 100000); };
    EXPECT_GE(over, least(300000));
    EXPECT_GE(changes, least(12000));
    EXPECT_GE(parallel, least(100000));
}

}  // namespace
}  // namespace hullbake::test
