// Proves that planes are stored once, with both facings.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "compiler/compiler_support.hpp"
#include "compiler/geometry/plane_table.hpp"

namespace hullbake::test {
namespace {

TEST(PlaneTableTest, EqualPlanesHaveOneId) {
    PlaneTable table;
    const PlaneId a = table.add({{1, 0, 0}, 64});
    EXPECT_EQ(table.add({{1, 0, 0}, 64}), a);
    EXPECT_EQ(table.size(), 1u);
    const PlaneId b = table.add({{0, 0.6, 0.8}, 64});
    EXPECT_NE(b, a);
    EXPECT_EQ(table.add({{0, 0.6, 0.8}, 64}), b);
    EXPECT_EQ(table.size(), 2u);
}

TEST(PlaneTableTest, FlipsAreNeighbours) {
    PlaneTable table;
    const Plane planes[] = {{{1, 0, 0}, 64}, {{0, -0.6, 0.8}, -3}, {{0, 0, -1}, 0}, {{-0.6, 0, 0.8}, 5}};
    for (const Plane& plane : planes) {
        const PlaneId id = table.add(plane);
        EXPECT_EQ(table[id].normal, plane.normal);
        EXPECT_EQ(table[id].dist, plane.dist);
        EXPECT_EQ(table[id ^ 1].normal, -plane.normal);
        EXPECT_EQ(table[id ^ 1].dist, -plane.dist);
        EXPECT_EQ(table.add({-plane.normal, -plane.dist}), id ^ 1);
    }
    EXPECT_EQ(table.size(), 4u);
}

TEST(PlaneTableTest, EvenIdsFaceTheCanonicalWay) {
    PlaneTable table;
    Rng rng(3);
    for (int i = 0; i < 200; ++i) {
        Vec3 normal = rng.direction();
        if (i % 4 == 1) normal = {0, normal.y < 0 ? -0.6 : 0.6, normal.z < 0 ? -0.8 : 0.8};
        if (i % 4 == 2) normal = {0, 0, normal.z < 0 ? -1.0 : 1.0};
        const PlaneId id = table.add({normal, rng.between(-100, 100)});
        const Vec3& even = table[id & ~1u].normal;
        EXPECT_GT(even.x != 0 ? even.x : even.y != 0 ? even.y : even.z, 0);
    }
}

TEST(PlaneTableTest, RoundingOfTheDistanceIsOnePlane) {
    PlaneTable table;
    // 64 lies on the border of two buckets.
    for (const double dist : {64.0, 63.97, -0.0625, 1e5}) {
        const PlaneId id = table.add({{0, 0.6, 0.8}, dist});
        EXPECT_EQ(table.add({{0, 0.6, 0.8}, dist - 0.9e-8}), id) << dist;
        EXPECT_EQ(table.add({{0, 0.6, 0.8}, dist + 0.9e-8}), id) << dist;
        EXPECT_EQ(table[id].dist, dist) << "the first one stands";
        EXPECT_NE(table.add({{0, 0.6, 0.8}, dist + 3e-8}), id) << dist;
        EXPECT_NE(table.add({{0, 0.6, 0.8}, dist - 3e-8}), id) << dist;
    }
}

TEST(PlaneTableTest, NormalsMustBeTheVerySame) {
    PlaneTable table;
    const PlaneId id = table.add({{0, 0.6, 0.8}, 64});
    EXPECT_NE(table.add({{0, 0.6, std::nextafter(0.8, 1.0)}, 64}), id);
}

TEST(PlaneTableTest, NegativeZeroIsZero) {
    PlaneTable table;
    const PlaneId a = table.add({{1, 0, 0}, 0});
    EXPECT_EQ(table.add({{1, -0.0, -0.0}, -0.0}), a);
    EXPECT_EQ(table.add({{-1, -0.0, 0.0}, 0}), a ^ 1);
    EXPECT_EQ(table.size(), 1u);
    for (const PlaneId id : {a, a ^ 1}) {
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_FALSE(table[id].normal[axis] == 0 && std::signbit(table[id].normal[axis]));
        EXPECT_FALSE(std::signbit(table[id].dist));
    }
}

TEST(PlaneTableTest, ManyPlanesStayApart) {
    PlaneTable table;
    Rng rng(11);
    std::vector<Plane> planes;
    std::set<PlaneId> ids;
    for (int i = 0; i < 5000; ++i) {
        planes.push_back({rng.direction(), rng.between(-4096, 4096)});
        ids.insert(table.add(planes.back()));
    }
    EXPECT_EQ(ids.size(), planes.size());
    EXPECT_EQ(table.size(), planes.size());
    for (const Plane& plane : planes) EXPECT_EQ(table[table.add(plane)].dist, plane.dist);
    EXPECT_EQ(table.size(), planes.size());
}

TEST(PlaneTableTest, AuxiliaryPlanesAreThoseOfTheTableWhereTheyAreEqual) {
    PlaneTable table;
    const PlaneId a = table.add({{0, 0.6, 0.8}, 64}), b = table.add({{0, 1, 0}, -5});
    for (const PlaneId id : {a, b}) {
        EXPECT_EQ(table.resolved(id).normal, table[id].normal);
        EXPECT_EQ(table.resolved(id).dist, table[id].dist);
        EXPECT_EQ(table.firstEqual(id), id);
    }
    const Plane other{{0, 1, 0}, 7.25};
    const PlaneId same = axialPlaneId({{0, 1, 0}, -5}), own = axialPlaneId(other);
    EXPECT_EQ(table.firstEqual(same), b);
    EXPECT_EQ(table.firstEqual(own), own);
    EXPECT_EQ(table.resolved(own).normal, other.normal);
    EXPECT_EQ(table.resolved(own).dist, other.dist);
}

TEST(PlaneTableTest, EquationsMayRoundToTheSameDoubles) {
    constexpr std::int64_t kLong = std::int64_t{1} << 50;
    PlaneTable table;
    PlaneId ids[3];
    for (std::int64_t i = 0; i < 3; ++i) {
        const PlaneEquation equation = equationOf({3 * kLong, 4 * kLong, 0}, 320 * kLong + 2 * i + 1);
        ids[i] = table.add(planeOf(equation), equation);
    }
    EXPECT_EQ(table.size(), 3u);
    for (const PlaneId id : ids) {
        EXPECT_EQ(table[id].dist, 1);
        EXPECT_EQ(table.firstEqual(id), ids[0]);
    }
}

TEST(PlaneTableTest, EqualPlanesAreFoundOnceTheyAreExact) {
    PlaneTable table;
    // 64 lies on the border of two buckets.
    const PlaneId id = table.add({{0, 1, 0}, 64 - 0.5e-8});
    const PlaneId exact = axialPlaneId({{0, 1, 0}, 64});
    EXPECT_EQ(table.firstEqual(exact), exact);
    EXPECT_EQ(table.add({{0, 1, 0}, 64}, axialEquation(exact)), id);
    EXPECT_EQ(table.firstEqual(exact), id);
}

TEST(PlaneTableTest, AxisOfAPlane) {
    EXPECT_EQ(planeAxis({{1, 0, 0}, 5}), 0);
    EXPECT_EQ(planeAxis({{0, -1, 0}, 5}), 1);
    EXPECT_EQ(planeAxis({{0, 0, 1}, 5}), 2);
    EXPECT_EQ(planeAxis({{0, 0.6, 0.8}, 5}), 3);
    EXPECT_EQ(planeAxis({{std::nextafter(1.0, 0.0), 1e-9, 0}, 5}), 3);
}

}  // namespace
}  // namespace hullbake::test
