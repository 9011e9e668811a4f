// Proves that ClipMap::open refuses trees that are cyclic, out of order or too deep, and that opened trees end queries.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "formats/hull_writer.hpp"
#include "runtime/block/hull_block.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

using namespace format;

constexpr ChildRef kEmpty = leafOf(Contents::Empty), kSolid = leafOf(Contents::Solid);

/// Expects a damaged tree to be reported as `status` in `section`, at a position inside it.
void expectBadTree(const std::string& name, Status status, std::string_view section, HullBlock block) {
    block.seal();
    const OpenResult opened = block.open();
    EXPECT_EQ(opened.status, status) << name << ": " << statusText(opened.status);
    EXPECT_EQ(std::string_view(opened.section), section) << name;
    const SectionEntry& entry = block.entry(section);
    EXPECT_GE(opened.offset, entry.offset) << name;
    EXPECT_LE(opened.offset, entry.offset + entry.count * entry.elementSize) << name;
}

//        0            five nodes, each before its children
//       / \           .
//      1   4
//     / \  .
//    2   3
std::vector<NodeRecord> fiveNodes() {
    return {axialNode(0, 0, 1, 4), axialNode(1, 0, 2, 3), axialNode(2, 0, kEmpty, kSolid),
            axialNode(2, 8, kEmpty, kSolid), axialNode(2, 16, kEmpty, kSolid)};
}

HullBlock fiveNodeBlock(const std::function<void(std::vector<NodeRecord>&)>& change = {},
                        RootRecord root = {0, kEmpty}) {
    std::vector<NodeRecord> nodes = fiveNodes();
    if (change) change(nodes);
    return craftedBlock(nodes, root, {}, 16);
}

TEST(OpenTrees, TheCraftedTreeOpensAndAnswers) {
    const HullBlock block = fiveNodeBlock();
    const OpenResult opened = block.open();
    ASSERT_TRUE(opened) << statusText(opened.status);
    const Trace trace = opened.map.trace(hullProbe({0}), {8, 8, 64}, {8, 8, -64});
    EXPECT_EQ(trace.hitFraction, 0.5);
    EXPECT_EQ(trace.normal, (Vec3{0, 0, 1}));
    EXPECT_EQ(opened.map.contentsAt(hullProbe({0}), {-8, 8, 12}), Contents::Solid);
}

TEST(OpenTrees, CyclesAndOrder) {
    const auto refused = [](const char* name, std::size_t node, ChildRef front, ChildRef back) {
        expectBadTree(name, Status::BadTree, "NODE", fiveNodeBlock([&](std::vector<NodeRecord>& nodes) {
                          nodes[node].frontAndKind = nodes[node].kind() << 30 | front;
                          nodes[node].back = back;
                      }));
    };
    refused("a node that is its own front", 1, 1, 3);
    refused("a node that is its own back", 1, 2, 1);
    refused("back to the root", 4, 0, kSolid);
    refused("back to the root from the back", 4, kEmpty, 0);
    refused("back to an earlier node", 4, 2, kSolid);
    refused("behind the last node", 4, 5, kSolid);
    refused("far behind the last node", 4, kChildMask & ~kLeafFlag, kSolid);
    refused("nodes left over", 0, 1, kSolid);
}

TEST(OpenTrees, SubtreesMayBeShared) {
    const auto opens = [](const char* name, std::size_t node, ChildRef front, ChildRef back) {
        const HullBlock block = fiveNodeBlock([&](std::vector<NodeRecord>& nodes) {
            nodes[node].frontAndKind = nodes[node].kind() << 30 | front;
            nodes[node].back = back;
        });
        const OpenResult opened = block.open();
        ASSERT_TRUE(opened) << name << ": " << statusText(opened.status);
        std::size_t hits = 0;
        EXPECT_EQ(askEverything(opened.map, 19, 2000, hits), "") << name;
        EXPECT_GE(hits, 200u) << name;
    };
    opens("front shared with back", 1, 3, 3);
    opens("between parents", 1, 4, 3);
    opens("between generations", 1, 2, 4);
    opens("front and back exchanged", 1, 3, 2);
    opens("nodes that nobody names", 0, 4, kSolid);
}

// Both children of each node are the next node, which gives 2^depth paths. Planes lie near the middle, so that a trace
// may take any path.
TEST(OpenTrees, SharedAgainAndAgainItStillAnswers) {
    for (const std::size_t depth : {std::size_t{30}, std::size_t{kMaxDepth}}) {
        std::vector<NodeRecord> nodes;
        for (std::size_t i = 0; i < depth; ++i) {
            const auto next = static_cast<ChildRef>(i + 1);
            const bool last = next == depth;
            nodes.push_back(axialNode(static_cast<std::uint32_t>(i % 3), static_cast<double>(i % 7) / 8 - 0.5,
                                      last ? kEmpty : next, last ? kSolid : next));
        }
        const auto levels = static_cast<std::uint32_t>(depth);
        const HullBlock block = craftedBlock(nodes, {0, kEmpty}, {}, levels);
        const OpenResult opened = block.open();
        ASSERT_TRUE(opened) << statusText(opened.status);
        std::size_t hits = 0;
        EXPECT_EQ(askEverything(opened.map, 23, 500, hits), "");
        EXPECT_GE(hits, 50u);
        expectBadTree("deeper than it says", Status::TooDeep, "NODE", craftedBlock(nodes, {0, kEmpty}, {}, levels - 1));
    }
}

// The highest node comes first. Its depth is the longest path, although shorter paths reach the shared nodes earlier.
TEST(OpenTrees, SharedNodesCountAtTheirDeepest) {
    const std::vector<NodeRecord> nodes = {axialNode(0, 0, 1, 3), axialNode(1, 0, 2, kEmpty),
                                           axialNode(2, 0, 3, kSolid), axialNode(0, 8, kEmpty, kSolid)};
    EXPECT_TRUE(craftedBlock(nodes, {0, kEmpty}, {}, 4).open());
    expectBadTree("deeper than it says", Status::TooDeep, "NODE", craftedBlock(nodes, {0, kEmpty}, {}, 3));
}

TEST(OpenTrees, Roots) {
    expectBadTree("root in the middle", Status::BadTree, "NODE", fiveNodeBlock({}, {1, kEmpty}));
    expectBadTree("root behind the nodes", Status::BadTree, "NODE", fiveNodeBlock({}, {5, kEmpty}));
    expectBadTree("both roots the same tree", Status::BadTree, "NODE", fiveNodeBlock({}, {0, 0}));
    expectBadTree("no root", Status::BadTree, "NODE", fiveNodeBlock({}, {kEmpty, kEmpty}));
    expectBadTree("root with foreign bits", Status::BadRecord, "ROOT", fiveNodeBlock({}, {0x40000000u, kEmpty}));
    expectBadTree("liquid root with foreign bits", Status::BadRecord, "ROOT",
                  fiveNodeBlock({}, {0, 0x80000000u | kEmpty}));
    expectBadTree("no index", Status::BadRecord, "ROOT", fiveNodeBlock({}, {kNoIndex, kEmpty}));
}

// The leaves of the two trees have different bits. The report must give the node whose child the leaf is.
TEST(OpenTrees, LeafContents) {
    const auto refused = [](const char* name, std::size_t node, bool front, ChildRef leaf) {
        HullBlock block = fiveNodeBlock([&](std::vector<NodeRecord>& nodes) {
            if (front)
                nodes[node].frontAndKind = nodes[node].kind() << 30 | leaf;
            else
                nodes[node].back = leaf;
        });
        const OpenResult opened = block.open();
        EXPECT_EQ(opened.status, Status::BadRecord) << name << ": " << statusText(opened.status);
        EXPECT_EQ(std::string(opened.section), "NODE") << name;
        EXPECT_EQ(opened.offset, block.entry("NODE").offset + node * sizeof(NodeRecord)) << name;
    };
    refused("water in the blocking tree", 2, true, leafOf(Contents::Water));
    refused("lava and solid", 2, false, leafOf(Contents::Lava | Contents::Solid));
    refused("an unknown bit", 3, true, kLeafFlag | 1u << 9);
    refused("the highest bits", 4, false, kLeafFlag | 0x1fffff00u);
    // The check reaches this leaf long after its node, behind the whole front subtree.
    const std::vector<NodeRecord> two = {axialNode(0, 0, 1, leafOf(Contents::Water)), axialNode(1, 0, kEmpty, kSolid)};
    HullBlock late = craftedBlock(two, {0, kEmpty}, {}, 2);
    EXPECT_EQ(late.open().status, Status::BadRecord);
    EXPECT_EQ(late.open().offset, late.entry("NODE").offset);
    expectBadTree("solid liquid", Status::BadRecord, "NODE",
                  fiveNodeBlock(
                      [](std::vector<NodeRecord>& nodes) {
                          nodes[4] = axialNode(0, 1, kEmpty, kSolid);
                          nodes[0].back = kSolid;
                      },
                      {0, 4}));
}

TEST(OpenTrees, NodePlanes) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
    std::size_t cases = 0;
    for (std::size_t node = 0; node < 5; ++node) {
        const auto refused = [&](const char* name, const NodeRecord& like) {
            HullBlock block = fiveNodeBlock([&](std::vector<NodeRecord>& nodes) {
                nodes[node].plane = like.plane;
                nodes[node].frontAndKind = like.kind() << 30 | nodes[node].front();
                nodes[node].back |= like.back;
            });
            const OpenResult opened = block.open();
            EXPECT_EQ(opened.status, Status::BadRecord) << name << " in node " << node;
            EXPECT_EQ(opened.offset, block.entry("NODE").offset + node * sizeof(NodeRecord)) << name;
            ++cases;
        };
        for (const double bad : {kNan, -kNan, kInf, -kInf, 1e9, -1e300}) refused("distance", axialNode(1, bad, 0, 0));
        refused("a plane that is not there", generalNode(0, 0, 0));
        NodeRecord far = generalNode(0, 0, 0);
        far.plane = ~std::uint64_t{0};
        refused("a plane far out", far);
        far.plane = std::uint64_t{1} << 32;  // zero when truncated to 32 bits
        refused("a plane that wraps", far);
        refused("foreign bits in back", axialNode(0, 0, 0, 0x40000000u));
        refused("the top bit in back", axialNode(0, 0, 0, 0x80000000u));
    }
    EXPECT_EQ(cases, 55u);
}

enum class Chain { Front, Back, ZigZag };

// Builds a chain of planes z = i/16, deep on one side, or on each side in turn.
std::vector<NodeRecord> chain(std::size_t depth, Chain kind) {
    std::vector<NodeRecord> nodes;
    for (std::size_t i = 0; i < depth; ++i) {
        const bool last = i + 1 == depth;
        const bool front = kind == Chain::Front || (kind == Chain::ZigZag && i % 2 == 0);
        const ChildRef next = last ? kEmpty : static_cast<ChildRef>(i + 1);
        const double dist = static_cast<double>(kind == Chain::Back ? depth - i : i) / 16;
        nodes.push_back(front ? axialNode(2, dist, next, kSolid) : axialNode(2, dist, kSolid, next));
    }
    return nodes;
}

TEST(OpenTrees, DepthUpToTheLimit) {
    for (const Chain kind : {Chain::Front, Chain::Back, Chain::ZigZag}) {
        const HullBlock deepest = craftedBlock(chain(kMaxDepth, kind), {0, kEmpty}, {}, kMaxDepth);
        const OpenResult opened = deepest.open();
        ASSERT_TRUE(opened) << statusText(opened.status);
        std::size_t hits = 0;
        EXPECT_EQ(askEverything(opened.map, 17, 5000, hits), "");
        EXPECT_GE(hits, 500u);
        HullBlock tooDeep = craftedBlock(chain(kMaxDepth + 1, kind), {0, kEmpty}, {}, kMaxDepth);
        expectBadTree("one too deep", Status::TooDeep, "NODE", tooDeep);
        expectBadTree("deeper than it says", Status::TooDeep, "NODE",
                      craftedBlock(chain(20, kind), {0, kEmpty}, {}, 19));
        expectBadTree("far too deep", Status::TooDeep, "NODE",
                      craftedBlock(chain(50000, kind), {0, kEmpty}, {}, kMaxDepth));
    }
}

/// Changes the tree of bounding volumes of the larger block.
void expectBadVolumes(const char* name, Status status,
                      const std::function<void(HullBlock&, std::span<BvhNode>)>& change) {
    HullBlock block = largerBlock();
    const std::span<BvhNode> nodes = block.records<BvhNode>("BVHN");
    ASSERT_GE(nodes.size(), 3u);
    change(block, nodes);
    expectBadTree(name, status, "BVHN", std::move(block));
}

std::uint32_t& firstChildNode(BvhNode& node) {
    return *std::find_if(std::begin(node.child), std::end(node.child),
                         [](std::uint32_t child) { return (child & kBvhLeaf) == 0; });
}

std::uint32_t& firstLeaf(BvhNode& node) {
    return *std::find_if(std::begin(node.child), std::end(node.child),
                         [](std::uint32_t child) { return (child & kBvhLeaf) != 0 && child != kNoIndex; });
}

TEST(OpenTrees, BoundingVolumes) {
    expectBadVolumes("its own child", Status::BadTree,
                     [](HullBlock&, std::span<BvhNode> nodes) { firstChildNode(nodes[0]) = 0; });
    expectBadVolumes("skips a node", Status::BadTree,
                     [](HullBlock&, std::span<BvhNode> nodes) { ++firstChildNode(nodes[0]); });
    expectBadVolumes("behind the last", Status::BadTree,
                     [](HullBlock&, std::span<BvhNode> nodes) { firstLeaf(nodes.back()) = 500; });
    expectBadVolumes("a cycle below", Status::BadTree,
                     [](HullBlock&, std::span<BvhNode> nodes) { firstLeaf(nodes[1]) = 0; });
    expectBadVolumes("a shared node", Status::BadTree, [](HullBlock&, std::span<BvhNode> nodes) {
        const std::uint32_t child = firstChildNode(nodes[0]);
        firstLeaf(nodes[1]) = child;
    });
    expectBadVolumes("a child lost", Status::BadTree,
                     [](HullBlock&, std::span<BvhNode> nodes) { firstChildNode(nodes[0]) = kNoIndex; });
    expectBadVolumes("a brush of another model", Status::BadTree, [](HullBlock& block, std::span<BvhNode> nodes) {
        firstLeaf(nodes[1]) = kBvhLeaf | block.records<ModelRecord>("MODL")[1].firstBrush;
    });
    expectBadVolumes("a brush that is not there", Status::BadTree, [](HullBlock& block, std::span<BvhNode> nodes) {
        firstLeaf(nodes.back()) = kBvhLeaf | static_cast<std::uint32_t>(block.entry("BRSH").count);
    });
    expectBadVolumes("a brush far out", Status::BadTree,
                     [](HullBlock&, std::span<BvhNode> nodes) { firstLeaf(nodes[1]) = 0xfffffffeu; });
    expectBadVolumes("an empty slot with bounds", Status::BadTree, [](HullBlock&, std::span<BvhNode> nodes) {
        const auto slot = std::find(std::begin(nodes.back().child), std::end(nodes.back().child), kNoIndex);
        ASSERT_NE(slot, std::end(nodes.back().child));
        nodes.back().mins[1][slot - std::begin(nodes.back().child)] = -8;
    });
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        expectBadVolumes("mins", Status::BadTree,
                         [&](HullBlock&, std::span<BvhNode> nodes) { nodes[1].mins[2][7] = bad; });
        expectBadVolumes("maxs", Status::BadTree,
                         [&](HullBlock&, std::span<BvhNode> nodes) { nodes[0].maxs[0][0] = -bad; });
    }
    for (const std::uint32_t root : {1u, 1000u, kNoIndex})
        expectBadVolumes("the world's root", Status::BadTree, [&](HullBlock& block, std::span<BvhNode>) {
            block.records<ModelRecord>("MODL")[0].bvhRoot = root;
        });
    expectBadVolumes("two models, one tree", Status::BadTree,
                     [](HullBlock& block, std::span<BvhNode>) { block.records<ModelRecord>("MODL")[1].bvhRoot = 0; });
}

// Builds a chain of volumes, each below the previous one.
TEST(OpenTrees, VolumesUpToTheLimit) {
    for (const std::uint32_t depth : {kMaxBvhDepth, kMaxBvhDepth + 1, 5000u}) {
        HullBlock plain = fiveNodeBlock();
        std::vector<BvhNode> volumes(depth);
        for (std::uint32_t i = 0; i < depth; ++i) {
            std::fill(std::begin(volumes[i].child), std::end(volumes[i].child), kNoIndex);
            for (int a = 0; a < 3; ++a)
                for (std::size_t slot = 0; slot < 8; ++slot)
                    if (slot != i % 8 || i + 1 == depth)
                        volumes[i].mins[a][slot] = volumes[i].maxs[a][slot] = kEmptySlot;
            if (i + 1 < depth) volumes[i].child[i % 8] = i + 1;
        }
        HullWriter writer;
        plain.records<ModelRecord>("MODL")[0].bvhRoot = 0;
        writer.add<HullRecord>("HULL", plain.records<HullRecord>("HULL"));
        writer.add<ModelRecord>("MODL", plain.records<ModelRecord>("MODL"));
        writer.add<RootRecord>("ROOT", plain.records<RootRecord>("ROOT"));
        writer.add<PlaneRecord>("PLAN", {});
        writer.add<NodeRecord>("NODE", plain.records<NodeRecord>("NODE"));
        writer.add<BrushRecord>("BRSH", {});
        writer.add<SideRecord>("SIDE", {});
        writer.add<ShapeRecord>("SHPE", {});
        writer.add<CornerRecord>("CRNR", {});
        writer.add<EdgeRecord>("EDGE", {});
        writer.add<FaceRecord>("FACE", {});
        writer.add<BvhNode>("BVHN", volumes);
        for (const char* text : {"STRS", "ENTS", "META"}) writer.add(text, std::string_view{});
        HullBlock block{writer.finish(0, 16)};
        if (depth > kMaxBvhDepth) {
            expectBadTree("volumes too deep", Status::TooDeep, "BVHN", block);
            continue;
        }
        const OpenResult opened = block.open();
        ASSERT_TRUE(opened) << statusText(opened.status);
        std::size_t hits = 0;
        EXPECT_EQ(askEverything(opened.map, 3, 500, hits), "");
        EXPECT_GE(hits, 50u);
    }
}

}  // namespace
}  // namespace hullbake::test
