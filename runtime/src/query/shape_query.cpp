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
    const Turn turn = probe.transform ? turnOf(probe) : noTurn();
    TurnedSet set{boxBrushes(tables, subject.box, tables.hulls.size(), model), &tables, {}, {}};
    for (int i = 0; i < 3; ++i) set.turn.axes[i] = towards(subject.axes, turn.axes[i]);
    set.turn.shift = towards(subject.axes, turn.shift);
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

Trace traceRound(const format::Tables& tables, const TraceQuery& query, const RoundBody& body, const Turn& turn,
                 const GridWay* listed) {
    const Vec3 start = turn.placeBack(query.start), delta = turn.directionBack(query.end - query.start);
    const RoundSet set = roundSet(tables, body, query.model, query.probe.mask);
    if (!(dot(delta, delta) > 0)) {
        const Contents all = contentsOfShape(tables, query.probe, query.model, query.start);
        const Contents within = contentsAround(set, start);
        return any(within) ? stuck(query, within) : inPlace(query, all);
    }
    const RoundHit hit = castRound(set, start, delta, listed);
    if (hit.tooMuch) return invalidTrace(query, Refusal::TooMuchWork);
    if (hit.allsolid) return stuck(query, hit.contents);
    Trace trace;
    trace.model = query.model;
    trace.startsolid = hit.startsolid;
    trace.endpos = query.end;
    if (hit.hit) recordRound(query, hit, turn.direction(hit.nearest.normal), trace);
    return trace;
}

// Returns true if the trace is valid for a shape that is, and the grid may answer it: through the world, and not for
// liquids.
bool isPlainTrace(const format::Tables& tables, const TraceQuery& query) {
    const Probe& probe = query.probe;
    return query.model.value == 0 && probe.model.value == 0 && !probe.transform && isValidSkin(probe.skin) &&
           isInRange(query.start) && isInRange(query.end) && !tables.grids.empty() &&
           !any(probe.mask & kMaskPassable) && hasShapes(tables, query.model);
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE GridStart startInAvx(const GridView& grid, const TraceQuery& query, GridView::Place& place) {
    return startIn<GridOpsAvx>(grid, query, place);
}
HULLBAKE_END_TARGET
#endif

GridStart startOf(const GridView& grid, const TraceQuery& query, GridView::Place& place) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return startInAvx(grid, query, place);
#endif
    return startIn<GridOpsScalar>(grid, query, place);
}

// Traces a valid probe through the world by the grid of a hull that serves its shape. The way begins in the cell of
// `place`, or outside of the grid.
Trace traceListed(const format::Tables& tables, const TraceQuery& query, const Box& bounds, const GridView& grid,
                  GridStart start, const GridView::Place& place) {
    const ShapeSubject subject = subjectOf(*query.probe.shape, &bounds);
    const GridWay way{grid, start == GridStart::Outside ? 0 : place.slot, query};
    const GridWay* const listed = start == GridStart::Outside ? nullptr : &way;
    if (subject.path == ShapePath::Turned) return traceInFrame(tables, subject, query, listed);
    return askBody(subject, noTurn(), [&](const RoundBody& body, const Turn& turn) {
        return traceRound(tables, query, body, turn, listed);
    });
}

// Returns true if the grid of a hull can serve a valid trace of a shape with these bounds, and has answered it.
bool tracePlain(const format::Tables& tables, const TraceQuery& query, const Box& bounds, Trace& trace) {
    if (!isListed(bounds)) return false;
    const std::size_t hull = gridFor(tables, bounds, tables.hulls.size());
    if (hull == tables.hulls.size()) return false;
    const GridView grid(tables, hull);
    GridView::Place place;
    place.slot = 0;
    const GridStart start = startOf(grid, query, place);
    if (start == GridStart::Passes) {
        trace.model = query.model;
        trace.endpos = query.end;
    } else {
        trace = traceListed(tables, query, bounds, grid, start, place);
    }
    return true;
}

// The same probe with a box instead of its shape.
Probe probeOf(const Probe& probe, const Box& box) {
    Probe plain = probe;
    plain.shape = nullptr;
    plain.box = box;
    return plain;
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
    const RoundSet set = roundSet(tables, body, query.model, query.probe.mask);
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

Trace traceShape(const format::Tables& tables, const TraceQuery& query) {
    const Probe& probe = query.probe;
    const bool mayList = isPlainTrace(tables, query);
    Box bounds;
    Trace trace;
    if (mayList && plainBounds(*probe.shape, bounds) && tracePlain(tables, query, bounds, trace)) return trace;
    if (!accepts(tables, probe, query.start) || !accepts(tables, probe, query.end))
        return invalidTrace(query, refusalOfTrace(tables, probe, query.start, query.end));
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (mayList && subject.path == ShapePath::Convex && tracePlain(tables, query, subject.bounds, trace)) return trace;
    if (hasBody(subject))
        return askBody(subject, turnOf(probe), [&](const RoundBody& body, const Turn& turn) {
            return traceRound(tables, query, body, turn, nullptr);
        });
    if (subject.path == ShapePath::Turned) return traceInFrame(tables, subject, query, nullptr);
    const Probe plain = probeOf(probe, subject.box);
    return traceModel(tables, {query.start, query.end, plain, query.model});
}

Contents contentsOfShape(const format::Tables& tables, const Probe& probe, ModelId model, const Vec3& origin) {
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (subject.path == ShapePath::Turned)
        return contentsIn(setInFrame(tables, subject, probe, model), towards(subject.axes, origin));
    if (hasBody(subject)) {
        const Contents all = askBody(subject, turnOf(probe), [&](const RoundBody& body, const Turn& turn) {
            return contentsAround(roundSet(tables, body, model, kMaskAll), turn.placeBack(origin));
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
