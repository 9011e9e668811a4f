#include "query/transformed.hpp"

#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "query/shape_query.hpp"
#include "query/trace_expanded.hpp"
#include "scene/members.hpp"
#include "tree/contact.hpp"

namespace hullbake {

namespace detail {

namespace {

// Transforms an answer from the space of a moved model to the world.
Trace movedToWorld(Trace trace, const TraceQuery& query, const Vec3& displacement) {
    if (trace.invalid) return invalidTrace(query, trace.refusal);
    if (displacement == Vec3{}) return trace;
    trace.dist += dot(trace.normal, displacement);
    trace.endpos = query.start + (query.end - query.start) * trace.fraction;
    if (trace.allsolid) trace.endpos = query.start;
    if (trace.hit) return trace;
    trace.endpos = query.end;
    // The ends may coincide in model space by rounding, although they differ in the world.
    if (lineOf(query).length > 0) trace.contents = Contents::Empty;
    return trace;
}

}  // namespace

bool acceptsTransform(const format::Tables& tables, const Probe& probe, const Vec3& position) {
    const Transform& transform = *probe.transform;
    if (probe.model == kAllModels || !transform.valid()) return false;
    if (!transform.turns()) return isInRange(position - transform.displacement);
    return (probe.box || probe.shape != nullptr) && isTurnable(tables, probe.model) &&
           isInRange(Turn(transform).placeBack(position));
}

Trace traceTransformed(const format::Tables& tables, const TraceQuery& query) {
    const Probe& probe = query.probe;
    if (probe.shape != nullptr) {
        Trace trace;
        traceShape(tables, query, trace);
        return trace;
    }
    if (!accepts(tables, probe, query.start) || !accepts(tables, probe, query.end))
        return invalidTrace(query, refusalOfTrace(tables, probe, query.start, query.end));
    if (turns(probe)) return traceTurned(turnedBrushes(tables, *probe.box, query.model, *probe.transform), query);
    const Vec3& displacement = probe.transform->displacement;
    const Vec3 from = query.start - displacement, to = query.end - displacement;
    return movedToWorld(traceDrawn(tables, {from, to, probe, query.model}), query, displacement);
}

}  // namespace detail

bool ClipMap::turnable(ModelId model) const noexcept {
    return detail::isTurnable(tables_, model);
}

bool ClipMap::accepts(const Probe& probe, const Vec3& position) const noexcept {
    return detail::accepts(tables_, probe, position) &&
           (probe.scene == nullptr || detail::isValidScene(tables_, probe, position));
}

}  // namespace hullbake
