// Proves that faces written as normal and distance give exact solids.
#include <gtest/gtest.h>

#include <cmath>

#include "compiler/brushes/solid.hpp"

namespace hullbake {
namespace {

MapFace planeFace(const Vec3& normal, double dist, const Vec3& origin = {}) {
    MapFace face;
    face.texture = "wall";
    face.plane = MapPlane{normal, dist, origin};
    return face;
}

TEST(PlaneFaces, MakeTheBoxThatTheySay) {
    MapBrush brush;
    // Editors write -0 where a normal was turned.
    brush.faces = {planeFace({1, -0.0, 0}, -64), planeFace({-1, 0, -0.0}, 0.1), planeFace({0, 1, 0}, -32),
                   planeFace({-0.0, -1, 0}, 0),  planeFace({0, 0, 0.5}, -4),    planeFace({0, 0, -1}, -0.0)};
    const Solid solid = makeSolid(brush);
    ASSERT_TRUE(solid.valid) << solid.fault;
    EXPECT_TRUE(solid.notes.empty());
    EXPECT_EQ(solid.bounds.mins, (Vec3{0.1, 0, 0}));
    EXPECT_EQ(solid.bounds.maxs, (Vec3{64, 32, 8}));
    EXPECT_EQ(solid.moved, 0);
}

TEST(PlaneFaces, OriginsMoveThemExactly) {
    // Slanted planes with 16 decimals, moved by tenths: the same as the distance worked out in decimals.
    const Vec3 normal{0.6000000000000001, 0.8000000000000002, 0}, origin{0.1, -0.7, 300.3};
    bool rounded = false;
    const PlaneEquation moved = equationOfPlane(normal, -16, origin, rounded);
    // 0.6000000000000001 * 0.1 - 0.8000000000000002 * 0.7 = -0.50000000000000013, in 17 decimals.
    const PlaneEquation worked = equationOfPlane(normal, -15.5, {}, rounded);
    EXPECT_FALSE(rounded);
    EXPECT_FALSE(moved == worked) << "a difference of 1.3e-16 counts";
    EXPECT_TRUE(sameDirection(moved, worked));
    EXPECT_NEAR(planeOf(moved).dist, planeOf(worked).dist, 1e-14);
    const PlaneEquation tenths = equationOfPlane({0.6, 0.8, 0}, -16, origin, rounded);
    EXPECT_EQ(tenths, equationOfPlane({6, 8, 0}, -155, {}, rounded));
}

TEST(PlaneFaces, WithoutANormalAreDropped) {
    MapBrush brush;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            Vec3 normal;
            normal[axis] = side;
            brush.faces.push_back(planeFace(normal, -8));
        }
    brush.faces.push_back(planeFace({}, 5));
    brush.faces.push_back(planeFace({1e300, 0, 0}, 5));
    const Solid solid = makeSolid(brush);
    EXPECT_TRUE(solid.valid);
    ASSERT_EQ(solid.notes.size(), 2u);
    EXPECT_EQ(solid.notes[0], "face 7 has no plane, its normal or its distance is out of range: it is dropped");
    for (MapFace& face : brush.faces) face.plane->normal = -face.plane->normal, face.plane->dist = 8;
    brush.faces.resize(6);
    EXPECT_EQ(makeSolid(brush).fault, "brush is inside out: its faces point inwards");
}

}  // namespace
}  // namespace hullbake
