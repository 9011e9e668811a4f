// Proves growth on 10,000 random brushes and boxes: the compiler's planes against the convex hull of all vertex sums,
// found by brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "compiler/brushes/bevels.hpp"
#include "compiler/brushes/scene.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/growth/growth_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240611;
constexpr std::size_t kBrushes = 10000;
constexpr double kRelative = 1e-7;     // relative to the sum's size, for brushes off the grid
constexpr double kOnGridError = 1e-8;  // units, for brushes on the grid: their vertices are exact
// Radians. Off-grid faces whose normals differ by less blur their common edge. A corner of such faces that rounding
// split may be rejoined up to 1e-4 units away, plus some slack.
constexpr double kNearlyOne = 0.02;
constexpr double kTornCornerError = 2e-4;

struct Counts {
    std::size_t brushes = 0, onGrid = 0, offGrid = 0, withEdgeBevels = 0, withoutEdgeBevels = 0, axialOnly = 0;
    std::size_t solidBoxes = 0, flatBoxes = 0, pointBoxes = 0, edgeBevels = 0, needless = 0, facets = 0,
                facetsProven = 0, corners = 0, nearlyOne = 0;
    std::map<std::string, std::size_t> kinds;
};

class Growth {
  public:
    Growth(const RandomBrush& made, const Box& box, Counts& counts) : made_(made), box_(box), counts_(counts) {}

    void check() {
        solid_ = makeSolid(made_.brush);
        if (!solid_.valid) return;
        vertices_ = bruteVertices(made_.brush);
        addBevels(solid_);
        planes_ = grownPlanes(solid_, box_);
        for (const Vec3& corner : reflectedCorners(box_))
            for (const Vec3& v : vertices_) sums_.push_back(v + corner);
        size_ = 1;
        for (const Vec3& p : sums_) size_ = std::max({size_, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
        nearlyOne_ = hasNearlyOneFaces();
        error_ = made_.onGrid ? kOnGridError : kRelative * size_;
        if (!made_.onGrid && nearlyOne_) error_ = kTornCornerError;
        count();
        planesTouchTheSum();
        normalsDiffer();
        noBevelIsNeedless();
        noFacetIsMissing();
        noCornerSticksOut();
    }

  private:
    bool hasNearlyOneFaces() const {
        for (const SolidSide& a : solid_.sides)
            for (const SolidSide& b : solid_.sides)
                if (&a != &b && !a.bevel && !b.bevel && length(a.plane.normal - b.plane.normal) < kNearlyOne)
                    return true;
        return false;
    }

    void count() {
        std::size_t edgeBevels = 0;
        bool axial = true;
        for (const SolidSide& side : solid_.sides) {
            const bool isAxial = planeAxis(side.plane) != 3;
            edgeBevels += side.bevel && !isAxial;
            axial = axial && isAxial;
        }
        ++counts_.brushes;
        counts_.nearlyOne += nearlyOne_;
        ++counts_.kinds[made_.kind];
        ++(made_.onGrid ? counts_.onGrid : counts_.offGrid);
        ++(edgeBevels > 0 ? counts_.withEdgeBevels : counts_.withoutEdgeBevels);
        counts_.axialOnly += axial;
        counts_.edgeBevels += edgeBevels;
        const Vec3 size = box_.maxs - box_.mins;
        solidBox_ = size.x > 0 && size.y > 0 && size.z > 0;
        counts_.solidBoxes += solidBox_;
        counts_.pointBoxes += size == Vec3{};
        counts_.flatBoxes += !solidBox_ && !(size == Vec3{});
    }

    // Checks (a) and (b): no point of the sum lies in front of a plane, and at least one lies on it.
    void planesTouchTheSum() {
        for (const Plane& plane : planes_) EXPECT_NEAR(supportOf(sums_, plane.normal), plane.dist, error_);
    }

    // Checks (d).
    void normalsDiffer() {
        for (std::size_t i = 0; i < planes_.size(); ++i)
            for (std::size_t k = i + 1; k < planes_.size(); ++k)
                EXPECT_FALSE(sameDirection(solid_.sides[i].equation, solid_.sides[k].equation))
                    << "sides " << i << " and " << k;
    }

    // Checks (e): a bevel touches an edge of the brush, not only a vertex. For a box with volume it is a facet of the
    // sum.
    void noBevelIsNeedless() {
        for (const SolidSide& side : solid_.sides) {
            if (!side.bevel || planeAxis(side.plane) != 3) continue;
            const double furthest = supportOf(vertices_, side.plane.normal);
            double reach = 0;
            int across = 3;
            for (int a = 0; a < 3; ++a)
                if (side.plane.normal[a] == 0) across = a;
            ASSERT_LT(across, 3) << "a bevel runs along an axis";
            // Measure the extent of the touched vertices across that axis, because along it the box alone would
            // suffice.
            for (const Vec3& v : vertices_)
                for (const Vec3& w : vertices_) {
                    if (dot(side.plane.normal, v) < furthest - error_ || dot(side.plane.normal, w) < furthest - error_)
                        continue;
                    Vec3 between = v - w;
                    between[across] = 0;
                    reach = std::max(reach, length(between));
                }
            const bool needless = reach < 1e-7;
            counts_.needless += needless;
            EXPECT_FALSE(needless && made_.onGrid)
                << "bevel " << side.plane.normal.x << ' ' << side.plane.normal.y << ' ' << side.plane.normal.z;
        }
    }

    // Checks (c) by normals: the grown brush ends at each facet of the sum. Nearly always one plane is that facet.
    void noFacetIsMissing() {
        for (const Facet& facet : bruteFacets(vertices_, box_)) {
            ++counts_.facets;
            const auto same = [&](const Plane& plane) { return length(plane.normal - facet.normal) <= 1e-9; };
            if (std::any_of(planes_.begin(), planes_.end(), same)) continue;
            ++counts_.facetsProven;
            EXPECT_LE(provenSupport(facet.normal), facet.dist + error_)
                << "facet " << facet.normal.x << ' ' << facet.normal.y << ' ' << facet.normal.z;
        }
    }

    // Bounds `direction` over all points that satisfy all planes. If it is a sum of three normals with non-negative
    // weights, the same sum of their distances is a bound. Returns the least bound.
    double provenSupport(const Vec3& direction) const {
        double least = 1e30;
        for (std::size_t i = 0; i < planes_.size(); ++i)
            for (std::size_t j = i + 1; j < planes_.size(); ++j)
                for (std::size_t k = j + 1; k < planes_.size(); ++k) {
                    const Vec3 &a = planes_[i].normal, &b = planes_[j].normal, &c = planes_[k].normal;
                    const double det = dot(a, cross(b, c));
                    if (std::fabs(det) < 1e-10) continue;
                    const double u = dot(direction, cross(b, c)) / det, v = dot(direction, cross(c, a)) / det,
                                 w = dot(direction, cross(a, b)) / det;
                    if (u < -1e-9 || v < -1e-9 || w < -1e-9) continue;
                    least = std::min(least, u * planes_[i].dist + v * planes_[j].dist + w * planes_[k].dist);
                }
        return least;
    }

    // Checks (c) by corners: wherever three grown planes meet and no other cuts the corner off, there is a vertex sum.
    // With (a) this makes the grown brush equal the sum, whatever its facets.
    void noCornerSticksOut() {
        for (std::size_t i = 0; i < planes_.size(); ++i)
            for (std::size_t j = i + 1; j < planes_.size(); ++j) {
                const Vec3 along = cross(planes_[i].normal, planes_[j].normal);
                for (std::size_t k = j + 1; k < planes_.size(); ++k) {
                    const double det = dot(along, planes_[k].normal);
                    if (std::fabs(det) >= 1e-4) checkCorner(i, j, k, det);
                }
            }
    }

    void checkCorner(std::size_t i, std::size_t j, std::size_t k, double det) {
        const Plane &a = planes_[i], &b = planes_[j], &c = planes_[k];
        const Vec3 p = (cross(b.normal, c.normal) * a.dist + cross(c.normal, a.normal) * b.dist +
                        cross(a.normal, b.normal) * c.dist) *
                       (1 / det);
        for (const Plane& plane : planes_)
            if (distanceTo(plane, p) > 1e-9) return;
        double nearest = 1e30;
        for (const Vec3& sum : sums_) nearest = std::min(nearest, length(sum - p));
        EXPECT_LE(nearest, error_ * 10 / std::fabs(det))
            << "corner " << p.x << ' ' << p.y << ' ' << p.z << " of " << i << ", " << j << ", " << k;
        ++counts_.corners;
    }

    const RandomBrush& made_;
    const Box& box_;
    Counts& counts_;
    Solid solid_;
    std::vector<Vec3> vertices_, sums_;
    std::vector<Plane> planes_;
    double size_ = 1, error_ = 0;
    bool solidBox_ = false, nearlyOne_ = false;
};

TEST(GrowthTest, EqualsTheHullOfAllVertexSums) {
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    Counts counts;
    for (std::size_t tries = 0; counts.brushes < kBrushes && tries < 2 * kBrushes && !testing::Test::HasFailure();
         ++tries) {
        const RandomBrush made = randomBrush(rng);
        const Box box = randomHullBox(rng);
        SCOPED_TRACE(made.kind + ", try " + std::to_string(tries));
        Growth(made, box, counts).check();
    }
    for (const auto& [kind, count] : counts.kinds) std::cout << kind << ": " << count << "\n";
    std::cout << counts.withEdgeBevels << " with edge bevels (" << counts.edgeBevels << "), "
              << counts.withoutEdgeBevels << " without, " << counts.needless << " bevels needless, " << counts.nearlyOne
              << " with nearly one face twice, " << counts.axialOnly << " axial only, " << counts.offGrid
              << " off-grid, " << counts.solidBoxes << " with solid, " << counts.flatBoxes << " with flat, "
              << counts.pointBoxes << " with point boxes, " << counts.facets << " facets (" << counts.facetsProven
              << " without a plane of their own), " << counts.corners << " corners\n";
    EXPECT_EQ(counts.brushes, kBrushes);
    EXPECT_GE(counts.withEdgeBevels, 5000u);
    EXPECT_GE(counts.withoutEdgeBevels, 1000u);
    EXPECT_GE(counts.axialOnly, 500u);
    EXPECT_GE(counts.onGrid, 5000u);
    EXPECT_GE(counts.offGrid, 2500u);
    EXPECT_GE(counts.solidBoxes, 5000u);
    EXPECT_GE(counts.flatBoxes, 1000u);
    EXPECT_GE(counts.pointBoxes, 500u);
    EXPECT_GE(counts.edgeBevels, 20000u);
    EXPECT_GE(counts.facets, 100000u);
    EXPECT_LE(counts.facetsProven, counts.facets / 50);
    EXPECT_GE(counts.corners, 100000u);
    EXPECT_GE(counts.nearlyOne, 500u);
    EXPECT_LE(counts.nearlyOne, 3000u);
    // Only off the grid, where rounding splits a corner into corners with the shortest of edges between them.
    EXPECT_LE(counts.needless, counts.edgeBevels / 20);
    EXPECT_EQ(counts.kinds.size(), 21u);
}

double leastAngle(const std::vector<Facet>& facets) {
    double least = 2;
    for (std::size_t i = 0; i < facets.size(); ++i)
        for (std::size_t k = i + 1; k < facets.size(); ++k)
            least = std::min(least, length(facets[i].normal - facets[k].normal));
    return least;
}

// The compiler's windings of those planes are the facets of the sum, and they close.
TEST(GrowthTest, GrownWindingsAreTheFacets) {
    constexpr std::size_t kWanted = 1000;
    std::cout << "seed " << kSeed + 1 << "\n";
    Rng rng(kSeed + 1);
    std::size_t checked = 0, bevelFaces = 0;
    while (checked < kWanted && !testing::Test::HasFailure()) {
        const RandomBrush made = randomBrush(rng);
        Box box = randomHullBox(rng);
        const Vec3 size = box.maxs - box.mins;
        if (!made.onGrid || !(size.x > 0 && size.y > 0 && size.z > 0) || !makeSolid(made.brush).valid) continue;
        SCOPED_TRACE(made.kind + ", " + std::to_string(checked));
        const MapFile map = worldMap({made.brush});
        const std::vector<HullSpec> hulls = {{"hull", box}};
        CompileReport report;
        const BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
        const GrownHull grown = growHull(scene, hulls[0], 0);
        ASSERT_EQ(grown.brushes.size(), 1u);
        const std::vector<Facet> facets = bruteFacets(bruteVertices(made.brush), box);
        // The edges of nearly coincident planes agree within a millionth across them, which is a long way along them.
        if (leastAngle(facets) < 1e-3) continue;
        EXPECT_EQ(grown.brushes[0].faces.size(), facets.size());
        Vec3 closed;
        for (const Winding& face : grown.brushes[0].faces) {
            const Plane& plane = grown.planes[face.plane];
            EXPECT_TRUE(isConvex(face, plane.normal));
            closed = closed + plane.normal * areaOf(face);
            const auto same = [&](const Facet& f) {
                return length(f.normal - plane.normal) < 1e-9 && std::fabs(f.dist - plane.dist) < 1e-9;
            };
            EXPECT_TRUE(std::any_of(facets.begin(), facets.end(), same));
        }
        EXPECT_LE(length(closed), 0.05) << "the faces do not close";
        bevelFaces += grown.bevels;
        ++checked;
    }
    EXPECT_EQ(checked, kWanted);
    EXPECT_GE(bevelFaces, 5000u);
}

struct TurnedCounts {
    std::size_t brushes = 0, nearlyOne = 0;
};

// Bounds the width of the widest hole or overlap in a brush's faces: areas times normals sum to zero around a solid.
double gapOf(const PlaneTable& planes, const GrownBrush& brush) {
    Vec3 sum;
    double longest = 1;
    for (const Winding& face : brush.faces) {
        sum = sum + planes[face.plane].normal * areaOf(face);
        longest = std::max(longest, length(boundsOf(face).maxs - boundsOf(face).mins));
    }
    return length(sum) / longest;
}

void expectClosed(const BrushScene& scene, const HullSpec& hull, std::uint32_t index, TurnedCounts& counts) {
    const GrownHull grown = growHull(scene, hull, index);
    for (const GrownBrush& brush : grown.brushes) {
        EXPECT_LE(gapOf(grown.planes, brush), 5e-6) << "brush " << brush.scene << " in hull " << hull.name;
        std::vector<Facet> facets;
        for (const PlaneId id : brush.planes) facets.push_back({grown.planes[id].normal, grown.planes[id].dist});
        ++counts.brushes;
        counts.nearlyOne += leastAngle(facets) < 1e-6;
    }
}

// Boxes and wedges are turned about one axis and rounded as editors do. Their edges are parallel to an axis up to about
// 1e-8, so that bevels nearly coincide with faces and each other.
TEST(GrowthTest, FacesOfTurnedBrushesClose) {
    constexpr std::uint64_t kTurnSeed = 20261123;
    std::cout << "seed " << kTurnSeed << "\n";
    Rng rng(kTurnSeed);
    TurnedCounts counts;
    for (int turn = 0; turn < 60 && !testing::Test::HasFailure(); ++turn) {
        const double angle = rng.chance(0.5) ? 30 : 15 * rng.whole(1, 5),
                     radians = angle * 3.14159265358979323846 / 180;
        const int axis = turn % 3;
        const Rotation rotation(axis == 0 ? radians : 0, axis == 1 ? radians : 0, axis == 2 ? radians : 0);
        SCOPED_TRACE(std::to_string(angle) + " degrees about axis " + std::to_string(axis));
        std::vector<MapBrush> brushes;
        for (int i = 0; i < 100; ++i) {
            const Vec3 at = rng.gridPointIn({{-64, -64, -64}, {63, 63, 63}}) * 16;
            const double width = 16 * rng.whole(1, 16), depth = 16 * rng.whole(1, 16), height = 8 * rng.whole(1, 16);
            std::vector<Vec3> corners;
            const int spared = rng.chance(0.3) ? -1 : rng.whole(0, 3), along = rng.whole(0, 2);
            for (int c = 0; c < 8; ++c) {
                if (c % 4 == spared) continue;  // a wedge: a box without one edge
                Vec3 p;
                p[along] = c < 4 ? 0 : height;
                p[(along + 1) % 3] = (c & 1) != 0 ? width : 0;
                p[(along + 2) % 3] = (c & 2) != 0 ? depth : 0;
                corners.push_back(at + p);
            }
            const int decimals = rng.chance(0.9) ? 6 : 3;
            brushes.push_back(moved(hullBrush(corners), [&](const Vec3& p) { return rounded(rotation(p), decimals); }));
        }
        const MapFile map = worldMap(brushes);
        CompileReport report;
        const std::vector<HullSpec> hulls = gameHulls("quake");
        const BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
        for (std::uint32_t h = 0; h < hulls.size(); ++h) expectClosed(scene, hulls[h], h, counts);
    }
    std::cout << counts.nearlyOne << " of " << counts.brushes << " with nearly one face twice\n";
    EXPECT_GE(counts.brushes, 16000u);
    EXPECT_GE(counts.nearlyOne, 300u);
}

}  // namespace
}  // namespace hullbake::test
