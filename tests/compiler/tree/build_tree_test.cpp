// Proves that deep shapes give shallow trees, and that cells and polygons go to the right places.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <numeric>

#include "compiler/brushes/bevels.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/tree_face.hpp"
#include "hullbake/format.hpp"

namespace hullbake::test {
namespace {

// Returns a strictly convex ring of whole corners. Edges are all short directions without a common divisor, by angle.
std::vector<Corner> wholeRing(std::size_t sides) {
    std::vector<std::pair<int, int>> edges;
    for (int reach = 1; edges.size() < sides; ++reach) {
        edges.clear();
        for (int x = -reach; x <= reach; ++x)
            for (int y = -reach; y <= reach; ++y)
                if (std::gcd(x, y) == 1) edges.emplace_back(x, y);
    }
    std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) {
        return std::atan2(a.second, a.first) < std::atan2(b.second, b.first);
    });
    // Opposite edges cancel out, so surplus pairs are dropped.
    for (std::size_t drop = (edges.size() - sides) / 2; drop > 0; --drop) {
        edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(edges.size() / 2 + drop));
        edges.erase(edges.begin() + static_cast<std::ptrdiff_t>(drop));
    }
    std::vector<Corner> ring;
    double x = 0, y = 0;
    for (const auto& [dx, dy] : edges) ring.emplace_back(x += dx, y += dy);
    Corner middle;
    for (const auto& [px, py] : ring) {
        middle.first += px / static_cast<double>(ring.size());
        middle.second += py / static_cast<double>(ring.size());
    }
    for (auto& [px, py] : ring) {
        px -= std::round(middle.first);
        py -= std::round(middle.second);
    }
    return ring;
}

// Returns how far a point lies outside the convex brush, grown by a box: the largest distance from its grown planes.
double outside(const std::vector<Plane>& planes, const Vec3& p) {
    double furthest = -1e30;
    for (const Plane& plane : planes) furthest = std::max(furthest, distanceTo(plane, p));
    return furthest;
}

// Compiles one brush for points and players, and compares contents at random points in and close around it.
void expectShallowAndRight(const MapBrush& brush, std::size_t faces, std::size_t depth) {
    Solid solid = makeSolid(brush);
    ASSERT_TRUE(solid.valid) << solid.fault;
    ASSERT_EQ(solid.sides.size(), faces);
    addBevels(solid);
    CompileSettings settings;
    settings.hulls.resize(2);
    const Baked baked = bake(worldMap({brush}), settings);
    Rng rng(17);
    for (const char* name : {"point", "player"}) {
        const HullId hull = baked.hull(name);
        const HullReport& report = baked.result.report.hulls.at(hull.value);
        std::cout << name << ": depth " << report.depth << ", " << report.worldNodes << " nodes\n";
        EXPECT_LE(report.depth, depth);
        std::vector<Plane> planes;
        const Box box = baked.map.hull(hull).box;
        for (const SolidSide& side : solid.sides)
            planes.push_back({side.plane.normal, side.plane.dist + support(side.plane.normal, box)});
        std::size_t solidPoints = 0, emptyPoints = 0;
        for (int i = 0; i < 4000; ++i) {
            // Moves half of the points close to the surface.
            Vec3 p = rng.pointIn({solid.bounds.mins - Vec3{64, 64, 64}, solid.bounds.maxs + Vec3{64, 64, 64}});
            const double d = outside(planes, p);
            if (i % 2 == 0) p = p * ((solid.bounds.maxs.x + rng.between(-40, 40)) / (solid.bounds.maxs.x + d));
            const double now = outside(planes, p);
            if (std::fabs(now) < 1e-3) continue;
            ++(now < 0 ? solidPoints : emptyPoints);
            EXPECT_EQ(baked.at(p, name), now < 0 ? Contents::Solid : Contents::Empty)
                << p.x << ' ' << p.y << ' ' << p.z;
        }
        EXPECT_GE(solidPoints, 1000u);
        EXPECT_GE(emptyPoints, 800u);
    }
}

TEST(TreeTest, ColumnOf600Sides) {
    const std::vector<Corner> ring = wholeRing(600);
    ASSERT_EQ(ring.size(), 600u);
    expectShallowAndRight(prismBrush(ring, 0, 1024), 602, 40);
}

TEST(TreeTest, RockOf500Faces) {
    Rng rng(23);
    std::vector<Vec3> points;
    // An even spread, slightly perturbed, on sixteenths.
    for (int i = 0; i < 252; ++i) {
        const double z = 1 - (2 * i + 1) / 252.0, r = std::sqrt(1 - z * z), angle = i * 2.399963229728653;
        Vec3 p = Vec3{r * std::cos(angle), r * std::sin(angle), z} + rng.direction() * 0.02;
        p = p * (256 / length(p));
        points.push_back({std::round(p.x * 16) / 16, std::round(p.y * 16) / 16, std::round(p.z * 16) / 16});
    }
    const MapBrush rock = hullBrush(points);
    EXPECT_EQ(rock.faces.size(), 500u);
    expectShallowAndRight(rock, rock.faces.size(), 60);
}

TEST(TreeTest, HelpersOnAHandMadeTree) {
    const auto leaf = [](Contents contents) {
        auto node = std::make_unique<TreeNode>();
        node->contents = contents;
        return node;
    };
    const auto node = [](const Plane& plane, std::unique_ptr<TreeNode> front, std::unique_ptr<TreeNode> back) {
        auto made = std::make_unique<TreeNode>();
        made->plane = plane;
        made->front = std::move(front);
        made->back = std::move(back);
        return made;
    };
    auto root = node({{1, 0, 0}, 0}, node({{0, 1, 0}, 0}, leaf(Contents::Solid), leaf(Contents::Sky)),
                     node({{0, 1, 0}, 8}, node({{0, 0, 1}, 0}, leaf(Contents::Solid), leaf(Contents::Solid)),
                          leaf(Contents::Solid)));
    EXPECT_EQ(treeDepth(*root), 3u);
    EXPECT_EQ(innerNodes(*root).size(), 4u);
    std::vector<TreeNode*> leaves = numberLeaves(*root);
    ASSERT_EQ(leaves.size(), 5u);
    for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(leaves[i]->leaf, i);
    EXPECT_EQ(leaves[1]->contents, Contents::Sky) << "front before back";
    EXPECT_EQ(&leafAt(*root, {1, -1, 0}), leaves[1]);
    EXPECT_EQ(&leafAt(*root, {0, 0, 0}), leaves[0]) << "on a plane: the front one";

    mergeEqualLeaves(*root);
    EXPECT_EQ(treeDepth(*root), 2u);
    EXPECT_EQ(innerNodes(*root).size(), 2u);
    EXPECT_TRUE(root->back->isLeaf());
    EXPECT_EQ(leafAt(*root, {-1, 20, 3}).contents, Contents::Solid);
    EXPECT_EQ(leafAt(*root, {1, -1, 0}).contents, Contents::Sky);
    EXPECT_EQ(leafAt(*root, {1, 1, 0}).contents, Contents::Solid);
}

// Random polygons that bound nothing, with one tree over them.
struct Soup {
    static constexpr double kHalf = 512;
    PlaneTable planes;
    std::vector<Winding> windings;
    ConvexCell root = cellOfBox({{-kHalf, -kHalf, -kHalf}, {kHalf, kHalf, kHalf}});

    Soup(Rng& rng, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            Vec3 normal = rng.direction();
            if (rng.chance(0.4)) normal = {i % 3 == 0 ? 1.0 : 0, i % 3 == 1 ? 1.0 : 0, i % 3 == 2 ? -1.0 : 0};
            const Vec3 at = rng.gridPointIn({{-400, -400, -400}, {400, 400, 400}});
            const PlaneId id = planes.add({normal, dot(normal, at)});
            windings.push_back(baseWinding(planes.cutPlane(id), at, rng.between(1, 70)));
        }
    }

    std::unique_ptr<TreeNode> build(bool samples, std::size_t& leaves) {
        TreeOptions options;
        options.keepGeometry = true;
        if (samples)
            for (int i = 0; i < 500; ++i) options.samples.push_back({{-400, -400.0 + i, 0}, {400, 400.0 - i, i / 2.0}});
        // Uses a pattern unrelated to the polygons, so that equal neighbours occur. Sealing leaves keep no cell.
        options.classify = [](const CellFaces& cell) {
            const Vec3 p = interiorOf(cell);
            return std::sin(p.x / 60) * std::sin(p.y / 60) > 0 ? Contents::Water : Contents::Empty;
        };
        auto tree = buildTree(planes, windings, root, options);
        leaves = numberLeaves(*tree).size();
        return tree;
    }
};

TEST(TreeTest, PolygonSoup) {
    constexpr std::uint64_t kSeed = 20240620;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    for (const std::uint32_t count : {1u, 9u, 60u, 400u}) {
        SCOPED_TRACE(count);
        Soup soup(rng, count);
        std::size_t leafCount = 0;
        const auto tree = soup.build(count % 2 == 0, leafCount);
        EXPECT_GT(leafCount, count);
        EXPECT_LT(treeDepth(*tree), format::kMaxDepth);
        const std::vector<TreeNode*> leaves = numberLeaves(*tree);
        double volume = 0;
        for (const TreeNode* leaf : leaves) {
            const ConvexCell cell = leaf->cell->cell();
            volume += volumeOf(cell);
            const TreeNode& found = leafAt(*tree, cell.interior());
            EXPECT_TRUE(&found == leaf || volumeOf(cell) < 1e-3);
        }
        EXPECT_NEAR(volume, std::pow(2 * Soup::kHalf, 3), std::pow(2 * Soup::kHalf, 3) * 1e-6);
        // Every polygon lies on node planes, so no leaf contains one in its interior.
        std::size_t inside = 0, pieces = 0;
        for (const TreeNode* leaf : leaves) {
            const ConvexCell cell = leaf->cell->cell();
            for (const Winding& polygon : soup.windings) {
                if (!boxesTouch(cell.bounds(), boundsOf(polygon), 0)) continue;
                Winding clipped = polygon;
                for (const CellFace& wall : cell.faces)
                    if (!clipToBack(clipped, wall.plane, 2)) break;
                if (clipped.empty()) continue;
                ++pieces;
                bool onWall = false;
                for (const CellFace& wall : cell.faces) onWall = onWall || sideOf(clipped, wall.plane) == PlaneSide::On;
                inside += !onWall && widthOf(clipped, soup.planes[polygon.plane].normal) > 1e-3;
            }
        }
        EXPECT_EQ(inside, 0u);
        EXPECT_GE(pieces, 2 * count) << "each polygon is a wall of a leaf on either side";
    }
}

TEST(TreeTest, MergingLeavesChangesNoPoint) {
    Rng rng(41);
    Soup soup(rng, 200);
    std::size_t leafCount = 0;
    auto tree = soup.build(false, leafCount);
    std::vector<Vec3> points;
    std::vector<Contents> before;
    for (int i = 0; i < 20000; ++i) {
        points.push_back(rng.pointIn({{-500, -500, -500}, {500, 500, 500}}));
        before.push_back(leafAt(*tree, points.back()).contents);
    }
    mergeEqualLeaves(*tree);
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(leafAt(*tree, points[i]).contents, before[i]);
    EXPECT_LT(numberLeaves(*tree).size(), leafCount);
    for (const TreeNode* node : innerNodes(*tree))
        EXPECT_FALSE(node->front->isLeaf() && node->back->isLeaf() && node->front->contents == node->back->contents);
}

TEST(TreeTest, SideOfAFaceByItsBounds) {
    Rng rng(43);
    for (int i = 0; i < 2000; ++i) {
        const Plane own{rng.direction(), rng.between(-20, 20)};
        const Winding polygon = baseWinding({own, 0}, {}, rng.between(1, 30));
        Plane by{{}, rng.between(-40, 40)};
        const int axis = rng.whole(0, 2);
        by.normal[axis] = 1;
        EXPECT_EQ(sideOfFace(TreeFace(polygon), by), sideOf(polygon, by));
    }
}

TEST(TreeTest, NoPolygonIsOneLeaf) {
    TreeOptions options;
    options.classify = [](const CellFaces&) { return Contents::Water; };
    const auto tree = buildTree({}, std::vector<Winding>(), cellOfBox({{-1, -1, -1}, {1, 1, 1}}), options);
    EXPECT_TRUE(tree->isLeaf());
    EXPECT_EQ(tree->contents, Contents::Water);
}

}  // namespace
}  // namespace hullbake::test
