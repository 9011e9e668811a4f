// Proves the conversion of brushes to solids, against vertices known exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>
#include <set>

#include "compiler/compiler_support.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::test {
namespace {

std::vector<Vec3> sorted(std::vector<Vec3> points) {
    std::sort(points.begin(), points.end(), [](const Vec3& a, const Vec3& b) {
        for (int axis = 0; axis < 3; ++axis)
            if (std::fabs(a[axis] - b[axis]) > 1e-7) return a[axis] < b[axis];
        return false;
    });
    return points;
}

void expectVertices(const Solid& solid, const std::vector<Vec3>& expected, double tolerance) {
    const std::vector<Vec3> found = verticesOf(solid), wanted = sorted(expected);
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_LE(length(found[i] - wanted[i]), tolerance) << "vertex " << i;
}

// Checks the invariants of every valid solid, whatever its shape.
void expectSound(const Solid& solid) {
    ASSERT_TRUE(solid.valid) << solid.fault;
    std::size_t corners = 0;
    Box box = kEmptyBox;
    for (std::size_t i = 0; i < solid.sides.size(); ++i) {
        const SolidSide& side = solid.sides[i];
        EXPECT_NEAR(length(side.plane.normal), 1, 1e-15);
        EXPECT_EQ(side.winding.plane, i);
        EXPECT_TRUE(isConvex(side.winding, side.plane.normal)) << "side " << i << ": not convex or not clockwise";
        corners += side.winding.vertices.size();
        for (std::size_t k = 0; k < side.winding.vertices.size(); ++k) {
            const WindingVertex &a = side.winding.vertices[k],
                                &b = side.winding.vertices[(k + 1) % side.winding.vertices.size()];
            growBounds(box, a.p);
            EXPECT_NEAR(distanceTo(side.plane, a.p), 0, 1e-6);
            ASSERT_LT(a.edge, solid.sides.size());
            EXPECT_NEAR(distanceTo(solid.sides[a.edge].plane, a.p), 0, 2e-6) << "edge plane misses its edge";
            EXPECT_NEAR(distanceTo(solid.sides[a.edge].plane, b.p), 0, 2e-6) << "edge plane misses its edge";
        }
    }
    EXPECT_EQ(box, solid.bounds);
    // Euler's formula, where every edge belongs to two windings.
    EXPECT_EQ(verticesOf(solid).size() + solid.sides.size(), corners / 2 + 2);
}

std::string faultOf(const MapBrush& brush) {
    const Solid solid = makeSolid(brush);
    EXPECT_EQ(solid.valid, solid.fault.empty());
    return solid.fault;
}

std::vector<Vec3> boxCorners(const Vec3& mins, const Vec3& maxs) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back({i & 1 ? maxs.x : mins.x, i & 2 ? maxs.y : mins.y, i & 4 ? maxs.z : mins.z});
    return corners;
}

TEST(Solids, Box) {
    const Solid solid = makeSolid(boxBrush({-16, -8, 0.5}, {48, 24.0625, 65}));
    expectSound(solid);
    expectVertices(solid, boxCorners({-16, -8, 0.5}, {48, 24.0625, 65}), 0);
    EXPECT_EQ(solid.bounds, (Box{{-16, -8, 0.5}, {48, 24.0625, 65}}));
    EXPECT_TRUE(solid.notes.empty());
    ASSERT_EQ(solid.sides.size(), 6u);
    for (std::uint32_t i = 0; i < 6; ++i) {
        EXPECT_EQ(solid.sides[i].face, i);
        EXPECT_FALSE(solid.sides[i].bevel);
        EXPECT_TRUE(solid.sides[i].grown);
        EXPECT_TRUE(solid.sides[i].equation.known());
    }
}

TEST(Solids, WedgeAndPyramidAndTetrahedron) {
    const std::vector<Vec3> wedge = {{0, 0, 0}, {64, 0, 0}, {0, 32, 0}, {64, 32, 0}, {64, 0, 48}, {64, 32, 48}};
    const std::vector<Vec3> pyramid = {{-32, -32, 0}, {32, -32, 0}, {32, 32, 0}, {-32, 32, 0}, {3, 5, 77}};
    const std::vector<Vec3> tetrahedron = {{0, 0, 0}, {64, 8, 0}, {8, 56, 0}, {16, 16, 40}};
    for (const auto& points : {wedge, pyramid, tetrahedron}) {
        const MapBrush brush = hullBrush(points);
        const Solid solid = makeSolid(brush);
        expectSound(solid);
        expectVertices(solid, points, 1e-11);
        EXPECT_EQ(solid.sides.size(), brush.faces.size());
    }
}

TEST(Solids, GridNormalsAreSmallestIntegers) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.push_back(faceThrough({6, 10, 14}, {32, 32, 32}));
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    EXPECT_EQ(solid.sides.back().equation.n, (std::array<std::int64_t, 3>{3, 5, 7}));
    EXPECT_EQ(solid.sides.back().plane.normal, (Vec3{3 / std::sqrt(83.0), 5 / std::sqrt(83.0), 7 / std::sqrt(83.0)}));
    EXPECT_DOUBLE_EQ(solid.sides.back().plane.dist, 15 * 32 / std::sqrt(83.0));
}

TEST(Solids, OneGridPlaneHasOneDoubleWhicheverPointsNameIt) {
    Rng rng(7);
    std::set<std::vector<double>> seen;
    for (int i = 0; i < 200; ++i) {
        MapBrush brush = boxBrush({-4096, -4096, -4096}, {4096, 4096, 4096});
        // Returns points of the plane 3x - 5y + 7z = 83.
        const auto pointOn = [&] {
            const double s = rng.whole(-300, 300), t = rng.whole(-300, 300);
            return Vec3{3 + 5 * s - 7 * t, -5 + 3 * s, 7 + 3 * t};
        };
        Vec3 a = pointOn(), b = pointOn(), c = pointOn();
        const double turn = dot(cross(a - b, c - b), {3, -5, 7});
        if (turn == 0) continue;
        if (turn < 0) std::swap(a, c);
        brush.faces.push_back(faceOf(a, b, c));
        const Solid solid = makeSolid(brush);
        ASSERT_TRUE(solid.valid);
        const Plane& plane = solid.sides.back().plane;
        seen.insert({plane.normal.x, plane.normal.y, plane.normal.z, plane.dist});
    }
    EXPECT_EQ(seen.size(), 1u);
}

TEST(Solids, PrismsOf3To64Sides) {
    for (int sides = 3; sides <= 64; ++sides) {
        SCOPED_TRACE(sides);
        const std::vector<Corner> ring = regularRing(sides, 96, 0.1);
        const Solid solid = makeSolid(prismBrush(ring, -24, 40));
        expectSound(solid);
        std::vector<Vec3> expected;
        for (const auto& [x, y] : ring)
            for (const double z : {-24.0, 40.0}) expected.push_back({x, y, z});
        expectVertices(solid, expected, 1e-9);
        EXPECT_EQ(solid.sides.size(), static_cast<std::size_t>(sides) + 2);
    }
}

TEST(Solids, RotatedBoxesFarFromTheOrigin) {
    constexpr std::uint64_t kSeed = 99;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    for (int i = 0; i < 500; ++i) {
        const Rotation turn(rng.between(0, 6), rng.between(0, 6), rng.between(0, 6));
        const Vec3 size{rng.between(1, 200), rng.between(1, 200), rng.between(1, 200)};
        const double reach = i % 2 == 0 ? 1000 : 260000;
        const Vec3 at = rng.pointIn({{-reach, -reach, -reach}, {reach, reach, reach}});
        const auto place = [&](const Vec3& p) { return turn(p) + at; };
        const Solid solid = makeSolid(moved(boxBrush({}, size), place));
        expectSound(solid);
        std::vector<Vec3> expected;
        for (const Vec3& corner : boxCorners({}, size)) expected.push_back(place(corner));
        // A face's three points are a unit apart, so a far corner is less accurate by a factor of the box's size. Their
        // many decimals are rounded to ten, which moves each of the three faces of a corner by at most `moved`.
        EXPECT_LE(solid.moved, 1e-6);
        expectVertices(solid, expected, reach > 1000 ? 1e-7 : 1e-9 + 3 * solid.moved);
    }
}

TEST(Solids, Open) {
    MapBrush noTop = boxBrush({0, 0, 0}, {64, 64, 64});
    noTop.faces.pop_back();
    EXPECT_EQ(faultOf(noTop), "brush is open: its faces do not enclose it");
    noTop.faces.resize(3);
    EXPECT_EQ(faultOf(noTop), "brush is open: 3 usable faces, at least 4 are needed");
    EXPECT_EQ(faultOf({}), "brush is open: 0 usable faces, at least 4 are needed");
}

TEST(Solids, Empty) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.push_back(faceThrough({1, 0, 0}, {-16, 0, 0}));
    EXPECT_EQ(faultOf(brush), "brush is empty: its faces enclose no space");
}

TEST(Solids, Flat) {
    EXPECT_EQ(faultOf(boxBrush({0, 0, 0}, {64, 64, 0})), "brush is flat: less than 0.001 units thick");
    EXPECT_EQ(faultOf(boxBrush({0, 0, 0}, {64, 64, 0.0005})), "brush is flat: less than 0.001 units thick");
    EXPECT_EQ(faultOf(boxBrush({0, 0, 0}, {64, 64, 0.0015})), "");
    const auto slanted = [](double thickness) {
        return moved(boxBrush({0, 0, 0}, {64, 64, thickness}), Rotation(0.3, 0.7, 1.1));
    };
    EXPECT_EQ(faultOf(slanted(0.0005)), "brush is flat: less than 0.001 units thick");
    EXPECT_EQ(faultOf(slanted(0.0015)), "");
}

TEST(Solids, InsideOut) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    for (MapFace& face : brush.faces) std::swap(face.points[0], face.points[2]);
    EXPECT_EQ(faultOf(brush), "brush is inside out: its faces point inwards");
    MapBrush prism = prismBrush(regularRing(7, 50), 0, 30);
    for (MapFace& face : prism.faces) std::swap(face.points[0], face.points[2]);
    EXPECT_EQ(faultOf(prism), "brush is inside out: its faces point inwards");
}

TEST(Solids, PastTheCoordinateLimit) {
    EXPECT_EQ(faultOf(boxBrush({0, 0, 0}, {kMaxCoordinate, 64, 64})), "");
    EXPECT_EQ(faultOf(boxBrush({0, 0, 0}, {kMaxCoordinate + 1, 64, 64})),
              "brush reaches past the coordinate limit of +-262144");
    EXPECT_EQ(faultOf(boxBrush({0, -kMaxCoordinate - 0.0625, 0}, {64, 64, 64})),
              "brush reaches past the coordinate limit of +-262144");
    for (const double far : {5e6, 5e12})
        EXPECT_EQ(faultOf(boxBrush({far, far, far}, {far + 64, far + 64, far + 64})),
                  "brush lies past the coordinate limit of +-262144");
}

TEST(Solids, TooManyFaces) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    while (brush.faces.size() < 2049) brush.faces.push_back(brush.faces.front());
    EXPECT_EQ(faultOf(brush), "brush has 2049 faces, 2048 is the limit");
    brush.faces.pop_back();
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    EXPECT_EQ(solid.sides.size(), 6u);
    EXPECT_EQ(solid.notes.size(), 2042u);
}

TEST(Solids, DoubledFaceIsDropped) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.insert(brush.faces.begin() + 3, faceThrough({-3, 0, 0}, {0, 7, 9}));
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    expectVertices(solid, boxCorners({0, 0, 0}, {64, 64, 64}), 0);
    ASSERT_EQ(solid.notes.size(), 1u);
    EXPECT_EQ(solid.notes[0], "faces 1 and 4 lie on one plane: the second is dropped");
    ASSERT_EQ(solid.sides.size(), 6u);
    EXPECT_EQ(solid.sides[3].face, 4u) << "faces keep the numbers of the map";
}

TEST(Solids, RedundantFaceIsDropped) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.insert(brush.faces.begin(), faceThrough({1, 1, 0}, {80, 80, 0}));
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    expectVertices(solid, boxCorners({0, 0, 0}, {64, 64, 64}), 0);
    ASSERT_EQ(solid.notes.size(), 1u);
    EXPECT_EQ(solid.notes[0], "face 1 does not touch the brush: it is dropped");
    ASSERT_EQ(solid.sides.size(), 6u);
    EXPECT_EQ(solid.sides[0].face, 1u);
}

TEST(Solids, FaceThatTouchesAnEdgeOnlyBoundsNothing) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.push_back(faceThrough({1, 1, 0}, {64, 64, 0}));
    const Solid solid = makeSolid(brush);
    ASSERT_TRUE(solid.valid) << solid.fault;
    expectVertices(solid, boxCorners({0, 0, 0}, {64, 64, 64}), 1e-12);
}

TEST(Solids, CollinearPointsAreDropped) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.push_back(faceOf({0, 0, 0}, {1, 2, 3}, {2, 4, 6}));
    brush.faces.push_back(faceOf({5, 5, 5}, {5, 5, 5}, {2, 4, 6}));
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    ASSERT_EQ(solid.notes.size(), 2u);
    EXPECT_EQ(solid.notes[0], "face 7 has no plane, its points lie on a line: it is dropped");
    EXPECT_EQ(solid.notes[1], "face 8 has no plane, its points lie on a line: it is dropped");
    MapBrush lines = boxBrush({0, 0, 0}, {64, 64, 64});
    for (MapFace& face : lines.faces) face.points[2] = face.points[0];
    EXPECT_EQ(faultOf(lines), "brush is open: 0 usable faces, at least 4 are needed");
}

// Beyond the range coordinates have no decimals that fit. The largest below it still count.
TEST(Solids, PointsOutOfRangeAreDropped) {
    for (const double far : {1e6, 1048576.0, 3e15, 1e300, -1e308}) {
        MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
        brush.faces.push_back(faceOf({0, 0, 96}, {0, far, 96 - far}, {1, 0, 96}));  // y + z = 96
        const Solid solid = makeSolid(brush);
        ASSERT_TRUE(solid.valid) << solid.fault;
        EXPECT_EQ(solid.sides.size(), far == 1e6 ? 7u : 6u);
        if (far == 1e6) continue;
        expectSound(solid);
        ASSERT_EQ(solid.notes.size(), 1u);
        EXPECT_EQ(solid.notes[0], "face 7 has no plane, its points are out of range: it is dropped");
    }
}

// The scene `bad_brushes`, turned and saved with 8 decimals: the last digits of three points in a row are a plane.
TEST(Solids, PointsAlmostOnALineHaveThePlaneOfTheirDigits) {
    MapBrush brush = boxBrush({-90, 0, 0}, {-30, 80, 70});
    brush.faces[5] = faceOf({-63.3978552, 32.31060029, 58.17849314}, {-53.11325345, 44.56731138, 58.17849314},
                            {-42.82865169, 56.82402247, 58.17849314});
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    // By hand: the differences of the points have the cross product (0, 0, 1.225671109e-7).
    expectVertices(solid, boxCorners({-90, 0, 0}, {-30, 80, 58.17849314}), 1e-12);
    ASSERT_EQ(solid.notes.size(), 1u);
    EXPECT_EQ(solid.notes[0], "face 6 is turned as its last digits say: its points lie almost on a line");

    // Digits that no double holds may have been lost: the face stays, and its place is told.
    for (Vec3& p : brush.faces[5].points) p.x += 1.0 / 3;
    const Solid read = makeSolid(brush);
    expectVertices(read, boxCorners({-90, 0, 0}, {-30, 80, 58.17849314}), 1e-12);
    ASSERT_EQ(read.notes.size(), 2u);
    EXPECT_EQ(read.notes[1].find("face 6 may be "), 0u) << read.notes[1];
    EXPECT_GT(read.moved, 1e-6);
}

// Twelve decimals at 5,032 units have 16 digits. Rounded to ten decimals, or to 40 binary places, the face turns.
TEST(Solids, SmallFacesFarOutKeepAllDigits) {
    MapBrush brush = boxBrush({5000, 5000, 0}, {5064, 5064, 64});
    brush.faces[5] = faceOf({5032.000000000041, 5032.000000000041, 32}, {5032.000000000041, 5032.000000000961, 32},
                            {5032.000000000961, 5032.000000000041, 32.00000000003});
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    // By hand: z rises by 3 in 92 units of x.
    const double low = 32 - 32.000000000041 * 3 / 92, high = low + 64.0 * 3 / 92;
    std::vector<Vec3> corners;
    for (const double y : {5000.0, 5064.0})
        for (const double x : {5000.0, 5064.0})
            for (const double z : {0.0, x == 5000 ? low : high}) corners.push_back({x, y, z});
    expectVertices(solid, corners, 1e-11);
    ASSERT_EQ(solid.notes.size(), 1u) << "these may not be all digits that were written";
    EXPECT_EQ(solid.notes[0].find("face 6 may be "), 0u) << solid.notes[0];

    // Rounded to ten decimals these points are one.
    brush.faces[5] = faceOf({5032.000000000011, 5032.000000000011, 32}, {5032.000000000011, 5032.000000000041, 32},
                            {5032.000000000041, 5032.000000000011, 32});
    expectVertices(makeSolid(brush), boxCorners({5000, 5000, 0}, {5064, 5064, 32}), 1e-12);
}

// Rounded to ten decimals these points are no line. All their digits are one.
TEST(Solids, SmallFacesOnALineByAllTheirDigitsAreDropped) {
    MapBrush brush = boxBrush({5000, 5000, 0}, {5064, 5064, 64});
    brush.faces.push_back(faceOf({5032.000000000089, 5032.000000000095, 32}, {5032.000000000467, 5032.000000000285, 32},
                                 {5032.000000001223, 5032.000000000665, 32}));
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    expectVertices(solid, boxCorners({5000, 5000, 0}, {5064, 5064, 64}), 1e-12);
    ASSERT_EQ(solid.notes.size(), 1u);
    EXPECT_EQ(solid.notes[0], "face 7 has no plane, its points lie on a line: it is dropped");
}

// The most that a face moved is part of the report, also where all its digits are kept.
TEST(Solids, TellHowFarFacesMoved) {
    MapBrush brush = boxBrush({50000, 0, 0}, {50064, 64, 64});
    brush.faces[5] = faceOf({50000.12345678901, 1, 32}, {50000.12345678901, 1.005, 32}, {50000.12845678902, 1, 32});
    const Solid solid = makeSolid(brush);
    expectSound(solid);
    EXPECT_TRUE(solid.notes.empty());
    // A corner lies up to 12,800 steps away along both edges. A step is moved by half a unit in the last place.
    EXPECT_GT(solid.moved, 2 * 12000 * 50000 * 0x1p-53);
    EXPECT_LT(solid.moved, 1e-6);
}

}  // namespace
}  // namespace hullbake::test
