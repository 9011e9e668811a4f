#include "scene/members.hpp"

#include <cmath>

#include "brushes/turned_set.hpp"
#include "query/all_models.hpp"
#include "query/contents_expanded.hpp"
#include "query/free_place.hpp"
#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"
#include "query/trace_expanded.hpp"
#include "scene/body_brush.hpp"
#include "scene/member_shapes.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake::detail {

namespace {

constexpr double kSurelyApart = 1e-3;  // units between two boxes beyond which no tolerance matters

bool isValidMember(const format::Tables& tables, const PlacedModel& placed) {
    return placed.transform.valid() && (!placed.transform.turns() || isTurnable(tables, placed.model));
}

bool isValidMember(const Body& body) {
    if (!isInRange(body.origin) || !isInRange(body.box.mins) || !isInRange(body.box.maxs)) return false;
    for (int a = 0; a < 3; ++a)
        if (body.box.mins[a] > body.box.maxs[a]) return false;
    if (body.form == BodyForm::Box) return true;
    return body.form == BodyForm::Capsule && shapeOf(body).valid();
}

}  // namespace

Box placedBounds(const format::ModelRecord& model, const Transform& transform) {
    const Box bounds = boundsOf(model);
    if (!transform.turns()) return {bounds.mins + transform.displacement, bounds.maxs + transform.displacement};
    const Vec3 middle = (bounds.mins + bounds.maxs) * 0.5 - transform.pivot, half = (bounds.maxs - bounds.mins) * 0.5;
    Vec3 centre = transform.pivot + transform.displacement, reach;
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) {
            centre[a] += transform.axes[i][a] * middle[i];
            reach[a] += std::fabs(transform.axes[i][a]) * half[i];
        }
    return {centre - reach, centre + reach};
}

Nearness nearnessOf(const format::Tables& tables, const Scene& scene, MemberId member, const Box& place) {
    if (member.isBody()) {
        const Body& body = scene.bodies[member.index()];
        if (areApart(placeOf(body), place)) return Nearness::Far;
        if (!body.enabled || (body.kind & scene.stoppedBy) == 0 || member == scene.self) return Nearness::Far;
        return isValidMember(body) ? Nearness::Near : Nearness::Bad;
    }
    const PlacedModel& placed = scene.models[member.index()];
    if (!placed.enabled || (placed.kind & scene.stoppedBy) == 0 || member == scene.self) return Nearness::Far;
    if (placed.model.value >= tables.models.size()) return Nearness::Bad;
    const format::ModelRecord& model = tables.models[placed.model.value];
    if (model.brushCount == 0) return isValidMember(tables, placed) ? Nearness::Far : Nearness::Bad;
    if (areApart(placedBounds(model, placed.transform), place)) return Nearness::Far;
    return isValidMember(tables, placed) ? Nearness::Near : Nearness::Bad;
}

Nearness nearnessInList(const format::Tables& tables, const Scene& scene, const MemberList& list, MemberId member,
                        const Box& place) {
    if (!list.checked) return nearnessOf(tables, scene, member, place);
    const PlacedModel* const placed = member.isBody() ? nullptr : &scene.models[member.index()];
    const Box bounds = placed == nullptr ? placeOf(scene.bodies[member.index()])
                                         : placedBounds(tables.models[placed->model.value], placed->transform);
    return areApart(bounds, place) ? Nearness::Far : Nearness::Near;
}

bool listMembers(const format::Tables& tables, const Scene& scene, const Box& place, MemberList& list) {
    list.count = 0;
    list.checked = true;
    const auto add = [&](MemberId member) {
        const Nearness nearness = nearnessOf(tables, scene, member, place);
        if (nearness == Nearness::Far) return true;
        if (list.count == kMostListed) return false;
        if (nearness == Nearness::Bad) list.checked = false;
        list.values[list.count++] = member.value;
        return true;
    };
    MemberList found;
    if (!scene.index.empty() && findIndexed(scene, place, found)) {
        for (std::uint32_t i = 0; i < found.count; ++i) add({found.values[i]});
        return true;
    }
    const auto models = static_cast<std::uint32_t>(scene.models.size());
    const auto bodies = static_cast<std::uint32_t>(scene.bodies.size());
    const Surroundings around(place);
    for (std::uint32_t i = 0; (i = passMembers(tables, scene, around, i)) < models + bodies; ++i)
        if (!add(i < models ? MemberId::model(i) : MemberId::body(i - models))) return false;
    return true;
}

bool isValidScene(const format::Tables& tables, const Probe& probe, const Vec3& position) {
    const Box place = sweptBox(reachOf(boxOf(tables, probe)), position, position);
    bool accepted = true;
    const bool valid = forMembersNear(tables, *probe.scene, place, [&](MemberId member) {
        accepted = acceptsMember(tables, probe, member);
        return accepted;
    });
    return valid && accepted;
}

bool acceptsMember(const format::Tables& tables, const Probe& probe, MemberId member) {
    if (probe.shape == nullptr || member.isBody() || !needsCorners(*probe.shape)) return true;
    return isTurnable(tables, probe.scene->models[member.index()].model);
}

Probe probeOfModel(const format::Tables& tables, const Probe& probe, const PlacedModel& placed) {
    Probe one = probe;
    one.scene = nullptr;
    one.model = placed.model;
    one.transform.reset();
    if (!(placed.transform == Transform{})) one.transform = placed.transform;
    // Baked hulls do not turn, but boxes do, and a hull's box follows the hull's rules.
    if (placed.transform.turns() && !probe.box) one.box = boxOf(tables, probe);
    return one;
}

Trace traceMember(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& start,
                  const Vec3& end) {
    Trace trace;
    if (isRound(*probe.scene, member)) {
        trace = traceRoundBody(tables, probe, probe.scene->bodies[member.index()], start, end);
    } else if (probe.shape != nullptr) {
        trace = traceMemberByShape(tables, probe, member, start, end);
    } else if (member.isBody()) {
        Probe one = probe;
        one.model = {};
        const BodyBrush brush(probe.scene->bodies[member.index()]);
        trace = traceOf(brush.around(boxOf(tables, probe)), {start, end, one, ModelId{}});
    } else {
        const PlacedModel& placed = probe.scene->models[member.index()];
        const Probe one = probeOfModel(tables, probe, placed);
        trace = traceModel(tables, {start, end, one, placed.model});
    }
    if (trace.hit) trace.member = member;
    return trace;
}

bool isSurelyFreeOfMember(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& at) {
    if (isRound(*probe.scene, member) || probe.shape != nullptr) return false;
    if (member.isModel()) {
        const PlacedModel& placed = probe.scene->models[member.index()];
        return isSurelyFree(tables, probeOfModel(tables, probe, placed), placed.model, at);
    }
    return isSurelyBeside(probe, member, sweptBox(boxOf(tables, probe), at, at));
}

bool isSurelyBeside(const Probe& probe, MemberId member, const Box& swept) {
    if (member.isModel() || isRound(*probe.scene, member) || probe.shape != nullptr) return false;
    const Box body = placeOf(probe.scene->bodies[member.index()]);
    for (int a = 0; a < 3; ++a)
        if (areApart(swept.mins[a], swept.maxs[a], body.mins[a] - kSurelyApart, body.maxs[a] + kSurelyApart))
            return true;
    return false;
}

Contents contentsOfMember(const ClipMap& map, const Probe& probe, MemberId member, const Vec3& origin) {
    if (isRound(*probe.scene, member))
        return contentsOfRound(map.tables(), probe, probe.scene->bodies[member.index()], origin);
    if (probe.shape != nullptr) return contentsOfMemberByShape(map.tables(), probe, member, origin);
    if (member.isModel())
        return map.contentsAt(probeOfModel(map.tables(), probe, probe.scene->models[member.index()]), origin);
    const BodyBrush brush(probe.scene->bodies[member.index()]);
    return contentsIn(brush.around(boxOf(map.tables(), probe)), origin);
}

void addTrace(const Trace& trace, Trace& nearest) {
    const bool startsolid = nearest.startsolid || trace.startsolid, allsolid = nearest.allsolid || trace.allsolid;
    if (trace.hit && !(nearest.hit && trace.hitFraction >= nearest.hitFraction)) {
        nearest = trace;
    } else if (!nearest.hit) {
        nearest.contents |= trace.contents;
    }
    nearest.startsolid = startsolid;
    nearest.allsolid = allsolid;
}

}  // namespace hullbake::detail
