// Traces of any box against the bare brushes.
// In: a box and a segment. Out: a Trace.
// BrushTrace clips the segment against the brushes and keeps the nearest entry if that is certain. Otherwise the exact
// trace follows the free space between the brushes.

#include "query/trace_expanded.hpp"

#include "brushes/brush_space.hpp"
#include "brushes/brush_trace.hpp"
#include "brushes/contact_plane.hpp"
#include "hullbake/clip_map.hpp"
#include "query/clear_place.hpp"
#include "query/contents_behind.hpp"
#include "query/refusal.hpp"
#include "query/trace_from_surface.hpp"
#include "tree/approach.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

bool planeEnteredNear(const TurnedSet&, const TraceQuery&, const Line&, double, ContactCone::Entered&) {
    return false;  // the sides of turned brushes take long to make
}

// Answers a trace after BrushTrace has visited all brushes that matter. Returns false if only the exact trace can
// decide.
template <class Set>
HULLBAKE_NOINLINE bool isConcluded(const Set& set, const TraceQuery& input, const Line& line,
                                   const BrushTrace<Set>& brushTrace, Trace& trace) {
    Contact contact;
    Plane plane;
    if (!brushTrace.decide(contact, plane)) return false;
    // Solid swallows all other contents, so a certain entry into solid needs no sampling.
    bool sure = contact.node >= 0 && (contact.contents & kSolidBit) != 0;
    if (contact.hit && contact.node < 0) {
        ContactCone::Entered entered;
        const bool others = brushTrace.slidesToOthers();
        const bool certain = brushTrace.startsOnSurface() && planeEnteredNear(set, input, line, contact.t, entered);
        if (certain) {
            plane = entered.plane;
            sure = entered.alike;
            if (sure) contact.contents = entered.contents;
            // As the exact trace does, looks at the contents beyond the tolerance.
            const Approach approach{distanceTo(plane, line.start), distanceTo(plane, line.end), 1};
            if (others) contact.until = approach.reaches(-kSurfaceTolerance);
        } else if (others || !contactPlane(set, input, contact.t, contact.t, plane))
            return false;
    }
    if (contact.hit && !sure) addContents(set, input, line, contact);
    trace = answer(input, line, contact, plane);
    return true;
}

// Each way has a stack of its own size, and the last needs most.
template <class Set>
HULLBAKE_NOINLINE Trace closeLook(const Set& set, const TraceQuery& input, const Line& line) {
    Trace trace;
    return traceByChain(set, input, line, trace) ? trace : traceByCrowd(set, input, line);
}

// A trace of no length: most are of movers that stand clear of everything, whatever the mask.
template <class Set>
Trace lookInPlace(const Set& set, const TraceQuery& input, const Line& line) {
    const bool clear = isClear(set, input.start, [](Contents) { return true; });
    return clear ? inPlace(input, Contents::Empty) : closeLook(set, input, line);
}

template <class Set>
Trace concluded(const Set& set, const TraceQuery& input, const Line& line, const BrushTrace<Set>& brushTrace) {
    Trace trace;
    if (isConcluded(set, input, line, brushTrace, trace)) return trace;
    return line.length > 0 ? closeLook(set, input, line) : lookInPlace(set, input, line);
}

template <class Set>
Trace traceThrough(const Set& set, const TraceQuery& input) {
    const Line line = lineOf(input);
    if (!(line.length > 0)) return lookInPlace(set, input, line);
    BrushTrace<Set> brushTrace(set, line, input.probe.mask);
    brushTrace.traceByBvh();
    return concluded(set, input, line, brushTrace);
}

using BoxTrace = BrushTrace<BrushSet>;
using TurnedTrace = BrushTrace<TurnedSet>;

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE bool traceTurnedAvx(TurnedTrace& trace, const GridWay& listed, const Box& bounds) {
    return trace.traceListed<BrushOpsAvx>(listed, bounds);
}
HULLBAKE_END_TARGET
#endif

bool traceTurnedBy(TurnedTrace& trace, const GridWay& listed, const Box& bounds) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return traceTurnedAvx(trace, listed, bounds);
#endif
    return trace.traceListed<BrushOpsScalar>(listed, bounds);
}

bool traceByCellsScalar(BoxTrace& brushTrace, const GridView& grid, const TraceQuery& input) {
    return brushTrace.traceByCells<BrushOpsScalar>(grid, input);
}
#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_FLATTEN HULLBAKE_NOINLINE bool traceByCellsAvx(BoxTrace& brushTrace, const GridView& grid,
                                                        const TraceQuery& input) {
    return brushTrace.traceByCells<BrushOpsAvx>(grid, input);
}
HULLBAKE_END_TARGET
#endif

// Index of the hull that has the box, or the number of hulls, and index of the hull whose grid serves.
struct Hulls {
    std::uint32_t box, grid;
};

HULLBAKE_NOINLINE Trace refusedTrace(const Tables& tables, const TraceQuery& input) {
    return invalidTrace(input, refusalOfTrace(tables, input.probe, input.start, input.end));
}

// Traces against all brushes.
HULLBAKE_NOINLINE Trace traceBrushes(const Tables& tables, const Box& box, std::size_t hull, const TraceQuery& input) {
    const bool valid = isInRange(input.start) && isInRange(input.end) && input.model.value < tables.models.size();
    return valid ? traceThrough(boxBrushes(tables, box, hull, input.model), input) : refusedTrace(tables, input);
}

// Traces by the brush lists, beginning at the start's cell. Returns false if they cannot decide.
template <class Ops>
HULLBAKE_INLINE bool goOnBy(const Tables& tables, const Box& box, Hulls hulls, std::uint32_t slot,
                            const TraceQuery& input, Trace& trace,
                            bool (&traceByCells)(BoxTrace& brushTrace, const GridView& grid, const TraceQuery& input)) {
    // Does all independent work first, because the branches after it are mispredicted.
    const GridView grid(tables, hulls.grid);
    const Line line = lineOf(input);
    const BrushSet set = boxBrushes(tables, box, hulls.box, input.model);
    BoxTrace brushTrace(set, line, input.probe.mask, false, SweptBox{box, input.start, input.end}, Ops{});
    NearBrushes near;
    if (gatherNear<Ops>(grid, slot, input, tables.brushes.data(), brushTrace.clipLine(), near))
        brushTrace.template traceBrushes<Ops>(near);
    else if (!(line.length <= static_cast<double>(grid.record.listReach)) || !traceByCells(brushTrace, grid, input))
        return false;
    if (!brushTrace.template settle<Ops>(input, trace)) trace = concluded(set, input, line, brushTrace);
    return true;
}

// Traces by the brush lists a box that is no plain hull's. Returns false if they cannot decide.
template <class Lanes>
HULLBAKE_INLINE bool listedBy(const Tables& tables, const Box& box, Hulls hulls, const TraceQuery& input, Trace& trace,
                              bool (&goOn)(const Tables& tables, const Box& box, Hulls hulls, std::uint32_t slot,
                                           const TraceQuery& input, Trace& trace)) {
    const GridView grid(tables, hulls.grid);
    GridView::Place place;
    const GridStart start = startIn<Lanes>(grid, input, place);
    if (start == GridStart::Passes) trace.endpos = input.end;
    return start == GridStart::Passes ||
           (start != GridStart::Outside && isListed(box) && goOn(tables, box, hulls, place.slot, input, trace));
}

bool goOnScalar(const Tables& tables, const Box& box, Hulls hulls, std::uint32_t slot, const TraceQuery& input,
                Trace& trace) {
    return goOnBy<BrushOpsScalar>(tables, box, hulls, slot, input, trace, traceByCellsScalar);
}
void plainScalar(const Tables& tables, const Box& box, std::uint32_t hull, std::uint32_t slot, const TraceQuery& input,
                 Trace& trace) {
    if (!goOnScalar(tables, box, {hull, hull}, slot, input, trace)) trace = traceBrushes(tables, box, hull, input);
}
#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
bool goOnAvx(const Tables& tables, const Box& box, Hulls hulls, std::uint32_t slot, const TraceQuery& input,
             Trace& trace) {
    return goOnBy<BrushOpsAvx>(tables, box, hulls, slot, input, trace, traceByCellsAvx);
}
bool listedAvx(const Tables& tables, const Box& box, Hulls hulls, const TraceQuery& input, Trace& trace) {
    return listedBy<GridOpsAvx>(tables, box, hulls, input, trace, goOnAvx);
}
HULLBAKE_FLATTEN HULLBAKE_NOINLINE void plainAvx(const Tables& tables, const Box& box, std::uint32_t hull,
                                                 std::uint32_t slot, const TraceQuery& input, Trace& trace) {
    if (!goOnAvx(tables, box, {hull, hull}, slot, input, trace)) trace = traceBrushes(tables, box, hull, input);
}
HULLBAKE_END_TARGET
#endif

// Traces by the brush lists of the cells along the line, by the hull's rules if the box is a hull's. Returns false if
// they cannot decide.
bool traceLists(const Tables& tables, const Box& box, std::size_t hull, const TraceQuery& input, Trace& trace) {
    if (input.model.value != 0 || tables.models.empty() || tables.grids.empty() ||
        any(input.probe.mask & kMaskPassable))
        return false;
    const std::size_t grid = gridFor(tables, box, hull);
    if (grid == tables.hulls.size()) return false;
    const Hulls hulls{static_cast<std::uint32_t>(hull), static_cast<std::uint32_t>(grid)};
#ifdef HULLBAKE_AVX
    if (kHasAvx) return listedAvx(tables, box, hulls, input, trace);
#endif
    return listedBy<GridOpsScalar>(tables, box, hulls, input, trace, goOnScalar);
}

// Traces any box, valid or not.
HULLBAKE_NOINLINE void traceAnyBox(const Tables& tables, const Box& box, std::size_t hull, const TraceQuery& input,
                                   Trace& trace) {
    if (!isValidSkin(input.probe.skin) || !(hull < tables.hulls.size() ? isSmall(box) : ClipMap::validBox(box)))
        trace = refusedTrace(tables, input);
    else if (!traceLists(tables, box, hull, input, trace))
        trace = traceBrushes(tables, box, hull, input);
}

// Traces a box through one model. Most queries move a hull's box through the world, and most short traces are free.
// That path is kept short and uses no stack.
template <class Lanes>
HULLBAKE_INLINE void traceBy(const Tables& tables, const Box& box, const TraceQuery& input, Trace& trace,
                             void (&goOn)(const Tables& tables, const Box& box, std::uint32_t hull, std::uint32_t slot,
                                          const TraceQuery& input, Trace& trace)) {
    std::size_t hull = 0;
    while (hull < tables.hulls.size() && !Lanes::isBoxOf(tables.hulls[hull], box)) ++hull;
    const bool plain = hull < tables.hulls.size() && (tables.plainHulls >> hull & 1) != 0 &&
                       isValidSkin(input.probe.skin) && input.model.value == 0 &&
                       !any(input.probe.mask & kMaskPassable);
    if (!plain) return traceAnyBox(tables, box, hull, input, trace);
    const GridView grid(tables, hull);
    GridView::Place place;
    const GridStart start = startIn<Lanes>(grid, input, place);
    if (start == GridStart::Passes || (start == GridStart::InCell && staysInBox<Lanes>(grid, place, input)))
        trace.endpos = input.end;
    else if (start == GridStart::Outside)
        traceAnyBox(tables, box, hull, input, trace);
    else
        goOn(tables, box, static_cast<std::uint32_t>(hull), place.slot, input, trace);
}

HULLBAKE_NOINLINE void traceScalar(const Tables& tables, const Box& box, const TraceQuery& input, Trace& trace) {
    traceBy<GridOpsScalar>(tables, box, input, trace, plainScalar);
}
#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_FLATTEN void traceAvx(const Tables& tables, const Box& box, const TraceQuery& input, Trace& trace) {
    traceBy<GridOpsAvx>(tables, box, input, trace, plainAvx);
}
HULLBAKE_END_TARGET
#endif

}  // namespace

void traceBox(const Tables& tables, const Box& box, const TraceQuery& query, Trace& trace) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return traceAvx(tables, box, query, trace);
#endif
    traceScalar(tables, box, query, trace);
}

Trace traceTurned(const TurnedSet& set, const TraceQuery& query) {
    return traceThrough(set, query);
}

Trace traceTurnedBox(const TurnedSet& set, const TraceQuery& query, const GridWay& listed, const Box& bounds) {
    const Line line = lineOf(query);
    if (!(line.length > 0)) return lookInPlace(set, query, line);
    TurnedTrace brushTrace(set, line, query.probe.mask);
    return traceTurnedBy(brushTrace, listed, bounds) ? concluded(set, query, line, brushTrace)
                                                     : traceThrough(set, query);
}

Trace traceOf(const BrushSet& set, const TraceQuery& query) {
    return traceThrough(set, query);
}

}  // namespace hullbake::detail
