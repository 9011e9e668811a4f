// libFuzzer target: any block that opens as a `.hull` answers every query with numbers in range.
//
// Input that starts with the file's magic is a block (a corpus of compiled maps). Other input is a list of edits to a
// small built-in block. Header and hash are corrected in both cases, so that the fuzzer reaches the checks of the
// structure.
//
// Build and run from the repository's root (or `./dev fuzz`):
//   clang++ -std=c++20 -O1 -g -ffp-contract=off -fsanitize=fuzzer,address,undefined -I. -Iruntime/include
//       tests/fuzz/hull_fuzz.cpp formats/*.cpp runtime/src/*/*.cpp -o hull_fuzz
//   ./hull_fuzz -max_total_time=120 -timeout=10 -max_len=4096
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "formats/hull_writer.hpp"
#include "hullbake/hullbake.hpp"

namespace {

using namespace hullbake;
using namespace hullbake::format;

constexpr ChildRef kEmpty = kLeafFlag, kSolid = kLeafFlag | static_cast<std::uint32_t>(Contents::Solid),
                   kWater = kLeafFlag | static_cast<std::uint32_t>(Contents::Water);

NodeRecord axial(std::uint32_t axis, double dist, ChildRef front, ChildRef back) {
    return {std::bit_cast<std::uint64_t>(dist), axis << 30 | front, back};
}

void addBox(std::vector<BrushRecord>& brushes, std::vector<SideRecord>& sides, float size, Contents contents,
            std::uint32_t entity) {
    BrushRecord brush{};
    for (int a = 0; a < 3; ++a) {
        brush.mins[a] = -size;
        brush.maxs[a] = size;
    }
    brush.contents = static_cast<std::uint32_t>(contents);
    brush.hullMask = 3;
    brush.firstSide = static_cast<std::uint32_t>(sides.size());
    brush.sideCount = brush.faceCount = 6;
    brush.entity = entity;
    brushes.push_back(brush);
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            SideRecord side{};
            side.normal[axis] = sign;
            side.dist = double{size};
            side.flags = sides.size() % 5 == 4 ? kSideIsBevel : 0;
            sides.push_back(side);
        }
}

BvhNode volume(std::span<const std::uint32_t> children) {
    BvhNode node{};
    for (std::size_t slot = 0; slot < 8; ++slot) {
        const bool used = slot < children.size();
        node.child[slot] = used ? children[slot] : kNoIndex;
        for (int a = 0; a < 3; ++a) {
            node.mins[a][slot] = used ? -64.0f : kEmptySlot;
            node.maxs[a][slot] = used ? 64.0f : kEmptySlot;
        }
    }
    return node;
}

// Returns a block with two hulls, two models, three brushes, trees of axial and sloped planes, and two levels of
// volumes.
std::vector<std::byte> smallBlock() {
    std::vector<BrushRecord> brushes;
    std::vector<SideRecord> sides;
    addBox(brushes, sides, 32, Contents::Solid, 0);
    addBox(brushes, sides, 48, Contents::Water, 0);
    addBox(brushes, sides, 16, Contents::Clip, 1);
    HullRecord hulls[2] = {};
    for (int a = 0; a < 3; ++a) {
        hulls[1].mins[a] = -16;
        hulls[1].maxs[a] = 16;
    }
    hulls[0].name = {0, 5};
    hulls[1].name = {5, 6};
    ModelRecord models[2] = {};
    models[0].brushCount = 2;
    models[1].firstBrush = 2;
    models[1].brushCount = 1;
    models[1].bvhRoot = 2;
    models[1].entity = 1;
    models[0].classname = models[1].classname = {0, 5};
    const PlaneRecord planes[2] = {{{0.6, 0, 0.8}, 8}, {{0, -0.8, 0.6}, -4}};
    const NodeRecord nodes[8] = {
        axial(0, 32, kEmpty, 1), {0, kGeneralPlane << 30 | kEmpty, 2}, axial(2, 0, kEmpty, kSolid),
        axial(1, 48, kEmpty, 4), axial(2, 8, kEmpty, kWater),          {1, kGeneralPlane << 30 | kEmpty, kSolid},
        axial(2, 16, kEmpty, 7), axial(2, -16, kSolid, kEmpty),
    };
    const RootRecord roots[4] = {{0, 3}, {5, kEmpty}, {6, kEmpty}, {kEmpty, kEmpty}};
    const std::uint32_t top[] = {1, kBvhLeaf | 0}, below[] = {kBvhLeaf | 1}, other[] = {kBvhLeaf | 2};
    const BvhNode volumes[3] = {volume(top), volume(below), volume(other)};
    const FaceRecord faces[1] = {{{0, 5}, 3, 0}};
    HullWriter writer;
    writer.add<HullRecord>("HULL", hulls);
    writer.add<ModelRecord>("MODL", models);
    writer.add<RootRecord>("ROOT", roots);
    writer.add<PlaneRecord>("PLAN", planes);
    writer.add<NodeRecord>("NODE", nodes);
    writer.add<BrushRecord>("BRSH", brushes);
    writer.add<SideRecord>("SIDE", sides);
    writer.add<ShapeRecord>("SHPE", {});
    writer.add<CornerRecord>("CRNR", {});
    writer.add<EdgeRecord>("EDGE", {});
    writer.add<FaceRecord>("FACE", faces);
    writer.add<BvhNode>("BVHN", volumes);
    writer.add("STRS", std::string_view("pointplayer"));
    writer.add("ENTS", std::string_view("{\n}\n"));
    writer.add("META", std::string_view("{}"));
    return writer.finish(0, 8);
}

// Applies edits of 12 bytes: where (2), how wide (1), how (1), what (8).
void edit(std::vector<std::byte>& block, const std::uint8_t* data, std::size_t size) {
    for (; size >= 12; size -= 12, data += 12) {
        const std::size_t width = std::size_t{1} << (data[2] % 4);
        std::size_t at = (data[0] | std::size_t{data[1]} << 8) % (block.size() - 8);
        at -= at % width;
        std::uint64_t value = 0, was = 0;
        std::memcpy(&value, data + 4, 8);
        std::memcpy(&was, block.data() + at, width);
        if (data[3] % 3 == 1) value = was + static_cast<std::uint64_t>(static_cast<std::int8_t>(data[4]));
        if (data[3] % 3 == 2) value ^= was;
        std::memcpy(block.data() + at, &value, width);
    }
}

void repair(std::vector<std::byte>& block) {
    FileHeader header;
    std::memcpy(&header, block.data(), sizeof header);
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.major = kMajor;
    header.endianTag = kEndianTag;
    header.byteCount = block.size();
    std::memcpy(block.data(), &header, sizeof header);
    sealHull(block);
}

void require(bool good) {
    if (!good) std::abort();
}

void ask(const ClipMap& map, const Probe& hull, const Vec3& start, const Vec3& end) {
    const Trace trace = map.trace(hull, start, end);
    require(trace.fraction >= 0 && trace.fraction <= 1 && trace.hitFraction >= 0 && trace.hitFraction <= 1);
    require(isFinite(trace.endpos) && isFinite(trace.normal) && std::isfinite(trace.dist));
    require(trace.hit || (trace.fraction == 1 && trace.endpos == end));
    require(!any(map.contentsAt(hull, start) & ~kMaskAll));
    const Surface surface = map.surface(hull, start, end, trace);
    require(surface.texture.size() <= map.tables().header->byteCount);
    // Read every byte that the view may access, so that a sanitizer can detect faults.
    volatile char last = 0;
    for (const char c : surface.texture) last = c;
    Probe box = hull;
    box.box = Box{{-16, -1, 0}, {16, 40, 0}};
    const Trace grown = map.trace(box, start, end);
    require(grown.fraction >= 0 && grown.fraction <= 1 && isFinite(grown.endpos) && isFinite(grown.normal));
    require(!any(map.contentsAt(box, start) & ~kMaskAll));
    for (const char c : map.surface(box, start, end, grown).texture) last = c;
    static_cast<void>(last);
}

constexpr Vec3 kPoints[] = {{0, 0, 0}, {0, 0, 100}, {100, 3, -7}, {-60, -60, -60}, {32, 48, 16}, {32, 0, 8}};

void askEverything(const ClipMap& map) {
    for (std::uint32_t hull = 0; hull < map.hullCount() && hull < 3; ++hull)
        for (std::uint32_t model = 0; model < map.modelCount() && model < 3; ++model)
            for (const Vec3& start : kPoints)
                for (const Vec3& end : kPoints)
                    for (const Contents mask : {kMaskBlocking, kMaskLiquid, kMaskAll})
                        ask(map, {.hull = {hull}, .model = {model}, .mask = mask}, start, end);
    for (std::uint32_t hull = 0; hull < map.hullCount(); ++hull)
        require(map.findHull(map.hull({hull}).name).has_value());
    for (std::uint32_t model = 0; model < map.modelCount(); ++model)
        require(map.model({model}).classname.size() <= map.tables().header->byteCount);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const bool isBlock = size >= sizeof(FileHeader) && std::memcmp(data, kMagic, sizeof kMagic) == 0;
    std::vector<std::byte> block;
    if (isBlock) {
        const auto* bytes = reinterpret_cast<const std::byte*>(data);
        block.assign(bytes, bytes + size);
    } else {
        static const std::vector<std::byte> base = smallBlock();
        block = base;
        edit(block, data, size);
    }
    repair(block);
    const OpenResult opened = ClipMap::open(block);
    // The built-in block must be valid without edits.
    require(isBlock || size >= 12 || opened.status == Status::Ok);
    require(opened.status != Status::HashMismatch && opened.offset <= block.size());
    if (opened) askEverything(opened.map);
    return 0;
}
