// Proves the eight-wide tree of bounding volumes: each brush once, inside the bounds above it, within the depth of
// queries.
#include "compiler/emit/bvh_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "hullbake/format.hpp"

namespace hullbake {
namespace {

using namespace format;

struct Walk {
    const std::vector<BvhNode>& nodes;
    const std::vector<BrushRecord>& brushes;
    std::vector<std::size_t> met;
    std::uint32_t deepest = 0;

    bool within(const float (&mins)[3], const float (&maxs)[3], const BvhNode& node, int slot) const {
        bool inside = true;
        for (int a = 0; a < 3; ++a) inside = inside && mins[a] >= node.mins[a][slot] && maxs[a] <= node.maxs[a][slot];
        return inside;
    }

    void visit(std::uint32_t index, std::uint32_t depth) {
        deepest = std::max(deepest, depth);
        const BvhNode& node = nodes[index];
        for (int slot = 0; slot < 8; ++slot) {
            const std::uint32_t child = node.child[slot];
            if (child == kNoIndex) continue;
            if ((child & kBvhLeaf) != 0) {
                const std::uint32_t brush = child & ~kBvhLeaf;
                ++met[brush];
                EXPECT_TRUE(within(brushes[brush].mins, brushes[brush].maxs, node, slot)) << brush;
                continue;
            }
            for (int inner = 0; inner < 8; ++inner) {
                const BvhNode& below = nodes[child];
                if (below.child[inner] == kNoIndex) continue;
                const float mins[3] = {below.mins[0][inner], below.mins[1][inner], below.mins[2][inner]};
                const float maxs[3] = {below.maxs[0][inner], below.maxs[1][inner], below.maxs[2][inner]};
                EXPECT_TRUE(within(mins, maxs, node, slot)) << child;
            }
            visit(child, depth + 1);
        }
    }
};

void check(const std::vector<BrushRecord>& brushes, const std::string& what) {
    SCOPED_TRACE(what);
    std::vector<BvhNode> nodes;
    const auto count = static_cast<std::uint32_t>(brushes.size());
    ASSERT_EQ(appendVolumeTree(brushes, 0, count, nodes), 0u);
    Walk walk{nodes, brushes, std::vector<std::size_t>(brushes.size()), 0};
    walk.visit(0, 1);
    for (std::size_t i = 0; i < brushes.size(); ++i) EXPECT_EQ(walk.met[i], 1u) << i;
    EXPECT_LE(walk.deepest, kMaxBvhDepth);
}

BrushRecord cubeAt(float x, float y, float z, float size) {
    BrushRecord brush{};
    const float at[3] = {x, y, z};
    for (int a = 0; a < 3; ++a) {
        brush.mins[a] = at[a];
        brush.maxs[a] = at[a] + size;
    }
    return brush;
}

TEST(VolumeTree, HoldsEveryBrushOnce) {
    std::vector<BrushRecord> brushes;
    for (int i = 0; i < 1000; ++i)
        brushes.push_back(cubeAt(static_cast<float>(i % 10 * 64), static_cast<float>(i / 10 % 10 * 64),
                                 static_cast<float>(i / 100 * 64), 32));
    check(brushes, "a grid");
    check({cubeAt(0, 0, 0, 1)}, "a single brush");
    std::vector<BvhNode> none;
    EXPECT_EQ(appendVolumeTree({}, 0, 0, none), kNoIndex);
}

// If each brush is far larger than all before it together, the cheapest split takes away one brush at a time.
TEST(VolumeTree, StaysWithinTheDepthOfQueries) {
    std::vector<BrushRecord> growing, nested;
    for (int i = 0; i < 3000; ++i) {
        const auto size = static_cast<float>(std::pow(1.004, i));
        growing.push_back(cubeAt(size, 0, 0, size * 0.004f));
        nested.push_back(cubeAt(0, 0, 0, size));
    }
    check(growing, "growing");
    check(nested, "nested");
    check(std::vector<BrushRecord>(2000, cubeAt(8, 8, 8, 8)), "all the same");
}

}  // namespace
}  // namespace hullbake
