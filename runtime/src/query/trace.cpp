// Traces of a probe through baked hulls. Traces of boxes, moved models and all models are passed on to their files.
// In: a probe and a segment. Out: a Trace.
// Tries the grid, then the grid for starts on a surface, then the common trace by the tree, then the exact trace with
// the bare brushes.

#include "brushes/model_brushes.hpp"
#include "grid/grid_trace.hpp"
#include "hullbake/clip_map.hpp"
#include "query/all_models.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "query/shape_query.hpp"
#include "query/trace_closely.hpp"
#include "query/trace_expanded.hpp"
#include "query/trace_from_surface.hpp"
#include "query/transformed.hpp"
#include "scene/members.hpp"
#include "tree/lone_entry.hpp"
#include "tree/tree_contents.hpp"
#include "tree/tree_trace.hpp"

namespace hullbake {

using namespace detail;
using format::Tables;

namespace {

// Traces through two trees and keeps the nearer entry. Returns false if only the exact trace can decide: for a start
// inside one tree, leaving it may still be inside the other.
bool findInBoth(const Trees& trees, const Line& line, Contact& contact, std::int64_t& budget) {
    for (int i = 0; i < trees.count; ++i) {
        Trees one = trees;
        one.roots[0] = trees.roots[i];
        one.count = 1;
        Contact single;
        if (!TreeTrace(one, line, budget).run(single) || single.startsolid ||
            (single.hit && single.t <= line.toleranceT))
            return false;
        if (single.hit && (!contact.hit || single.t < contact.t)) contact = single;
    }
    return true;
}

Trees treesFor(const NodeTables& tables, const format::RootRecord& root, Contents mask) {
    Trees trees;
    trees.tables = tables;
    trees.mask = static_cast<std::uint32_t>(mask);
    const bool liquid = any(mask & kMaskPassable) && root.liquid != format::kLeafFlag;
    if (any(mask & kMaskBlocking) || !liquid) trees.roots[trees.count++] = root.blocking;
    if (liquid) trees.roots[trees.count++] = root.liquid;
    return trees;
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
bool traceByGridAvx(const GridView& grid, const PlaneRecord* planes, const TraceQuery& input, Trace& trace) {
    return GridTrace<GridOpsAvx>(grid, planes, input).run(trace);
}
HULLBAKE_END_TARGET
#endif

// Returns true for a contact at a start on a surface, whose plane the brushes tell.
bool stopsAtOnce(const Contact& contact) {
    return contact.hit && contact.node < 0 && contact.t <= 0 && !contact.startsolid;
}

// Answers a valid trace by the tree alone.
Trace traceTree(const Tables& tables, const TraceQuery& input) {
    const format::RootRecord& root = tables.root(input.probe.hull.value, input.model.value);
    const Trees trees = treesFor({tables.nodes.data(), tables.planes.data()}, root, input.probe.mask);
    const Line line = lineOf(input);
    std::int64_t budget = kTraceBudget;
    if (!(line.length > 0)) {
        const Touch touch = touchPoint(trees, input.start, budget);
        if (budget <= 0) return invalidTrace(input, Refusal::TooMuchWork);
        return touch.free ? inPlace(input, contentsInTrees(tables, input.probe.hull, input.model, input.start))
                          : stuck(input, Contents{touch.contents});
    }
    Contact contact;
    AlongSides sides;
    bool isDecided = trees.count == 1 ? TreeTrace(trees, line, budget, &sides).run(contact)
                                      : findInBoth(trees, line, contact, budget);
    if (isDecided && sides.any()) {
        if (Trace slid; traceSliding(tables, input, trees, line, sides, contact, budget, slid)) return slid;
        isDecided = false;
    }
    if (isDecided && stopsAtOnce(contact) && trees.count == 1) {
        const BrushSet set = hullBrushes(tables, input.probe.hull, input.model);
        ContactCone::Entered entered;
        if (planeEnteredIn(tables, set, input, line, 0, entered) && entered.isSolid())
            return answer(input, line, contact, entered.plane);
    }
    if (isDecided && !(contact.hit && contact.node < 0) && budget > 0) {
        const Plane plane = planeEntered(trees, line, contact);
        if (!contact.hit || !isFlatContact(line, plane)) return answer(input, line, contact, plane);
    }
    return traceClosely(tables, input, trees, line, isDecided ? &contact : nullptr, budget);
}

HULLBAKE_INLINE bool isValidTrace(const Tables& tables, const TraceQuery& query) {
    return isInRange(query.start) && isInRange(query.end) && isValidSkin(query.probe.skin) &&
           query.probe.hull.value < tables.hulls.size() && query.model.value < tables.models.size();
}

// Returns true if the grid may answer a valid trace: a hull with a grid, the world and a mask of the grid.
HULLBAKE_INLINE bool mayGoByGrid(const Tables& tables, const TraceQuery& query) {
    const Vec3 delta = query.end - query.start;
    return query.model.value == 0 && query.probe.hull.value < tables.grids.size() && isMaskOfGrid(query.probe.mask) &&
           dot(delta, delta) > 0;
}

HULLBAKE_NOINLINE bool traceByGridScalar(const GridView& grid, const PlaneRecord* planes, const TraceQuery& query,
                                         Trace& trace) {
    return GridTrace<GridOpsScalar>(grid, planes, query).run(trace);
}

// Traces by the grid. Returns false, with `trace` unchanged, if the tree must decide.
HULLBAKE_INLINE bool traceGrid(const Tables& tables, const TraceQuery& query, Trace& trace) {
    const GridView grid(tables, query.probe.hull.value);
#ifdef HULLBAKE_AVX
    if (kHasAvx) return traceByGridAvx(grid, tables.planes.data(), query, trace);
#endif
    return traceByGridScalar(grid, tables.planes.data(), query, trace);
}

// Returns true if free space comes near the start of a trace in the hull.
bool startsFree(const Tables& tables, const TraceQuery& query) {
    std::int64_t budget = kTraceBudget;
    const format::RootRecord& root = tables.root(query.probe.hull.value, query.model.value);
    const Trees trees = treesFor({tables.nodes.data(), tables.planes.data()}, root, query.probe.mask);
    return touchPoint(trees, query.start, budget).free;
}

#ifndef HULLBAKE_SMALL
// Answers a trace that leaves a surface at once, by the only plane of the tree at the hit.
bool hitsAlone(const Tables& tables, const TraceQuery& query, double t, Trace& trace) {
    const format::RootRecord& root = tables.root(query.probe.hull.value, query.model.value);
    const Trees trees = treesFor({tables.nodes.data(), tables.planes.data()}, root, query.probe.mask);
    const Line line = lineOf(query);
    Contact contact;
    contact.hit = true;
    contact.t = t;
    if (!movesAlongAxes(line, kStaysNear) || !findLoneEntry(trees, line, contact)) return false;
    trace = answer(query, line, contact, planeEntered(trees, line, contact));
    return true;
}
#endif

// Answers a trace from a surface that hits, or is stopped at the start. Returns false if it is not certain by which
// plane.
bool hitsFromSurface(const Tables& tables, const TraceQuery& query, const GridView& grid, const SurfaceEnd& end,
                     Trace& trace) {
    const bool atStart = end.kind == SurfaceEnd::Kind::AtStart;
#ifdef HULLBAKE_SMALL
    if (!atStart && !end.slides) return false;
#else
    if (!atStart && !end.slides) return end.departs && hitsAlone(tables, query, end.hit.t, trace);
#endif
    const Line line = lineOf(query);
    const BrushSet set = hullBrushes(tables, query.probe.hull, query.model);
    Contact contact;
    contact.hit = true;
    contact.t = atStart ? 0 : end.hit.t;
    ContactCone::Entered entered;
    if (!planeEnteredIn(set, grid, end.slot, query, line, contact.t, entered)) return false;
    contact.contents = entered.contents;
    if (atStart && !startsFree(tables, query)) return false;
    trace = answer(query, line, contact, entered.plane);
    return true;
}

// Answers a trace from a surface by the grid. Returns false if the tree must decide.
bool traceSurface(const Tables& tables, const TraceQuery& query, Trace& trace) {
    const GridView grid(tables, query.probe.hull.value);
    const SurfaceEnd end = traceFromSurface(grid, query);
    if (end.kind == SurfaceEnd::Kind::Free) trace.endpos = query.end;
    return end.kind == SurfaceEnd::Kind::Free ||
           (end.kind != SurfaceEnd::Kind::Unclear && hitsFromSurface(tables, query, grid, end, trace));
}

// Not inlined, so that the common path stays short.
HULLBAKE_NOINLINE void answerByTree(const Tables& tables, const TraceQuery& query, Trace& trace) {
    trace = traceTree(tables, query);
}
HULLBAKE_NOINLINE void answerFromSurface(const Tables& tables, const TraceQuery& query, Trace& trace) {
    if (!traceSurface(tables, query, trace)) trace = traceTree(tables, query);
}
HULLBAKE_NOINLINE void refuse(const Tables& tables, const TraceQuery& query, Trace& trace) {
    trace = invalidTrace(query, refusalOfTrace(tables, query.probe, query.start, query.end));
}

// Traces through one model where the map draws it. `trace` is new, with its model set.
HULLBAKE_INLINE void traceOne(const Tables& tables, const TraceQuery& query, Trace& trace) {
    if (query.probe.box)
        traceBox(tables, *query.probe.box, query, trace);
    else if (!isValidTrace(tables, query))
        refuse(tables, query, trace);
    else if (!mayGoByGrid(tables, query))
        answerByTree(tables, query, trace);
    else if (!traceGrid(tables, query, trace))
        answerFromSurface(tables, query, trace);
}

// Traces through all models, or through one that the game has moved.
HULLBAKE_NOINLINE void traceOther(const Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end,
                                  Trace& trace) {
    trace = probe.model == kAllModels ? traceAllModels(tables, probe, start, end)
                                      : traceTransformed(tables, {start, end, probe, probe.model});
}

// Traces without the probe's scene.
Trace traceBare(const Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end) {
    if (probe.transform || probe.model == kAllModels) {
        Trace trace;
        traceOther(tables, probe, start, end, trace);
        return trace;
    }
    return detail::traceDrawn(tables, {start, end, probe, probe.model});
}

// Traces through the probe's model and through the members that are near the way to the hit there.
HULLBAKE_NOINLINE void traceScene(const Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end,
                                  Trace& trace) {
    trace = traceBare(tables, probe, start, end);
    if (trace.invalid) return;
    Refusal refusal = Refusal::None;
    const Vec3 until = start + (end - start) * trace.hitFraction;
    const Box place = sweptBox(reachOf(boxOf(tables, probe)), start, until);
    const bool valid = forMembersNear(tables, *probe.scene, place, [&](MemberId member) {
        const Trace one = traceMember(tables, probe, member, start, end);
        refusal = one.refusal;
        if (refusal == Refusal::None) addTrace(one, trace);
        return refusal == Refusal::None;
    });
    if (!valid) refusal = Refusal::BadScene;
    if (refusal != Refusal::None) trace = invalidTrace({start, end, probe, ModelId{}}, refusal);
}

}  // namespace

Trace detail::traceDrawn(const Tables& tables, const TraceQuery& query) {
    Trace trace;  // the only one returned, so it is built in place
    if (query.probe.shape != nullptr) {
        traceShape(tables, query, trace);
    } else {
        trace.model = query.model;
        traceOne(tables, query, trace);
    }
    return trace;
}

Trace detail::traceModel(const Tables& tables, const TraceQuery& query) {
    return query.probe.transform ? traceTransformed(tables, query) : traceDrawn(tables, query);
}

Trace ClipMap::trace(const Probe& probe, const Vec3& start, const Vec3& end) const noexcept {
    Trace trace;  // the only one returned, so it is built in place
    if (probe.scene != nullptr) {
        traceScene(tables_, probe, start, end, trace);
    } else if (!probe.transform && probe.model != kAllModels && probe.shape == nullptr) {
        trace.model = probe.model;
        traceOne(tables_, {start, end, probe, probe.model}, trace);
    } else if (probe.shape != nullptr && probe.model != kAllModels) {
        traceShape(tables_, {start, end, probe, probe.model}, trace);
    } else {
        traceOther(tables_, probe, start, end, trace);
    }
    return trace;
}

}  // namespace hullbake
