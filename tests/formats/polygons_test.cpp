// Proves that polygons with holes are divided whole into convex parts, and that bad text is one error with its place.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "formats/edge_grid.hpp"
#include "formats/flat_turns.hpp"
#include "formats/polygons.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::Random;
using Ring = std::vector<FlatPoint>;

std::string refused(const std::string& text) {
    const auto read = parseWkt(text, "t.wkt");
    const auto* fault = std::get_if<Diagnostic>(&read);
    return fault != nullptr ? fault->text() : "no error";
}

// Twice the area, positive.
std::int64_t areaOf(const Ring& ring) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const FlatPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
        sum += a[0] * b[1] - a[1] * b[0];
    }
    return sum < 0 ? -sum : sum;
}

bool isConvex(const Ring& part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
        const FlatPoint &a = part[i], &b = part[(i + 1) % part.size()], &c = part[(i + 2) % part.size()];
        if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) < 0) return false;
    }
    return part.size() >= 3;
}

// Whether a point is in a convex part, and not on its border.
bool isInside(const Ring& part, double x, double y) {
    for (std::size_t i = 0; i < part.size(); ++i) {
        const FlatPoint &a = part[i], &b = part[(i + 1) % part.size()];
        const double ax = static_cast<double>(a[0]), ay = static_cast<double>(a[1]);
        if ((static_cast<double>(b[0]) - ax) * (y - ay) - (static_cast<double>(b[1]) - ay) * (x - ax) <= 0)
            return false;
    }
    return true;
}

// A star of random radii around a middle, which does not cross itself.
Ring star(Random& random, int count, double least, double most, double x, double y) {
    Ring ring;
    for (int i = 0; i < count; ++i) {
        const double turn = 6.283185307179586 * i / count, radius = random.between(least, most);
        ring.push_back({std::llround(x + radius * std::cos(turn)), std::llround(y + radius * std::sin(turn))});
    }
    return ring;
}

TEST(Polygons, PartsFillThePolygonOnce) {
    constexpr std::uint64_t kSeed = 4;
    Random random(kSeed);
    std::size_t holes = 0, points = 0, parts = 0, probes = 0;
    for (int round = 0; round < test::sized(60, 1000); ++round) {
        std::vector<Ring> rings{star(random, random.whole(3, 40), 20000, 60000, 0, 0)};
        // Holes in the middle, beside each other.
        for (int hole = random.whole(0, 4); hole > 0; --hole)
            rings.push_back(star(random, random.whole(3, 12), 400, 1900, 4000.0 * hole - 10000, 900.0 * hole));
        std::int64_t area = areaOf(rings[0]);
        for (std::size_t i = 1; i < rings.size(); ++i) area -= areaOf(rings[i]);
        const auto divided = convexParts(rings);
        if (std::holds_alternative<std::size_t>(divided)) continue;  // a hole outside of a sharp star
        std::int64_t sum = 0;
        const auto& all = std::get<std::vector<ConvexPart>>(divided);
        for (const ConvexPart& part : all) {
            ASSERT_TRUE(isConvex(part)) << "seed " << kSeed << ", " << round;
            sum += areaOf(part);
        }
        ASSERT_EQ(sum, area) << "seed " << kSeed << ", " << round;
        for (int probe = 0; probe < 200; ++probe) {
            const double x = random.between(-60000, 60000), y = random.between(-60000, 60000);
            std::size_t found = 0;
            for (const ConvexPart& part : all) found += isInside(part, x, y) ? 1 : 0;
            ASSERT_LE(found, 1u) << "seed " << kSeed << ", " << round;
            probes += found;
        }
        holes += rings.size() - 1;
        for (const Ring& ring : rings) points += ring.size();
        parts += all.size();
    }
    EXPECT_GE(holes, 30u);
    EXPECT_GE(probes, 1000u);
    EXPECT_LT(parts, points) << "the parts are merged";
}

// Whether a point lies within the circle through the corners of a counterclockwise triangle, exactly.
bool isInCircle(const Ring& triangle, const FlatPoint& p) {
    using Wide = boost::multiprecision::int256_t;
    Wide x[3], y[3], square[3];
    for (std::size_t i = 0; i < 3; ++i) {
        x[i] = triangle[i][0] - p[0];
        y[i] = triangle[i][1] - p[1];
        square[i] = x[i] * x[i] + y[i] * y[i];
    }
    return square[0] * (x[1] * y[2] - x[2] * y[1]) + square[1] * (x[2] * y[0] - x[0] * y[2]) +
               square[2] * (x[0] * y[1] - x[1] * y[0]) >
           0;
}

// Whether a point sees the middle of a triangle: the way there crosses no side of a ring. In thirds of the lattice.
bool sees(const std::vector<Ring>& rings, const FlatPoint& p, const Ring& triangle) {
    const auto turn = [](const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
        const std::int64_t t = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        return (t > 0) - (t < 0);
    };
    const FlatPoint from{3 * p[0], 3 * p[1]},
        middle{triangle[0][0] + triangle[1][0] + triangle[2][0], triangle[0][1] + triangle[1][1] + triangle[2][1]};
    for (const Ring& ring : rings)
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const FlatPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
            const FlatPoint c{3 * a[0], 3 * a[1]}, d{3 * b[0], 3 * b[1]};
            // A way past a corner counts as blocked: it is seen from beside.
            if (a != p && b != p && turn(from, middle, c) * turn(from, middle, d) <= 0 &&
                turn(c, d, from) * turn(c, d, middle) <= 0)
                return false;
        }
    return true;
}

TEST(Polygons, TrianglesAreDelaunay) {
    constexpr std::uint64_t kSeed = 5;
    Random random(kSeed);
    std::size_t triangles = 0, inCircle = 0, withHoles = 0, onCircles = 0;
    for (int round = 0; round < test::sized(300, 5000); ++round) {
        // On a coarse grid many points lie on one circle, or on one line.
        const double size = round % 2 == 0 ? 60000 : 12;
        std::vector<Ring> rings{star(random, random.whole(3, 40), size / 10, size, 0, 0)};
        if (random.chance(0.5)) rings.push_back(star(random, random.whole(3, 8), size / 30, size / 11, 0, 0));
        const auto divided = delaunayTriangles(rings);
        if (std::holds_alternative<std::size_t>(divided)) continue;  // rounded onto itself
        std::size_t corners = 0;
        for (const Ring& ring : rings) corners += ring.size();
        const auto& all = std::get<std::vector<ConvexPart>>(divided);
        ASSERT_EQ(all.size(), corners + 2 * (rings.size() - 1) - 2) << "seed " << kSeed << ", " << round;
        for (const ConvexPart& triangle : all) {
            ASSERT_EQ(triangle.size(), 3u);
            ASSERT_GT(areaOf(triangle), 0);
            for (const Ring& ring : rings)
                for (const FlatPoint& p : ring) {
                    if (p == triangle[0] || p == triangle[1] || p == triangle[2] || !isInCircle(triangle, p)) continue;
                    ++inCircle;
                    ASSERT_FALSE(sees(rings, p, triangle)) << "seed " << kSeed << ", " << round;
                }
        }
        triangles += all.size();
        withHoles += rings.size() - 1;
        onCircles += round % 2;
    }
    EXPECT_GE(triangles, 1000u);
    EXPECT_GE(inCircle, 500u) << "circles contain points that cannot be seen";
    EXPECT_GE(withHoles, 20u);
    EXPECT_GE(onCircles, 10u);
}

TEST(Polygons, AsManyPointsAsAreTaken) {
    constexpr std::uint64_t kSeed = 6;
    Random random(kSeed);
    // The ground of a side-scroller: a jagged top over a jagged bottom.
    constexpr int kHalf = static_cast<int>(kMostPolygonPoints) / 2;
    Ring ring;
    for (int i = 0; i < kHalf; ++i) ring.push_back({4000 * i, random.whole(0, 40000)});
    for (int i = kHalf; i-- > 0;) ring.push_back({4000 * i, -50000 - random.whole(0, 40000)});
    const auto divided = convexParts({ring});
    ASSERT_TRUE(std::holds_alternative<std::vector<ConvexPart>>(divided));
    std::int64_t sum = 0;
    for (const ConvexPart& part : std::get<std::vector<ConvexPart>>(divided)) {
        ASSERT_TRUE(isConvex(part));
        sum += areaOf(part);
    }
    EXPECT_EQ(sum, areaOf(ring));
}

// Cells are left out only where nothing meets the segment: flat, upright and slanted ones over grids of any shape.
TEST(Polygons, TheGridFindsEveryEdgeInTheWay) {
    constexpr std::uint64_t kSeed = 7;
    Random random(kSeed);
    std::size_t crossings = 0, left = 0;
    for (int round = 0; round < test::sized(60, 1000); ++round) {
        const int wide = random.chance(0.3) ? 3 : 1 << random.whole(2, 24);
        const int tall = random.chance(0.3) ? 3 : 1 << random.whole(2, 24);
        std::vector<FlatPoint> points;
        for (int i = 0; i < 80; ++i) points.push_back({random.whole(-wide, wide), random.whole(-tall, tall)});
        EdgeGrid grid(points);
        for (std::size_t i = 0; i + 1 < points.size(); ++i) grid.add(i, points[i], points[i + 1]);
        for (int probe = 0; probe < 40; ++probe) {
            const FlatPoint &a = points[static_cast<std::size_t>(random.whole(0, 79))],
                            &b = points[static_cast<std::size_t>(random.whole(0, 79))];
            std::vector<bool> seen(points.size());
            EXPECT_FALSE(grid.any(a, b, [&](std::size_t i) {
                seen[i] = true;
                return false;
            }));
            for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                if (!seen[i]) ++left;
                if (!segmentsCross(a, b, points[i], points[i + 1])) continue;
                ++crossings;
                ASSERT_TRUE(seen[i]) << "seed " << kSeed << ", " << round;
            }
        }
    }
    EXPECT_GE(crossings, 10000u);
    EXPECT_GE(left, 10000u) << "most edges are not in the way";
}

TEST(Polygons, KnownShapes) {
    const auto count = [](std::vector<Ring> rings) {
        const auto divided = convexParts(std::move(rings));
        const auto* parts = std::get_if<std::vector<ConvexPart>>(&divided);
        return parts != nullptr ? static_cast<int>(parts->size())
                                : -1 - static_cast<int>(std::get<std::size_t>(divided));
    };
    const Ring square{{0, 0}, {64, 0}, {64, 64}, {0, 64}};
    const Ring hole{{16, 16}, {48, 16}, {48, 48}, {16, 48}};
    EXPECT_EQ(count({square}), 1);
    EXPECT_EQ(count({{{0, 64}, {64, 64}, {64, 0}, {0, 0}}}), 1) << "clockwise";
    EXPECT_EQ(count({{{0, 0}, {32, 0}, {64, 0}, {64, 64}, {0, 64}}}), 1) << "a point on a straight side";
    EXPECT_EQ(count({{{0, 0}, {64, 0}, {64, 32}, {32, 32}, {32, 64}, {0, 64}}}), 2) << "an L";
    EXPECT_EQ(count({square, hole}), 4);
    EXPECT_EQ(count({{{0, 0}, {64, 64}, {64, 0}, {0, 64}}}), -1) << "crosses itself";
    EXPECT_EQ(count({square, {{16, 16}, {48, 48}, {48, 16}, {16, 48}}}), -2);
    EXPECT_EQ(count({square, {{0, 16}, {48, 16}, {48, 48}}}), -2) << "touches the side";
    EXPECT_EQ(count({square, {{100, 16}, {148, 16}, {148, 48}}}), -2) << "lies outside";
    EXPECT_EQ(count({square, hole, {{20, 20}, {30, 20}, {30, 30}}}), -3) << "in a hole";
    EXPECT_EQ(count({square, {{16, 16}, {80, 16}, {80, 48}}}), -2) << "crosses the side";
}

TEST(Polygons, TextAndErrors) {
    const auto read = parseWkt(
        "LineString(7 8, 9 10,7 8)POLYGON((0 0, 64 0,64 64.5 , 0 0),(1 1,2 1,2 2,1 1))\nmultipolygon (((0 0,1 0,1 1,0 "
        "0)),\n"
        "((5 5,6 5,6 6,5 5)))MULTILINESTRING((0 0,1 1),(2 2,3 3,4 5))\n",
        "t.wkt");
    ASSERT_TRUE((std::holds_alternative<FlatDrawing>(read)));
    const auto& [polygons, lines] = std::get<FlatDrawing>(read);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].points.size(), 3u) << "a closed line keeps its last point";
    EXPECT_EQ(lines[2].points[2][1], 5);
    EXPECT_EQ(lines[2].pos.line, 3u);
    ASSERT_EQ(polygons.size(), 3u);
    ASSERT_EQ(polygons[0].rings.size(), 2u);
    EXPECT_EQ(polygons[0].rings[0].points.size(), 3u);
    EXPECT_EQ(polygons[0].rings[0].points[2][1], 64.5);
    EXPECT_EQ(polygons[2].rings[0].pos.line, 3u);
    EXPECT_EQ(refused(""), "t.wkt: the file has no polygon and no line");
    EXPECT_EQ(refused("POINT(1 2)"),
              "t.wkt:1:1: expected POLYGON, MULTIPOLYGON, LINESTRING or MULTILINESTRING, found 'POINT'");
    std::string many;
    for (std::size_t i = 0; i < kMostDrawingPoints / 2; ++i) many += "LINESTRING(0 0,1 0)\n";
    EXPECT_EQ(refused(many + "LINESTRING(0 0,1 0)"), "t.wkt:250001:12: the file has more than 500000 points");
    EXPECT_EQ(refused("LINESTRING(1 2)"), "t.wkt:1:11: a line needs two points");
    EXPECT_EQ(refused("MULTILINESTRING((1 2,3 4),5 6)"), "t.wkt:1:27: expected '(', found '5'");
    EXPECT_EQ(refused("POLYGON EMPTY"), "t.wkt:1:9: expected '(', found 'E'");
    EXPECT_EQ(refused("POLYGON((0 0,1 0,1 1,0 0)"), "t.wkt:1:26: expected ')', found the end of the file");
    EXPECT_EQ(refused("POLYGON((0 0,1 0,1 1,\n0 1))"), "t.wkt:1:9: the ring does not end where it begins");
    EXPECT_EQ(refused("POLYGON((0 0,1 0,0 0))"), "t.wkt:1:9: a ring needs three points");
    EXPECT_EQ(refused("POLYGON((0 0,1 x,1 1,0 0))"), "t.wkt:1:16: expected a coordinate, found 'x'");
    EXPECT_EQ(refused("POLYGON((0 0,1 nan,1 1,0 0))"), "t.wkt:1:16: expected a coordinate, found 'nan'");
    EXPECT_EQ(refused("POLYGON((0 0 5,1 0,1 1,0 0))"), "t.wkt:1:14: expected ')', found '5'");
}

}  // namespace
}  // namespace hullbake
