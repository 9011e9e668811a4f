// Preparing convex sets: degenerate ones stay what they are, and no rounding decides what a face is (FAILURES E24).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "hullbake/shape.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

ConvexShape prepared(const std::vector<Vec3>& points) {
    ConvexShape shape;
    EXPECT_EQ(prepare(points, shape), PrepareStatus::Ok);
    return shape;
}

struct Counts {
    ConvexExtent extent;
    int corners, faces, edges;
    friend bool operator==(const Counts&, const Counts&) = default;
};

Counts countsOf(const std::vector<Vec3>& points) {
    const ConvexShape shape = prepared(points);
    return {shape.extent, shape.cornerCount, shape.faceCount, shape.edgeCount};
}

std::vector<Vec3> grid(int x, int y, int z) {
    std::vector<Vec3> points;
    for (int i = 0; i < x; ++i)
        for (int j = 0; j < y; ++j)
            for (int k = 0; k < z; ++k) points.push_back({double(i), double(j), double(k)});
    return points;
}

TEST(Prepare, SetsWithoutVolumeStayWhatTheyAre) {
    EXPECT_EQ(countsOf({{1, 2, 3}}), (Counts{ConvexExtent::Point, 1, 0, 0}));
    EXPECT_EQ(countsOf({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}), (Counts{ConvexExtent::Point, 1, 0, 0}));
    EXPECT_EQ(countsOf({{0, 0, 0}, {0, -0.0, 0}}), (Counts{ConvexExtent::Point, 1, 0, 0}));
    EXPECT_EQ(countsOf({{1, 1, 1}, {0, 0, 0}, {3, 3, 3}, {2, 2, 2}}), (Counts{ConvexExtent::Segment, 2, 0, 1}));
    EXPECT_EQ(countsOf(grid(1, 1, 64)), (Counts{ConvexExtent::Segment, 2, 0, 1}));
    EXPECT_EQ(countsOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), (Counts{ConvexExtent::Polygon, 3, 2, 3}));
    EXPECT_EQ(countsOf(grid(8, 1, 8)), (Counts{ConvexExtent::Polygon, 4, 2, 4}));
    EXPECT_EQ(countsOf(grid(4, 4, 4)), (Counts{ConvexExtent::Solid, 8, 6, 12}));
    EXPECT_EQ(countsOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), (Counts{ConvexExtent::Solid, 4, 4, 6}));
}

TEST(Prepare, OneUlpDecidesBetweenAPolygonAndASolid) {
    std::vector<Vec3> points = grid(3, 3, 1);
    for (Vec3& p : points) p.z = 7;
    points[4].z = std::nextafter(7.0, 8.0);  // the middle one
    EXPECT_EQ(countsOf(points), (Counts{ConvexExtent::Solid, 5, 5, 8}));
    points[4].z = 7;
    EXPECT_EQ(countsOf(points), (Counts{ConvexExtent::Polygon, 4, 2, 4}));
    points[0].z = std::nextafter(7.0, 6.0);  // a corner
    EXPECT_EQ(countsOf(points).extent, ConvexExtent::Solid);
}

TEST(Prepare, AnEdgesCornersAreTheFirstInOrderOfTheGivenPoints) {
    const std::vector<Vec3> points = {{5, 0, 0}, {1, 0, 0}, {3, 0, 0}, {9, 0, 0}};
    const ConvexShape shape = prepared(points);
    EXPECT_EQ(shape.corners[0], points[1]);
    EXPECT_EQ(shape.corners[1], points[3]);
    EXPECT_NE(shape.edges[0].corners[0], shape.edges[0].corners[1]);
}

TEST(Prepare, RefusesWhatIsNoSet) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    ConvexShape shape = prepared(grid(2, 2, 2));
    EXPECT_EQ(prepare({}, shape), PrepareStatus::Invalid);
    EXPECT_EQ(shape.extent, ConvexExtent::None);
    EXPECT_FALSE(Shape::of(shape).valid());
    for (const double bad : {kNan, kInfinity, -kInfinity, kMaxCoordinate * 1.001, -1e300}) {
        const Vec3 points[] = {{0, 0, 0}, {0, bad, 0}};
        EXPECT_EQ(prepare(points, shape), PrepareStatus::Invalid) << bad;
        EXPECT_EQ(shape.cornerCount, 0);
    }
    EXPECT_EQ(prepare(std::vector<Vec3>(65), shape), PrepareStatus::TooManyPoints);
    EXPECT_EQ(prepare(std::vector<Vec3>(64), shape), PrepareStatus::Ok);
    EXPECT_EQ(shape.extent, ConvexExtent::Point);
}

TEST(Prepare, CoordinatesOfNoSizeCountAsZero) {
    EXPECT_EQ(countsOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-300}}).extent, ConvexExtent::Polygon);
    EXPECT_EQ(countsOf({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-60}}).extent, ConvexExtent::Solid);
    EXPECT_EQ(countsOf({{0, 0, 0}, {1e-70, 0, 0}, {0, 1e-70, 0}, {0, 0, 1e-70}}).extent, ConvexExtent::Solid);
    EXPECT_EQ(countsOf({{0, 0, 0}, {5e-324, 0, 0}}).extent, ConvexExtent::Point);
}

// Kinds of sets that break hull builders.
enum class SetKind { Cloud, Ball, Grid, Coplanar, Collinear, Doubled, UlpApart, Thin, Needle, FarAway, Count };

constexpr double kThinness = 1e-6;

Vec3 nudged(const Vec3& p, Random& random) {
    Vec3 q = p;
    for (int a = 0; a < 3; ++a)
        if (random.chance(0.5)) q[a] = std::nextafter(q[a], random.chance(0.5) ? 1e9 : -1e9);
    return q;
}

std::vector<Vec3> randomSet(SetKind kind, Random& random) {
    const Box room{{-64, -64, -64}, {64, 64, 64}};
    std::vector<Vec3> points(4 + random.index(61));
    const Vec3 u = random.direction(), v = random.direction(), base = random.pointIn(room);
    for (Vec3& p : points) switch (kind) {
            case SetKind::Ball:
                p = random.direction() * 48;
                break;
            case SetKind::Grid:
                p = random.gridPointIn({{-2, -2, -2}, {2, 2, 2}});
                break;
            case SetKind::Coplanar: {
                const double s = random.whole(-8, 8), t = random.whole(-8, 8);
                p = {s * 3 + t, s - 2 * t, s * 5 + t * 7};
                break;
            }
            case SetKind::Collinear:
                p = Vec3{1, 3, -2} * double(random.whole(-20, 20));
                break;
            case SetKind::Thin:
                p = u * random.between(-60, 60) + v * random.between(-60, 60) + random.direction() * (60 * kThinness);
                break;
            case SetKind::Needle:
                p = u * random.between(-60, 60) + random.direction() * (60 * kThinness);
                break;
            case SetKind::FarAway:
                p = base * 3000 + random.gridPointIn({{-3, -3, -3}, {3, 3, 3}}) * 0.37;
                break;
            default:
                p = random.pointIn(room);
                break;
        }
    const std::size_t kept = std::max<std::size_t>(4, points.size() / 3);
    if (kind == SetKind::Doubled || kind == SetKind::UlpApart)
        for (std::size_t i = kept; i < points.size(); ++i)
            points[i] = kind == SetKind::Doubled ? points[i % kept] : nudged(points[i % kept], random);
    return points;
}

// A plane of whole numbers that all points are on or behind, by whole arithmetic.
std::size_t supportingPlanesOf(const std::vector<Vec3>& points) {
    using Whole = long long;
    std::set<std::array<Whole, 4>> planes;
    const auto at = [&](std::size_t i, int a) { return static_cast<Whole>(points[i][a]); };
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j)
            for (std::size_t k = j + 1; k < points.size(); ++k) {
                std::array<Whole, 4> plane{};
                for (int a = 0; a < 3; ++a) {
                    const int b = (a + 1) % 3, c = (a + 2) % 3;
                    plane[std::size_t(a)] =
                        (at(j, b) - at(i, b)) * (at(k, c) - at(i, c)) - (at(j, c) - at(i, c)) * (at(k, b) - at(i, b));
                }
                Whole divisor = 0;
                for (int a = 0; a < 3; ++a) divisor = std::gcd(divisor, plane[std::size_t(a)]);
                if (divisor == 0) continue;
                int front = 0, behind = 0;
                for (int a = 0; a < 3; ++a) {
                    plane[std::size_t(a)] /= divisor;
                    plane[3] += plane[std::size_t(a)] * at(i, a);
                }
                for (std::size_t p = 0; p < points.size(); ++p) {
                    const Whole d = plane[0] * at(p, 0) + plane[1] * at(p, 1) + plane[2] * at(p, 2) - plane[3];
                    front += d > 0;
                    behind += d < 0;
                }
                if (front > 0 && behind > 0) continue;
                if (front > 0)
                    for (Whole& n : plane) n = -n;
                planes.insert(plane);
            }
    return planes.size();
}

void expectRaw(const std::vector<Vec3>& points, const ConvexShape& shape) {
    for (unsigned i = 0; i < shape.cornerCount; ++i)
        ASSERT_TRUE(std::find(points.begin(), points.end(), shape.corners[i]) != points.end());
    for (unsigned f = 0; f < shape.faceCount; ++f) {
        ASSERT_NEAR(length(shape.faces[f].normal), 1, 1e-15);
        for (const Vec3& p : points) ASSERT_LE(distanceTo(shape.faces[f], p), 1e-9);
    }
    for (unsigned e = 0; e < shape.edgeCount && shape.faceCount > 0; ++e)
        for (const unsigned corner : shape.edges[e].corners)
            for (const unsigned face : shape.edges[e].faces) {
                ASSERT_LT(corner, shape.cornerCount);
                ASSERT_LT(face, shape.faceCount);
                ASSERT_GE(distanceTo(shape.faces[face], shape.corners[corner]), -1e-9);
            }
}

void expectSameSupport(const std::vector<Vec3>& points, const ConvexShape& shape, Random& random) {
    for (int i = 0; i < 8; ++i) {
        const Vec3 along = random.direction();
        double raw = -1e300, ours = -1e300;
        for (const Vec3& p : points) raw = std::max(raw, dot(along, p));
        for (unsigned c = 0; c < shape.cornerCount; ++c) ours = std::max(ours, dot(along, shape.corners[c]));
        ASSERT_NEAR(ours, raw, 1e-9);
    }
}

TEST(Prepare, RandomAndDegenerateSetsKeepEverySupport) {
    const std::uint64_t seed = 34001;
    Random random(seed);
    const int rounds = sized(4000, 1000000);
    std::array<int, 5> extents{};
    int planesCounted = 0, manyFaces = 0;
    for (int round = 0; round < rounds; ++round) {
        const auto kind = static_cast<SetKind>(round % static_cast<int>(SetKind::Count));
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", set " << round << ", kind " << static_cast<int>(kind));
        const std::vector<Vec3> points = randomSet(kind, random);
        const ConvexShape shape = prepared(points);
        expectRaw(points, shape);
        expectSameSupport(points, shape, random);
        if (testing::Test::HasFatalFailure()) return;
        if (shape.extent == ConvexExtent::Solid) {
            ASSERT_EQ(shape.cornerCount - shape.edgeCount + shape.faceCount, 2);
        }
        if (kind == SetKind::Grid && round % 3 == 0 && shape.extent == ConvexExtent::Solid) {
            ASSERT_EQ(shape.faceCount, supportingPlanesOf(points));
            ++planesCounted;
        }
        ++extents[static_cast<std::size_t>(shape.extent)];
        manyFaces += shape.faceCount > 100;
    }
    EXPECT_GE(extents[static_cast<std::size_t>(ConvexExtent::Segment)], rounds / 20);
    EXPECT_GE(extents[static_cast<std::size_t>(ConvexExtent::Polygon)], rounds / 20);
    EXPECT_GE(extents[static_cast<std::size_t>(ConvexExtent::Solid)], rounds / 2);
    EXPECT_GE(planesCounted, rounds / 40);
    EXPECT_GE(manyFaces, rounds / 100);
}

// The same set, its points in another order, and scaled by a power of two.
TEST(Prepare, OrderAndScaleOfThePointsChangeNothing) {
    const std::uint64_t seed = 34002;
    Random random(seed);
    for (int round = 0; round < 1000; ++round) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", set " << round);
        std::vector<Vec3> points = randomSet(static_cast<SetKind>(round % 9), random);
        const Counts counts = countsOf(points);
        const ConvexShape shape = prepared(points);
        std::vector<Vec3> scaled = points;
        for (Vec3& p : scaled) p = p * 0x1p-40;
        const ConvexShape small = prepared(scaled);
        ASSERT_EQ(countsOf(scaled), counts);
        for (unsigned f = 0; f < shape.faceCount; ++f) {
            ASSERT_EQ(small.faces[f].normal, shape.faces[f].normal);
            ASSERT_EQ(small.faces[f].dist * 0x1p40, shape.faces[f].dist);
        }
        for (std::size_t i = points.size(); i > 1; --i) std::swap(points[i - 1], points[random.index(i)]);
        ASSERT_EQ(countsOf(points), counts);
    }
}

}  // namespace
}  // namespace hullbake::test
