// The C interface over ClipMap: checks what C callers may pass, translates the structs, and does nothing else.

#include <algorithm>
#include <cmath>
#include <new>

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/clip_map.hpp"
#include "hullbake/hullbake.h"

using namespace hullbake;
using namespace hullbake::detail;

static_assert(sizeof(HullbakeMap) <= sizeof(HullbakeStorage) && alignof(HullbakeMap) <= 8);

namespace {

constexpr HullbakeTraceInput kDefaultInput = HULLBAKE_TRACE_INPUT_INIT;
constexpr std::size_t kWholeTrace = offsetof(HullbakeTrace, reserved) + sizeof(HullbakeTrace::reserved);

bool validPlace(const ClipMap& map, const Vec3& p, std::uint32_t model) {
    // Written so that NaN fails.
    const bool inRange =
        std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate && std::fabs(p.z) <= kMaxCoordinate;
    return inRange && model < map.modelCount();
}

// What moves: any box, or without one the hull that the input names. Through what: a model where the map draws it, or
// where the game has put it.
struct Mover {
    const HullbakeBox* box = nullptr;
    const Transform* transform = nullptr;

    bool valid(const ClipMap& map, std::uint32_t hull, std::uint32_t model) const {
        if (transform != nullptr && transform->turns() && (box == nullptr || !map.turnable({model}))) return false;
        return box == nullptr ? hull < map.hullCount() : ClipMap::validBox(fromC(*box));
    }
    bool validAt(const ClipMap& map, const Vec3& p, std::uint32_t model) const {
        return transform == nullptr ? validPlace(map, p, model) : map.validPlace(p, {model}, *transform);
    }
    Trace trace(const ClipMap& map, const TraceInput& input) const {
        if (transform == nullptr) return box == nullptr ? map.trace(input) : map.traceBox(fromC(*box), input);
        return box == nullptr ? map.trace(input, *transform) : map.traceBox(fromC(*box), input, *transform);
    }
    Contents contents(const ClipMap& map, const Vec3& p, HullId hull, ModelId model) const {
        if (transform == nullptr)
            return box == nullptr ? map.pointContents(p, hull, model) : map.boxContents(p, fromC(*box), model);
        return box == nullptr ? map.pointContents(p, hull, model, *transform)
                              : map.boxContents(p, fromC(*box), model, *transform);
    }
    Surface surface(const ClipMap& map, const TraceInput& input, const Trace& trace) const {
        if (transform == nullptr)
            return box == nullptr ? map.surface(input, trace) : map.surface(fromC(*box), input, trace);
        return box == nullptr ? map.surface(input, trace, *transform)
                              : map.surface(fromC(*box), input, trace, *transform);
    }
};

// A C caller's transform, or why it cannot be read.
struct Placement {
    Transform transform;
    HullbakeStatus status = HullbakeStatusOk;

    explicit Placement(const HullbakeTransform* given) {
        HullbakeTransform read = HULLBAKE_TRANSFORM_INIT;
        if (given == nullptr)
            status = HullbakeStatusNullArgument;
        else if (!readSized(given, HULLBAKE_TRANSFORM_MIN, read))
            status = HullbakeStatusBadSize;
        else
            transform = fromC(read);
    }
    /// Asks with `input`, or with none when there is no transform to ask with: then the answer is the invalid one.
    template <class Input, class Ask>
    HullbakeStatus ask(const Input* input, const Ask& query) const {
        const HullbakeStatus answered = query(status == HullbakeStatusOk ? input : nullptr);
        return status == HullbakeStatusOk || answered != HullbakeStatusNullArgument ? answered : status;
    }
};

// The question in a struct that has room for at most `room` bytes.
bool readInput(const void* input, std::size_t room, TraceInput& question) {
    HullbakeTraceInput read = kDefaultInput;
    if (!readSized(input, HULLBAKE_TRACE_INPUT_MIN, read) || read.size > room) return false;
    question = fromC(read);
    return true;
}

HullbakeStatus statusOf(const Trace& trace) {
    return trace.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

HullbakeStatus answerTrace(const ClipMap& map, const Mover& mover, const void* input, HullbakeTrace& answer) {
    TraceInput question;
    if (!readInput(input, SIZE_MAX, question)) {
        answer = invalidAnswer();
        return HullbakeStatusBadSize;
    }
    const Trace trace = mover.trace(map, question);
    answer = toC(trace);
    return statusOf(trace);
}

HullbakeStatus traceMover(const HullbakeMap* map, const Mover& mover, const HullbakeTraceInput* input,
                          HullbakeTrace* trace) {
    if (trace == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeTrace>(trace, HULLBAKE_TRACE_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeTrace answer = invalidAnswer();
    HullbakeStatus status = HullbakeStatusNullArgument;
    if (input != nullptr) status = answerTrace(map == nullptr ? ClipMap() : map->clip, mover, input, answer);
    writeSized(trace, size, answer);
    return map == nullptr ? HullbakeStatusNullArgument : status;
}

HullbakeStatus surfaceOfMover(const HullbakeMap* map, const Mover& mover, const HullbakeTraceInput* input,
                              const HullbakeTrace* trace, HullbakeSurface* surface) {
    if (surface == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeSurface>(surface, HULLBAKE_SURFACE_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    writeSized(surface, size, toC(Surface{}));
    if (map == nullptr || input == nullptr || trace == nullptr) return HullbakeStatusNullArgument;
    HullbakeTraceInput question = kDefaultInput;
    HullbakeTrace answer = HULLBAKE_TRACE_INIT;
    if (!readSized(input, HULLBAKE_TRACE_INPUT_MIN, question) || !readSized(trace, kWholeTrace, answer))
        return HullbakeStatusBadSize;
    const TraceInput move = fromC(question);
    const bool valid = mover.valid(map->clip, question.hull, question.model) &&
                       mover.validAt(map->clip, move.start, question.model) &&
                       mover.validAt(map->clip, move.end, question.model);
    if (!valid || !plausible(answer)) return HullbakeStatusInvalidQuery;
    const Surface found = mover.surface(map->clip, move, fromC(answer));
    writeSized(surface, size, toC(found));
    return found.found ? HullbakeStatusOk : HullbakeStatusNotFound;
}

HullbakeStatus contentsOfMover(const HullbakeMap* map, const Mover& mover, const HullbakeVec3* origin,
                               std::uint32_t hull, std::uint32_t model, HullbakeContents* contents) {
    if (contents == nullptr) return HullbakeStatusNullArgument;
    *contents = HullbakeContentsEmpty;
    if (map == nullptr || origin == nullptr) return HullbakeStatusNullArgument;
    if (!mover.valid(map->clip, hull, model) || !mover.validAt(map->clip, fromC(*origin), model))
        return HullbakeStatusInvalidQuery;
    *contents = static_cast<HullbakeContents>(mover.contents(map->clip, fromC(*origin), {hull}, {model}));
    return HullbakeStatusOk;
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
        default:
            break;
    }
    // All texts are literals, so there is a zero behind them.
    return statusText(status >= 0 && status < HullbakeStatusNullArgument ? Status(status) : Status(255)).data();
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

HullbakeStatus hullbakeTrace(const HullbakeMap* map, const HullbakeTraceInput* input, HullbakeTrace* trace) {
    return traceMover(map, {}, input, trace);
}

HullbakeStatus hullbakeTraceBox(const HullbakeMap* map, HullbakeBox box, const HullbakeTraceInput* input,
                                HullbakeTrace* trace) {
    return traceMover(map, {&box}, input, trace);
}

HullbakeStatus hullbakeTraceBatch(const HullbakeMap* map, const HullbakeTraceInput* inputs, size_t inputStride,
                                  HullbakeTrace* traces, size_t traceStride, size_t count) {
    if (!knownSize(inputStride, HULLBAKE_TRACE_INPUT_MIN, SIZE_MAX) ||
        !knownSize(traceStride, HULLBAKE_TRACE_MIN, SIZE_MAX))
        return HullbakeStatusBadSize;
    if (map == nullptr || (count > 0 && (inputs == nullptr || traces == nullptr))) return HullbakeStatusNullArgument;
    const std::size_t room = traceStride < sizeof(HullbakeTrace) ? traceStride : sizeof(HullbakeTrace);
    const auto* in = reinterpret_cast<const unsigned char*>(inputs);
    auto* out = reinterpret_cast<unsigned char*>(traces);
    HullbakeStatus first = HullbakeStatusOk;
    constexpr std::size_t kTogether = 8;
    for (std::size_t done = 0; done < count; done += kTogether) {
        const std::size_t some = std::min(kTogether, count - done);
        TraceInput questions[kTogether];
        Trace answers[kTogether];
        bool readable[kTogether];
        for (std::size_t i = 0; i < some; ++i)
            readable[i] = readInput(in + (done + i) * inputStride, inputStride, questions[i]);
        map->clip.traces({questions, some}, {answers, some});
        for (std::size_t i = 0; i < some; ++i) {
            const HullbakeStatus status = readable[i] ? statusOf(answers[i]) : HullbakeStatusBadSize;
            writeSized(out + (done + i) * traceStride, room, readable[i] ? toC(answers[i]) : invalidAnswer());
            if (first == HullbakeStatusOk) first = status;
        }
    }
    return first;
}

HullbakeStatus hullbakePointContents(const HullbakeMap* map, HullbakeVec3 origin, uint32_t hull, uint32_t model,
                                     HullbakeContents* contents) {
    return contentsOfMover(map, {}, &origin, hull, model, contents);
}

HullbakeStatus hullbakeBoxContents(const HullbakeMap* map, HullbakeVec3 origin, HullbakeBox box, uint32_t model,
                                   HullbakeContents* contents) {
    return contentsOfMover(map, {&box}, &origin, 0, model, contents);
}

HullbakeStatus hullbakeSurface(const HullbakeMap* map, const HullbakeTraceInput* input, const HullbakeTrace* trace,
                               HullbakeSurface* surface) {
    return surfaceOfMover(map, {}, input, trace, surface);
}

HullbakeStatus hullbakeBoxSurface(const HullbakeMap* map, HullbakeBox box, const HullbakeTraceInput* input,
                                  const HullbakeTrace* trace, HullbakeSurface* surface) {
    return surfaceOfMover(map, {&box}, input, trace, surface);
}

HullbakeStatus hullbakeRotation(HullbakeVec3 angles, HullbakeVec3 pivot, HullbakeTransform* transform) {
    if (transform == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeTransform>(transform, sizeof(HullbakeTransform));
    if (size == 0) return HullbakeStatusBadSize;
    const bool finite = isFinite(fromC(angles)) && isFinite(fromC(pivot));
    writeSized(transform, size, toC(finite ? Transform::rotated(fromC(angles), fromC(pivot)) : Transform()));
    return finite ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

int hullbakeTurnable(const HullbakeMap* map, uint32_t model) {
    return map != nullptr && map->clip.turnable({model}) ? 1 : 0;
}

HullbakeStatus hullbakeTraceMoved(const HullbakeMap* map, const HullbakeTransform* transform,
                                  const HullbakeTraceInput* input, HullbakeTrace* trace) {
    const Placement at(transform);
    return at.ask(input, [&](auto* given) { return traceMover(map, {nullptr, &at.transform}, given, trace); });
}

HullbakeStatus hullbakeTraceBoxMoved(const HullbakeMap* map, const HullbakeTransform* transform, HullbakeBox box,
                                     const HullbakeTraceInput* input, HullbakeTrace* trace) {
    const Placement at(transform);
    return at.ask(input, [&](auto* given) { return traceMover(map, {&box, &at.transform}, given, trace); });
}

HullbakeStatus hullbakePointContentsMoved(const HullbakeMap* map, const HullbakeTransform* transform,
                                          HullbakeVec3 origin, uint32_t hull, uint32_t model,
                                          HullbakeContents* contents) {
    const Placement at(transform);
    return at.ask(&origin, [&](auto* given) {
        return contentsOfMover(map, {nullptr, &at.transform}, given, hull, model, contents);
    });
}

HullbakeStatus hullbakeBoxContentsMoved(const HullbakeMap* map, const HullbakeTransform* transform, HullbakeVec3 origin,
                                        HullbakeBox box, uint32_t model, HullbakeContents* contents) {
    const Placement at(transform);
    return at.ask(&origin, [&](auto* given) {
        return contentsOfMover(map, {&box, &at.transform}, given, 0, model, contents);
    });
}

HullbakeStatus hullbakeSurfaceMoved(const HullbakeMap* map, const HullbakeTransform* transform,
                                    const HullbakeTraceInput* input, const HullbakeTrace* trace,
                                    HullbakeSurface* surface) {
    const Placement at(transform);
    return at.ask(input, [&](auto* given) {
        return surfaceOfMover(map, {nullptr, &at.transform}, given, trace, surface);
    });
}

HullbakeStatus hullbakeBoxSurfaceMoved(const HullbakeMap* map, const HullbakeTransform* transform, HullbakeBox box,
                                       const HullbakeTraceInput* input, const HullbakeTrace* trace,
                                       HullbakeSurface* surface) {
    const Placement at(transform);
    return at.ask(input, [&](auto* given) {
        return surfaceOfMover(map, {&box, &at.transform}, given, trace, surface);
    });
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
