// Proves ClipMap::open behind the hash: headers, section tables and records with one fault each, sealed again. Each
// case states the status, section and position that must be reported.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/block/refused_blocks.hpp"

namespace hullbake::test {
namespace {

using namespace format;

TEST(OpenRecords, HeaderFields) {
    const auto sections = [](std::uint32_t count) {
        return [count](HullBlock& block) {
            block.header().sectionCount = count;
            return std::uint64_t{offsetof(FileHeader, sectionCount)};
        };
    };
    expectRefused("more sections than the address space", Status::BadSectionTable, "", sections(kHuge));
    expectRefused("more sections than bytes", Status::BadSectionTable, "", sections(1u << 20));
    expectRefused("no sections", Status::MissingSection, "HULL", [](HullBlock& block) {
        block.header().sectionCount = 0;
        return sizeof(FileHeader);
    });
    expectRefused("the last section left out", Status::MissingSection, "META", [](HullBlock& block) {
        --block.header().sectionCount;
        return sizeof(FileHeader);
    });
    for (const std::uint32_t depth : {kMaxDepth + 1, 1u << 16, kHuge})
        expectRefused("deeper than a stack", Status::TooDeep, "", [depth](HullBlock& block) {
            block.header().maxDepth = depth;
            return std::uint64_t{offsetof(FileHeader, maxDepth)};
        });
    expectRefused("trees deeper than the header says", Status::TooDeep, "NODE", [](HullBlock& block) {
        block.header().maxDepth = 0;
        return block.entry("NODE").offset;
    });
}

/// Changes one entry of the section table and expects the fault at that entry.
void expectBadEntry(const std::string& name, const std::function<void(HullBlock&, SectionEntry&)>& change) {
    for (const std::string_view id : kSections)
        expectRefused(name + " of " + std::string(id), Status::BadSectionTable, "", [&](HullBlock& block) {
            const std::uint64_t at = block.entryOffset(id);
            change(block, block.entry(id));
            return at;
        });
}

TEST(OpenRecords, SectionTable) {
    expectBadEntry("misaligned by 8", [](HullBlock&, SectionEntry& entry) { entry.offset += 8; });
    expectBadEntry("misaligned by 1", [](HullBlock&, SectionEntry& entry) { entry.offset += 1; });
    expectBadEntry("in the header", [](HullBlock&, SectionEntry& entry) { entry.offset = 0; });
    expectBadEntry("in the table", [](HullBlock&, SectionEntry& entry) { entry.offset = 128; });
    expectBadEntry("behind the end",
                   [](HullBlock& block, SectionEntry& entry) { entry.offset = (block.bytes.size() + 64) / 64 * 64; });
    expectBadEntry("far out", [](HullBlock&, SectionEntry& entry) { entry.offset = std::uint64_t{0} - 64; });
    expectBadEntry("at half the address space",
                   [](HullBlock&, SectionEntry& entry) { entry.offset = std::uint64_t{1} << 63; });
    expectBadEntry("element size 0", [](HullBlock&, SectionEntry& entry) { entry.elementSize = 0; });
    expectBadEntry("huge elements", [](HullBlock&, SectionEntry& entry) { entry.elementSize = kHuge; });
    expectBadEntry("count all ones", [](HullBlock&, SectionEntry& entry) { entry.count = ~std::uint64_t{0}; });
    expectBadEntry("size wraps to its own", [](HullBlock&, SectionEntry& entry) {
        // With size a power of two, (count + 2^64 / size) * size equals the old byte count modulo 2^64.
        entry.elementSize = 64;
        entry.count = (entry.count + 63) / 64 + (std::uint64_t{1} << 58);
    });
    expectBadEntry("one element too many for the block", [](HullBlock& block, SectionEntry& entry) {
        entry.count = (block.bytes.size() - entry.offset) / entry.elementSize + 1;
    });
}

TEST(OpenRecords, SectionsOverlapOrRepeat) {
    for (std::size_t i = 1; i < std::size(kSections); ++i) {
        expectRefused("overlap", Status::BadSectionTable, "", [i](HullBlock& block) {
            block.entries()[i].offset = block.entries()[i - 1].offset;
            return block.offsetOf(block.entries()[i]);
        });
        expectRefused("the section before reaches in", Status::BadSectionTable, "", [i](HullBlock& block) {
            SectionEntry& before = block.entries()[i - 1];
            before.count = (block.entries()[i].offset - before.offset) / before.elementSize + 1;
            return block.offsetOf(block.entries()[i]);
        });
        expectRefused("the same id twice", Status::BadSectionTable, "", [i](HullBlock& block) {
            std::memcpy(block.entries()[i].id, block.entries()[0].id, 4);
            return block.offsetOf(block.entries()[i]);
        });
        expectRefused("out of order", Status::BadSectionTable, "", [i](HullBlock& block) {
            std::swap(block.entries()[i], block.entries()[i - 1]);
            return block.offsetOf(block.entries()[i]);
        });
    }
}

TEST(OpenRecords, MissingSectionsAndElementSizes) {
    for (const std::string_view id : kSections) {
        expectRefused("missing", Status::MissingSection, id, [id](HullBlock& block) {
            std::memcpy(block.entry(id).id, "none", 4);
            return sizeof(FileHeader);
        });
        expectRefused("other elements", Status::BadSectionTable, id, [id](HullBlock& block) {
            SectionEntry& entry = block.entry(id);
            entry.elementSize += 8;
            entry.count /= 9;
            return entry.offset;
        });
        // An empty section is not a missing one, but references into it are out of range.
        HullBlock block = largerBlock();
        block.entry(id).count = 0;
        block.seal();
        const Status status = block.open().status;
        const bool free = id == "ENTS" || id == "META";
        EXPECT_TRUE(free ? status == Status::Ok : status == Status::BadRecord || status == Status::BadTree)
            << id << ": " << statusText(status);
    }
}

TEST(OpenRecords, Hulls) {
    using Record = HullRecord;
    for (const std::size_t i : {0, 1}) {
        for (const double bad : {kNan, kInf, -kInf, 1e6}) {
            expectBadRecord<Record>("mins", "HULL", i, [&](HullBlock&, Record& hull) { hull.mins[i] = bad; });
            expectBadRecord<Record>("maxs", "HULL", i, [&](HullBlock&, Record& hull) { hull.maxs[2 - i] = bad; });
        }
        expectBadRecord<Record>("inside out", "HULL", i,
                                [](HullBlock&, Record& hull) { hull.mins[1] = hull.maxs[1] + 1; });
        expectBadRecord<Record>("name behind the strings", "HULL", i,
                                [](HullBlock&, Record& hull) { hull.name.offset = 1u << 20; });
        expectBadRecord<Record>("name too long", "HULL", i,
                                [](HullBlock&, Record& hull) { hull.name.length = 1u << 20; });
        expectBadRecord<Record>("name wraps", "HULL", i, [](HullBlock&, Record& hull) { hull.name = {kHuge - 4, 8}; });
        expectBadRecord<Record>("name length wraps", "HULL", i, [](HullBlock&, Record& hull) {
            hull.name = {4, kHuge - 2};
        });
    }
}

TEST(OpenRecords, Models) {
    using Record = ModelRecord;
    for (const std::size_t i : {0, 1}) {
        for (const double bad : {kNan, kInf, -kInf}) {
            expectBadRecord<Record>("mins", "MODL", i, [&](HullBlock&, Record& model) { model.mins[0] = bad; });
            expectBadRecord<Record>("maxs", "MODL", i, [&](HullBlock&, Record& model) { model.maxs[1] = bad; });
            expectBadRecord<Record>("origin", "MODL", i, [&](HullBlock&, Record& model) { model.origin[2] = bad; });
        }
        expectBadRecord<Record>("first brush", "MODL", i, [](HullBlock&, Record& model) { model.firstBrush = 1000; });
        expectBadRecord<Record>("first brush far out", "MODL", i,
                                [](HullBlock&, Record& model) { model.firstBrush = kHuge; });
        expectBadRecord<Record>("brushes", "MODL", i, [](HullBlock&, Record& model) { model.brushCount = 1000; });
        expectBadRecord<Record>("brushes wrap", "MODL", i, [](HullBlock&, Record& model) { model.brushCount = kHuge; });
        expectBadRecord<Record>("class name", "MODL", i,
                                [](HullBlock&, Record& model) { model.classname.offset = kHuge; });
    }
    expectRefused("a root too few", Status::BadRecord, "ROOT", [](HullBlock& block) {
        --block.entry("ROOT").count;
        return block.entry("ROOT").offset;
    });
    expectRefused("a model too few", Status::BadRecord, "ROOT", [](HullBlock& block) {
        --block.entry("MODL").count;
        return block.entry("ROOT").offset;
    });
}

TEST(OpenRecords, PlanesAndSides) {
    for (const double bad : {kNan, kInf, -kInf, 0.0, 2.0, 1e300}) {
        expectBadRecord<PlaneRecord>("normal", "PLAN", 0, [&](HullBlock&, PlaneRecord& plane) {
            for (double& c : plane.normal) c = bad;
        });
        expectBadRecord<SideRecord>("normal", "SIDE", 3, [&](HullBlock&, SideRecord& side) {
            for (double& c : side.normal) c = bad;
        });
    }
    for (const double bad : {kNan, kInf, -kInf, 1e9, -1e300}) {
        expectBadRecord<PlaneRecord>("distance", "PLAN", 1, [&](HullBlock&, PlaneRecord& plane) { plane.dist = bad; });
        expectBadRecord<SideRecord>("distance", "SIDE", 0, [&](HullBlock&, SideRecord& side) { side.dist = bad; });
    }
    expectBadRecord<PlaneRecord>("longer by a millionth", "PLAN", 0, [](HullBlock&, PlaneRecord& plane) {
        for (double& c : plane.normal) c *= 1.000001;
    });
    for (const std::uint32_t bad : {1000u, kHuge})
        expectBadRecord<SideRecord>("face", "SIDE", 7, [&](HullBlock&, SideRecord& side) { side.face = bad; });
    expectBadRecord<SideRecord>("face just behind the last", "SIDE", 7, [](HullBlock& block, SideRecord& side) {
        side.face = static_cast<std::uint32_t>(block.entry("FACE").count);
    });
}

TEST(OpenRecords, BrushesAndFaces) {
    using Record = BrushRecord;
    for (const std::size_t i : {0, 5}) {
        for (const float bad : {kNanF, std::numeric_limits<float>::infinity()}) {
            expectBadRecord<Record>("mins", "BRSH", i, [&](HullBlock&, Record& brush) { brush.mins[2] = bad; });
            expectBadRecord<Record>("maxs", "BRSH", i, [&](HullBlock&, Record& brush) { brush.maxs[0] = -bad; });
        }
        expectBadRecord<Record>("first side", "BRSH", i, [](HullBlock&, Record& brush) { brush.firstSide = kHuge; });
        expectBadRecord<Record>("sides reach out", "BRSH", i, [](HullBlock& block, Record& brush) {
            brush.firstSide = static_cast<std::uint32_t>(block.entry("SIDE").count) - brush.sideCount + 1;
        });
        expectBadRecord<Record>("sides", "BRSH", i, [](HullBlock&, Record& brush) { brush.sideCount = 0xffff; });
        expectBadRecord<Record>("no sides", "BRSH", i,
                                [](HullBlock&, Record& brush) { brush.sideCount = brush.faceCount = 0; });
        expectBadRecord<Record>("more faces than sides", "BRSH", i, [](HullBlock&, Record& brush) {
            brush.faceCount = static_cast<std::uint16_t>(brush.sideCount + 1);
        });
        expectBadRecord<Record>("a hull that is not there", "BRSH", i,
                                [](HullBlock&, Record& brush) { brush.hullMask |= 4; });
        expectBadRecord<Record>("unknown contents", "BRSH", i,
                                [](HullBlock&, Record& brush) { brush.contents |= 1u << 28; });
    }
    expectBadRecord<FaceRecord>("texture", "FACE", 2,
                                [](HullBlock&, FaceRecord& face) { face.texture.offset = kHuge; });
    expectBadRecord<FaceRecord>("texture wraps", "FACE", 0, [](HullBlock&, FaceRecord& face) {
        face.texture = {kHuge, 1};
    });
    expectBadRecord<FaceRecord>("texture too long", "FACE", 1, [](HullBlock& block, FaceRecord& face) {
        face.texture.length = static_cast<std::uint32_t>(block.entry("STRS").count) - face.texture.offset + 1;
    });
}

TEST(OpenRecords, Shapes) {
    using Record = ShapeRecord;
    for (const std::uint32_t bad : {1u, kHuge}) {
        expectBadRecord<Record>("first corner", "SHPE", 0, [&](HullBlock&, Record& shape) { shape.firstCorner = bad; });
        expectBadRecord<Record>("first edge", "SHPE", 0, [&](HullBlock&, Record& shape) { shape.firstEdge = bad; });
    }
    for (const std::uint16_t bad : std::vector<std::uint16_t>{13, 512, 513, 768, 769, 0xffff}) {
        expectBadRecord<Record>("corners reach out", "SHPE", 0,
                                [&](HullBlock&, Record& shape) { shape.cornerCount = bad; });
        expectBadRecord<Record>("edges reach out", "SHPE", 0,
                                [&](HullBlock&, Record& shape) { shape.edgeCount = bad; });
    }
    expectBadRecord<Record>("too few corners for the edges", "SHPE", 0,
                            [](HullBlock&, Record& shape) { --shape.cornerCount; });
    const auto expectBadEdge = [](const std::string& name, std::uint16_t bad, std::uint16_t(EdgeRecord::*pair)[2]) {
        for (const std::size_t end : {0, 1})
            expectRefused(name, Status::BadRecord, "SHPE", [&](HullBlock& block) {
                (block.records<EdgeRecord>("EDGE")[3].*pair)[end] = bad;
                return block.entry("SHPE").offset;
            });
    };
    for (const std::uint16_t bad : std::vector<std::uint16_t>{8, 0xffff})
        expectBadEdge("corner of an edge", bad, &EdgeRecord::corners);
    for (const std::uint16_t bad : std::vector<std::uint16_t>{6, 0xffff})
        expectBadEdge("face of an edge", bad, &EdgeRecord::faces);
    for (const double bad : {kNan, kInf, -kInf, 1e9})
        expectBadRecord<CornerRecord>("corner", "CRNR", 5,
                                      [&](HullBlock&, CornerRecord& corner) { corner.p[1] = bad; });
    expectRefused("more shapes than brushes", Status::BadRecord, "SHPE", [](HullBlock& block) {
        // The gap behind the section has room for a few more records.
        const std::uint64_t end = block.entry("CRNR").offset, at = block.entry("SHPE").offset;
        block.entry("SHPE").count = (end - at) / sizeof(Record);
        return at + sizeof(Record);
    });
    expectRefused("corners left over", Status::BadRecord, "CRNR", [](HullBlock& block) {
        block.records<Record>("SHPE")[0].cornerCount = block.records<Record>("SHPE")[0].edgeCount = 0;
        return block.entry("CRNR").offset;
    });
    expectRefused("edges left over", Status::BadRecord, "EDGE", [](HullBlock& block) {
        --block.records<Record>("SHPE")[0].edgeCount;
        return block.entry("EDGE").offset + 11 * sizeof(EdgeRecord);
    });
}

TEST(OpenRecords, ShapesOfTheWorld) {
    using Record = ShapeRecord;
    // The rock is the first brush, and the others are boxes.
    const HullBlock whole = largerBlock();
    const OpenResult openedWhole = whole.open();
    const Tables& tables = openedWhole.map.tables();
    ASSERT_EQ(tables.worldShapes.size(), 13u);
    ASSERT_EQ(tables.worldShapes[0].cornerCount, 4u);
    ASSERT_EQ(tables.worldShapes[0].edgeCount, 6u);
    for (const std::uint32_t bad : {1u, kHuge}) {
        expectBadRecord<Record>("first corner", "WSHP", 0, [&](HullBlock&, Record& shape) { shape.firstCorner = bad; });
        expectBadRecord<Record>("first edge", "WSHP", 3, [&](HullBlock&, Record& shape) { shape.firstEdge = bad; });
    }
    for (const std::uint16_t bad : std::vector<std::uint16_t>{5, 512, 513, 0xffff})
        expectBadRecord<Record>("corners reach out", "WSHP", 0,
                                [&](HullBlock&, Record& shape) { shape.cornerCount = bad; });
    expectBadRecord<Record>("a box with corners of its own", "WSHP", 2,
                            [](HullBlock&, Record& shape) { shape.cornerCount = 1; });
    for (const std::size_t end : {0, 1})
        for (const std::uint16_t bad : std::vector<std::uint16_t>{4, 0xffff}) {
            expectRefused("corner of an edge", Status::BadRecord, "WSHP", [&](HullBlock& block) {
                block.records<EdgeRecord>("WEDG")[5].corners[end] = bad;
                return block.entry("WSHP").offset;
            });
            expectRefused("face of an edge", Status::BadRecord, "WSHP", [&](HullBlock& block) {
                block.records<EdgeRecord>("WEDG")[5].faces[end] = bad;
                return block.entry("WSHP").offset;
            });
        }
    for (const double bad : {kNan, kInf, -kInf, 1e9})
        expectBadRecord<CornerRecord>("corner", "WCRN", 3,
                                      [&](HullBlock&, CornerRecord& corner) { corner.p[1] = bad; });
    expectRefused("fewer shapes than brushes", Status::BadRecord, "WSHP", [](HullBlock& block) {
        --block.entry("WSHP").count;
        return block.entry("WSHP").offset;
    });
    expectRefused("edges left over", Status::BadRecord, "WEDG", [](HullBlock& block) {
        --block.records<Record>("WSHP")[0].edgeCount;
        for (Record& shape : block.records<Record>("WSHP").subspan(1)) shape.firstEdge = 5;
        return block.entry("WEDG").offset + 5 * sizeof(EdgeRecord);
    });
    // A brush that is no box and has no corners is past a limit: the file is good, and its world does not turn.
    HullBlock block = largerBlock();
    for (Record& shape : block.records<Record>("WSHP")) shape = {};
    block.entry("WCRN").count = block.entry("WEDG").count = 0;
    block.seal();
    const OpenResult opened = block.open();
    ASSERT_TRUE(opened) << statusText(opened.status) << ' ' << opened.section;
    EXPECT_FALSE(opened.map.turnable({0}));
    EXPECT_TRUE(opened.map.turnable({1}));
}

TEST(OpenRecords, MoreHullsThanBitsAreRefused) {
    HullBlock block = largerBlock();
    // Grown to 33 records, the hulls' section overlaps the next one, so the other sections move up.
    const std::uint64_t extra = 31 * sizeof(HullRecord);
    const std::uint64_t end = block.entry("HULL").offset + 2 * sizeof(HullRecord);
    block.bytes.insert(block.bytes.begin() + static_cast<std::ptrdiff_t>(end), extra, std::byte{0});
    for (SectionEntry& entry : block.entries())
        if (entry.offset >= end) entry.offset += extra;
    block.entry("HULL").count += 31;
    block.header().byteCount += extra;
    block.seal();
    const OpenResult opened = block.open();
    EXPECT_EQ(opened.status, Status::BadRecord);
    EXPECT_EQ(std::string(opened.section), "HULL");
    EXPECT_EQ(opened.offset, block.entry("HULL").offset + 32 * sizeof(HullRecord));
}

TEST(OpenRecords, BrushesThatAreBoxes) {
    std::size_t boxes = 0, others = 0;
    const HullBlock whole = largerBlock();
    for (std::size_t i = 0; i < whole.open().map.tables().brushes.size(); ++i) {
        const BrushRecord& brush = whole.open().map.tables().brushes[i];
        const bool isBox = (brush.flags & kBrushIsBox) != 0;
        ++(isBox ? boxes : others);
        EXPECT_EQ(isBox, brush.sideCount == 6) << i;
        expectBadRecord<BrushRecord>("which side is where", "BRSH", i, [&](HullBlock&, BrushRecord& record) {
            record.flags = isBox ? record.flags ^ 1u << 9 : record.flags | kBrushIsBox;
        });
        if (!isBox) continue;
        expectBadRecord<BrushRecord>("a side that leans a little", "BRSH", i,
                                     [](HullBlock& block, BrushRecord& record) {
                                         SideRecord& side = block.records<SideRecord>("SIDE")[record.firstSide];
                                         for (double& component : side.normal)
                                             if (component == 0) component = 2e-5;
                                     });
        expectBadRecord<BrushRecord>("bounds beside the sides", "BRSH", i,
                                     [](HullBlock&, BrushRecord& record) { record.maxs[1] += 0.25F; });
    }
    EXPECT_GT(boxes, 5u);
    EXPECT_GT(others, 0u);
}

}  // namespace
}  // namespace hullbake::test
