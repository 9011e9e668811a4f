// Reads the probe of a C caller.
#pragma once

#include <cstddef>
#include <type_traits>

#include "c/c_shape_values.hpp"
#include "c/c_values.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/hullbake_scene.h"
#include "hullbake/scene.hpp"

namespace hullbake::detail {

// The arrays of a scene are read where the C caller has them.
static_assert(sizeof(HullbakePlacedModel) == sizeof(PlacedModel) && sizeof(HullbakeBody) == sizeof(Body) &&
              sizeof(HullbakeTransform) == sizeof(Transform) && std::is_standard_layout_v<PlacedModel> &&
              std::is_standard_layout_v<Body> && sizeof(bool) == 1);
static_assert(offsetof(HullbakePlacedModel, model) == offsetof(PlacedModel, model) &&
              offsetof(HullbakePlacedModel, kind) == offsetof(PlacedModel, kind) &&
              offsetof(HullbakePlacedModel, transform) == offsetof(PlacedModel, transform) &&
              offsetof(HullbakePlacedModel, enabled) == offsetof(PlacedModel, enabled));
static_assert(sizeof(HullbakeSceneSlot) == sizeof(SceneSlot) && std::is_standard_layout_v<SceneSlot> &&
              offsetof(HullbakeSceneSlot, maxs) == offsetof(SceneSlot, maxs) &&
              offsetof(HullbakeSceneSlot, member) == offsetof(SceneSlot, member) &&
              offsetof(HullbakeSceneSlot, skip) == offsetof(SceneSlot, skip));
static_assert(offsetof(HullbakeBody, origin) == offsetof(Body, origin) &&
              offsetof(HullbakeBody, box) == offsetof(Body, box) &&
              offsetof(HullbakeBody, contents) == offsetof(Body, contents) &&
              offsetof(HullbakeBody, kind) == offsetof(Body, kind) &&
              offsetof(HullbakeBody, enabled) == offsetof(Body, enabled) &&
              offsetof(HullbakeBody, form) == offsetof(Body, form) && HULLBAKE_BODY_BOX == int(BodyForm::Box) &&
              HULLBAKE_BODY_CAPSULE == int(BodyForm::Capsule));

/// What hullbakeSurface needs of a trace: the size of the struct before it had a reason.
inline constexpr std::size_t kTraceUpToModel = offsetof(HullbakeTrace, refusal);

/// Returns true if `trace` may be an answer to the probe.
inline bool mayAnswer(const HullbakeTrace& trace, const HullbakeMap* map, const Probe& probe) {
    return plausible(trace) && (probe.model != kAllModels || trace.model < map->clip.modelCount());
}

inline constexpr HullbakeScene kDefaultScene = HULLBAKE_SCENE_INIT;
inline constexpr HullbakeProbe kDefaultProbe = HULLBAKE_PROBE_INIT;

/// A probe, and the scene or shape that it points to.
struct ReadProbe : Probe {
    Scene members;
    ReadProbe() = default;
    ReadProbe(const ReadProbe&) = delete;
    ReadProbe& operator=(const ReadProbe&) = delete;

    alignas(Shape) unsigned char room[sizeof(Shape)];  // made only where a shape is given: most calls have none
};

/// Reads a scene.
inline HullbakeStatus readScene(const HullbakeScene* theirs, Scene& scene) {
    HullbakeScene read = kDefaultScene;
    if (!readSized(theirs, HULLBAKE_SCENE_MIN, read)) return HullbakeStatusBadSize;
    if ((read.modelCount > 0 && read.models == nullptr) || (read.bodyCount > 0 && read.bodies == nullptr) ||
        (read.indexCount > 0 && read.index == nullptr))
        return HullbakeStatusNullArgument;
    scene.models = {reinterpret_cast<const PlacedModel*>(read.models), read.modelCount};
    scene.bodies = {reinterpret_cast<const Body*>(read.bodies), read.bodyCount};
    scene.stoppedBy = read.stoppedBy;
    scene.self = {read.self};
    scene.index = {reinterpret_cast<const SceneSlot*>(read.index), read.indexCount};
    return HullbakeStatusOk;
}

/// Reads a probe. Returns NullArgument without a map or a probe, and BadSize for a size unknown to this library.
inline HullbakeStatus readProbe(const HullbakeMap* map, const HullbakeProbe* theirs, ReadProbe& probe) {
    if (map == nullptr || theirs == nullptr) return HullbakeStatusNullArgument;
    HullbakeProbe read = kDefaultProbe;
    if (!readSized(theirs, HULLBAKE_PROBE_MIN, read)) return HullbakeStatusBadSize;
    static_cast<Probe&>(probe) = fromC(read);
    if (read.shape != nullptr) {
        const ShapeRead ours = readShape(read.shape);
        if (ours.status != HullbakeStatusOk) return ours.status;
        probe.shape = ::new (static_cast<void*>(probe.room)) Shape(ours.shape);
    }
    if (read.scene == nullptr) return HullbakeStatusOk;
    probe.scene = &probe.members;
    return readScene(read.scene, probe.members);
}

/// Answers what a member function of ClipMap, `query`, adds to a trace. `smallest`: size of the oldest version of C.
template <class C, class Found>
HullbakeStatus answerToTrace(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 start, HullbakeVec3 end,
                             const HullbakeTrace* trace, C* told, std::size_t smallest,
                             Found (ClipMap::*query)(const Probe&, const Vec3&, const Vec3&, const Trace&)
                                 const noexcept) {
    if (told == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<C>(told, smallest);
    if (size == 0) return HullbakeStatusBadSize;
    writeSized(told, size, toC(Found{}));
    if (trace == nullptr) return HullbakeStatusNullArgument;
    ReadProbe subject;
    const HullbakeStatus status = readProbe(map, probe, subject);
    if (status != HullbakeStatusOk) return status;
    HullbakeTrace answer = HULLBAKE_TRACE_INIT;
    if (!readSized(trace, kTraceUpToModel, answer)) return HullbakeStatusBadSize;
    const Vec3 from = fromC(start), to = fromC(end);
    if (!map->clip.accepts(subject, from) || !map->clip.accepts(subject, to) || !mayAnswer(answer, map, subject))
        return HullbakeStatusInvalidQuery;
    const Found found = (map->clip.*query)(subject, from, to, fromC(answer));
    writeSized(told, size, toC(found));
    return found.found ? HullbakeStatusOk : HullbakeStatusNotFound;
}

}  // namespace hullbake::detail
