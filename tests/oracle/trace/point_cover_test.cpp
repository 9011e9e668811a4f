// Proves the decision whether brushes cover the neighbourhood of a point, by subtraction and with many brushes.
#include "oracle/trace/point_cover.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>
#include <optional>

#include "oracle/base/random.hpp"

namespace hullbake::oracle {
namespace {

constexpr double kPi = std::numbers::pi;

std::vector<const GrownBrush*> pointersTo(const std::vector<GrownBrush>& brushes) {
    std::vector<const GrownBrush*> pointers;
    for (const GrownBrush& brush : brushes) pointers.push_back(&brush);
    return pointers;
}

bool covers(const Vec3& p, const std::vector<GrownBrush>& brushes, const Tolerance& tolerance = {}) {
    return coversNeighbourhood(p, tolerance, pointersTo(brushes), {});
}

GrownPlane planeThrough(const Vec3& p, const Vec3& normal, double behind = 0) {
    const Vec3 n = normalized(normal);
    return {n, dot(n, p) + behind, PlaneKind::Face};
}

/// Returns the greatest radius, at most `most`, of a ball in all half-spaces. Narrows it down by all quadruples of
/// planes: four planes bound the largest ball.
double largestBall(const std::vector<GrownPlane>& planes) {
    double best = -1;
    const std::size_t n = planes.size();
    const auto room = [&](const Vec3& q) {
        double least = 1e300;
        for (const GrownPlane& plane : planes) least = std::min(least, plane.dist - dot(plane.normal, q));
        return least;
    };
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k)
                for (std::size_t l = k + 1; l < n; ++l) {
                    // The point equally far from all four solves three differences of their equations.
                    const GrownPlane& d = planes[l];
                    const Vec3 a = planes[i].normal - d.normal, b = planes[j].normal - d.normal,
                               c = planes[k].normal - d.normal;
                    const double volume = dot(a, cross(b, c));
                    if (std::abs(volume) < 1e-12) continue;
                    const Vec3 q = (cross(b, c) * (planes[i].dist - d.dist) + cross(c, a) * (planes[j].dist - d.dist) +
                                    cross(a, b) * (planes[k].dist - d.dist)) *
                                   (1 / volume);
                    best = std::max(best, room(q));
                }
    return best;
}

/// Returns the radius of the largest ball in some convex rest after subtracting the brushes one by one. Exponential in
/// their number.
double largestLeft(const std::vector<GrownPlane>& body, std::span<const GrownBrush> brushes) {
    if (largestBall(body) < 1e-12) return 0;
    if (brushes.empty()) return largestBall(body);
    double largest = 0;
    std::vector<GrownPlane> inside = body;
    for (const GrownPlane& side : brushes.front().planes) {
        std::vector<GrownPlane> outside = inside;
        outside.push_back({-side.normal, -side.dist, PlaneKind::Face});
        largest = std::max(largest, largestLeft(outside, brushes.subspan(1)));
        inside.push_back(side);
    }
    return largest;
}

std::vector<GrownPlane> cubeAround(const Vec3& p, double half) {
    std::vector<GrownPlane> planes;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            Vec3 normal;
            normal[axis] = sign;
            planes.push_back(planeThrough(p, normal, half));
        }
    return planes;
}

/// Divides space into convex brushes by planes through `p` or near it.
std::vector<GrownBrush> tiles(SplitMix& random, const Vec3& p, std::size_t cuts) {
    std::vector<GrownBrush> brushes(1);
    for (std::size_t i = 0; i < cuts; ++i) {
        const GrownPlane plane =
            planeThrough(p, random.direction(), random.chance(0.6) ? 0 : random.range(-1, 1) * kSurfaceTolerance);
        // A later cut divides one of the brushes, so that brushes meet in faces, edges and corners of others.
        const std::size_t which = random.index(brushes.size());
        GrownBrush other = brushes[which];
        brushes[which].planes.push_back(plane);
        other.planes.push_back({-plane.normal, -plane.dist, PlaneKind::Face});
        brushes.push_back(std::move(other));
    }
    return brushes;
}

TEST(PointCover, AgreesWithSubtraction) {
    constexpr std::uint64_t kSeed = 20;
    std::cout << "seed " << kSeed << '\n';
    SplitMix random(kSeed);
    const Vec3 p{1, 2, 3};
    std::size_t covered = 0, free = 0, narrow = 0;
    for (int i = 0; i < 600; ++i) {
        std::vector<GrownBrush> brushes = tiles(random, p, 1 + random.index(4));
        const double change = random.unit();
        if (change < 0.3) {
            brushes.erase(brushes.begin() + static_cast<std::ptrdiff_t>(random.index(brushes.size())));
        } else if (change < 0.6) {
            std::vector<GrownPlane>& planes = brushes[random.index(brushes.size())].planes;
            planes[random.index(planes.size())].dist -= std::pow(10, random.range(-5, 0)) * kSurfaceTolerance;
        }
        // In units of the tolerance, so that rounding is the same for all.
        std::vector<GrownBrush> scaled = brushes;
        for (GrownBrush& brush : scaled)
            for (GrownPlane& plane : brush.planes)
                plane = {plane.normal, (plane.dist - dot(plane.normal, p)) / kSurfaceTolerance, PlaneKind::Face};
        const double ball = largestLeft(cubeAround({}, 1), scaled);
        const double sliver = Tolerance{}.sliver;
        const bool expectFree = ball > sliver, expectCovered = ball < sliver / 10;
        narrow += !expectFree && !expectCovered;
        const bool isCovered = covers(p, brushes);
        EXPECT_FALSE((expectFree && isCovered) || (expectCovered && !isCovered)) << "set " << i << ", ball " << ball;
        free += expectFree, covered += expectCovered;
    }
    EXPECT_GE(free, 150u);
    EXPECT_GE(covered, 200u);
    EXPECT_LE(narrow, 100u);
}

/// Returns wedges around an upright axis through `p`, like the pieces of a pie.
std::vector<GrownBrush> pie(const Vec3& p, int count) {
    std::vector<GrownBrush> wedges;
    for (int i = 0; i < count; ++i) {
        const double a = 2 * kPi * i / count, b = 2 * kPi * (i + 1) / count;
        GrownBrush wedge;
        wedge.planes = {planeThrough(p, {std::sin(a), -std::cos(a), 0}),
                        planeThrough(p, {-std::sin(b), std::cos(b), 0})};
        wedges.push_back(std::move(wedge));
    }
    return wedges;
}

TEST(PointCover, ManyWedgesAroundAnAxis) {
    const Vec3 p{1000.125, -700, 33};
    for (const int count : {12, 48, 240}) {
        std::vector<GrownBrush> wedges = pie(p, count);
        EXPECT_TRUE(covers(p, wedges)) << count;
        EXPECT_TRUE(covers(p + Vec3{3e-6, 4e-6, 0}, wedges)) << count;
        std::vector<GrownBrush> lower = wedges;
        lower[static_cast<std::size_t>(count) / 3].planes.push_back(
            planeThrough(p, {0, 0, 1}, 0.9 * kSurfaceTolerance));
        EXPECT_FALSE(covers(p, lower)) << count << ": one wedge ends within the cube";
        wedges.erase(wedges.begin() + count / 3);
        EXPECT_FALSE(covers(p, wedges)) << count << ": one wedge is missing";
    }
}

/// Returns cones with triangles as base which fill the space around `p`.
std::vector<GrownBrush> cones(const Vec3& p, int rows) {
    std::vector<GrownBrush> all;
    const auto at = [&](int row, int column) {
        const double up = kPi * row / rows, around = kPi * column / rows;
        return Vec3{std::sin(up) * std::cos(around), std::sin(up) * std::sin(around), std::cos(up)};
    };
    const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        if (std::abs(dot(a, cross(b, c))) < 1e-9) return;
        GrownBrush cone;
        for (const auto& [from, to, third] : {std::array{a, b, c}, std::array{b, c, a}, std::array{c, a, b}}) {
            const Vec3 normal = cross(from, to);
            cone.planes.push_back(planeThrough(p, dot(normal, third) > 0 ? -normal : normal));
        }
        all.push_back(std::move(cone));
    };
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < 2 * rows; ++column) {
            add(at(row, column), at(row + 1, column), at(row + 1, column + 1));
            add(at(row, column), at(row + 1, column + 1), at(row, column + 1));
        }
    return all;
}

TEST(PointCover, ManyConesAroundAPoint) {
    const Vec3 p{-40, 512.5, 8};
    for (const int rows : {3, 6, 12}) {
        std::vector<GrownBrush> all = cones(p, rows);
        EXPECT_TRUE(covers(p, all)) << all.size();
        std::vector<GrownBrush> lower = all;
        lower[all.size() / 2].planes.push_back(planeThrough(p, lower[all.size() / 2].planes[0].normal, -2e-8));
        EXPECT_FALSE(covers(p, lower)) << all.size() << ": a crack of 2e-8 units";
        lower = all;
        lower[all.size() / 2].planes.push_back(planeThrough(p, lower[all.size() / 2].planes[0].normal, -2e-10));
        EXPECT_TRUE(covers(p, lower)) << all.size() << ": a crack of 2e-10 units is rounding";
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2));
        EXPECT_FALSE(covers(p, all)) << all.size();
    }
}

TEST(PointCover, ExcludedBrushesOpenTheCube) {
    const Vec3 p{};
    const std::vector<GrownBrush> both = pie(p, 3);
    std::vector<GrownBrush> beside(1), apart(1);
    beside[0].planes = {planeThrough(p, {1, 0, 0}, -0.999 * kSurfaceTolerance)};
    apart[0].planes = {planeThrough(p, {1, 0, 0}, -1.001 * kSurfaceTolerance)};
    EXPECT_FALSE(coversNeighbourhood(p, {}, pointersTo(both), pointersTo(beside)));
    EXPECT_TRUE(coversNeighbourhood(p, {}, pointersTo(both), pointersTo(apart)));
}

/// A larger cube that is covered, or a point that no brush contains, must tell what the test of each place tells.
TEST(PointCover, KnownPlacesAgreeWithTests) {
    constexpr std::uint64_t kSeed = 20261129;
    std::cout << "seed " << kSeed << "\n";
    SplitMix random(kSeed);
    const Tolerance tolerance;
    const Vec3 hub{100.3, -7, 12};
    const auto beside = [&](const Vec3& p, double reach) {
        return p + Vec3{random.range(-reach, reach), random.range(-reach, reach), random.range(-reach, reach)};
    };
    int covered = 0, missing = 0;
    for (int i = 0; i < 60; ++i) {
        std::vector<GrownBrush> brushes = cones(hub, 3);
        if (i % 2 == 1) brushes.resize(brushes.size() * 2 / 3);
        const auto pointers = pointersTo(brushes);
        const Vec3 middle = beside(hub, 3 * tolerance.depth);
        KnownCover known;
        if (covers(middle, brushes, twiceAsDeep(tolerance))) known.covered = middle;
        coversNeighbourhood(middle, tolerance, pointers, {}, &known.missing);
        for (int k = 0; k < 20; ++k) {
            const Vec3 p = beside(middle, 1.5 * tolerance.depth);
            const std::optional<bool> told = known.at(p, tolerance);
            if (!told) continue;
            ++(*told ? covered : missing);
            EXPECT_EQ(*told, covers(p, brushes, tolerance)) << i;
        }
    }
    EXPECT_GT(covered, 100);
    EXPECT_GT(missing, 30);
}

}  // namespace
}  // namespace hullbake::oracle
