// Proves that leaves told by the polygons beside them make the same tree as leaves that are classified by their cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "compiler/brushes/scene.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/growth/merge_coplanar.hpp"
#include "compiler/growth/union_boundary.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/cell_contents.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// The boundary of some brushes, and trees over it.
struct World {
    GrownHull hull;
    std::vector<const GrownBrush*> brushes;
    std::vector<Winding> boundary;
    std::vector<const Winding*> polygons;
    Box around = kEmptyBox;
    std::size_t classified = 0;

    World(const std::vector<MapBrush>& solids, const Box& box) {
        const MapFile map = worldMap(solids);
        const std::vector<HullSpec> hulls = {{"hull", box}};
        CompileReport report;
        const BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
        hull = growHull(scene, hulls[0], 0);
        for (const GrownBrush& brush : hull.brushes) {
            brushes.push_back(&brush);
            growBounds(around, brush.bounds.mins);
            growBounds(around, brush.bounds.maxs);
        }
        for (int a = 0; a < 3; ++a) {
            around.mins[a] = std::floor(around.mins[a]) - 64;
            around.maxs[a] = std::ceil(around.maxs[a]) + 64;
        }
        const BrushIndex index(hull.planes, brushes);
        boundary = unionBoundary(hull.planes, index).polygons;
        polygons = mergeFaces(hull.planes, boundary);
    }

    // Returns copies of the polygons on a plane across an axis.
    std::vector<Winding> across(int axis, double at) const {
        std::vector<Winding> found;
        for (const Winding* polygon : polygons) {
            const Plane& plane = hull.planes[polygon->plane];
            if (std::abs(plane.normal[axis]) == 1 && plane.dist * plane.normal[axis] == at) found.push_back(*polygon);
        }
        return found;
    }

    std::unique_ptr<TreeNode> tree(std::optional<Contents> behind) {
        const BrushIndex index(hull.planes, brushes);
        TreeOptions options;
        options.behind = behind;
        classified = 0;
        options.classify = [&](const CellFaces& cell) {
            Vec3 at;
            ++classified;
            return contentsOfCell(index, hull.planes, cell, at);
        };
        return buildTree(hull.planes, polygons, cellOfBox(around), options);
    }
};

// Counts the nodes of two trees that are equal. Returns false where they differ.
bool areEqual(const TreeNode& a, const TreeNode& b, std::size_t& nodes) {
    ++nodes;
    if (a.isLeaf() || b.isLeaf()) return a.isLeaf() == b.isLeaf() && a.contents == b.contents;
    return a.id == b.id && a.plane.normal == b.plane.normal && a.plane.dist == b.plane.dist &&
           areEqual(*a.front, *b.front, nodes) && areEqual(*a.back, *b.back, nodes);
}

TEST(LeavesBesidePolygons, AreThoseOfTheirCells) {
    constexpr std::uint64_t kSeed = 20261128;
    Rng rng(kSeed);
    std::size_t nodes = 0, byCells = 0, byPolygons = 0;
    for (int round = sized(24, 300); round > 0; --round) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", rounds left " + std::to_string(round));
        std::vector<MapBrush> solids;
        const double unit = round % 3 == 0 ? 1000 : round % 3 == 1 ? 1 : 64;  // off the grid, and on it
        for (int i = rng.whole(4, 24); i > 0; --i) {
            const Vec3 at = rng.gridPointIn({{-300, -300, -100}, {300, 300, 100}});
            if (rng.chance(0.3)) {
                solids.push_back(boxBrush(at, at + Vec3{48, 96, 32}));
                continue;
            }
            std::vector<Vec3> points;
            for (int k = rng.whole(5, 14); k > 0; --k) {
                const Vec3 p = at + rng.pointIn({{-90, -90, -90}, {90, 90, 90}});
                points.push_back(
                    {std::round(p.x * unit) / unit, std::round(p.y * unit) / unit, std::round(p.z * unit) / unit});
            }
            solids.push_back(hullBrush(points));
        }
        for (const Box& box : {Box{}, Box{{-16, -16, -24}, {16, 16, 32}}}) {
            World world(solids, box);
            const auto slow = world.tree(std::nullopt);
            byCells += world.classified;
            const auto quick = world.tree(Contents::Solid);
            byPolygons += world.classified;
            ASSERT_TRUE(areEqual(*slow, *quick, nodes));
        }
    }
    EXPECT_GE(nodes, 5000u);
    EXPECT_LT(4 * byPolygons, byCells) << "few leaves are beside no polygon";
}

void clearExact(Winding& polygon) {
    for (WindingVertex& vertex : polygon.vertices) vertex.exact = false;
}

// Counts the leaves that were classified. Where the polygons tell what the leaves are, none is.
std::size_t leavesClassified(const World& world, std::span<const Winding> polygons) {
    std::size_t classified = 0;
    TreeOptions options;
    options.behind = Contents::Solid;
    options.classify = [&](const CellFaces&) {
        ++classified;
        return Contents::Solid;
    };
    std::vector<const Winding*> pointers;
    for (const Winding& polygon : polygons) pointers.push_back(&polygon);
    buildTree(world.hull.planes, pointers, cellOfBox(world.around), options);
    return classified;
}

// Polygons do not tell where two of one plane face both ways, or where one is not exact.
TEST(LeavesBesidePolygons, AreClassifiedWherePolygonsDoNotTell) {
    const World world({boxBrush({-100, 0, 0}, {0, 64, 32}), boxBrush({16, 0, 32}, {100, 64, 64})}, Box{});
    const std::vector<Winding> level = world.across(2, 32);
    ASSERT_EQ(level.size(), 2u);
    ASSERT_NE(level[0].plane, level[1].plane) << "they face both ways";
    std::vector<Winding> corner = {world.across(2, 64).at(0), world.across(0, 100).at(0)};
    EXPECT_EQ(leavesClassified(world, level), 2u);
    EXPECT_EQ(leavesClassified(world, {&level[0], 1}), 0u);
    EXPECT_EQ(leavesClassified(world, {&level[1], 1}), 0u);
    EXPECT_EQ(leavesClassified(world, corner), 0u);
    std::size_t most = 0;
    for (Winding& polygon : corner) {
        const Winding exact = polygon;
        clearExact(polygon);
        EXPECT_EQ(leavesClassified(world, {&polygon, 1}), 2u);
        most = std::max(most, leavesClassified(world, corner));
        polygon = exact;
    }
    EXPECT_EQ(most, 3u) << "also where it is the last that is left";
}

}  // namespace
}  // namespace hullbake::test
