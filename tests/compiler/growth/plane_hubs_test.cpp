// Hubs: which planes pass through a point that many brushes share, against exact decisions without hubs.
#include "compiler/growth/plane_hubs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compiler/brushes/scene.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/geometry/winding_sides.hpp"

namespace hullbake::test {
namespace {

constexpr int kWedges = 96;

// Brushes are made in thousandths, so that hullBrush() is exact.
MapBrush inUnits(const MapBrush& brush) {
    return moved(brush, [](const Vec3& p) { return Vec3{p.x / 1000, p.y / 1000, p.z / 1000}; });
}

// Returns wedges around an axis from `middle` + {100, 200, 300}, in thousandths.
std::vector<MapBrush> wedgesAround(const Vec3& middle) {
    const Vec3 hub = middle + Vec3{100, 200, 300}, top = middle + Vec3{3700, -2100, 100900};
    const auto rim = [&](int i) {
        const double angle = 2 * 3.14159265358979 * (i % kWedges) / kWedges;
        return middle +
               Vec3{std::round(300'000 * std::cos(angle)), std::round(300'000 * std::sin(angle)), 20'000.0 * (i % 3)};
    };
    std::vector<MapBrush> brushes;
    for (int i = 0; i < kWedges; ++i) brushes.push_back(inUnits(hullBrush({hub, top, rim(i), rim(i + 1)})));
    return brushes;
}

// Wedges around an axis, and a box that misses the hub by 1e-9.
std::vector<MapBrush> wheel() {
    std::vector<MapBrush> brushes = wedgesAround({});
    brushes.push_back(boxBrush({0.100000001, 0.2, 0.3}, {64, 64, 64}));
    return brushes;
}

// A pyramid with three faces at a hub, in thousandths. One of the three misses it by 1.6e-17 units: at its three
// points, seen from the hub, the determinant is 1.
MapBrush nearMiss(const Vec3& hub) {
    const Vec3 a = hub + Vec3{7613, -364, 656}, b = hub + Vec3{-148, 8335, 548};
    const Vec3 along = Vec3{7612639, -364293, 655640}, across = Vec3{-148097, 8335283, 547971};
    MapBrush brush = hullBrush({hub, a, b, hub + Vec3{2000, 2000, -6000}});
    for (MapFace& face : brush.faces) {
        if (std::any_of(face.points.begin(), face.points.end(),
                        [&](const Vec3& p) { return !(p == hub || p == a || p == b); }))
            continue;
        const Vec3 beside = hub + Vec3{555168, 1201619, 130506};
        for (Vec3& p : face.points) p = p == a ? beside + along : p == b ? beside + across : beside;
    }
    return inUnits(brush);
}

GrownHull grown(const std::vector<MapBrush>& brushes, const Box& box) {
    const std::vector<HullSpec> hulls = {{"hull", box}};
    CompileReport report;
    return growHull(makeScene(worldMap(brushes), gameRules("any"), hulls, report), hulls[0], 0);
}

// Compares the side of all planes for all faces, with and without hubs. Returns how many planes of a hub there are.
std::size_t compareSides(const GrownHull& hull) {
    PlaneTable without = hull.planes;
    without.setHubs({});
    std::size_t atHub = 0;
    for (const GrownBrush& brush : hull.brushes)
        for (const Winding& face : brush.faces)
            for (PlaneId id = 0; id < hull.planes.planes().size(); id += 2) {
                const PlaneSide side = sideOf(hull.planes.equations(), face, hull.planes.cutPlane(id));
                EXPECT_EQ(side, sideOf(without.equations(), face, without.cutPlane(id)));
                PlaneId before = face.vertices.back().edge;
                for (const WindingVertex& vertex : face.vertices) {
                    atHub += hull.planes.equations().meetAtHub({face.plane, before, vertex.edge}, id);
                    before = vertex.edge;
                }
            }
    return atHub;
}

TEST(PlaneHubs, DecideLikeEquations) {
    for (const Box& box : {Box{}, Box{{-16.3, -16.3, -24}, {16.3, 16.3, 32}}}) {
        const GrownHull hull = grown(wheel(), box);
        // Each wedge has three planes at the hub and at the top; of a grown one at least those of its octant count.
        EXPECT_GT(compareSides(hull), std::size_t{kWedges} * kWedges);
    }
}

// Counts the planes of two hubs.
std::size_t planesAtHubs(const GrownHull& hull) {
    std::size_t count = 0;
    for (const std::uint64_t plane : planeHubs(hull.planes, hull.brushes)) count += (plane & 1) + (plane >> 1 & 1);
    return count;
}

TEST(PlaneHubs, OnlyPlanesThroughTheHub) {
    // One plane between each two wedges and one at one end of each. None of the box, whose corner is beside the hub.
    EXPECT_EQ(planesAtHubs(grown(wheel(), {})), std::size_t{2 * 2 * kWedges});
}

// Rounded to doubles, its corner is the hub.
TEST(PlaneHubs, NoPlaneThatMissesTheHubByLessThanRounding) {
    const Vec3 middle{100'000, 200'000, 300'000}, hub = middle + Vec3{100, 200, 300};
    std::vector<MapBrush> brushes = wedgesAround(middle);
    brushes.push_back(nearMiss(hub));
    const GrownHull hull = grown(brushes, {});
    const Vec3 rounded{hub.x / 1000, hub.y / 1000, hub.z / 1000};
    std::size_t corners = 0;
    for (const Winding& face : hull.brushes.back().faces)
        for (const WindingVertex& vertex : face.vertices) corners += vertex.p == rounded && vertex.exact;
    EXPECT_EQ(corners, 3u);
    // Two faces of the pyramid pass through the hub.
    EXPECT_EQ(planesAtHubs(hull), std::size_t{2 * 2 * kWedges + 2});
    EXPECT_GT(compareSides(hull), std::size_t{kWedges} * kWedges);
}

TEST(PlaneHubs, NoneInSmallFans) {
    std::vector<MapBrush> few = wheel();
    few.resize(8);
    const GrownHull hull = grown(few, {});
    EXPECT_TRUE(planeHubs(hull.planes, hull.brushes).empty());
}

}  // namespace
}  // namespace hullbake::test
