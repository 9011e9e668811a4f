#include "move/move_space.hpp"

#include <algorithm>

#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"

namespace hullbake::detail {

namespace {

constexpr double kMostSkin = 1;

}  // namespace

MoveSpace::MoveSpace(const ClipMap& map, const Probe& probe)
    : map_(map), probe_(probe), models_(modelsOf(map.tables(), probe.model)) {
    if (!isValidProbe(map.tables(), probe)) return;
    box_ = boxOf(map.tables(), probe);
    valid_ = probe.skin <= kMostSkin &&
             (!probe.transform || (probe.transform->valid() && !probe.transform->turns() && probe.model != kAllModels));
}

Refusal MoveSpace::refusalAt(const Vec3& at) const {
    if (validAt(at)) return Refusal::None;
    const Refusal refusal = map_.refusal(probe_, at);
    if (refusal != Refusal::None) return refusal;
    return probe_.skin <= kMostSkin ? Refusal::TurnedModel : Refusal::BadSkin;
}

Trace MoveSpace::trace(const Vec3& from, const Vec3& to, ModelId model) const {
    ++traces_;
    const Trace trace = traceModel(map_.tables(), {from, to, probe_, model});
    if (trace.invalid) note(trace.refusal);
    return trace;
}

Leg MoveSpace::sweep(const Vec3& from, const Vec3& way, double ahead) const {
    const double size = length(way);
    double reach = (size + ahead) / size;
    Vec3 to = from + way * reach;
    if (!map_.accepts(probe_, to)) {
        reach = 1;
        to = from + way;
    }
    Trace nearest;
    Leg leg;
    leg.end = from + way;
    forModelsAlong(map_.tables(), models_, box_, from, to, [&](ModelId model) {
        const Trace trace = this->trace(from, to, model);
        leg.invalid = leg.invalid || trace.invalid;
        leg.stuck = leg.stuck || trace.startsolid;
        if (trace.hit && !(nearest.hit && trace.hitFraction >= nearest.hitFraction)) nearest = trace;
        return true;
    });
    leg.model = nearest.model;
    if (!nearest.hit || nearest.fraction * reach >= 1) return leg;
    leg.hit = true;
    leg.end = nearest.endpos;
    leg.fraction = nearest.fraction * reach;
    leg.contactFraction = nearest.hitFraction * reach;
    leg.plane = {nearest.normal, nearest.dist};
    leg.contents = nearest.contents;
    return leg;
}

std::span<const TouchedPlane> MoveSpace::touching(const Vec3& at, double distance, std::span<TouchedPlane> room) const {
    ++touchings_;
    const NeighbourCount found = map_.touching(probe_, at, distance, room);
    note(found.refusal);
    return room.first(found.invalid ? 0 : std::min(found.count, room.size()));
}

Unstick MoveSpace::unstick(const Vec3& at, double distance) const {
    const Unstick way = map_.unstick(probe_, at, distance);
    note(way.refusal);
    return way;
}

bool MoveSpace::isFree(const Vec3& at) const {
    bool free = true;
    forModelsAlong(map_.tables(), models_, box_, at, at, [&](ModelId model) {
        free = !trace(at, at, model).startsolid;
        return free;
    });
    return free;
}

Surface MoveSpace::surface(const Vec3& from, const Vec3& to, ModelId model) const {
    return map_.surface(probe_, from, to, trace(from, to, model));
}

}  // namespace hullbake::detail
