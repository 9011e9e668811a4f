#include "runtime/block/hull_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

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
    // The clip beside the rock makes a cell that contains solid of two kinds.
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

std::vector<std::byte> withoutWorldShapes(std::vector<std::byte> bytes) {
    HullBlock block{std::move(bytes)};
    block.header().minor = 1;
    for (const char* id : {"WSHP", "WCRN", "WEDG"}) block.entry(id).id[0] = 'X';
    block.seal();
    return block.bytes;
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
}  // the comparison is false for NaN

bool isSound(const Trace& trace) {
    return isShare(trace.fraction) && isShare(trace.hitFraction) && isFinite(trace.endpos) && isFinite(trace.normal) &&
           std::isfinite(trace.dist) && (trace.hit || trace.fraction == 1) && (!trace.allsolid || trace.fraction == 0);
}

}  // namespace

namespace {

// Runs all queries with one probe. Returns a fault or an empty string, and the trace.
std::string askProbe(const ClipMap& map, const TraceCall& call, Trace& trace) {
    trace = traceOf(map, call);
    if (!isSound(trace)) return text(call) + " answered " + text(trace);
    if (surfaceOf(map, call, trace).texture.size() > map.tables().header->byteCount)
        return "a texture name longer than the block";
    if (any(map.contentsAt(call.probe, call.start) & ~kMaskAll)) return "contents that do not exist: " + text(call);
    return {};
}

// Queries with a random box: the model in its place, the turned model, and all models.
std::string askBox(const ClipMap& map, TraceCall call, Random& random) {
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        box.mins[axis] = random.between(-40, 40);
        box.maxs[axis] = box.mins[axis] + (random.index(3) == 0 ? 0 : random.between(0, 64));
    }
    call.probe.box = box;
    Trace trace;
    std::string fault = askProbe(map, call, trace);
    if (!fault.empty()) return fault;
    TraceCall all = call;
    all.probe.model = kAllModels;
    fault = askProbe(map, all, trace);
    if (!fault.empty()) return fault;
    call.probe.transform = Transform::rotated(random.pointIn({{-90, -90, -90}, {90, 90, 90}}), call.end);
    return askProbe(map, call, trace);
}

// Traces up to eight segments in one batch and each of them alone. Empties the batch.
std::string askBatch(const ClipMap& map, const Probe& probe, std::vector<Segment>& batch) {
    std::vector<Trace> answers(batch.size());
    map.traceBatch(probe, batch, answers);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const TraceCall call{probe, batch[i].start, batch[i].end};
        const Trace alone = traceOf(map, call);
        if (!isSound(answers[i])) return text(call) + " answered in a batch " + text(answers[i]);
        if (text(alone) != text(answers[i]))
            return text(call) + " answered " + text(alone) + " and in a batch " + text(answers[i]);
    }
    batch.clear();
    return {};
}

}  // namespace

std::string askEverything(const ClipMap& map, std::uint64_t seed, std::size_t traces, std::size_t& hits) {
    Random random(seed);
    const Box near{{-200, -200, -100}, {200, 250, 100}};
    std::vector<Segment> batch;
    for (std::size_t i = 0; i < traces; ++i) {
        TraceCall call;
        call.probe.hull = {0};
        // Now and then allow one more than the block has: unknown hulls and models are queried too.
        const std::size_t unknown = random.index(8) == 0 ? 1 : 0;
        if (map.hullCount() + unknown > 0)
            call.probe.hull.value = static_cast<std::uint32_t>(random.index(map.hullCount() + unknown));
        if (map.modelCount() + unknown > 0)
            call.probe.model.value = static_cast<std::uint32_t>(random.index(map.modelCount() + unknown));
        call.probe.mask = i % 3 == 0 ? Contents{static_cast<std::uint32_t>(random.next()) & 0x1ff} : kMaskAll;
        call.start = random.pointIn(near);
        call.end = random.pointIn(near);
        if (i % 4 == 1) call.end = Vec3{} - call.start;
        if (i % 4 == 2) call.end.z = call.start.z = 0;
        if (i % 4 == 3) call.end = call.start = Vec3{std::round(call.start.x), 0, 0};
        Trace trace;
        std::string fault = askProbe(map, call, trace);
        if (!fault.empty()) return fault;
        hits += trace.hit && !trace.invalid ? 1 : 0;
        fault = askBox(map, call, random);
        if (!fault.empty()) return fault;
        batch.push_back({call.start, call.end});
        if (batch.size() < 8) continue;
        const auto hull = static_cast<std::uint32_t>(i / 8 % std::max<std::size_t>(map.hullCount(), 1));
        fault = askBatch(map, hullProbe({hull}), batch);
        if (!fault.empty()) return fault;
    }
    for (std::uint32_t i = 0; i < map.hullCount(); ++i) {
        const std::optional<HullId> found = map.findHull(map.hull({i}).name);
        if (!found || found->value > i) return "findHull does not find a hull";
    }
    for (std::uint32_t i = 0; i < map.modelCount(); ++i)
        if (map.model({i}).classname.size() > map.tables().header->byteCount)
            return "a class name longer than the block";
    return {};
}

}  // namespace hullbake::test
