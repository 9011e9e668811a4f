#include "runtime/block/hull_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "formats/hull_writer.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {

using namespace format;

std::span<SectionEntry> HullBlock::entries() {
    return {reinterpret_cast<SectionEntry*>(bytes.data() + sizeof(FileHeader)), header().sectionCount};
}

SectionEntry& HullBlock::entry(std::string_view id) {
    for (SectionEntry& entry : entries())
        if (std::string_view(entry.id, 4) == id) return entry;
    ADD_FAILURE() << "no section " << id;
    return entries()[0];
}

std::uint64_t HullBlock::entryOffset(std::string_view id) {
    return offsetOf(entry(id));
}

void HullBlock::seal() {
    sealHull(bytes);
}

namespace {

// A tetrahedron whose edges all need bevels.
constexpr std::string_view kRock = R"({
( 0 96 0 ) ( 96 0 0 ) ( 0 0 96 ) rock 0 0 0 1 1
( 0 0 96 ) ( -96 0 0 ) ( 0 96 0 ) rock 0 0 0 1 1
( 8 0 0 ) ( 0 0 0 ) ( 0 0 8 ) rock 0 0 0 1 1
( 0 8 0 ) ( 0 0 0 ) ( 8 0 0 ) rock 0 0 0 1 1
}
)";

HullBlock blockOf(const std::string& worldBrushes) {
    std::vector<HullSpec> hulls = testHulls();
    hulls.resize(2);
    const std::string wall = boxText({-64, -200, 0}, {64, -160, 64}, "wall");
    return {bakeText(worldText(worldBrushes) + entityText("func_wall", wall), hulls).block};
}

}  // namespace

HullBlock smallBlock() {
    // The clip beside the rock makes a cell with solid of two kinds.
    return blockOf(std::string(kRock) + boxText({-128, -128, -16}, {128, 128, 0}, "floor") +
                   boxText({4, -40, 4}, {36, -8, 36}, "clip") + boxText({128, -64, -64}, {192, 64, 32}, "*water"));
}

HullBlock largerBlock() {
    std::string brushes(kRock);
    for (int i = 0; i < 12; ++i) {
        const double x = 96.0 * i - 500;
        brushes += boxText({x, 200, 0}, {x + 64, 264, 32.0 + i}, i % 3 == 2 ? "*water" : "stone");
    }
    return blockOf(brushes);
}

HullBlock craftedBlock(std::span<const NodeRecord> nodes, RootRecord root, std::span<const PlaneRecord> planes,
                       std::uint32_t maxDepth) {
    const HullRecord hull{};
    ModelRecord model{};
    model.bvhRoot = kNoIndex;
    HullWriter writer;
    writer.add<HullRecord>("HULL", std::span(&hull, 1));
    writer.add<ModelRecord>("MODL", std::span(&model, 1));
    writer.add<RootRecord>("ROOT", std::span(&root, 1));
    writer.add<PlaneRecord>("PLAN", planes);
    writer.add<NodeRecord>("NODE", nodes);
    writer.add<BrushRecord>("BRSH", {});
    writer.add<SideRecord>("SIDE", {});
    writer.add<ShapeRecord>("SHPE", {});
    writer.add<CornerRecord>("CRNR", {});
    writer.add<EdgeRecord>("EDGE", {});
    writer.add<FaceRecord>("FACE", {});
    writer.add<BvhNode>("BVHN", {});
    for (const char* text : {"STRS", "ENTS", "META"}) writer.add(text, std::string_view{});
    return {writer.finish(0, maxDepth)};
}

NodeRecord axialNode(std::uint32_t axis, double dist, ChildRef front, ChildRef back) {
    return {std::bit_cast<std::uint64_t>(dist), axis << 30 | front, back};
}

NodeRecord generalNode(std::uint32_t plane, ChildRef front, ChildRef back) {
    return {plane, kGeneralPlane << 30 | front, back};
}

namespace {

bool isShare(double value) {
    return value >= 0 && value <= 1;
}  // false for NaN

bool isSound(const Trace& trace) {
    return isShare(trace.fraction) && isShare(trace.hitFraction) && isFinite(trace.endpos) && isFinite(trace.normal) &&
           std::isfinite(trace.dist) && (trace.hit || trace.fraction == 1) && (!trace.allsolid || trace.fraction == 0);
}

}  // namespace

namespace {

// The same with a box of any kind, expanded at query time.
std::string askBox(const ClipMap& map, const TraceInput& input, Random& random) {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        box.mins[axis] = random.range(-40, 40);
        box.maxs[axis] = box.mins[axis] + (random.index(3) == 0 ? 0 : random.range(0, 64));
    }
    const Trace trace = map.traceBox(box, input);
    if (!isSound(trace)) return text(input) + " with a box answered " + text(trace);
    if (map.surface(box, input, trace).texture.size() > map.header().byteCount)
        return "a texture name longer than the block";
    if (any(map.boxContents(input.start, box, input.model) & ~kMaskAll))
        return "contents of a box that do not exist at " + text(input.start);
    const Transform turn = Transform::rotated(random.inBox({{-90, -90, -90}, {90, 90, 90}}), input.end);
    const Trace turned = map.traceBox(box, input, turn);
    if (!isSound(turned)) return text(input) + " of a turned model answered " + text(turned);
    if (map.surface(box, input, turned, turn).texture.size() > map.header().byteCount)
        return "a texture name longer than the block";
    if (any(map.boxContents(input.start, box, input.model, turn) & ~kMaskAll))
        return "contents of a turned model that do not exist at " + text(input.start);
    return {};
}

// What the grid is asked, eight at once, beside each alone. Empties the batch.
std::string askBatch(const ClipMap& map, std::vector<TraceInput>& batch) {
    std::vector<Trace> answers(batch.size());
    map.traces(batch, answers);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Trace alone = map.trace(batch[i]);
        if (!isSound(answers[i])) return text(batch[i]) + " answered in a batch " + text(answers[i]);
        if (text(alone) != text(answers[i]))
            return text(batch[i]) + " answered " + text(alone) + " and in a batch " + text(answers[i]);
    }
    batch.clear();
    return {};
}

}  // namespace

std::string askEverything(const ClipMap& map, std::uint64_t seed, std::size_t traces, std::size_t& hits) {
    Random random(seed);
    const Box near{{-200, -200, -100}, {200, 250, 100}};
    std::vector<TraceInput> batch;
    for (std::size_t i = 0; i < traces; ++i) {
        TraceInput input;
        // One more than there are, now and then: unknown hulls and models are part of "everything".
        const std::size_t unknown = random.index(8) == 0 ? 1 : 0;
        if (map.hullCount() + unknown > 0)
            input.hull.value = static_cast<std::uint32_t>(random.index(map.hullCount() + unknown));
        if (map.modelCount() + unknown > 0)
            input.model.value = static_cast<std::uint32_t>(random.index(map.modelCount() + unknown));
        input.mask = i % 3 == 0 ? Contents{static_cast<std::uint32_t>(random.next()) & 0x1ff} : kMaskAll;
        input.start = random.inBox(near);
        input.end = random.inBox(near);
        if (i % 4 == 1) input.end = Vec3{} - input.start;
        if (i % 4 == 2) input.end.z = input.start.z = 0;
        if (i % 4 == 3) input.end = input.start = Vec3{std::round(input.start.x), 0, 0};
        const Trace trace = map.trace(input);
        if (!isSound(trace)) return text(input) + " answered " + text(trace);
        const Surface surface = map.surface(input, trace);
        if (surface.texture.size() > map.header().byteCount) return "a texture name longer than the block";
        const Contents contents = map.pointContents(input.start, input.hull, input.model);
        if (any(contents & ~kMaskAll)) return "contents that do not exist at " + text(input.start);
        hits += trace.hit && !trace.invalid ? 1 : 0;
        std::string fault = askBox(map, input, random);
        if (!fault.empty()) return fault;
        input.hull.value = static_cast<std::uint32_t>(i / 8 % std::max<std::size_t>(map.hullCount(), 1));
        input.model = {};
        input.mask = kMaskBlocking;
        batch.push_back(input);
        if (batch.size() == 8) fault = askBatch(map, batch);
        if (!fault.empty()) return fault;
    }
    for (std::uint32_t i = 0; i < map.hullCount(); ++i) {
        const std::optional<HullId> found = map.findHull(map.hull({i}).name);
        if (!found || found->value > i) return "findHull does not find a hull";
    }
    for (std::uint32_t i = 0; i < map.modelCount(); ++i)
        if (map.model({i}).classname.size() > map.header().byteCount) return "a class name longer than the block";
    return {};
}

}  // namespace hullbake::test
