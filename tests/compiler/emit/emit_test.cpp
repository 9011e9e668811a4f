// Proves which planes of trees and grids share a record in the block.
#include "compiler/emit/emit.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>

namespace hullbake::test {
namespace {

using namespace format;

template <class T>
std::vector<T> section(const std::vector<std::byte>& block, std::string_view id) {
    FileHeader header;
    std::memcpy(&header, block.data(), sizeof header);
    for (std::uint32_t i = 0; i < header.sectionCount; ++i) {
        SectionEntry entry;
        std::memcpy(&entry, block.data() + sizeof header + i * sizeof entry, sizeof entry);
        if (std::string_view(entry.id, 4) != id) continue;
        std::vector<T> elements(entry.count);
        std::memcpy(elements.data(), block.data() + entry.offset, entry.count * sizeof(T));
        return elements;
    }
    ADD_FAILURE() << "no section " << id;
    return {};
}

// Returns a tree that is solid behind the plane.
FlatTree behind(const PlaneTable& planes, PlaneId id) {
    FlatTree tree;
    tree.planes = &planes;
    tree.nodes = {{id, kLeafFlag, kLeafFlag | static_cast<std::uint32_t>(Contents::Solid)}};
    tree.depth = 1;
    tree.root = 0;
    return tree;
}

// A model in two hulls, which have their own tables with different ids for equal planes. The second table has two
// planes whose equations round to equal doubles.
TEST(EmitTest, EqualPlanesOfDifferentIdsShareARecord) {
    constexpr std::int64_t kLong = std::int64_t{1} << 50;
    const Plane slope{{0.6, 0.8, 0}, 1};
    PlaneTable first, second;
    const PlaneId inFirst = first.add(slope);
    second.add({{0, 0.6, 0.8}, 5});
    PlaneId inSecond[2];
    for (std::int64_t i = 0; i < 2; ++i) {
        const PlaneEquation equation = equationOf({3 * kLong, 4 * kLong, 0}, 320 * kLong + 2 * i + 1);
        inSecond[i] = second.add(planeOf(equation), equation);
        ASSERT_EQ(second[inSecond[i]].normal, slope.normal);
        ASSERT_EQ(second[inSecond[i]].dist, slope.dist);
        ASSERT_NE(inSecond[i], inFirst);
    }
    ASSERT_NE(inSecond[0], inSecond[1]);
    const PlaneId other = second.add({{0, -0.6, 0.8}, 3}) & ~1u;
    std::vector<ModelTrees> trees(2);
    trees[0].blocking = behind(first, inFirst);
    trees[0].liquid = behind(first, axialPlaneId({{0, 0, 1}, 4}));
    trees[1].blocking = behind(second, inSecond[1]);
    trees[1].liquid = behind(second, inSecond[0]);
    // Builds cells whose nodes have the planes of the world's tree.
    std::vector<GridData> grids(2);
    for (std::size_t h = 0; h < 2; ++h) {
        const NodeRecord node = recordOf(trees[h].blocking, trees[h].blocking.nodes[0], 0);
        EXPECT_EQ(node.plane, trees[h].blocking.nodes[0].plane);
        grids[h].nodes = {node};
        grids[h].heights = {1};
    }
    grids[1].nodes.push_back(recordOf(behind(second, other), behind(second, other).nodes[0], 0));
    grids[1].heights.push_back(1);

    const MapSections map;
    TreeSections sections(trees);
    const std::vector<std::byte> block = emitHull({map, trees, sections, grids});
    const auto planes = section<PlaneRecord>(block, "PLAN");
    ASSERT_EQ(planes.size(), 2u);
    EXPECT_EQ((Vec3{planes[0].normal[0], planes[0].normal[1], planes[0].normal[2]}), slope.normal);
    EXPECT_EQ(planes[0].dist, slope.dist);
    const auto nodes = section<NodeRecord>(block, "NODE");
    ASSERT_EQ(nodes.size(), 4u);
    for (const std::size_t i : {0u, 2u, 3u}) {
        EXPECT_EQ(nodes[i].kind(), kGeneralPlane);
        EXPECT_EQ(nodes[i].plane, 0u);
    }
    EXPECT_EQ(nodes[1].kind(), 2u);
    EXPECT_EQ(nodes[1].axialDist(), 4);
    const auto inCells = section<NodeRecord>(block, "GNOD");
    ASSERT_EQ(inCells.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(inCells[i].plane, i == 2 ? 1u : 0u);
}

}  // namespace
}  // namespace hullbake::test
