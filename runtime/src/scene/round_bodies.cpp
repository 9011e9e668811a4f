#include "scene/round_bodies.hpp"

#include <algorithm>

#include "tree/contact.hpp"

namespace hullbake::detail {

namespace {

bool isDeep(const RoundGap& gap) {
    return gap.distance < -kSurfaceTolerance;
}

// Fills in a hit. The plane touches the body at the point of contact.
void recordTouch(const TraceQuery& query, const PairCast& cast, Contents contents, Trace& trace) {
    const Vec3 delta = query.end - query.start;
    trace.hit = true;
    trace.contents = resolveOverlap(contents);
    trace.normal = -cast.normal + Vec3{};
    trace.hitFraction = cast.fraction;
    trace.dist = dot(trace.normal, query.start + delta * cast.fraction);
    const double approach = -dot(trace.normal, delta);
    const double back = approach > 0 ? cast.fraction - query.probe.skin / approach : cast.fraction;
    trace.fraction = std::clamp(back, 0.0, cast.fraction);
    trace.endpos = query.start + delta * trace.fraction;
}

}  // namespace

RoundGap gapToRound(const Shape& probe, const Body& body, const Vec3& origin) {
    const BodyContact found = contact(shapeOf(body), body.origin, probe, origin);
    return {found.distance, found.normal, found.onA};
}

Contents contentsOfRound(const format::Tables& tables, const Probe& probe, const Body& body, const Vec3& origin) {
    if (!isDeep(gapToRound(shapeOf(tables, probe), body, origin))) return Contents::Empty;
    const Contents blocking = resolveOverlap(body.contents & kMaskBlocking);
    if (any(blocking & Contents::Solid)) return blocking;
    return blocking | resolveOverlap(body.contents & kMaskPassable);
}

Trace traceRoundBody(const format::Tables& tables, const Probe& probe, const Body& body, const Vec3& start,
                     const Vec3& end) {
    const TraceQuery query{start, end, probe, ModelId{}};
    const Vec3 delta = end - start;
    const bool stops = any(body.contents & probe.mask);
    if (!(dot(delta, delta) > 0)) {
        const Contents within = contentsOfRound(tables, probe, body, start);
        return stops && any(within) ? stuck(query, within) : inPlace(query, within);
    }
    Trace trace;
    trace.endpos = end;
    if (!stops) return trace;
    const PairCast cast = castShapes(shapeOf(tables, probe), start, end, shapeOf(body), body.origin, body.origin);
    if (cast.invalid) return invalidTrace(query, Refusal::BadScene);
    trace.startsolid = cast.startsolid;
    // Both bodies are convex: who begins and ends in solid has not left it.
    if (cast.startsolid && isDeep(gapToRound(shapeOf(tables, probe), body, end))) return stuck(query, body.contents);
    if (cast.hit && !cast.startsolid) recordTouch(query, cast, body.contents, trace);
    return trace;
}

Vec3 touchOfRound(const format::Tables& tables, const Probe& probe, const Body& body, const Vec3& start,
                  const Vec3& end, const Trace& trace) {
    return gapToRound(shapeOf(tables, probe), body, start + (end - start) * trace.hitFraction).point;
}

}  // namespace hullbake::detail
