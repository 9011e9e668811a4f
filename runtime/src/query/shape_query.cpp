// Queries of shapes. Boxes at rest are answered as boxes, and turned boxes in their own frame, where they are upright
// and the map is turned. Balls, capsules and cylinders are cast by the pieces of their grown brushes, convex sets by
// the planes of theirs, in the model's space.

#include "query/shape_query.hpp"

#include <algorithm>

#include "brushes/round_cast.hpp"
#include "query/contents_expanded.hpp"
#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "query/shape_body.hpp"
#include "query/shape_start.hpp"
#include "query/surface.hpp"
#include "query/trace_expanded.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

namespace {

Vec3 towards(const Vec3 (&axes)[3], const Vec3& v) {
    return {dot(axes[0], v), dot(axes[1], v), dot(axes[2], v)};
}

// The transform of a probe that has none.
Turn noTurn() {
    Turn turn;
    turn.axes[0] = {1, 0, 0};
    turn.axes[1] = {0, 1, 0};
    turn.axes[2] = {0, 0, 1};
    return turn;
}

// The model as seen from the frame of a turned box.
TurnedSet setInFrame(const format::Tables& tables, const ShapeSubject& subject, const Probe& probe, ModelId model) {
    TurnedSet set{boxBrushes(tables, subject.box, tables.hulls.size(), model), &tables, {}, {}};
    if (probe.transform) {
        const Turn turn = turnOf(probe);
        for (int i = 0; i < 3; ++i) set.turn.axes[i] = towards(subject.axes, turn.axes[i]);
        set.turn.shift = towards(subject.axes, turn.shift);
    } else {
        for (int i = 0; i < 3; ++i) set.turn.axes[i] = {subject.axes[0][i], subject.axes[1][i], subject.axes[2][i]};
    }
    set.reach = set.turn.reachBack(reachOf(subject.box));
    return set;
}

Vec3 outOfFrame(const Vec3 (&axes)[3], const Vec3& v) {
    return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z;
}

Trace traceInFrame(const format::Tables& tables, const ShapeSubject& subject, const TraceQuery& query,
                   const GridWay* listed) {
    const Vec3 from = towards(subject.axes, query.start), to = towards(subject.axes, query.end);
    const TurnedSet set = setInFrame(tables, subject, query.probe, query.model);
    const TraceQuery inFrame{from, to, query.probe, query.model};
    Trace trace = listed != nullptr ? traceTurnedBox(set, inFrame, *listed, subject.bounds) : traceTurned(set, inFrame);
    if (trace.invalid) return invalidTrace(query, trace.refusal);
    trace.normal = outOfFrame(subject.axes, trace.normal);
    trace.endpos = query.start + (query.end - query.start) * trace.fraction;
    if (!trace.hit) trace.endpos = query.end;
    if (trace.allsolid) trace.endpos = query.start;
    return trace;
}

bool hasBody(const ShapeSubject& subject) {
    return subject.path == ShapePath::Round || subject.path == ShapePath::Convex;
}

// Fills in a hit, by the plane that touches the brush at the point of contact.
void recordRound(const TraceQuery& query, const RoundHit& hit, const Vec3& normal, Trace& trace) {
    const Vec3 delta = query.end - query.start;
    trace.hit = true;
    trace.contents = resolveOverlap(hit.contents);
    trace.normal = normal;
    trace.dist = dot(normal, query.start + delta * hit.t);
    trace.hitFraction = hit.t;
    const double approach = -dot(normal, delta);
    const double back = approach > 0 ? hit.t - query.probe.skin / approach : hit.t;
    trace.fraction = std::clamp(back, std::min(hit.leave, hit.t), hit.t);
    trace.endpos = query.start + delta * trace.fraction;
}

// A body and its bounds.
struct BoundedBody {
    const RoundBody& body;
    const Box& bounds;
};

// Traces a body in the model's space. `trace` is new.
void traceBody(const format::Tables& tables, const TraceQuery& query, const BoundedBody& bounded, const Turn& turn,
               const GridWay* listed, Trace& trace) {
    const Vec3 start = turn.placeBack(query.start), delta = turn.directionBack(query.end - query.start);
    const RoundSet set = roundSet(tables, bounded.body, bounded.bounds, query.model, query.probe.mask);
    if (!(dot(delta, delta) > 0)) {
        const Contents all = contentsOfShape(tables, query.probe, query.model, query.start);
        const Contents within = contentsAround(set, start);
        trace = any(within) ? stuck(query, within) : inPlace(query, all);
        return;
    }
    RoundHit hit;
    castRound(set, start, delta, listed, hit);
    if (hit.tooMuch || hit.allsolid) {
        trace = hit.tooMuch ? invalidTrace(query, Refusal::TooMuchWork) : stuck(query, hit.contents);
        return;
    }
    trace.startsolid = hit.startsolid;
    trace.endpos = query.end;
    if (hit.hit) recordRound(query, hit, turn.direction(hit.nearest.normal), trace);
}

// Traces a valid shape through the world by the brush lists of a grid, from where it begins in it.
void traceListed(const format::Tables& tables, const TraceQuery& query, const ShapeStart& start, Trace& trace) {
    const Shape& shape = *query.probe.shape;
    const GridView grid(tables, start.hull);
    const GridWay listed{grid, start.place.slot, query};
    RoundBody body;
    if (takeRoundBody(shape, body)) return traceBody(tables, query, {body, start.bounds}, noTurn(), &listed, trace);
    const ShapeSubject subject = subjectOf(shape, &start.bounds);
    if (subject.path == ShapePath::Turned) {
        trace = traceInFrame(tables, subject, query, &listed);
        return;
    }
    askBody(subject, noTurn(), [&](const RoundBody& other, const Turn& turn) {
        traceBody(tables, query, {other, other.bounds()}, turn, &listed, trace);
        return 0;
    });
}

// Goes on from the start of a plain trace. Returns false if the grid cannot decide.
bool goesBy(ShapeWay way, const format::Tables& tables, const TraceQuery& query, const ShapeStart& start,
            Trace& trace) {
    if (way == ShapeWay::Other) return false;
    if (way == ShapeWay::Passes)
        trace.endpos = query.end;
    else
        traceListed(tables, query, start, trace);
    return true;
}

// The same probe with a box instead of its shape.
Probe probeOf(const Probe& probe, const Box& box) {
    Probe plain = probe;
    plain.shape = nullptr;
    plain.box = box;
    return plain;
}

// Traces a probe with a shape, as long as no grid serves it.
HULLBAKE_NOINLINE void traceUnlisted(const format::Tables& tables, const TraceQuery& query, bool mayList,
                                     Trace& trace) {
    const Probe& probe = query.probe;
    if (!accepts(tables, probe, query.start) || !accepts(tables, probe, query.end)) {
        trace = invalidTrace(query, refusalOfTrace(tables, probe, query.start, query.end));
        return;
    }
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (mayList && subject.path == ShapePath::Convex) {
        ShapeStart start;
        start.bounds = subject.bounds;
        if (goesBy(startBounded(tables, query, start), tables, query, start, trace)) return;
    }
    if (hasBody(subject)) {
        askBody(subject, turnOf(probe), [&](const RoundBody& body, const Turn& turn) {
            traceBody(tables, query, {body, body.bounds()}, turn, nullptr, trace);
            return 0;
        });
    } else if (subject.path == ShapePath::Turned) {
        trace = traceInFrame(tables, subject, query, nullptr);
    } else {
        const Probe plain = probeOf(probe, subject.box);
        trace = traceModel(tables, {query.start, query.end, plain, query.model});
    }
}

// Bodies have no faces of a map.
Surface surfaceOfFace(const format::Tables& tables, std::uint32_t brush, std::uint32_t face) {
    const std::uint32_t source = tables.sides[tables.brushes[brush].firstSide + face].face;
    return source == format::kNoIndex ? Surface{} : surfaceOf(tables, {brush, source, false, true});
}

RoundHit touchedBy(const format::Tables& tables, const TraceQuery& query, const Trace& trace, const RoundBody& body,
                   const Turn& turn) {
    const Vec3 delta = turn.directionBack(query.end - query.start);
    const Vec3 place = turn.placeBack(query.start + (query.end - query.start) * trace.hitFraction);
    const RoundSet set = roundSet(tables, body, body.bounds(), query.model, query.probe.mask);
    return touchedAt(set, place, delta, turn.directionBack(trace.normal));
}

ContactPoint contactOfRound(const format::Tables& tables, const TraceQuery& query, const Trace& trace,
                            const RoundBody& body, const Turn& turn) {
    const RoundHit hit = touchedBy(tables, query, trace, body, turn);
    if (!hit.hit) return {};
    ContactPoint contact;
    contact.point = turn.place(hit.nearest.point);
    contact.feature = hit.nearest.feature;
    for (int i = 0; i < 2; ++i) contact.surfaces[i] = surfaceOfFace(tables, hit.brush, hit.nearest.faces[i]);
    contact.found = true;
    return contact;
}

}  // namespace

std::optional<Probe> plainProbe(const Probe& probe) {
    if (!probe.shape->valid()) return std::nullopt;
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (subject.path != ShapePath::Box) return std::nullopt;
    Probe plain = probe;
    plain.shape = nullptr;
    plain.box = subject.box;
    return plain;
}

void traceShape(const format::Tables& tables, const TraceQuery& query, Trace& trace) {
    trace.model = query.model;
    ShapeStart start;
    const bool mayList = isPlainTrace(tables, query);
    if (!mayList || !goesBy(startShape(tables, query, start), tables, query, start, trace))
        traceUnlisted(tables, query, mayList, trace);
}

Contents contentsOfShape(const format::Tables& tables, const Probe& probe, ModelId model, const Vec3& origin) {
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (subject.path == ShapePath::Turned)
        return contentsIn(setInFrame(tables, subject, probe, model), towards(subject.axes, origin));
    if (hasBody(subject)) {
        const Contents all = askBody(subject, turnOf(probe), [&](const RoundBody& body, const Turn& turn) {
            return contentsAround(roundSet(tables, body, body.bounds(), model, kMaskAll), turn.placeBack(origin));
        });
        const Contents blocking = resolveOverlap(all & kMaskBlocking);
        return any(blocking & Contents::Solid) ? blocking : blocking | resolveOverlap(all & kMaskPassable);
    }
    if (turns(probe)) return contentsIn(turnedBrushes(tables, subject.box, model, *probe.transform), origin);
    return contentsIn(boxBrushes(tables, subject.box, model), origin - displacementOf(probe));
}

Surface surfaceOfShape(const format::Tables& tables, const TraceQuery& query, const Trace& trace) {
    const Probe& probe = query.probe;
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (hasBody(subject)) return contactOfShape(tables, query, trace).surfaces[0];
    if (subject.path == ShapePath::Turned) {
        const Vec3 from = towards(subject.axes, query.start), to = towards(subject.axes, query.end);
        Trace inFrame = trace;
        inFrame.normal = towards(subject.axes, trace.normal);
        const TurnedSet set = setInFrame(tables, subject, probe, query.model);
        return surfaceOf(tables, sideHit(set, {from, to, probe, query.model}, inFrame));
    }
    if (turns(probe)) {
        const TurnedSet set = turnedBrushes(tables, subject.box, query.model, *probe.transform);
        return surfaceOf(tables, sideHit(set, query, trace));
    }
    const Vec3 away = displacementOf(probe), from = query.start - away, to = query.end - away;
    const BrushSet set = boxBrushes(tables, subject.box, query.model);
    return surfaceOf(tables, sideHit(set, {from, to, probe, query.model}, trace));
}

bool touchesLevelFace(const format::Tables& tables, const TraceQuery& query, const Trace& trace, double leastZ) {
    const ShapeSubject subject = subjectOf(*query.probe.shape);
    if (!hasBody(subject)) return false;
    return askBody(subject, turnOf(query.probe), [&](const RoundBody& body, const Turn& turn) {
        const RoundHit hit = touchedBy(tables, query, trace, body, turn);
        if (!hit.hit) return false;
        for (const format::SideRecord& face : BrushShape(tables, tables.brushes[hit.brush]).faces())
            if (std::fabs(heightOver(face, hit.nearest.point)) <= kSurfaceTolerance &&
                turn.direction(vectorOf(face.normal)).z >= leastZ)
                return true;
        return false;
    });
}

ContactPoint contactOfShape(const format::Tables& tables, const TraceQuery& query, const Trace& trace) {
    if (!trace.hit || trace.invalid || trace.allsolid) return {};
    const ShapeSubject subject = subjectOf(*query.probe.shape);
    if (!hasBody(subject)) return {};
    return askBody(subject, turnOf(query.probe), [&](const RoundBody& body, const Turn& turn) {
        return contactOfRound(tables, query, trace, body, turn);
    });
}

}  // namespace hullbake::detail
