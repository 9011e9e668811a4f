#include "move/move_space.hpp"

#include <algorithm>

#include "brushes/brush_set.hpp"
#include "query/probe_trace.hpp"
#include "query/shape_query.hpp"
#include "scene/members.hpp"

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

Trace MoveSpace::traceMemberAt(const Vec3& from, const Vec3& to, MemberId member) const {
    ++traces_;
    const Trace trace = traceMember(map_.tables(), probe_, member, from, to);
    if (trace.invalid) note(trace.refusal);
    return trace;
}

Leg MoveSpace::sweep(const Vec3& from, const Vec3& way, double ahead) const {
    const double size = length(way);
    double reach = (size + ahead) / size;
    Vec3 to = from + way * reach;
    if (!accepts(map_.tables(), probe_, to)) {
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
    if (probe_.scene != nullptr) sweepMembers(from, to, leg, nearest);
    leg.model = nearest.model;
    leg.member = nearest.member;
    if (!nearest.hit || nearest.fraction * reach >= 1) return leg;
    leg.hit = true;
    leg.end = nearest.endpos;
    leg.fraction = nearest.fraction * reach;
    leg.contactFraction = nearest.hitFraction * reach;
    leg.plane = {nearest.normal, nearest.dist};
    leg.contents = nearest.contents;
    return leg;
}

Leg MoveSpace::drop(const Vec3& from, double reach, double leastNormal) const {
    const Vec3 way{0, 0, -reach};
    Leg leg = sweep(from, way, 0);
    const bool steep = leg.hit && !leg.invalid && !leg.stuck && leg.plane.normal.z < leastNormal;
    if (probe_.shape == nullptr || !steep || !(leg.plane.normal.z > 0)) return leg;
    const TraceQuery query{from, from + way, probe_, leg.model};
    if (touchesLevelFace(map_.tables(), query, trace(from, from + way, leg.model), leastNormal))
        leg.plane = {{0, 0, 1}, from.z - leg.contactFraction * reach};
    return leg;
}

// Sweeps through the members of the scene that are near the way to the nearest hit so far.
void MoveSpace::sweepMembers(const Vec3& from, const Vec3& to, Leg& leg, Trace& nearest) const {
    const Vec3 until = from + (to - from) * nearest.hitFraction;
    const Box place = sweptBox(reachOf(box_), from, until);
    const bool valid = forMembersNear(map_.tables(), *probe_.scene, place, [&](MemberId member) {
        const Trace trace = traceMemberAt(from, to, member);
        leg.invalid = leg.invalid || trace.invalid;
        leg.stuck = leg.stuck || trace.startsolid;
        if (trace.hit && !(nearest.hit && trace.hitFraction >= nearest.hitFraction)) nearest = trace;
        return true;
    });
    if (valid) return;
    note(Refusal::BadScene);
    leg.invalid = true;
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
    if (!free || probe_.scene == nullptr) return free;
    const bool valid = forMembersNear(map_.tables(), *probe_.scene, sweptBox(reachOf(box_), at, at), [&](MemberId m) {
        free = !traceMemberAt(at, at, m).startsolid;
        return free;
    });
    if (!valid) note(Refusal::BadScene);
    return free && valid;
}

Surface MoveSpace::surface(const Vec3& from, const Vec3& to, const Leg& leg) const {
    const Trace hit = leg.member.none() ? trace(from, to, leg.model) : traceMemberAt(from, to, leg.member);
    return map_.surface(probe_, from, to, hit);
}

}  // namespace hullbake::detail
