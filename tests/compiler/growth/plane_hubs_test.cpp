// Hubs: which planes pass through a point that many brushes share, against exact decisions without hubs.
#include "compiler/growth/plane_hubs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "compiler/brushes/scene.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/geometry/winding_sides.hpp"

namespace hullbake::test {
namespace {

constexpr int kWedges = 96;

// Wedges around an axis, and a box that misses the hub by 1e-9.
std::vector<MapBrush> wheel() {
    // In thousandths, so that hullBrush() is exact.
    const Vec3 hub{100, 200, 300}, top{3700, -2100, 100900};
    const auto rim = [](int i) {
        const double angle = 2 * 3.14159265358979 * (i % kWedges) / kWedges;
        return Vec3{std::round(300'000 * std::cos(angle)), std::round(300'000 * std::sin(angle)), 20'000.0 * (i % 3)};
    };
    std::vector<MapBrush> brushes;
    for (int i = 0; i < kWedges; ++i)
        brushes.push_back(moved(hullBrush({hub, top, rim(i), rim(i + 1)}), [](const Vec3& p) {
            return Vec3{p.x / 1000, p.y / 1000, p.z / 1000};
        }));
    brushes.push_back(boxBrush({0.100000001, 0.2, 0.3}, {64, 64, 64}));
    return brushes;
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

TEST(PlaneHubs, OnlyPlanesThroughTheHub) {
    const GrownHull hull = grown(wheel(), {});
    const std::vector<std::uint64_t> hubs = planeHubs(hull.planes, hull.brushes);
    ASSERT_FALSE(hubs.empty());
    std::size_t at[2] = {};
    for (const std::uint64_t plane : hubs)
        for (std::size_t hub = 0; hub < 2; ++hub) at[hub] += plane >> hub & 1;
    // One plane between each two wedges and one at one end of each. None of the box, whose corner is beside the hub.
    EXPECT_EQ(at[0] + at[1], std::size_t{2 * 2 * kWedges});
}

TEST(PlaneHubs, NoneInSmallFans) {
    std::vector<MapBrush> few = wheel();
    few.resize(8);
    const GrownHull hull = grown(few, {});
    EXPECT_TRUE(planeHubs(hull.planes, hull.brushes).empty());
}

}  // namespace
}  // namespace hullbake::test
