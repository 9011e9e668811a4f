// Contacts of all pairs of shapes, in all poses that have ever been trouble, each proved right or wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <sstream>
#include <string>

#include "hullbake/contact.hpp"
#include "shapes/contact_judge.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kTolerance = 1e-9;  // of the bodies' size
constexpr std::size_t kKinds = 5;
constexpr int kRounds = 10000000;

struct Bodies {
    ConvexShape sets[2];
    Shape shapes[2];
    Vec3 origins[2];
    BodyContact contact(ContactCache* cache = nullptr) const {
        return hullbake::contact(shapes[0], origins[0], shapes[1], origins[1], cache);
    }
};

std::string describe(const Bodies& bodies) {
    std::ostringstream out;
    out << std::hexfloat;
    const auto show = [&](const Vec3& v) { out << " {" << v.x << ", " << v.y << ", " << v.z << "}"; };
    for (int k = 0; k < 2; ++k) {
        const Shape& s = bodies.shapes[k];
        out << "\nkind " << int(s.kind) << " radius " << s.radius << " height " << s.halfHeight;
        for (const Vec3& v : {s.centre, s.half, s.ends[0], s.ends[1], s.axes[0], s.axes[1], s.axes[2]}) show(v);
        for (unsigned i = 0; s.convex != nullptr && i < s.convex->cornerCount; ++i) show(s.convex->corners[i]);
        out << " at";
        show(bodies.origins[k]);
    }
    return out.str();
}

Vec3 anyAngles(Random& random) {
    const double kind = random.unit();
    Vec3 angles;
    for (int i = 0; i < 3; ++i) {
        angles[i] = kind < 0.55 ? random.between(-180, 180) : 90.0 * random.whole(-1, 2);
        if (kind >= 0.7 && kind < 0.85) angles[i] = std::pow(10, random.between(-17, -1)) * random.whole(-1, 1);
        if (kind >= 0.85 && i != 1) angles[i] = 0;
    }
    if (kind >= 0.85) angles.y = random.between(-180, 180);
    return angles;
}

double anyLength(Random& random) {
    const double kind = random.unit();
    if (kind < 0.04) return 0;
    if (kind < 0.35) return random.whole(1, 32) * 0.5;
    return kind < 0.85 ? random.between(1, 16) : std::pow(10, random.between(-2, 1.5));
}

void makeSet(Random& random, ConvexShape& set) {
    std::array<Vec3, 9> points;
    const int kind = random.whole(0, 4), sides = random.whole(3, 4);
    const std::size_t count = kind == 4 ? 2 * static_cast<std::size_t>(sides) : random.index(7) + 2;
    for (std::size_t i = 0; i < count; ++i) {
        Vec3 p = random.pointIn({{-9, -9, -9}, {9, 9, 9}});
        if (kind == 2) p = {std::round(p.x / 3), std::round(p.y / 3), std::round(p.z / 3)};
        if (kind == 3) p = {std::round(p.x), std::round(p.y), 0};
        if (kind == 4) {
            const double angle = 6.28318530717958648 * static_cast<double>(i / 2) / sides;
            p = {4 * std::cos(angle), 4 * std::sin(angle), i % 2 == 0 ? -2.0 : 3.0};
        }
        points[i] = p;
    }
    ASSERT_EQ(prepare(std::span(points).first(count), set), PrepareStatus::Ok);
}

Shape anyShape(Random& random, ShapeKind kind, ConvexShape& set) {
    const Vec3 centre = random.chance(0.7) ? Vec3{} : random.gridPointIn({{-8, -8, -8}, {8, 8, 8}}) * 0.5;
    switch (kind) {
        case ShapeKind::Ball:
            return Shape::ball(anyLength(random), centre);
        case ShapeKind::Capsule: {
            const Vec3 core =
                random.chance(0.5) ? Vec3{0, 0, anyLength(random)} : random.direction() * anyLength(random);
            return Shape::capsule(centre - core, centre + core, anyLength(random)).turned(anyAngles(random));
        }
        case ShapeKind::Cylinder:
            return Shape::cylinder(anyLength(random), anyLength(random), centre).turned(anyAngles(random));
        case ShapeKind::Convex:
            makeSet(random, set);
            return Shape::of(set).turned(anyAngles(random));
        case ShapeKind::Box:
            break;
    }
    const Vec3 half = {anyLength(random), anyLength(random), anyLength(random)};
    return Shape::box({centre - half, centre + half}).turned(anyAngles(random));
}

void place(Random& random, Bodies& bodies) {
    if (random.chance(0.5)) bodies.origins[0] = random.pointIn({{-100, -100, -100}, {100, 100, 100}});
    double reach = 0;
    for (const Shape& shape : bodies.shapes) reach += length(shape.bounds().maxs - shape.bounds().mins);
    Vec3& to = bodies.origins[1];
    to = bodies.origins[0] + random.direction() * (reach * random.between(0, 0.8));
    const double kind = random.unit();
    if (kind < 0.08) to = bodies.origins[0];
    if (kind >= 0.08 && kind < 0.16) to = {std::round(to.x), std::round(to.y), std::round(to.z)};
    if (kind < 0.5) return;
    const BodyContact before = bodies.contact();
    const double sign = random.chance(0.5) ? 1 : -1;
    double distance = random.chance(0.1) ? 0 : sign * std::pow(10, random.between(-15, -1));
    if (kind > 0.8) distance = sign * random.between(0, 0.1) * reach;
    to = to + before.normal * (distance - before.distance);
}

struct Seen {
    std::size_t exact = 0, apart = 0, over = 0, touching = 0, unsure = 0;
};

bool sameBits(const BodyContact& p, const BodyContact& q) {
    return p.overlaps == q.overlaps && p.exact == q.exact && p.family == q.family && p.distance == q.distance &&
           p.normal == q.normal && p.onA == q.onA && p.onB == q.onB;
}

LongVec middleOf(const Shape& shape) {
    if (shape.kind == ShapeKind::Capsule) return (LongVec(shape.ends[0]) + LongVec(shape.ends[1])) * 0.5L;
    return LongVec(shape.kind == ShapeKind::Convex ? Vec3{} : shape.centre);
}

// Every pair is judged as it stands, then again after each of some moves, with the cache of the moves before.
TEST(ContactCampaign, EveryExactContactIsProvedOfAllKinds) {
    const std::uint64_t seed = 20261128;
    const int rounds = sized<int>(60000, kRounds);
    Random random(seed);
    Bodies bodies;
    Seen seen[kKinds][kKinds];
    int faults = 0;
    for (int round = 0; round < rounds;) {
        const std::size_t kinds[2] = {random.index(kKinds), random.index(kKinds)};
        for (int k = 0; k < 2; ++k)
            bodies.shapes[k] = anyShape(random, static_cast<ShapeKind>(kinds[k]), bodies.sets[k]);
        if (random.chance(0.05) && kinds[0] == kinds[1] && kinds[0] != 4) bodies.shapes[1] = bodies.shapes[0];
        place(random, bodies);
        ContactCache cache;
        JudgedBody a(bodies.shapes[0], bodies.origins[0]), b(bodies.shapes[1], bodies.origins[1]);
        const Vec3 drift = random.direction() * std::pow(10, random.between(-4, 0));
        for (int step = 0; step < 3 && round < rounds; ++step, ++round) {
            if (step > 0) bodies.origins[1] = bodies.origins[1] + drift;
            b.middle = LongVec(bodies.origins[1]) + middleOf(bodies.shapes[1]);
            const BodyContact found = bodies.contact(&cache);
            Seen& here = seen[std::min(kinds[0], kinds[1])][std::max(kinds[0], kinds[1])];
            std::string fault;
            if (step == 1 && !sameBits(found, bodies.contact())) fault = "the cache has changed it; ";
            if (!found.exact) {
                ++here.unsure;
            } else {
                ++here.exact;
                ++(found.distance > 1e-6 ? here.apart : found.distance < -1e-6 ? here.over : here.touching);
                fault += contactFault(found, a, b, kTolerance);
            }
            if (fault.empty()) continue;
            ADD_FAILURE() << fault << "seed " << seed << ", round " << round << ", family " << int(found.family)
                          << ", distance " << found.distance << describe(bodies);
            ASSERT_LE(++faults, 20);
        }
    }
    for (std::size_t i = 0; i < kKinds; ++i)
        for (std::size_t k = i; k < kKinds; ++k) {
            const Seen& here = seen[i][k];
            const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, kRounds); };
            RecordProperty("pair_" + std::to_string(i) + std::to_string(k),
                           std::to_string(here.exact) + " " + std::to_string(here.unsure));
            EXPECT_GE(here.exact, least(300000)) << i << k;
            EXPECT_GE(here.apart, least(100000)) << i << k;
            EXPECT_GE(here.over, least(60000)) << i << k;
            EXPECT_GE(here.touching, least(20000)) << i << k;
        }
}

}  // namespace
}  // namespace hullbake::test
