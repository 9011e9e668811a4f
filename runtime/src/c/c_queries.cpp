// The C interface over ClipMap. Checks the arguments of C callers and converts the structs.

#include <algorithm>
#include <cstring>
#include <new>

#include "c/c_probe.hpp"

using namespace hullbake;
using namespace hullbake::detail;

static_assert(sizeof(HullbakeMap) <= sizeof(HullbakeStorage) && alignof(HullbakeMap) <= 8);

namespace {

// Answers a trace. If the probe could not be read, gives the answer of a map without hulls.
Trace answerTrace(HullbakeStatus read, const HullbakeMap* map, const Probe& probe, const Segment& way) {
    if (read == HullbakeStatusOk) return map->clip.trace(probe, way.start, way.end);
    Trace trace = ClipMap().trace({}, way.start, way.end);
    trace.refusal = Refusal::BadArguments;
    return trace;
}

HullbakeStatus statusOf(const Trace& trace) {
    return trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

HullbakeStatus openMap(const void* block, std::size_t blockSize, void* storage, std::size_t storageSize,
                       const HullbakeMap** map, HullbakeFault& fault) {
    if (block == nullptr || storage == nullptr) return HullbakeStatusNullArgument;
    if (storageSize < sizeof(HullbakeMap) || reinterpret_cast<std::uintptr_t>(storage) % 8 != 0)
        return HullbakeStatusBadStorage;
    const OpenResult result = ClipMap::open({static_cast<const std::byte*>(block), blockSize});
    fault.offset = result.offset;
    std::memcpy(fault.section, result.section, sizeof result.section);
    if (result) *map = new (storage) HullbakeMap{result.map};
    return static_cast<HullbakeStatus>(result.status);
}

}  // namespace

size_t hullbakeStorageSize(void) {
    return sizeof(HullbakeMap);
}

HullbakeStatus hullbakeOpen(const void* block, size_t blockSize, void* storage, size_t storageSize,
                            const HullbakeMap** map, HullbakeFault* fault) {
    if (map == nullptr) return HullbakeStatusNullArgument;
    *map = nullptr;
    const std::size_t faultSize = fault == nullptr ? 0 : sizeToldBy<HullbakeFault>(fault, HULLBAKE_FAULT_MIN);
    if (fault != nullptr && faultSize == 0) return HullbakeStatusBadSize;
    HullbakeFault found = HULLBAKE_FAULT_INIT;
    found.status = openMap(block, blockSize, storage, storageSize, map, found);
    if (fault != nullptr) writeSized(fault, faultSize, found);
    return found.status;
}

const char* hullbakeStatusText(HullbakeStatus status) {
    switch (status) {
        case HullbakeStatusNullArgument:
            return "an argument is null";
        case HullbakeStatusBadSize:
            return "a struct has a size that this library does not know";
        case HullbakeStatusBadStorage:
            return "the storage is too small or not aligned to 8 bytes";
        case HullbakeStatusInvalidQuery:
            return "a number is not finite or out of range, or there is no such hull or model";
        case HullbakeStatusNotFound:
            return "not found";
        case HullbakeStatusMalformedValue:
            return "the value of the key is of another type";
        default:
            break;
    }
    // All texts are literals, so a zero follows them.
    return statusText(status >= 0 && status < HullbakeStatusNullArgument ? Status(status) : Status(255)).data();
}

const char* hullbakeRefusalText(HullbakeRefusal refusal) {
    return refusalText(Refusal{refusal});
}

HullbakeRefusal hullbakeRefusal(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 position) {
    ReadProbe subject;
    if (readProbe(map, probe, subject) != HullbakeStatusOk) return HullbakeRefusalBadArguments;
    return toC(map->clip.refusal(subject, fromC(position)));
}

uint32_t hullbakeHullCount(const HullbakeMap* map) {
    return map == nullptr ? 0 : static_cast<std::uint32_t>(map->clip.hullCount());
}

uint32_t hullbakeModelCount(const HullbakeMap* map) {
    return map == nullptr ? 0 : static_cast<std::uint32_t>(map->clip.modelCount());
}

HullbakeStatus hullbakeFindHull(const HullbakeMap* map, const char* name, uint32_t* hull) {
    if (hull == nullptr) return HullbakeStatusNullArgument;
    *hull = UINT32_MAX;
    if (map == nullptr || name == nullptr) return HullbakeStatusNullArgument;
    const std::optional<HullId> found = map->clip.findHull(name);
    if (found) *hull = found->value;
    return found ? HullbakeStatusOk : HullbakeStatusNotFound;
}

HullbakeStatus hullbakeHull(const HullbakeMap* map, uint32_t hull, HullbakeHullInfo* info) {
    if (info == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeHullInfo>(info, HULLBAKE_HULL_INFO_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    const bool known = hull < hullbakeHullCount(map);
    writeSized(info, size, toC(known ? map->clip.hull({hull}) : HullInfo{}));
    if (map == nullptr) return HullbakeStatusNullArgument;
    return known ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus hullbakeModel(const HullbakeMap* map, uint32_t model, HullbakeModelInfo* info) {
    if (info == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeModelInfo>(info, HULLBAKE_MODEL_INFO_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    const bool known = model < hullbakeModelCount(map);
    writeSized(info, size, toC(known ? map->clip.model({model}) : ModelInfo{}));
    if (map == nullptr) return HullbakeStatusNullArgument;
    return known ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus hullbakeTrace(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start, HullbakeVec3 end,
                             HullbakeTrace* trace) {
    if (trace == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeTrace>(trace, HULLBAKE_TRACE_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    ReadProbe subject;
    const HullbakeStatus status = readProbe(map, probe, subject);
    const Trace answer = answerTrace(status, map, subject, {fromC(start), fromC(end)});
    writeSized(trace, size, toC(answer));
    return status == HullbakeStatusOk ? statusOf(answer) : status;
}

HullbakeStatus hullbakeTraceBatch(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeSegment* segments,
                                  HullbakeTrace* traces, size_t stride, size_t count) {
    if (!knownSize(stride, HULLBAKE_TRACE_MIN, SIZE_MAX)) return HullbakeStatusBadSize;
    ReadProbe subject;
    const HullbakeStatus read = readProbe(map, probe, subject);
    HullbakeStatus first = read;
    if (first == HullbakeStatusNullArgument || (count > 0 && (segments == nullptr || traces == nullptr)))
        return HullbakeStatusNullArgument;
    const ClipMap none, &clip = first == HullbakeStatusOk ? map->clip : none;
    const std::size_t room = std::min(stride, sizeof(HullbakeTrace));
    auto* out = reinterpret_cast<unsigned char*>(traces);
    constexpr std::size_t kSegmentsAtOnce = 8;
    for (std::size_t done = 0; done < count; done += kSegmentsAtOnce) {
        const std::size_t some = std::min(kSegmentsAtOnce, count - done);
        Segment ways[kSegmentsAtOnce];
        Trace answers[kSegmentsAtOnce];
        for (std::size_t i = 0; i < some; ++i) ways[i] = fromC(segments[done + i]);
        clip.traceBatch(subject, {ways, some}, {answers, some});
        for (std::size_t i = 0; i < some; ++i) {
            if (read != HullbakeStatusOk) answers[i].refusal = Refusal::BadArguments;
            writeSized(out + (done + i) * stride, room, toC(answers[i]));
            if (first == HullbakeStatusOk) first = statusOf(answers[i]);
        }
    }
    return first;
}

HullbakeStatus hullbakeContentsAt(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                  HullbakeContents* contents) {
    if (contents == nullptr) return HullbakeStatusNullArgument;
    *contents = HullbakeContentsEmpty;
    ReadProbe subject;
    const HullbakeStatus status = readProbe(map, probe, subject);
    if (status != HullbakeStatusOk) return status;
    if (!map->clip.accepts(subject, fromC(origin))) return HullbakeStatusInvalidQuery;
    *contents = static_cast<HullbakeContents>(map->clip.contentsAt(subject, fromC(origin)));
    return HullbakeStatusOk;
}

HullbakeStatus hullbakeSurface(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start, HullbakeVec3 end,
                               const HullbakeTrace* trace, HullbakeSurface* surface) {
    return answerToTrace(map, probe, start, end, trace, surface, HULLBAKE_SURFACE_MIN, &ClipMap::surface);
}

HullbakeStatus hullbakeRotation(HullbakeVec3 angles, HullbakeVec3 pivot, HullbakeTransform* transform) {
    if (transform == nullptr) return HullbakeStatusNullArgument;
    const bool finite = isFinite(fromC(angles)) && isFinite(fromC(pivot));
    *transform = toC(finite ? Transform::rotated(fromC(angles), fromC(pivot)) : Transform());
    return finite ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

int hullbakeTurnable(const HullbakeMap* map, uint32_t model) {
    return map != nullptr && map->clip.turnable({model}) ? 1 : 0;
}

HullbakeText hullbakeEntityText(const HullbakeMap* map) {
    return toC(map == nullptr ? std::string_view() : map->clip.entityText());
}

HullbakeText hullbakeMetaText(const HullbakeMap* map) {
    return toC(map == nullptr ? std::string_view() : map->clip.metaText());
}

const char* hullbakeContentsName(HullbakeContents contents) {
    return contentsName(Contents{contents}).data();
}

HullbakeStatus hullbakeContentsFromName(const char* name, HullbakeContents* contents) {
    if (contents == nullptr) return HullbakeStatusNullArgument;
    *contents = HullbakeContentsEmpty;
    if (name == nullptr) return HullbakeStatusNullArgument;
    Contents bits = Contents::Empty;
    if (!contentsFromName(name, bits)) return HullbakeStatusNotFound;
    *contents = static_cast<HullbakeContents>(bits);
    return HullbakeStatusOk;
}
