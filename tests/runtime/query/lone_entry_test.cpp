// Proves that a lone entry is that of the trace through the tree, and that none is found beside an edge, in free space
// or in solid.
#include "tree/lone_entry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "query/trace_closely.hpp"
#include "runtime/runtime_support.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/random_cases.hpp"
#include "support/test_size.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::test {
namespace {

using namespace detail;

Trees blockingTree(const ClipMap& map, const Probe& probe) {
    const format::Tables& tables = map.tables();
    Trees trees;
    trees.tables = {tables.nodes.data(), tables.planes.data()};
    trees.roots[trees.count++] = tables.root(probe.hull.value, 0).blocking;
    trees.mask = static_cast<std::uint32_t>(probe.mask);
    return trees;
}

bool findsAt(const Trees& trees, const Line& line, double t, Contact& found) {
    found = {};
    found.hit = true;
    found.t = t;
    return findLoneEntry(trees, line, found);
}

// Where the trace through the tree enters solid by one plane, that plane is found; a unit before and behind, none is.
TEST(LoneEntry, IsThatOfTheTrace) {
    constexpr std::uint64_t kSeed = 20261130;
    int named = 0, refused = 0, inSolid = 0;
    for (const double turn : {0.0, 17.0}) {
        const BakedMap baked = bake(turn == 0 ? demoMap() : turnedMap(demoMap(), {0, turn, 0}, 6));
        const Probe probe = hullProbe(baked.hull("feet"));
        const Trees trees = blockingTree(baked.map, probe);
        forRandomCases(kSeed, sized(1500, 30000), [&](Random& random, int) {
            const Vec3 start = random.pointIn(baked.map.model({}).bounds);
            const TraceQuery query{start, start + random.direction() * random.between(8, 400), probe, {}};
            const Line line = lineOf(query);
            Contact contact, found;
            std::int64_t budget = kTraceBudget;
            if (!TreeTrace(trees, line, budget).run(contact)) return;
            if (!contact.hit || contact.startsolid || contact.node < 0 || contact.t * line.length < 2) return;
            const double rounding = random.between(-1, 1) * 1e-12 / line.length;
            const bool isFound = findsAt(trees, line, contact.t + rounding, found);
            ++(isFound ? named : refused);
            if (isFound) {
                const Plane plane = planeEntered(trees, line, found), entered = planeEntered(trees, line, contact);
                EXPECT_EQ(plane.normal, entered.normal) << text(TraceCall{probe, query.start, query.end});
                EXPECT_EQ(plane.dist, entered.dist);
                EXPECT_EQ(found.contents, contact.contents);
            }
            EXPECT_FALSE(findsAt(trees, line, contact.t - 1 / line.length, found)) << "in free space";
            const Vec3 deep = line.start + line.delta * (contact.t + 1 / line.length);
            if (contact.t + 2 / line.length > 1 || touchPoint(trees, deep, budget).free) return;
            EXPECT_FALSE(findsAt(trees, line, contact.t + 1 / line.length, found)) << "in solid";
            ++inSolid;
        });
    }
    std::cout << named << " found, " << refused << " refused, " << inSolid << " in solid\n";
    EXPECT_GE(named, sized(300, 6000));
    EXPECT_GE(inSolid, sized(200, 4000));
}

// A trace enters a box beside its edge. Nearer than a touch to the next face, the plane is not certain.
TEST(LoneEntry, IsNoneBesideAnEdge) {
    const BakedMap baked = bake(worldMap({boxBrush({0, 0, 0}, {64, 64, 64})}));
    const Probe probe = hullProbe(baked.hull("feet"));
    const Trees trees = blockingTree(baked.map, probe);
    const TraceQuery middle{{-100, 7, 9}, {50, 7, 9}, probe, {}};
    const Trace wall = baked.map.trace(probe, middle.start, middle.end);
    ASSERT_TRUE(wall.hit);
    const Trace side = baked.map.trace(probe, {7, 200, 9}, {7, 20, 9});
    ASSERT_TRUE(side.hit);
    for (const double within : {0.5, 0.99, 1.01, 4.0}) {
        const Vec3 place{-wall.dist, side.dist - within * kTouchLength, 9}, way{100, -40, 30};
        const TraceQuery query{place - way, place + way, probe, {}};
        Contact found;
        const bool isFound = findsAt(trees, lineOf(query), 0.5, found);
        EXPECT_EQ(isFound, within > 1) << within;
        if (!isFound) continue;
        EXPECT_EQ(planeEntered(trees, lineOf(query), found).normal, (Vec3{-1, 0, 0}));
    }
}

// Steps of a stair, whose faces lie in front of each other: planes of the tree go on beyond their faces.
TEST(LoneEntry, KnowsFreeSpaceOnBothSides) {
    const BakedMap baked = bake(worldMap({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({-64, 0, 100}, {0, 64, 164})}));
    const Probe probe = hullProbe(baked.hull("feet"));
    const Trees trees = blockingTree(baked.map, probe);
    Contact found;
    int free = 0;
    forRandomCases(20261201, 300, [&](Random& random, int) {
        const Vec3 place = random.pointIn({{-120, -40, -40}, {120, 120, 200}}), way = random.direction() * 40;
        for (const format::NodeRecord& node : baked.map.tables().nodes) {
            const std::uint32_t axis = node.kind();
            if (axis == format::kGeneralPlane || std::fabs(way[static_cast<int>(axis)]) < 1) continue;
            Vec3 on = place;
            on[static_cast<int>(axis)] = node.axialDist();
            std::int64_t budget = kTraceBudget;
            const TraceQuery query{on - way, on + way, probe, {}};
            const Vec3 before = on - way * 1e-3, behind = on + way * 1e-3;
            if (!touchPoint(trees, before, budget).free || !touchPoint(trees, behind, budget).free) continue;
            ++free;
            EXPECT_FALSE(findsAt(trees, lineOf(query), 0.5, found)) << text(TraceCall{probe, query.start, query.end});
        }
    });
    EXPECT_GE(free, 300);
}

}  // namespace
}  // namespace hullbake::test
