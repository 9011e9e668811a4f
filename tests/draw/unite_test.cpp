// Proves the union of convex polygons: against counted squares, and point by point.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random.hpp"
#include "tools/draw/unite.hpp"

namespace hullbake::test {
namespace {

using namespace draw;

Polygon rectangle(double x1, double y1, double x2, double y2) {
    return polygonOf({{x1, y1}, {x2, y2}});
}

// The distance of a point from a line between two points.
double distanceTo(const Point& a, const Point& b, const Point& p) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t = std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

double distanceTo(const Polygon& polygon, const Point& p) {
    double least = 1e30;
    for (std::size_t i = 0; i < polygon.size(); ++i)
        least = std::min(least, distanceTo(polygon[i], polygon[(i + 1) % polygon.size()], p));
    return least;
}

TEST(Unite, NothingIsEmpty) {
    const Outline none = unite({});
    EXPECT_TRUE(none.loops.empty());
    EXPECT_EQ(none.area(), 0);
    EXPECT_FALSE(none.contains({0, 0}));
    EXPECT_TRUE(unite(std::vector<Polygon>(3)).loops.empty());
}

TEST(Unite, HalvesOfARectangleBecomeFourCorners) {
    const Outline one = unite(std::vector<Polygon>{rectangle(0, 0, 4, 4), rectangle(4, 0, 8, 4)});
    ASSERT_EQ(one.loops.size(), 1u);
    EXPECT_EQ(one.loops[0].size(), 4u);
    EXPECT_EQ(one.area(), 32);
}

TEST(Unite, EqualPolygonsAreOne) {
    const Outline one = unite(std::vector<Polygon>(3, rectangle(-1, 2, 5, 6)));
    ASSERT_EQ(one.loops.size(), 1u);
    EXPECT_EQ(one.area(), 24);
}

TEST(Unite, AFrameHasAHole) {
    const Outline frame = unite(std::vector<Polygon>{rectangle(0, 0, 10, 1), rectangle(0, 9, 10, 10),
                                                     rectangle(0, 0, 1, 10), rectangle(9, 0, 10, 10)});
    ASSERT_EQ(frame.loops.size(), 2u);
    EXPECT_EQ(frame.area(), 100 - 64);
    EXPECT_TRUE(frame.contains({0.5, 5}));
    EXPECT_FALSE(frame.contains({5, 5}));
    EXPECT_FALSE(frame.contains({11, 5}));
}

TEST(Unite, TouchingCornersStayApart) {
    const Outline two = unite(std::vector<Polygon>{rectangle(0, 0, 1, 1), rectangle(1, 1, 2, 2)});
    EXPECT_EQ(two.area(), 2);
    EXPECT_FALSE(two.contains({0.5, 1.5}));
}

// Whole coordinates make many edges coincide, with polygons on either side.
TEST(Unite, RectanglesOnAGridCoverAsManySquaresAsCounted) {
    Random random(36);
    int holes = 0;
    for (int round = 0; round < 300; ++round) {
        constexpr int kSize = 16;
        bool covered[kSize][kSize] = {};
        std::vector<Polygon> polygons;
        for (int i = random.whole(1, 40); i > 0; --i) {
            const int x = random.whole(0, kSize - 1), y = random.whole(0, kSize - 1);
            const int x2 = random.whole(x + 1, std::min(kSize, x + 6)),
                      y2 = random.whole(y + 1, std::min(kSize, y + 6));
            polygons.push_back(rectangle(x, y, x2, y2));
            for (int v = y; v < y2; ++v)
                for (int u = x; u < x2; ++u) covered[v][u] = true;
        }
        const Outline outline = unite(polygons);
        int count = 0;
        for (int v = 0; v < kSize; ++v)
            for (int u = 0; u < kSize; ++u) {
                count += covered[v][u] ? 1 : 0;
                ASSERT_EQ(outline.contains({u + 0.5, v + 0.5}), covered[v][u]) << "round " << round;
            }
        ASSERT_EQ(outline.area(), count) << "round " << round;
        for (const Polygon& loop : outline.loops) holes += areaOf(loop) < 0 ? 1 : 0;
    }
    EXPECT_GE(holes, 100);
}

TEST(Unite, TrianglesContainWhatOneOfThemContains) {
    Random random(37);
    int inside = 0, outside = 0;
    for (int round = 0; round < 100; ++round) {
        std::vector<Polygon> polygons;
        while (polygons.size() < 30) {
            Polygon triangle;
            const Point centre{random.between(0, 100), random.between(0, 100)};
            for (int i = 0; i < 3; ++i)
                triangle.push_back({centre.x + random.between(-20, 20), centre.y + random.between(-20, 20)});
            if (areaOf(triangle) < 0) std::swap(triangle[0], triangle[1]);
            if (areaOf(triangle) > 1) polygons.push_back(triangle);
        }
        const Outline outline = unite(polygons);
        for (int i = 0; i < 200; ++i) {
            const Point p{random.between(-20, 120), random.between(-20, 120)};
            const bool near = std::any_of(outline.loops.begin(), outline.loops.end(),
                                          [&](const Polygon& loop) { return distanceTo(loop, p) < 1e-5; });
            if (near) continue;
            const bool in = std::any_of(polygons.begin(), polygons.end(),
                                        [&](const Polygon& polygon) { return draw::contains(polygon, p); });
            ASSERT_EQ(outline.contains(p), in) << "round " << round << ", " << p.x << ' ' << p.y;
            ++(in ? inside : outside);
        }
    }
    EXPECT_GE(inside, 3000);
    EXPECT_GE(outside, 5000);
}

}  // namespace
}  // namespace hullbake::test
