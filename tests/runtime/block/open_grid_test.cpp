// Proves ClipMap::open behind the hash: grid sections with one fault each, and grids with false contents.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "runtime/block/refused_blocks.hpp"

namespace hullbake::test {
namespace {

using namespace format;

TEST(OpenGrid, Records) {
    using Record = GridRecord;
    for (const std::size_t i : {0, 1}) {
        for (const double bad : {kNan, kInf, -kInf, 1e9})
            expectBadRecord<Record>("origin", "GRID", i, [&](HullBlock&, Record& grid) { grid.origin[i] = bad; });
        for (const double bad : {kNan, kInf, 0.0, -64.0, 0.5, 131072.0})
            expectBadRecord<Record>("cells", "GRID", i, [&](HullBlock&, Record& grid) {
                grid.cellSize = bad;
                grid.cellsPerUnit = 1 / bad;
            });
        for (const double bad : {kNan, kInf, 0.0, 1.0, -1.0 / 64})
            expectBadRecord<Record>("cells per unit", "GRID", i,
                                    [&](HullBlock&, Record& grid) { grid.cellsPerUnit = bad; });
        for (const std::uint32_t bad : {1u << 16, kHuge})
            for (int a = 0; a < 3; ++a)
                expectBadRecord<Record>("blocks", "GRID", i, [&](HullBlock&, Record& grid) { grid.blocks[a] = bad; });
        expectBadRecord<Record>("blocks that wrap", "GRID", i, [](HullBlock&, Record& grid) {
            grid.blocks[0] = grid.blocks[1] = 1u << 31;
            grid.blocks[2] = 4;
        });
        expectBadRecord<Record>("first block", "GRID", i, [](HullBlock&, Record& grid) { ++grid.firstBlock; });
    }
    expectRefused("a grid too few", Status::BadRecord, "GRID", [](HullBlock& block) {
        --block.entry("GRID").count;
        return block.entry("GRID").offset;
    });
    expectRefused("a block too many", Status::BadRecord, "GBLK", [](HullBlock& block) {
        block.records<Record>("GRID")[1].blocks[0] = 0;
        return block.entry("GBLK").offset;
    });
}

// Returns the first block that has cells of its own.
BlockRecord& ownBlock(HullBlock& block) {
    for (BlockRecord& record : block.records<BlockRecord>("GBLK"))
        if (record.cells >= kOwnCells) return record;
    ADD_FAILURE() << "no such block";
    return block.records<BlockRecord>("GBLK")[0];
}

TEST(OpenGrid, BlocksAndCells) {
    const auto badBlock = [](const char* name, const std::function<void(HullBlock&, BlockRecord&)>& change) {
        expectRefused(name, Status::BadRecord, "GBLK", [&](HullBlock& block) {
            BlockRecord& record = ownBlock(block);
            change(block, record);
            return block.offsetOf(record);
        });
    };
    for (const std::uint32_t bad : {1u, 63u, 65u, 127u, 129u, 192u, 1u << 20, kHuge, kHuge - 63})
        badBlock("cells", [&](HullBlock&, BlockRecord& record) { record.cells = bad; });
    for (const std::uint32_t bad : {1u << 20, kHuge, kHuge - 1})
        badBlock("boxes", [&](HullBlock&, BlockRecord& record) { record.boxes = bad; });
    badBlock("boxes of a free block", [](HullBlock& block, BlockRecord& record) {
        record = {kFreeCells, static_cast<std::uint32_t>(block.entry("GBOX").count)};
    });
    badBlock("the box of a cell", [](HullBlock& block, BlockRecord& record) {
        record.boxes = static_cast<std::uint32_t>(block.entry("GBOX").count) - 1;
        block.records<CellRecord>("GCEL")[record.cells] = 2 << 8;
    });
    badBlock("walls without a box",
             [](HullBlock& block, BlockRecord& record) { block.records<CellRecord>("GCEL")[record.cells + 5] = 4; });
    for (const std::size_t i : {0, 63, 64, 127})
        expectBadRecord<CellRecord>("the common cells", "GCEL", i, [](HullBlock&, CellRecord& cell) { ++cell; });
    expectRefused("cells of no block", Status::BadRecord, "GCEL", [](HullBlock& block) {
        // The last block is changed to use the common cells, so that no block refers to its own ones.
        std::span<BlockRecord> blocks = block.records<BlockRecord>("GBLK");
        std::size_t last = blocks.size();
        while (blocks[--last].cells < kOwnCells) continue;
        blocks[last] = {kSolidCells, 0};
        return block.entry("GCEL").offset;
    });
}

TEST(OpenGrid, SubtreesNodesAndBoxes) {
    const auto count = [](HullBlock& block, std::string_view id) {
        return static_cast<std::uint32_t>(block.entry(id).count);
    };
    for (const std::size_t i : {0, 130}) {
        expectBadRecord<ChildRef>("no node", "GSUB", i,
                                  [&](HullBlock& block, ChildRef& child) { child = count(block, "GNOD"); });
        expectBadRecord<ChildRef>("no cut", "GSUB", i,
                                  [&](HullBlock& block, ChildRef& child) { child = kCutFlag | count(block, "GCUT"); });
        for (const ChildRef bad : {leafOf(Contents::Water), kHuge, kCutFlag | 1u << 31, kManyNodes | 1, 1u << 31})
            expectBadRecord<ChildRef>("no leaf", "GSUB", i, [&](HullBlock&, ChildRef& child) { child = bad; });
    }
    expectBadRecord<ChildRef>("one too few", "GSUB", 0,
                              [](HullBlock& block, ChildRef&) { --block.entry("GSUB").count; });
    const auto badTree = [](const char* name, const std::function<void(NodeRecord&)>& change) {
        expectRefused(name, Status::BadTree, "GNOD", [&](HullBlock& block) {
            NodeRecord& node = block.records<NodeRecord>("GNOD")[1];
            change(node);
            return block.offsetOf(node);
        });
    };
    badTree("its own child", [](NodeRecord& node) { node.back = 1; });
    badTree("a later child", [](NodeRecord& node) { node.frontAndKind = node.kind() << 30 | 2; });
    badTree("a leaf of water", [](NodeRecord& node) { node.back = leafOf(Contents::Water); });
    expectBadRecord<NodeRecord>("a high bit", "GNOD", 0, [](HullBlock&, NodeRecord& node) { node.back |= 1u << 31; });
    expectBadRecord<NodeRecord>("no plane", "GNOD", 0, [](HullBlock&, NodeRecord& node) {
        node.plane = 1000;
        node.frontAndKind |= 3u << 30;
    });
    expectRefused("a chain deeper than the header says", Status::TooDeep, "GNOD", [](HullBlock& block) {
        const std::span<NodeRecord> nodes = block.records<NodeRecord>("GNOD");
        const std::uint32_t depth = block.header().maxDepth;
        EXPECT_GT(nodes.size(), depth + 1) << "enough to make a chain of";
        for (std::uint32_t i = 0; i <= depth; ++i)
            nodes[i] = axialNode(0, 1, leafOf(Contents::Solid), i == 0 ? leafOf(Contents::Empty) : i - 1);
        return block.offsetOf(nodes[depth]);
    });
    for (const double bad : {kNan, kInf, -kInf, 1e9})
        for (int side = 0; side < 2; ++side)
            expectBadRecord<FreeBoxRecord>("sides", "GBOX", 0,
                                           [&](HullBlock&, FreeBoxRecord& box) { box.sides[side][2 - side] = bad; });
    expectBadRecord<FreeBoxRecord>("walls of water", "GBOX", 0, [](HullBlock&, FreeBoxRecord& box) {
        box.wallContents = static_cast<std::uint32_t>(Contents::Water);
    });
}

TEST(OpenGrid, CutsAndTheirPlanes) {
    for (const std::size_t i : {0, 1}) {
        for (const std::size_t k : {0, 5, 7})
            for (const std::uint32_t bad : {1000u, kHuge})
                expectBadRecord<CutRecord>("no plane", "GCUT", i,
                                           [&](HullBlock&, CutRecord& cut) { cut.planes[k] = bad; });
        expectBadRecord<CutRecord>("seven planes", "GCUT", i, [](HullBlock&, CutRecord& cut) {
            for (int k = 0; k < 7; ++k) cut.planes[k] = 1;
        });
        expectBadRecord<CutRecord>("a gap", "GCUT", i, [](HullBlock&, CutRecord& cut) {
            cut.planes[0] = 0;
            cut.planes[1] = 1;
        });
        expectBadRecord<CutRecord>("solid of water", "GCUT", i, [](HullBlock&, CutRecord& cut) {
            cut.contents = static_cast<std::uint32_t>(Contents::Water);
        });
        for (const double bad : {kNan, kInf, -kInf, 1e9, -2.0})
            expectBadRecord<PlaneRecord>("a normal", "GPLN", i,
                                         [&](HullBlock&, PlaneRecord& plane) { plane.normal[i] = bad; });
        for (const double bad : {kNan, kInf, -kInf, 1e9})
            expectBadRecord<PlaneRecord>("a distance", "GPLN", i,
                                         [&](HullBlock&, PlaneRecord& plane) { plane.dist = bad; });
    }
    expectBadRecord<PlaneRecord>("the plane of nothing", "GPLN", 0,
                                 [](HullBlock&, PlaneRecord& plane) { plane.dist = 0; });
}

TEST(OpenGrid, ListsOfBrushes) {
    for (const std::size_t i : {0, 127}) {
        for (const std::uint32_t bad : {0u, kNoBrushes})
            expectBadRecord<std::uint32_t>("a list of the common cells", "GBRU", i,
                                           [&](HullBlock&, std::uint32_t& list) { list = bad; });
    }
    for (const std::size_t i : {128, 200})
        expectBadRecord<std::uint32_t>("no list", "GBRU", i, [](HullBlock& block, std::uint32_t& list) {
            list = static_cast<std::uint32_t>(block.entry("GLST").count);
        });
    expectBadRecord<std::uint32_t>("a cell too few", "GBRU", 0,
                                   [](HullBlock& block, std::uint32_t&) { --block.entry("GBRU").count; });
    for (const std::uint32_t bad : {1000u, kHuge >> 1, kHuge})
        expectBadRecord<std::uint32_t>("no brush", "GLST", 1, [&](HullBlock&, std::uint32_t& brush) { brush = bad; });
    expectBadRecord<std::uint32_t>("a brush of another model", "GLST", 0, [](HullBlock& block, std::uint32_t& brush) {
        const std::span<BrushRecord> brushes = block.records<BrushRecord>("BRSH");
        brush = static_cast<std::uint32_t>(brushes.size() - 1) | kLastListed;
    });
    expectRefused("a list without an end", Status::BadRecord, "GLST", [](HullBlock& block) {
        std::uint32_t& last = block.records<std::uint32_t>("GLST").back();
        last &= ~kLastListed;
        return block.offsetOf(last);
    });
    expectRefused("a list too long", Status::BadRecord, "GLST", [](HullBlock& block) {
        const std::span<std::uint32_t> lists = block.records<std::uint32_t>("GLST");
        EXPECT_GT(lists.size(), kMostListed + 1);
        for (std::uint32_t i = 0; i <= kMostListed; ++i) lists[i] &= ~kLastListed;
        return block.offsetOf(lists[kMostListed]);
    });
    for (const float bad : {static_cast<float>(kNan), -1.0F})
        expectBadRecord<GridRecord>("a reach", "GRID", 0, [&](HullBlock&, GridRecord& grid) { grid.listReach = bad; });
}

// Without a world, lists can refer to no brush and there is nothing to query.
TEST(OpenGrid, FilesWithoutAModel) {
    const auto emptied = [](std::initializer_list<std::string_view> ids) {
        HullBlock block = largerBlock();
        for (const std::string_view id : ids) block.entry(id).count = 0;
        return block;
    };
    HullBlock lists = emptied({"MODL", "ROOT", "NODE", "BVHN", "WSHP", "WCRN", "WEDG"});
    lists.seal();
    const OpenResult refused = lists.open();
    EXPECT_EQ(refused.status, Status::BadRecord) << statusText(refused.status);
    EXPECT_EQ(std::string_view(refused.section), "GLST");
    HullBlock none = emptied({"MODL", "ROOT", "NODE", "BVHN", "WSHP", "WCRN", "WEDG", "GLST"});
    for (std::uint32_t& list : none.records<std::uint32_t>("GBRU")) list = kManyBrushes;
    none.seal();
    const OpenResult opened = none.open();
    ASSERT_TRUE(opened) << statusText(opened.status) << ' ' << opened.section;
    EXPECT_EQ(opened.map.modelCount(), 0u);
    for (std::uint32_t h = 0; h < opened.map.hullCount(); ++h)
        EXPECT_TRUE(opened.map.trace(boxProbe(opened.map.hull({h}).box), {}, {10, 0, 0}).invalid);
    EXPECT_TRUE(opened.map.trace(hullProbe({0}), {}, {10, 0, 0}).invalid);
    EXPECT_EQ(opened.map.contentsAt(hullProbe({0}, kAllModels), {}), Contents::Empty);
}

// Some damage opens. Whatever boxes and walls contain, queries must end with answers in range.
TEST(OpenGrid, GridsThatLieStillAnswer) {
    std::size_t hits = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        HullBlock block = largerBlock();
        std::uint64_t state = seed * 0x9e3779b97f4a7c15u;
        const auto next = [&] { return state = (state ^ state >> 29) * 0xbf58476d1ce4e5b9u + 1; };
        for (FreeBoxRecord& box : block.records<FreeBoxRecord>("GBOX"))
            for (auto& side : box.sides)
                for (double& p : side)
                    if (next() % 4 == 0) p = static_cast<double>(next() % 4096) - 2048;
        for (CellRecord& cell : block.records<CellRecord>("GCEL").subspan(kOwnCells))
            if (cellBox(cell) != 0) cell = static_cast<CellRecord>((cell & 0xff00) | next() % 64);
        for (ChildRef& child : block.records<ChildRef>("GSUB")) {
            if (next() % 8 == 0) child = static_cast<ChildRef>(next() % block.entry("GNOD").count);
            if (next() % 16 == 0) child = kManyNodes;
            if (next() % 8 == 0) child = kCutFlag | static_cast<ChildRef>(next() % block.entry("GCUT").count);
        }
        for (CutRecord& cut : block.records<CutRecord>("GCUT"))
            if (next() % 4 == 0) cut.solid ^= next();
        for (std::uint32_t& list : block.records<std::uint32_t>("GBRU").subspan(kOwnCells))
            if (next() % 4 == 0) list = static_cast<std::uint32_t>(next() % block.entry("GLST").count);
        block.seal();
        const OpenResult opened = block.open();
        ASSERT_TRUE(opened) << statusText(opened.status) << ' ' << opened.section;
        EXPECT_EQ(askEverything(opened.map, seed, 300, hits), "") << seed;
    }
    EXPECT_GT(hits, 1000u);
}

TEST(OpenGrid, BlocksWithoutGridsOpenAndAnswer) {
    HullBlock block = largerBlock();
    for (const std::string_view id : {"GRID", "GBLK", "GCEL", "GSUB", "GCUT", "GPLN", "GNOD", "GBRU", "GLST", "GBOX"})
        std::memcpy(block.entry(id).id, (std::string("x") + std::string(id.substr(1))).c_str(), 4);
    block.header().minor = 0;
    block.seal();
    const OpenResult opened = block.open();
    ASSERT_TRUE(opened) << statusText(opened.status);
    EXPECT_TRUE(opened.map.tables().grids.empty());
    const HullBlock whole = largerBlock();
    const ClipMap grid = whole.open().map;
    EXPECT_EQ(grid.tables().grids.size(), grid.hullCount());
    std::size_t hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const double x = i % 50 * 21.0 - 520;
        const TraceCall call{hullProbe({i % 2u}), {x, 300.0 - i / 50 * 9, 100}, {x + i % 7 * 20 - 60, 240.0, -40}};
        const Trace one = traceOf(opened.map, call), other = traceOf(grid, call);
        ASSERT_EQ(one.fraction, other.fraction) << i;
        ASSERT_EQ(one.normal, other.normal) << i;
        hits += one.hit;
    }
    EXPECT_GT(hits, 300u);
}

}  // namespace
}  // namespace hullbake::test
