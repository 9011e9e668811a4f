// Compares the distance of a segment from a brush with the least of the distances of its points, for which no sum of
// brush and core is needed.
#include "oracle/solids/rounded_solid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "oracle/base/random.hpp"
#include "support/maps.hpp"

namespace hullbake::oracle {
namespace {

// A slanted box turned by 17 degrees, with 6 decimals: opposite edges are parallel to 4e-9 only.
BareBrush turnedBrush() {
    const MapFile file = test::parseText(test::worldText(
        "{\n"
        "( 1216.467882 -416 -70.752329 ) ( 1207.111987 -416 -101.354081 ) ( 1191.811111 -480 -96.676134 ) a 0 0 0 1 1\n"
        "( 1201.167006 -480 -66.074381 ) ( 1191.811111 -480 -96.676134 ) ( 1008.200598 -288 -40.540766 ) a 0 0 0 1 1\n"
        "( 1023.501474 -224 -45.218714 ) ( 1032.857369 -224 -14.616961 ) ( 1017.556493 -288 -9.939014 ) a 0 0 0 1 1\n"
        "( 1207.111987 -416 -101.354081 ) ( 1216.467882 -416 -70.752329 ) ( 1032.857369 -224 -14.616961 ) a 0 0 0 1 1\n"
        "( 1201.167006 -416 -66.074381 ) ( 1201.167006 -480 -66.074381 ) ( 1017.556493 -288 -9.939014 ) a 0 0 0 1 1\n"
        "( 1191.811111 -480 -96.676134 ) ( 1191.811111 -416 -96.676134 ) ( 1023.501474 -224 -45.218714 ) a 0 0 0 1 1\n"
        "}\n"));
    return *solveBrush(file.entities[0].brushes[0]);
}

/// Returns the least distance of the points of the core, by thirds: it is a convex function.
long double leastOfPoints(const RoundedSolid& point, const Far3& origin, const Far3& core) {
    long double low = 0, high = 1;
    for (int i = 0; i < 120; ++i) {
        const long double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (point.distance(origin + core * one) < point.distance(origin + core * two))
            high = two;
        else
            low = one;
    }
    return point.distance(origin + core * ((low + high) / 2));
}

TEST(RoundedSolidTest, ASegmentIsAsNearAsItsNearestPoint) {
    const std::uint64_t seed = 20261127;
    std::cout << "seed " << seed << "\n";
    SplitMix random(seed);
    const BareBrush brush = turnedBrush();
    const RoundedSolid point(brush, {}, {});
    std::size_t edges = 0, outside = 0;
    for (int i = 0; i < 60; ++i) {
        const Vec3 core = i % 4 == 0 ? Vec3{0, 0, random.range(1, 60)} : random.direction() * random.range(1, 60);
        const RoundedSolid segment(brush, {}, core);
        for (int k = 0; k < 25; ++k) {
            const Vec3& corner = brush.vertices[random.index(brush.vertices.size())];
            const Vec3& other = brush.vertices[random.index(brush.vertices.size())];
            const Vec3 near = corner + (other - corner) * random.range(0, 1) + random.direction() * random.range(0, 20);
            const Far3 origin = far(near);
            const long double distance = segment.distance(origin);
            ASSERT_NEAR(static_cast<double>(distance), static_cast<double>(leastOfPoints(point, origin, far(core))),
                        1e-8)
                << "segment " << i << ", place " << k;
            outside += distance > 0;
            edges += distance > 0 && segment.nearestPart(origin) == NearPart::Edge;
        }
    }
    EXPECT_GE(outside, 500u);
    EXPECT_GE(edges, 200u);
}

// Far from the origin the foot of a point on a face is off the face's plane by rounding.
TEST(RoundedSolidTest, FacesAreAsNearFarFromTheOrigin) {
    const std::uint64_t seed = 20261128;
    std::cout << "seed " << seed << "\n";
    SplitMix random(seed);
    const BareBrush brush = turnedBrush();
    const RoundedSolid here(brush, {}, {});
    std::size_t faces = 0;
    for (const Vec3& shift : {Vec3{163840, -229376, 131072}, Vec3{-49152, 16384, 180224}}) {
        BareBrush moved = brush;
        for (Vec3& v : moved.vertices) v = v + shift;
        for (Real3& v : moved.corners) v = {v.x + shift.x, v.y + shift.y, v.z + shift.z};
        const RoundedSolid there(moved, {}, {});
        for (int i = 0; i < 1000; ++i) {
            Vec3 p = brush.vertices[0];
            for (const Vec3& v : brush.vertices) p = p + (v - p) * random.range(0, 0.5);
            p = p + random.direction() * random.range(0, 40);
            for (int a = 0; a < 3; ++a) p[a] = std::round(p[a] * 1024) / 1024;  // so that the shift rounds nothing
            ASSERT_NEAR(static_cast<double>(there.distance(far(p + shift))), static_cast<double>(here.distance(far(p))),
                        1e-10)
                << "place " << i;
            faces += here.distance(far(p)) > 0 && here.nearestPart(far(p)) == NearPart::Face;
        }
    }
    EXPECT_GE(faces, 500u);
}

}  // namespace
}  // namespace hullbake::oracle
