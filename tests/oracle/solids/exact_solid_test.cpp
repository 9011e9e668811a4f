// Proves the integer solver right where planes all but coincide, and brushes grown from it to the last digits.
#include "oracle/solids/exact_solid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/base/random.hpp"
#include "oracle/solids/sample_brushes.hpp"

namespace hullbake::oracle {
namespace {

std::vector<WrittenFace> written(const std::vector<FacePoints>& faces) {
    std::vector<WrittenFace> all;
    for (const FacePoints& points : faces) all.push_back({points, false, {}, {}, 0});
    return all;
}

bool hasCorner(const ExactSolid& solid, const Vec3& p, double within = 0) {
    return std::any_of(solid.corners.begin(), solid.corners.end(),
                       [&](const Real3& corner) { return length(rounded(corner) - p) <= within; });
}

/// Returns the faces of a tetrahedron.
std::vector<FacePoints> tetrahedron(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    std::vector<FacePoints> faces;
    const std::array<std::array<Vec3, 4>, 4> sides = {{{a, b, c, d}, {a, b, d, c}, {a, c, d, b}, {b, c, d, a}}};
    for (const auto& [p, q, r, opposite] : sides) {
        const bool outward = dot(cross(p - q, r - q), opposite - q) < 0;
        faces.push_back(outward ? FacePoints{p, q, r} : FacePoints{r, q, p});
    }
    return faces;
}

TEST(ExactSolid, CornersOfDecimalsAreTheDecimals) {
    const Vec3 a{0.1, 0.2, 0.3}, b{64.7, -0.3, 1e-3}, c{3.3, 71.123456, -5.5}, d{12.125, 7.7, 90.009};
    const ExactSolid solid = solveFaces(written(tetrahedron(a, b, c, d)));
    ASSERT_TRUE(solid.planesAreValid && solid.bounded);
    EXPECT_EQ(solid.corners.size(), 4u);
    EXPECT_EQ(solid.edges.size(), 6u);
    for (const Vec3& p : {a, b, c, d}) EXPECT_TRUE(hasCorner(solid, p)) << p.x;
}

TEST(ExactSolid, FlatTetrahedraKeepTheirCorners) {
    constexpr std::uint64_t kSeed = 31;
    SplitMix random(kSeed);
    const auto decimal = [&](double reach) { return std::round(random.range(-reach, reach) * 1000) / 1000; };
    int solved = 0;
    for (int i = 0; i < 300; ++i) {
        // The fourth point is a few thousandths from the plane of the others, far out: no plane meets another well.
        const Vec3 a{decimal(4000), decimal(4000), decimal(4000)}, b{decimal(4000), decimal(4000), decimal(4000)},
            c{decimal(4000), decimal(4000), decimal(4000)};
        const Vec3 in = a + (b - a) * 0.3 + (c - a) * 0.4;
        const Vec3 d{std::round(in.x * 1000 + 2) / 1000, std::round(in.y * 1000) / 1000,
                     std::round(in.z * 1000) / 1000};
        const ExactSolid solid = solveFaces(written(tetrahedron(a, b, c, d)));
        if (!solid.bounded) continue;
        ++solved;
        EXPECT_EQ(solid.corners.size(), 4u) << "seed " << kSeed << ", " << i;
        for (const Vec3& p : {a, b, c, d}) EXPECT_TRUE(hasCorner(solid, p)) << "seed " << kSeed << ", " << i;
    }
    EXPECT_GE(solved, 250);
}

TEST(ExactSolid, EqualAndOppositePlanes) {
    std::vector<Plane> planes = {{{1, 0, 0}, 4}, {{-1, 0, 0}, 4}, {{0, 1, 0}, 4}, {{0, -1, 0}, 4}, {{0, 0, 1}, 4}};
    EXPECT_FALSE(solveExactly(planes).bounded) << "open below";
    planes.push_back({{0, 0, -1}, 4});
    planes.push_back({{1, 0, 0}, 4});
    planes.push_back({{0.5, 0.5, 0}, 4});  // touches an edge
    const ExactSolid cube = solveExactly(planes);
    EXPECT_TRUE(cube.bounded);
    EXPECT_EQ(cube.corners.size(), 8u);
    EXPECT_EQ(cube.edges.size(), 12u);
    EXPECT_EQ(cube.isFace, (std::vector<bool>{true, true, true, true, true, true, false, false}));
    planes.back().dist = 3;
    EXPECT_TRUE(solveExactly(planes).isFace.back());
    planes.back().dist = 6;
    EXPECT_FALSE(solveExactly(planes).isFace.back());
    planes.push_back({{-1, 0, 0}, -4});
    EXPECT_FALSE(solveExactly(planes).bounded) << "flat";
}

TEST(ExactSolid, AConeOfManySidesHasOneApex) {
    std::vector<FacePoints> faces = {FacePoints{Vec3{64, 0, 0}, Vec3{0, 0, 0}, Vec3{0, 64, 0}}};
    constexpr int kSides = 200;
    const auto at = [&](int i) {
        const double angle = 2 * 3.14159265358979 * i / kSides;
        return Vec3{std::round(6400 * std::cos(angle)) / 100, std::round(6400 * std::sin(angle)) / 100, 0};
    };
    const Vec3 apex{0.01, 0.02, 80};
    for (int i = 0; i < kSides; ++i) faces.push_back({apex, at(i + 1), at(i)});
    if (dot(cross(faces[0][0] - faces[0][1], faces[0][2] - faces[0][1]), Vec3{0, 0, -1}) < 0)
        std::swap(faces[0][0], faces[0][2]);
    const ExactSolid cone = solveFaces(written(faces));
    ASSERT_TRUE(cone.bounded);
    EXPECT_TRUE(hasCorner(cone, apex));
    EXPECT_EQ(std::count_if(cone.corners.begin(), cone.corners.end(), [](const Real3& p) { return p.z > 1; }), 1);
}

TEST(ExactSolid, PlanesAreSolvedAsWritten) {
    // 0.6 and 0.1 are no doubles: the exact corners lie where the decimals say.
    const Vec3 at{0.3, -0.7, 1000.1};
    std::vector<WrittenFace> faces;
    for (const Vec3& normal : {Vec3{0.6, 0.8, 0}, Vec3{-0.8, 0.6, 0}, Vec3{-0.6, -0.8, 0}, Vec3{0.8, -0.6, 0},
                               Vec3{0, 0, 0.1}, Vec3{0, 0, -0.1}})
        faces.push_back({{}, true, normal, at, normal.z == 0 ? -5.0 : -0.5});
    const ExactSolid solid = solveFaces(faces);
    ASSERT_TRUE(solid.bounded);
    ASSERT_EQ(solid.corners.size(), 8u);
    for (const Real3& p : solid.corners) {
        EXPECT_TRUE(rounded(p).z == 1005.1 || rounded(p).z == 995.1) << rounded(p).z;
        EXPECT_NEAR(std::hypot(static_cast<double>(p.x) - 0.3, static_cast<double>(p.y) + 0.7), 5 * std::sqrt(2),
                    1e-12);
    }
    const Vec3 front = faces.front().normal;
    for (const Vec3& normal : {Vec3{}, front * 1e-7, front * 1e7}) {
        faces.front().normal = normal;
        EXPECT_FALSE(solveFaces(faces).bounded) << "a side is missing";
    }
}

// The compiler drops such a face and says so. The other faces may enclose the brush without it.
TEST(ExactSolid, FacesWithoutAPlaneAreLeftOut) {
    MapBrush brush = boxBrush({0, 0, 0}, {8, 16, 24});
    MapFace line = brush.faces[2];
    line.points = {{{0, 0, 0}, {3, 0, 0}, {6, 0, 0}}};
    brush.faces.insert(brush.faces.begin() + 2, line);
    // It would cut a corner off.
    MapFace far = brush.faces[0];
    far.points = {{{0, 0, 20}, {0, 3e6, 20 - 3e6}, {1, 0, 20}}};
    brush.faces.push_back(far);
    std::vector<bool> grows(8, true);
    grows[3] = false;
    const auto bare = solveBrush(brush, grows);
    ASSERT_TRUE(bare);
    EXPECT_EQ(bare->vertices.size(), 8u);
    ASSERT_EQ(bare->planes.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(bare->planes[i].grows, i != 2) << i;
    brush.faces.erase(brush.faces.begin());
    EXPECT_FALSE(solveBrush(brush, {})) << "a side is missing";
}

TEST(ExactSolid, GrownPlanesOfNeedlesAreRight) {
    // Two sides at two millionths of a right angle meet far out. A box grows the needle by planes at its tip.
    MapBrush needle;
    const Vec3 tip{1000, 0.5, 0.25}, a{0, 0, 0}, b{0, 0.002, 0}, c{0, 0, 0.002};
    for (const FacePoints& points : tetrahedron(tip, a, b, c)) {
        MapFace face;
        face.points = points;
        face.texture = "stone";
        needle.faces.push_back(face);
    }
    const auto bare = solveBrush(needle);
    ASSERT_TRUE(bare);
    const Box box{{-16, -16, -24}, {16, 16, 32}};
    const GrownBrush grown = growBrush(*bare, box);
    EXPECT_EQ(grown.bounds.maxs.x, 1016);
    EXPECT_EQ(grown.bounds.maxs.z, 24.25);
    for (const GrownPlane& plane : grown.planes) {
        double furthest = -1e300;
        for (const Vec3& p : {tip, a, b, c})
            for (int i = 0; i < 8; ++i)
                furthest = std::max(furthest, dot(plane.normal, p - Vec3{(i & 1) != 0 ? box.maxs.x : box.mins.x,
                                                                         (i & 2) != 0 ? box.maxs.y : box.mins.y,
                                                                         (i & 4) != 0 ? box.maxs.z : box.mins.z}));
        EXPECT_NEAR(plane.dist, furthest, 1e-12 * 1000);
    }
}

}  // namespace
}  // namespace hullbake::oracle
