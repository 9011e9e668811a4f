// Proves the bevels of brushes small enough to work out by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "compiler/brushes/bevels.hpp"
#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

Solid beveled(const MapBrush& brush) {
    Solid solid = makeSolid(brush);
    EXPECT_TRUE(solid.valid) << solid.fault;
    addBevels(solid);
    return solid;
}

// Expects exactly these bevels, each at the distance of the farthest vertex.
void expectBevels(const Solid& solid, std::initializer_list<Plane> expected) {
    std::size_t bevels = 0;
    for (const SolidSide& side : solid.sides) bevels += side.bevel;
    EXPECT_EQ(bevels, expected.size());
    for (const Plane& plane : expected) {
        const double len = length(plane.normal);
        const auto found = std::find_if(solid.sides.begin(), solid.sides.end(), [&](const SolidSide& side) {
            return side.bevel && length(side.plane.normal - unit(plane.normal)) < 1e-15;
        });
        const Vec3& n = plane.normal;
        ASSERT_NE(found, solid.sides.end()) << "no bevel " << n.x << ' ' << n.y << ' ' << n.z;
        EXPECT_NEAR(found->plane.dist, plane.dist / len, 1e-12) << "of bevel " << n.x << ' ' << n.y << ' ' << n.z;
        EXPECT_TRUE(found->winding.empty());
    }
}

TEST(Bevels, BoxNeedsNone) {
    expectBevels(beveled(boxBrush({-8, -8, -8}, {8, 16, 24})), {});
}

TEST(Bevels, UprightOctagonNeedsNone) {
    const std::vector<Corner> ring = {{16, -32}, {32, -16}, {32, 16},   {16, 32},
                                      {-16, 32}, {-32, 16}, {-32, -16}, {-16, -32}};
    expectBevels(beveled(prismBrush(ring, 0, 64)), {});
}

TEST(Bevels, UprightPrismNeedsTheAxesThatItHasNoSideFor) {
    // A diamond has its edges on the axes, so its bevels there are axial.
    const std::vector<Corner> ring = {{32, 0}, {0, 48}, {-32, 0}, {0, -48}};
    expectBevels(beveled(prismBrush(ring, 0, 64)),
                 {{{1, 0, 0}, 32}, {{-1, 0, 0}, 32}, {{0, 1, 0}, 48}, {{0, -1, 0}, 48}});
}

TEST(Bevels, BoxWithOneCornerCutNeedsNone) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    brush.faces.push_back(faceThrough({1, 2, 3}, {64, 64, 48}));
    expectBevels(beveled(brush), {});
}

TEST(Bevels, RampNeedsOneAxialPlaneAndNoEdgeBevel) {
    const MapBrush ramp = hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 32, 0}, {64, 32, 0}, {64, 0, 48}, {64, 32, 48}});
    expectBevels(beveled(ramp), {{{-1, 0, 0}, 0}, {{0, 0, 1}, 48}});
}

// Upright walls under a roof that falls to the east. Only the roof and the chamfered wall differ in sign, along x: 1 *
// (1 0 2) + 1 * (-1 1 0) = (0 1 2). The west wall and the roof give (0 0 1), which is axial.
TEST(Bevels, RoofOverAChamferNeedsExactlyOne) {
    const std::vector<Corner> ring = {{0, 0}, {64, 0}, {64, 64}, {32, 64}, {0, 32}};
    MapBrush brush = prismBrush(ring, 0, 256);
    brush.faces.push_back(faceThrough({1, 0, 2}, {0, 0, 64}));
    expectBevels(beveled(brush), {{{0, 0, 1}, 64}, {{0, 1, 2}, 160}});
}

// In the corner tetrahedron, (1 1 1) meets each axial face with one sign reversed.
TEST(Bevels, CornerTetrahedronNeedsThree) {
    const MapBrush brush = hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {0, 0, 64}});
    expectBevels(
        beveled(brush),
        {{{1, 0, 0}, 64}, {{0, 1, 0}, 64}, {{0, 0, 1}, 64}, {{0, 1, 1}, 64}, {{1, 0, 1}, 64}, {{1, 1, 0}, 64}});
}

// (3 -1 -2) and (-1 2 1) differ in sign on all axes: 1*(3 -1 -2) + 3*(-1 2 1) = (0 5 1), 2*(3 -1 -2) + 1*(-1 2 1) = (5
// 0 -3), 1*(3 -1 -2) + 2*(-1 2 1) = (1 3 0). The edge passes through the origin, so all distances are zero.
TEST(Bevels, OneEdgeMayNeedThree) {
    MapBrush brush = boxBrush({-64, -64, -64}, {64, 64, 64});
    brush.faces.push_back(faceThrough({3, -1, -2}, {0, 0, 0}));
    brush.faces.push_back(faceThrough({-1, 2, 1}, {0, 0, 0}));
    const Solid solid = beveled(brush);
    for (const Vec3& normal : {Vec3{0, 5, 1}, Vec3{5, 0, -3}, Vec3{1, 3, 0}}) {
        std::size_t found = 0;
        for (const SolidSide& side : solid.sides)
            if (side.bevel && length(side.plane.normal - unit(normal)) < 1e-15) {
                ++found;
                EXPECT_NEAR(side.plane.dist, 0, 1e-12);
            }
        EXPECT_EQ(found, 1u) << normal.x << ' ' << normal.y << ' ' << normal.z;
    }
}

TEST(Bevels, FaceThatIsThereAlreadyIsNotDoubled) {
    // Makes the tetrahedron's bevel (0 1 1) a face, by cutting slightly into its edge.
    MapBrush brush = hullBrush({{0, 0, 0}, {64, 0, 0}, {0, 64, 0}, {0, 0, 64}});
    brush.faces.push_back(faceThrough({0, 1, 1}, {0, 56, 0}));
    const Solid solid = beveled(brush);
    std::size_t found = 0;
    for (const SolidSide& side : solid.sides)
        if (length(side.plane.normal - unit({0, 1, 1})) < 1e-12) {
            ++found;
            EXPECT_FALSE(side.bevel);
        }
    EXPECT_EQ(found, 1u);
}

// A ridge rises by 1/16 in 2048 units: no threshold may call its bevel axial.
TEST(Bevels, NearlyAxialEdgeStillNeedsItsBevel) {
    MapBrush brush =
        hullBrush({{0, 0, 0}, {2048, 0, 0}, {0, 2048, 0}, {2048, 2048, 0}, {0, 1024, 64}, {2048, 1024, 64.0625}});
    const Solid solid = beveled(brush);
    // Perpendicular to the y axis and to the ridge (2048 0 1/16).
    const Vec3 expected = unit({-1, 0, 32768});
    const auto bevel = std::find_if(solid.sides.begin(), solid.sides.end(), [&](const SolidSide& side) {
        return side.bevel && length(side.plane.normal - expected) < 1e-12;
    });
    ASSERT_NE(bevel, solid.sides.end());
    EXPECT_NEAR(bevel->plane.dist, dot(expected, {0, 1024, 64}), 1e-9);
}

TEST(Bevels, PointAtTheFaceThatTheySurface) {
    const std::vector<Corner> ring = {{0, 0}, {64, 0}, {64, 64}, {32, 64}, {0, 32}};
    MapBrush brush = prismBrush(ring, 0, 256);
    brush.faces.push_back(faceThrough({1, 0, 2}, {0, 0, 64}));
    for (const SolidSide& side : beveled(brush).sides) {
        if (!side.bevel) continue;
        // The roof is face 7, the chamfer face 3.
        if (side.plane.normal.z == 1)
            EXPECT_EQ(side.face, 7u);
        else
            EXPECT_TRUE(side.face == 7 || side.face == 3) << side.face;
    }
}

TEST(Bevels, FacesComeFirst) {
    const Solid solid = beveled(hullBrush({{0, 0, 0}, {64, 8, 0}, {8, 56, 0}, {16, 16, 40}}));
    bool bevel = false;
    for (const SolidSide& side : solid.sides) {
        EXPECT_FALSE(bevel && !side.bevel);
        bevel = side.bevel;
    }
    EXPECT_TRUE(bevel);
}

}  // namespace
}  // namespace hullbake::test
