#include "move/move_space.hpp"

#include <algorithm>

#include "brushes/brush_set.hpp"
#include "query/free_place.hpp"
#include "query/probe_trace.hpp"
#include "query/shape_query.hpp"
#include "scene/member_shapes.hpp"
#include "scene/members.hpp"

namespace hullbake::detail {

namespace {

constexpr double kMostSkin = 1;
// Units around a query within which a move lists the members, once for most of its queries.
constexpr double kLookAround = 32;
// Units: more than any tolerance of queries of neighbours.
constexpr double kNearby = 1;

Box grownBy(const Box& box, double by) {
    return {box.mins - Vec3{by, by, by}, box.maxs + Vec3{by, by, by}};
}

bool boxHolds(const Box& outer, const Box& inner) {
    for (int a = 0; a < 3; ++a)
        if (!(outer.mins[a] <= inner.mins[a] && inner.maxs[a] <= outer.maxs[a])) return false;
    return true;
}

}  // namespace

MoveSpace::MoveSpace(const ClipMap& map, const Probe& probe)
    : map_(map), asked_(probe), probe_(probe), models_(modelsOf(map.tables(), probe.model)) {
    if (probe.scene != nullptr) {
        scene_ = *probe.scene;
        probe_.scene = &scene_;
    }
    if (!isValidProbe(map.tables(), probe)) return;
    box_ = boxOf(map.tables(), probe);
    valid_ = probe.skin <= kMostSkin &&
             (!probe.transform || (probe.transform->valid() && !probe.transform->turns() && probe.model != kAllModels));
}

// What stays far from a box stays far from all boxes within it. So the list answers for those, bit for bit.
void MoveSpace::look(const Box& place) const {
    if (boxHolds(listedFor_, place)) return;
    for (const double around : {kLookAround, 0.0}) {
        listedFor_ = grownBy(place, around);
        scene_.near = listMembers(map_.tables(), scene_, listedFor_, list_) ? &list_ : nullptr;
        if (scene_.near != nullptr) return;
    }
    listedFor_ = kNowhere;
}

Refusal MoveSpace::refusalAt(const Vec3& at) const {
    if (validAt(at)) return Refusal::None;
    scene_.near = nullptr;
    listedFor_ = kNowhere;
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

// Of a valid probe nothing but the place is to be checked.
bool MoveSpace::acceptsAt(const Vec3& at) const {
    return isInRange(at) && (!probe_.transform || acceptsTransform(map_.tables(), probe_, at));
}

Leg MoveSpace::sweep(const Vec3& from, const Vec3& way, double ahead) const {
    const double size = length(way);
    double reach = ahead == 0 ? 1 : (size + ahead) / size;
    Vec3 to = from + way * reach;
    if (!acceptsAt(to)) {
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
    leg.ahead = (leg.contactFraction - leg.fraction) * size;
    leg.plane = {nearest.normal, nearest.dist};
    leg.contents = nearest.contents;
    return leg;
}

Leg MoveSpace::drop(const Vec3& from, double reach, double leastNormal) const {
    const Vec3 way{0, 0, -reach};
    Leg leg = sweep(from, way, 0);
    const bool steep = leg.hit && !leg.invalid && !leg.stuck && leg.plane.normal.z < leastNormal;
    if (probe_.shape == nullptr || !steep || !(leg.plane.normal.z > 0)) return leg;
    if (touchesLevelFaceAt(from, from + way, leg, leastNormal))
        leg.plane = {{0, 0, 1}, from.z - leg.contactFraction * reach};
    return leg;
}

bool MoveSpace::touchesLevelFaceAt(const Vec3& from, const Vec3& to, const Leg& leg, double leastNormal) const {
    if (!leg.member.none())
        return memberHasLevelFace(map_.tables(), probe_, from, to, traceMemberAt(from, to, leg.member), leastNormal);
    return touchesLevelFace(map_.tables(), {from, to, probe_, leg.model}, trace(from, to, leg.model), leastNormal);
}

// Sweeps through the members of the scene that are near the way to the nearest hit so far.
void MoveSpace::sweepMembers(const Vec3& from, const Vec3& to, Leg& leg, Trace& nearest) const {
    const Vec3 until = from + (to - from) * nearest.hitFraction;
    const Box place = sweptBox(reachOf(box_), from, until);
    look(place);
    const Box swept = sweptBox(box_, from, to);
    const bool valid = forMembersNear(map_.tables(), scene_, place, [&](MemberId member) {
        if (isSurelyBeside(probe_, member, swept)) {
            ++traces_;
            return true;
        }
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

// For queries of neighbours, which look a little farther than asked.
void MoveSpace::lookAround(const Vec3& at, double distance) const {
    if (probe_.scene != nullptr) look(grownBy(sweptBox(reachOf(box_), at, at), distance + kNearby));
}

std::span<const TouchedPlane> MoveSpace::touching(const Vec3& at, double distance, std::span<TouchedPlane> room) const {
    ++touchings_;
    lookAround(at, distance);
    const NeighbourCount found = map_.touching(probe_, at, distance, room);
    note(found.refusal);
    return room.first(found.invalid ? 0 : std::min(found.count, room.size()));
}

Unstick MoveSpace::unstick(const Vec3& at, double distance) const {
    lookAround(at, distance);
    const Unstick way = map_.unstick(probe_, at, distance);
    note(way.refusal);
    return way;
}

// Most places are clear of everything. Counted as a trace all the same.
bool MoveSpace::isFreeOf(const Vec3& at, ModelId model) const {
    if (!isSurelyFree(map_.tables(), probe_, model, at)) return !trace(at, at, model).startsolid;
    ++traces_;
    return true;
}

bool MoveSpace::isFreeOf(const Vec3& at, MemberId member) const {
    if (!isSurelyFreeOfMember(map_.tables(), probe_, member, at)) return !traceMemberAt(at, at, member).startsolid;
    ++traces_;
    return true;
}

bool MoveSpace::isFree(const Vec3& at) const {
    bool free = true;
    forModelsAlong(map_.tables(), models_, box_, at, at, [&](ModelId model) {
        free = isFreeOf(at, model);
        return free;
    });
    if (!free || probe_.scene == nullptr) return free;
    const Box place = sweptBox(reachOf(box_), at, at);
    look(place);
    const bool valid = forMembersNear(map_.tables(), scene_, place, [&](MemberId m) {
        free = isFreeOf(at, m);
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
