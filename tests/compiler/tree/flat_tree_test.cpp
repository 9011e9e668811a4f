// Proves that packing a tree keeps every point's leaf and stores equal subtrees once.
#include <gtest/gtest.h>

#include <iostream>
#include <set>
#include <tuple>

#include "compiler/bake_model.hpp"
#include "compiler/brushes/scene.hpp"
#include "compiler/compiler_support.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake::test {
namespace {

using format::ChildRef;

std::unique_ptr<TreeNode> leaf(Contents contents) {
    auto node = std::make_unique<TreeNode>();
    node->contents = contents;
    return node;
}

// Empty table for the trees below, whose planes are auxiliary and in no table.
const PlaneTable kNoTable;

// Returns a node with the plane `axis` = `dist`.
std::unique_ptr<TreeNode> split(int axis, int dist, std::unique_ptr<TreeNode> front, std::unique_ptr<TreeNode> back) {
    auto node = std::make_unique<TreeNode>();
    node->plane.normal[axis] = 1;
    node->plane.dist = dist;
    node->id = axialPlaneId(node->plane);
    node->front = std::move(front);
    node->back = std::move(back);
    return node;
}

Contents contentsAt(const FlatTree& tree, const Vec3& p) {
    ChildRef child = tree.root;
    while (!format::isLeaf(child)) {
        const FlatTree::Node& node = tree.nodes[child];
        child = distanceTo(tree.planes->resolved(node.plane), p) >= 0 ? node.front : node.back;
    }
    return static_cast<Contents>(format::leafContents(child));
}

// Returns a tree of splits at few whole distances, so that equal subtrees are frequent.
std::unique_ptr<TreeNode> randomTree(Rng& rng, int levels) {
    if (levels == 0 || rng.chance(0.1)) return leaf(rng.chance(0.5) ? Contents::Solid : Contents::Empty);
    auto front = randomTree(rng, levels - 1), back = randomTree(rng, levels - 1);
    return split(rng.whole(0, 2), rng.whole(1, 4), std::move(front), std::move(back));
}

std::size_t heightOf(const FlatTree& tree, ChildRef child) {
    if (format::isLeaf(child)) return 0;
    return 1 + std::max(heightOf(tree, tree.nodes[child].front), heightOf(tree, tree.nodes[child].back));
}

TEST(FlatTree, PointsKeepTheirContents) {
    constexpr std::uint64_t kSeed = 77;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t before = 0, after = 0, solid = 0, points = 0;
    for (int turn = 0; turn < 200; ++turn) {
        const auto root = randomTree(rng, rng.whole(1, 9));
        const FlatTree tree = flattened(*root, kNoTable);
        before += innerNodes(*root).size();
        after += tree.nodes.size();
        for (int i = 0; i < 500; ++i) {
            // The points also lie on planes.
            const Vec3 p{rng.whole(0, 10) / 2.0, rng.whole(0, 10) / 2.0, rng.whole(0, 10) / 2.0};
            const Contents truth = leafAt(*root, p).contents;
            ASSERT_EQ(contentsAt(tree, p), truth) << "turn " << turn;
            solid += truth == Contents::Solid;
            ++points;
        }
    }
    EXPECT_GE(before, 10000u);
    EXPECT_LE(after, before * 3 / 4);
    EXPECT_GE(solid, points / 4);
    EXPECT_LE(solid, points * 3 / 4);
}

TEST(FlatTree, SortedByHeightWithoutEqualsOrWaste) {
    constexpr std::uint64_t kSeed = 78;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    std::size_t nodes = 0;
    for (int turn = 0; turn < 200; ++turn) {
        const auto root = randomTree(rng, rng.whole(1, 7));
        const FlatTree tree = flattened(*root, kNoTable);
        std::set<std::tuple<PlaneId, ChildRef, ChildRef>> seen;
        std::set<ChildRef> named;
        std::size_t height = heightOf(tree, tree.root);
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            const auto& [plane, front, back] = tree.nodes[i];
            EXPECT_NE(front, back) << "the plane parts nothing";
            EXPECT_TRUE(seen.insert({plane, front, back}).second);
            const std::size_t own = heightOf(tree, static_cast<ChildRef>(i));
            EXPECT_LE(own, height);
            height = own;
            for (const ChildRef child : {front, back}) {
                if (format::isLeaf(child)) continue;
                EXPECT_GT(child, i);
                named.insert(child);
            }
        }
        EXPECT_TRUE(tree.nodes.empty() || tree.root == 0);
        EXPECT_EQ(named.size() + 1, std::max<std::size_t>(tree.nodes.size(), 1));
        nodes += tree.nodes.size();
    }
    EXPECT_GE(nodes, 2000u);
}

TEST(FlatTree, WhatIsTheSameOnBothSidesIsNotSplit) {
    const auto floor = [] { return split(2, 3, leaf(Contents::Empty), leaf(Contents::Solid)); };
    // Both halves of x = 1 are split by y = 2 and have an equal floor in front of it.
    const auto root =
        split(0, 1, split(1, 2, floor(), leaf(Contents::Solid)), split(1, 2, floor(), leaf(Contents::Sky)));
    const FlatTree tree = flattened(*root, kNoTable);
    ASSERT_EQ(tree.nodes.size(), 3u);
    EXPECT_EQ(tree.planes->resolved(tree.nodes[0].plane).normal, (Vec3{0, 1, 0}));
    std::size_t points = 0;
    for (const double x : {0.0, 1.0, 2.0})
        for (const double y : {0.0, 2.0, 4.0})
            for (const double z : {0.0, 3.0, 5.0}) {
                EXPECT_EQ(contentsAt(tree, {x, y, z}), leafAt(*root, {x, y, z}).contents);
                ++points;
            }
    EXPECT_EQ(points, 27u);
}

// Corners of boxes, each with its planes in another order: one has x and z = 1 in front, the other y and z = 1.
TEST(FlatTree, EndsShareTheirPlanesInAnyOrder) {
    const auto solid = [] { return leaf(Contents::Solid); };
    const auto end = [&](int axis, int dist, auto within) { return split(axis, dist, std::move(within), solid()); };
    const auto root = split(0, 5, end(2, 1, end(0, 6, end(1, 3, leaf(Contents::Empty)))),
                            split(1, 4, end(1, 5, end(2, 1, leaf(Contents::Empty))), solid()));
    const FlatTree tree = flattened(*root, kNoTable);
    // The root, three of the longer tail and two of the shorter one, which has y = 4 as well; z = 1 is in both.
    EXPECT_EQ(innerNodes(*root).size(), 7u);
    EXPECT_EQ(tree.nodes.size(), 6u);
    EXPECT_EQ(tree.depth, 4u);
    std::size_t points = 0;
    for (int x = 9; x <= 13; ++x)
        for (int y = 5; y <= 11; ++y)
            for (int z = 1; z <= 3; ++z) {
                const Vec3 p = {x / 2.0, y / 2.0, z / 2.0};
                EXPECT_EQ(contentsAt(tree, p), leafAt(*root, p).contents);
                ++points;
            }
    EXPECT_EQ(points, 105u);
}

// An auxiliary plane and one of the table lie at x = 3. Below both is an equal floor, whose plane has two ids as well.
TEST(FlatTree, EqualPlanesOfDifferentIdsAreOne) {
    PlaneTable table;
    table.add({{0.6, 0.8, 0}, 1});
    const Plane wall{{1, 0, 0}, 3}, ground{{0, 0, 1}, 2};
    const PlaneId wallId = table.add(wall), groundId = table.add(ground);
    ASSERT_FALSE(isAxialPlaneId(wallId));
    const auto named = [](PlaneId id, std::unique_ptr<TreeNode> node) {
        node->id = id;
        return node;
    };
    const auto floor = [] { return split(2, 2, leaf(Contents::Empty), leaf(Contents::Solid)); };
    const auto root =
        split(1, 0, split(0, 3, floor(), leaf(Contents::Sky)),
              split(1, -5, named(wallId, split(0, 3, named(groundId, floor()), leaf(Contents::Sky))), floor()));
    const FlatTree tree = flattened(*root, table);
    EXPECT_EQ(innerNodes(*root).size(), 7u);
    ASSERT_EQ(tree.nodes.size(), 4u);
    EXPECT_EQ(tree.nodes[2].plane, wallId) << "an id of the table stands for both";
    EXPECT_EQ(tree.nodes[3].plane, groundId);
    EXPECT_EQ(tree.nodes[0].plane, axialPlaneId({{0, 1, 0}, 0}));
    for (const double x : {2.0, 4.0})
        for (const double y : {-6.0, -1.0, 1.0})
            for (const double z : {1.0, 2.5}) EXPECT_EQ(contentsAt(tree, {x, y, z}), leafAt(*root, {x, y, z}).contents);
}

TEST(FlatTree, OneLeaf) {
    const FlatTree tree = flattened(*leaf(Contents::Water), kNoTable);
    EXPECT_TRUE(tree.nodes.empty());
    EXPECT_EQ(tree.root, format::kLeafFlag | static_cast<std::uint32_t>(Contents::Water));
}

// As the hulls of large maps are.
TEST(FlatTree, PackedLaterIsTheSame) {
    const MapFile map = demoMap();
    const std::vector<HullSpec> hulls = {{"player", {{-16, -16, -24}, {16, 16, 32}}}};
    CompileReport report;
    const BrushScene scene = makeScene(map, gameRules("any"), hulls, report);
    // Each baking frees the faces of its brushes.
    GrownHull grown[2] = {growHull(scene, hulls[0], 0), growHull(scene, hulls[0], 0)};
    BakeResult results[2];
    StageClock clock;
    for (const std::size_t later : {std::size_t{0}, std::size_t{1}}) {
        GrownHull& hull = grown[later];
        BakeInput input{.planes = hull.planes,
                        .brushes = {},
                        .around = {{-65536, -65536, -65536}, {65536, 65536, 65536}},
                        .entities = nullptr,
                        .hullBox = hulls[0].box,
                        .onGrid = hull.onGrid,
                        .clock = clock,
                        .progress = {},
                        .packLater = later == 1};
        for (std::uint32_t i = 0; i < hull.modelBegin[1]; ++i)
            if (!any(hull.brushes[i].contents & kMaskPassable)) input.brushes.push_back(&hull.brushes[i]);
        results[later] = bakeModel(input);
        EXPECT_EQ(results[later].unpacked != nullptr, later == 1);
    }
    packTree(results[1], grown[1].planes);
    EXPECT_EQ(results[1].unpacked, nullptr);
    const FlatTree &one = results[0].tree, &other = results[1].tree;
    ASSERT_GT(one.nodes.size(), 100u);
    ASSERT_EQ(one.nodes.size(), other.nodes.size());
    for (std::size_t i = 0; i < one.nodes.size(); ++i) {
        EXPECT_EQ(one.nodes[i].plane, other.nodes[i].plane);
        EXPECT_EQ(one.nodes[i].front, other.nodes[i].front);
        EXPECT_EQ(one.nodes[i].back, other.nodes[i].back);
    }
    EXPECT_EQ(one.root, other.root);
    EXPECT_EQ(results[0].nodes, results[1].nodes);
    EXPECT_EQ(results[0].depth, results[1].depth);
}

}  // namespace
}  // namespace hullbake::test
