#include "scene/member_shapes.hpp"

#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "query/shape_query.hpp"
#include "scene/body_tables.hpp"
#include "scene/members.hpp"
#include "scene/round_bodies.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

namespace {

// Calls ask(tables, probe) with the tables of the member and the probe of it alone.
template <class Ask>
auto askMember(const format::Tables& tables, const Probe& probe, MemberId member, const Ask& ask) {
    if (member.isModel()) return ask(tables, probeOfModel(tables, probe, probe.scene->models[member.index()]));
    const BodyTables body(probe.scene->bodies[member.index()]);
    Probe one = probe;
    one.scene = nullptr;
    one.model = {};
    one.transform.reset();
    return ask(body.tables(), one);
}

bool hasMember(const Scene& scene, MemberId member) {
    return member.index() < (member.isBody() ? scene.bodies.size() : scene.models.size());
}

}  // namespace

Trace traceMemberByShape(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& start,
                         const Vec3& end) {
    if (!acceptsMember(tables, probe, member)) return invalidTrace({start, end, probe, ModelId{}}, Refusal::BadScene);
    if (member.isBody()) {
        // A box at rest is answered as one.
        const std::optional<Probe> plain = plainProbe(probe);
        if (plain) return traceMember(tables, *plain, member, start, end);
    }
    return askMember(tables, probe, member, [&](const format::Tables& its, const Probe& one) {
        return traceModel(its, {start, end, one, one.model});
    });
}

Contents contentsOfMemberByShape(const format::Tables& tables, const Probe& probe, MemberId member,
                                 const Vec3& origin) {
    return askMember(tables, probe, member, [&](const format::Tables& its, const Probe& one) {
        return accepts(its, one, origin) ? contentsOfShape(its, one, one.model, origin) : Contents::Empty;
    });
}

ContactPoint contactOfMember(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end,
                             const Trace& trace) {
    if (probe.scene == nullptr || !hasMember(*probe.scene, trace.member)) return {};
    if (isRound(*probe.scene, trace.member)) {
        ContactPoint contact;
        contact.found = trace.hit && !trace.invalid && !trace.allsolid;
        const Body& body = probe.scene->bodies[trace.member.index()];
        if (contact.found) contact.point = touchOfRound(tables, probe, body, start, end, trace);
        return contact;
    }
    return askMember(tables, probe, trace.member, [&](const format::Tables& its, const Probe& one) {
        return accepts(its, one, start) ? contactOfShape(its, {start, end, one, one.model}, trace) : ContactPoint{};
    });
}

bool memberHasLevelFace(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end,
                        const Trace& trace, double leastZ) {
    if (isRound(*probe.scene, trace.member)) return false;
    return askMember(tables, probe, trace.member, [&](const format::Tables& its, const Probe& one) {
        return touchesLevelFace(its, {start, end, one, one.model}, trace, leastZ);
    });
}

}  // namespace hullbake::detail
