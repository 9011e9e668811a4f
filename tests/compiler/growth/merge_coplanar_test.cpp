// Proves that adjacent pieces of the boundary merge into one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iostream>

#include "compiler/compiler_support.hpp"
#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/growth/merge_coplanar.hpp"

namespace hullbake::test {
namespace {

// Returns a polygon on z = 0, clockwise from above, with corners in that order.
Winding flat(PlaneId plane, std::initializer_list<Corner> corners) {
    Winding winding;
    winding.plane = plane;
    for (const auto& [x, y] : corners) winding.vertices.push_back({{x, y, 0}, kNoPlane});
    return winding;
}

Winding rectangle(PlaneId plane, double x0, double y0, double x1, double y1) {
    return flat(plane, {{x0, y0}, {x0, y1}, {x1, y1}, {x1, y0}});
}

double areaOf(const std::vector<Winding>& windings) {
    double sum = 0;
    for (const Winding& winding : windings) sum += test::areaOf(winding);
    return sum;
}

std::vector<Winding> mergedFaces(const PlaneTable& planes, std::vector<Winding> pieces) {
    std::vector<Winding> merged;
    for (const Winding* piece : mergeFaces(planes, pieces)) merged.push_back(*piece);
    return merged;
}

struct Planes {
    PlaneTable table;
    PlaneId floor = table.add({{0, 0, 1}, 0});
    PlaneId slant = table.add({{0.6, 0, 0.8}, 0});
};

TEST(MergeFacesTest, TwoRectanglesBecomeOne) {
    Planes planes;
    const auto merged =
        mergedFaces(planes.table, {rectangle(planes.floor, 0, 0, 64, 64), rectangle(planes.floor, 64, 0, 128, 64)});
    ASSERT_EQ(merged.size(), 1u);
    EXPECT_EQ(merged[0].vertices.size(), 4u) << "corners on a straight line go";
    EXPECT_EQ(merged[0].plane, planes.floor);
    EXPECT_DOUBLE_EQ(areaOf(merged), 128 * 64);
    EXPECT_TRUE(isConvex(merged[0], {0, 0, 1}));
}

TEST(MergeFacesTest, GridBecomesOne) {
    Planes planes;
    std::vector<Winding> pieces;
    for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 4; ++y) pieces.push_back(rectangle(planes.floor, x, y, x + 1, y + 1));
    const auto merged = mergedFaces(planes.table, pieces);
    EXPECT_EQ(merged.size(), 1u);
    EXPECT_DOUBLE_EQ(areaOf(merged), 16);
}

TEST(MergeFacesTest, TJunctionIsClosedAfterItsOtherSide) {
    Planes planes;
    // The long edge of the third piece spans an edge of each other piece. It fits only after those two have merged.
    const auto merged =
        mergedFaces(planes.table, {rectangle(planes.floor, 0, 0, 64, 32), rectangle(planes.floor, 0, 32, 64, 64),
                                   rectangle(planes.floor, 64, 0, 128, 64)});
    ASSERT_EQ(merged.size(), 1u);
    EXPECT_DOUBLE_EQ(areaOf(merged), 128 * 64);
}

TEST(MergeFacesTest, TJunctionThatNeverFitsStays) {
    Planes planes;
    const std::vector<Winding> pieces = {rectangle(planes.floor, 0, 0, 64, 40), rectangle(planes.floor, 64, 0, 128, 64),
                                         rectangle(planes.floor, 0, 40, 64, 100)};
    const auto merged = mergedFaces(planes.table, pieces);
    EXPECT_EQ(merged.size(), 2u);
    EXPECT_DOUBLE_EQ(areaOf(merged), areaOf(pieces));
}

TEST(MergeFacesTest, NeverNonConvex) {
    Planes planes;
    // If joined, the corner at (64 64) would turn inwards.
    const std::vector<Winding> ell = {rectangle(planes.floor, 0, 0, 64, 64),
                                      flat(planes.floor, {{64, 0}, {64, 64}, {96, 96}, {128, 0}})};
    for (const Winding& winding : mergedFaces(planes.table, ell)) EXPECT_TRUE(isConvex(winding, {0, 0, 1}));
    EXPECT_EQ(mergedFaces(planes.table, ell).size(), 2u);
}

TEST(MergeFacesTest, OtherPlanesAndFacingsStayApart) {
    Planes planes;
    Winding down = rectangle(planes.floor ^ 1, 64, 0, 128, 64);
    std::reverse(down.vertices.begin(), down.vertices.end());
    const std::vector<Winding> pieces = {rectangle(planes.floor, 0, 0, 64, 64), down,
                                         rectangle(planes.slant, 64, 0, 128, 64)};
    EXPECT_EQ(mergedFaces(planes.table, pieces).size(), 3u);
}

TEST(MergeFacesTest, ResultIsOrderedByPlane) {
    Planes planes;
    const auto merged =
        mergedFaces(planes.table, {rectangle(planes.slant, 0, 0, 9, 9), rectangle(planes.floor, 0, 0, 9, 9),
                                   rectangle(planes.slant, 20, 0, 29, 9)});
    ASSERT_EQ(merged.size(), 3u);
    EXPECT_LE(merged[0].plane, merged[1].plane);
    EXPECT_LE(merged[1].plane, merged[2].plane);
    EXPECT_TRUE(mergedFaces(planes.table, {}).empty());
}

// A polygon is shattered by random cuts. The merged pieces must cover the same points, each once.
TEST(MergeFacesTest, ShatteredPolygonsCoverTheSame) {
    constexpr std::uint64_t kSeed = 20240617;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t before = 0, after = 0, points = 0, holes = 0;
    for (int i = 0; i < 300; ++i) {
        PlaneTable table;
        const Plane own{i % 2 == 0 ? Vec3{0, 0, 1} : rng.direction(), rng.between(-50, 50)};
        const PlaneId id = table.add(own);
        std::vector<Winding> pieces{baseWinding({own, id}, {}, 128)};
        for (int cut = 0; cut < 12; ++cut) {
            // Each cut goes through one random piece only, which makes T-junctions.
            const auto at = static_cast<std::size_t>(rng.whole(0, static_cast<int>(pieces.size()) - 1));
            const Vec3 normal = rng.direction();
            const Plane by{normal, dot(normal, centreOf(pieces[at]))};
            Winding front, back;
            if (splitWinding(pieces[at], by, table.add(by), &front, &back) != PlaneSide::Both || front.empty() ||
                back.empty())
                continue;
            pieces[at] = front;
            pieces.push_back(back);
        }
        // A missing piece must stay missing.
        if (i % 3 != 0) pieces.erase(pieces.begin() + rng.whole(0, static_cast<int>(pieces.size()) - 1));
        const double whole = areaOf(pieces);
        const std::vector<Winding> merged = mergedFaces(table, pieces);
        before += pieces.size();
        after += merged.size();
        EXPECT_NEAR(areaOf(merged), whole, 1e-6 * whole);
        const Vec3 normal = table[id].normal;
        for (const Winding& winding : merged) EXPECT_TRUE(isConvex(winding, normal));
        for (int k = 0; k < 50; ++k) {
            Vec3 p = rng.pointIn({{-80, -80, -80}, {80, 80, 80}});
            p = p - own.normal * distanceTo(own, p);
            const auto covering = [&](const std::vector<Winding>& windings, double margin) {
                return std::count_if(windings.begin(), windings.end(),
                                     [&](const Winding& w) { return covers(w, normal, p, margin); });
            };
            const auto wanted = covering(pieces, 0);
            if (covering(pieces, 1e-3) != covering(pieces, -1e-3)) continue;  // on an edge
            ++points;
            holes += wanted == 0;
            EXPECT_EQ(covering(merged, 0), wanted);
        }
    }
    std::cout << before << " pieces became " << after << "\n";
    EXPECT_GE(points, 10000u);
    EXPECT_GE(holes, 500u);
    EXPECT_GE(before, 3000u);
    EXPECT_LE(after, before / 2);
}

}  // namespace
}  // namespace hullbake::test
