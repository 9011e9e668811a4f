// What is around balls, capsules, cylinders, turned boxes and convex sets at rest, against brute force over boxes whose
// distances are known, and by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hullbake/shape.hpp"
#include "runtime/runtime_support.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261129;

Probe probeOf(const Shape& shape) {
    Probe probe{.skin = 0};
    probe.shape = &shape;
    return probe;
}

/// Boxes on a grid, apart from each other.
std::vector<Box> boxesApart() {
    std::vector<Box> boxes;
    Random random(kSeed);
    for (int x = 0; x < 3; ++x)
        for (int y = 0; y < 3; ++y)
            for (int z = 0; z < 3; ++z) {
                const Vec3 low{x * 64.0 + std::floor(random.between(0, 20)),
                               y * 64.0 + std::floor(random.between(0, 20)),
                               z * 64.0 + std::floor(random.between(0, 20))};
                boxes.push_back(
                    {low, low + Vec3{8 + std::floor(random.between(0, 30)), 8 + std::floor(random.between(0, 30)),
                                     8 + std::floor(random.between(0, 30))}});
            }
    return boxes;
}

BakedMap bakedOf(const std::vector<Box>& boxes) {
    std::string text;
    for (const Box& box : boxes) text += boxText(box.mins, box.maxs, "box");
    return bakeText(worldText(text));
}

double distanceFromBox(const Box& box, const Vec3& p) {
    Vec3 off;
    for (int a = 0; a < 3; ++a) off[a] = std::max({box.mins[a] - p[a], 0.0, p[a] - box.maxs[a]});
    return length(off);
}

/// Returns the distance between a box and a segment: a convex function of the place on it, searched by sections.
double distanceFromBox(const Box& box, const Vec3& a, const Vec3& b) {
    double low = 0, high = 1;
    const auto at = [&](double t) { return distanceFromBox(box, a + (b - a) * t); };
    for (int i = 0; i < 120; ++i) {
        const double one = low + (high - low) / 3, two = high - (high - low) / 3;
        (at(one) < at(two) ? high : low) = at(one) < at(two) ? two : one;
    }
    return std::min({at(low), at(0), at(1)});
}

struct Rounded {
    Vec3 a, b;
    double radius;
    Shape shape() const { return a == b ? Shape::ball(radius, a) : Shape::capsule(a, b, radius); }
};

Rounded randomRounded(Random& random) {
    Rounded body{random.pointIn({{-4, -4, -4}, {4, 4, 4}}), {}, random.between(2, 24)};
    body.b = random.chance(0.5) ? body.a : body.a + random.pointIn({{-30, -30, -30}, {30, 30, 30}});
    return body;
}

TEST(ShapeNeighbours, RoundBodiesAgainstBruteForce) {
    const std::vector<Box> boxes = boxesApart();
    const BakedMap baked = bakedOf(boxes);
    std::size_t overlaps = 0, planes = 0, several = 0;
    forRandomCases(kSeed + 1, 2000, [&](Random& random, int) {
        const Rounded body = randomRounded(random);
        const Shape shape = body.shape();
        const Vec3 at = random.pointIn({{-20, -20, -20}, {200, 200, 200}});
        const double reach = random.between(0, 20);
        std::vector<double> gaps;
        for (const Box& box : boxes) gaps.push_back(distanceFromBox(box, at + body.a, at + body.b) - body.radius);
        std::array<Overlap, 32> found;
        const NeighbourCount count = baked.map.overlap(probeOf(shape), at, found);
        ASSERT_FALSE(count.invalid);
        std::size_t expected = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (gaps[i] >= 0) continue;
            ASSERT_LT(expected, count.count);
            EXPECT_EQ(found[expected].brush, i);
            EXPECT_FALSE(found[expected].touches);
            ++expected;
        }
        EXPECT_EQ(count.count, expected) << "seed " << kSeed;
        overlaps += expected;
        std::array<TouchedPlane, 32> touched;
        const NeighbourCount near = baked.map.touching(probeOf(shape), at, reach, touched);
        expected = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) expected += gaps[i] >= 0 && gaps[i] <= reach;
        ASSERT_EQ(near.count, expected);
        for (std::size_t i = 0; i < near.count; ++i) {
            const TouchedPlane& plane = touched[i];
            EXPECT_NEAR(plane.distance, gaps[plane.surface.brush], 1e-9);
            EXPECT_EQ(plane.gap, plane.distance);
            EXPECT_NEAR(length(plane.normal), 1, 1e-14);
            EXPECT_NEAR(dot(plane.normal, at) - plane.dist, plane.distance, 1e-10);
            EXPECT_LE(touched[i > 0 ? i - 1 : 0].distance, plane.distance + 1e-9);
            // The plane is tangent: the brush lies behind it, seen from the core.
            const Box& box = boxes[plane.surface.brush];
            const double behind = -support(plane.normal, {-box.maxs, -box.mins});
            EXPECT_NEAR(std::min(dot(plane.normal, at + body.a), dot(plane.normal, at + body.b)) + behind,
                        body.radius + plane.distance, 1e-9)
                << text(plane.normal);
        }
        planes += near.count;
        several += near.count > 1;
    });
    EXPECT_GE(overlaps, 500u);
    EXPECT_GE(planes, 500u);
    EXPECT_GE(several, 50u);
}

// No place nearer than the one found is free, and that one is.
TEST(ShapeNeighbours, TheWayOutIsTheLeast) {
    const std::vector<Box> boxes = boxesApart();
    const BakedMap baked = bakedOf(boxes);
    std::size_t found = 0, coresInside = 0, several = 0, alone = 0;
    forRandomCases(kSeed + 2, 1500, [&](Random& random, int) {
        const Rounded body = randomRounded(random);
        const Shape shape = body.shape();
        const Probe probe = probeOf(shape);
        const Vec3 at = random.pointIn({{-20, -20, -20}, {200, 200, 200}});
        std::size_t deep = 0;
        double gap = 1e30, second = 1e30, core = 1e30;
        for (const Box& box : boxes) {
            const double distance = distanceFromBox(box, at + body.a, at + body.b);
            core = std::min(core, distance);
            deep += distance < body.radius;
            second = std::min(second, std::max(gap, distance - body.radius));
            gap = std::min(gap, distance - body.radius);
        }
        const Unstick way = baked.map.unstick(probe, at, 200);
        if (deep == 0) {
            EXPECT_EQ(way.status, UnstickStatus::Free);
            EXPECT_EQ(way.position, at);
            return;
        }
        ASSERT_EQ(way.status, UnstickStatus::Found) << "seed " << kSeed;
        ++found;
        several += deep > 1;
        coresInside += core == 0;
        EXPECT_EQ(baked.map.contentsAt(probe, way.position), Contents::Empty);
        EXPECT_NEAR(length(way.position - at), way.distance, 1e-9);
        if (deep == 1 && core > 0) {
            EXPECT_GE(way.distance, -gap - 1e-9);
        }
        // Where another brush may narrow the way out, the place found is free, but need not be the nearest.
        if (second < way.distance) return;
        ++alone;
        for (int i = 0; i < 12; ++i) {
            const Vec3 off = random.pointIn({{-1, -1, -1}, {1, 1, 1}});
            if (!(length(off) > 0.1)) continue;
            const Vec3 nearer = at + off * (0.999 * way.distance / length(off));
            EXPECT_NE(baked.map.contentsAt(probe, nearer), Contents::Empty) << text(off);
        }
    });
    EXPECT_GE(found, 300u);
    EXPECT_GE(coresInside, 40u);
    EXPECT_GE(alone, 200u);
    EXPECT_GE(several, 20u);
}

// A floor of tiles is one floor: beside the tile below it, a ball touches no inner edge.
TEST(ShapeNeighbours, InnerEdgesAreHidden) {
    std::vector<Box> tiles;
    for (int x = 0; x < 8; ++x)
        for (int y = 0; y < 8; ++y) tiles.push_back({{x * 8.0, y * 8.0, -16}, {x * 8.0 + 8, y * 8.0 + 8, 0}});
    const BakedMap baked = bakedOf(tiles);
    std::size_t seams = 0;
    const Shape shapes[] = {Shape::ball(16), Shape::capsule({0, 0, -10}, {0, 0, 20}, 6),
                            Shape::capsule({-20, 0, 0}, {20, 0, 0}, 6)};
    forRandomCases(kSeed + 3, 500, [&](Random& random, int i) {
        const Shape& shape = shapes[i % 3];
        Vec3 at = random.pointIn({{24, 24, 0}, {40, 40, 0}});
        if (i % 2 == 0) at.x = 8 * std::round(at.x / 8) + random.between(-0.01, 0.01);
        at.z = -shape.bounds().mins.z + 1.0 / 32;
        std::array<TouchedPlane, 32> touched;
        const NeighbourCount near = baked.map.touching(probeOf(shape), at, 0.1, touched);
        ASSERT_GE(near.count, 1u);
        for (std::size_t k = 0; k < near.count; ++k) {
            EXPECT_EQ(touched[k].normal, (Vec3{0, 0, 1})) << text(at);
            EXPECT_NEAR(touched[k].distance, 1.0 / 32, 1e-12);
        }
        seams += i % 2 == 0;
    });
    EXPECT_GE(seams, 200u);
}

TEST(ShapeNeighbours, OtherShapesByHand) {
    const BakedMap baked = bakedOf({{{0, 0, 0}, {64, 64, 64}}, {{100, 0, 0}, {164, 64, 64}}});
    ConvexShape gem;
    ASSERT_EQ(prepare(std::vector<Vec3>{{8, 0, 0}, {-8, 0, 0}, {0, 8, 0}, {0, -8, 0}, {0, 0, 8}, {0, 0, -8}}, gem),
              PrepareStatus::Ok);
    const Shape shapes[] = {Shape::cylinder(8, 8), Shape::of(gem),
                            Shape::box({{-8, -8, -8}, {8, 8, 8}}).turned({0, 90, 0}),
                            Shape::box({{-8, -8, -8}, {8, 8, 8}})};
    for (const Shape& shape : shapes) {
        const Probe probe = probeOf(shape);
        std::array<Overlap, 4> over;
        EXPECT_EQ(baked.map.overlap(probe, {32, 32, 80}, over).count, 0u);
        ASSERT_EQ(baked.map.overlap(probe, {32, 32, 72}, over).count, 1u);
        EXPECT_TRUE(over[0].touches);
        ASSERT_EQ(baked.map.overlap(probe, {32, 32, 70}, over).count, 1u);
        EXPECT_FALSE(over[0].touches);
        std::array<TouchedPlane, 4> touched;
        ASSERT_EQ(baked.map.touching(probe, {75, 32, 32}, 20, touched).count, 2u);
        EXPECT_NEAR(touched[0].distance, 3, 1e-9);
        EXPECT_NEAR(length(touched[0].normal - Vec3{1, 0, 0}), 0, 1e-12);
        EXPECT_NEAR(touched[1].distance, 17, 1e-9);
        const Unstick way = baked.map.unstick(probe, {32, 32, 66}, 20);
        EXPECT_EQ(way.status, UnstickStatus::Found);
        EXPECT_NEAR(way.distance, 6, 1.1e-5) << "boxes keep a room of 1e-5";
        EXPECT_NEAR(way.position.z, 72, 1.1e-5);
        EXPECT_EQ(baked.map.unstick(probe, {32, 32, 66}, 5).status, UnstickStatus::None);
        EXPECT_EQ(baked.map.unstick(probe, {32, 32, 66}, -1).refusal, Refusal::BadDistance);
    }
    const Shape bad = Shape::ball(-1);
    EXPECT_EQ(baked.map.overlap(probeOf(bad), {}, {}).refusal, Refusal::BadShape);
    EXPECT_EQ(baked.map.touching(probeOf(bad), {}, 1, {}).refusal, Refusal::BadShape);
    EXPECT_EQ(baked.map.unstick(probeOf(bad), {}, 1).refusal, Refusal::BadShape);
}

// Of more planes than one query finds the nearest count, whatever their order in the map and the room for them.
TEST(ShapeNeighbours, OfTooManyPlanesTheNearestAreFound) {
    constexpr std::size_t kPegs = 320;
    constexpr double kStep = 0.0625;
    std::vector<Box> pegs;
    for (std::size_t i = 0; i < kPegs; ++i) {
        const double x = static_cast<double>(i % 20) * 10 - 99, y = static_cast<double>(i / 20) * 10 - 79;
        const double top = -kStep * static_cast<double>(i * 77 % kPegs);
        pegs.push_back({{x, y, -64}, {x + 8, y + 8, top}});
    }
    const BakedMap baked = bakedOf(pegs);
    const Shape disc = Shape::cylinder(140, 2);
    const Vec3 origin{0, 0, 3};
    for (const std::size_t room : {std::size_t{0}, std::size_t{5}, kMaxTouchedPlanes, kPegs}) {
        std::vector<TouchedPlane> found(room);
        const NeighbourCount count = baked.map.touching(probeOf(disc), origin, 40, found);
        ASSERT_FALSE(count.invalid);
        EXPECT_EQ(count.count, kMaxTouchedPlanes);
        for (std::size_t i = 0; i < std::min(room, kMaxTouchedPlanes); ++i) {
            ASSERT_NEAR(found[i].gap, 1 + kStep * static_cast<double>(i), 1e-12) << room << " " << i;
            ASSERT_EQ(found[i].normal, (Vec3{0, 0, 1}));
        }
    }
}

}  // namespace
}  // namespace hullbake::test
