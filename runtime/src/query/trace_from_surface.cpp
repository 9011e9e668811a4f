// Traces by the grid that start on a surface.
// In: a grid and a segment. Out: whether it is free, or which plane it enters; false if that is not certain.

#include "query/trace_from_surface.hpp"

#include "brushes/brush_trace.hpp"
#include "grid/surface_trace.hpp"

namespace hullbake::detail {

namespace {

template <class Ops>
HULLBAKE_INLINE bool entersBy(const BrushSet& set, const TraceQuery& input, const Line& line, Plane& plane) {
    BrushTrace<BrushSet> brushTrace(set, line, input.probe.mask, false, SweptBox{set.box, input.start, input.end},
                                    Ops{});
    brushTrace.template traceByBvhWith<Ops>();
    Trace trace;
    if (!brushTrace.template settle<Ops>(input, trace) || !trace.hit || !brushTrace.entersOnePlane()) return false;
    plane = {trace.normal, trace.dist};
    return true;
}

// Adds the brushes listed for the start's cell that are near the start.
template <class Ops>
HULLBAKE_INLINE bool entersFromCell(const BrushSet& set, const GridView& grid, const TraceQuery& input,
                                    const Line& line, Plane& plane) {
    GridView::Place place;
    if (!Ops::Lanes::find(grid, Ops::Lanes::point(input.start), place)) return false;
    const std::uint32_t list = grid.listOf(place);
    if (list == format::kManyBrushes || list == format::kNoBrushes) return false;
    GridLine way;
    Ops::Lanes::lay(input.start, input.end, way);
    const Sweep sweep = Ops::sweepAlong(Ops::layOut({set.box, input.start, input.end}), way);
    ContactCone cone(set, line, input.probe.mask, 0);
    const std::uint32_t* const end = grid.lists() + grid.tables().gridLists.size();
    const std::uint32_t* listed = grid.lists() + list;
    for (unsigned met = 0; (met & kListEnds) == 0; listed += kListGroup) {
        met = end - listed >= kListGroup ? Ops::meetListed(set.brushes.data(), listed, sweep, {0, 0})
                                         : meetListed(set.brushes.data(), listed, sweep, {0, 0});
        for (unsigned left = met & (kListEnds - 1); left != 0; left &= left - 1)
            if (!cone.add(listed[std::countr_zero(left)] & ~format::kLastListed)) return false;
    }
    return cone.enters(plane);
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE bool entersFromCellAvx(const BrushSet& set, const GridView& grid, const TraceQuery& input,
                                         const Line& line, Plane& plane) {
    return entersFromCell<BrushOpsAvx>(set, grid, input, line, plane);
}
HULLBAKE_NOINLINE bool isFreeAvx(const GridView& grid, const TraceQuery& input) {
    return SurfaceTrace<GridOpsAvx>(grid, input).isFree();
}
HULLBAKE_FLATTEN HULLBAKE_NOINLINE bool entersByAvx(const BrushSet& set, const TraceQuery& input, const Line& line,
                                                    Plane& plane) {
    return entersBy<BrushOpsAvx>(set, input, line, plane);
}
HULLBAKE_END_TARGET
#endif

}  // namespace

bool isFreeFromSurface(const GridView& grid, const TraceQuery& input) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return isFreeAvx(grid, input);
#endif
    return SurfaceTrace<GridOpsScalar>(grid, input).isFree();
}

bool planeEnteredAtStart(const BrushSet& set, const GridView& grid, const TraceQuery& input, const Line& line,
                         Plane& plane) {
    if (isFlat(set.box) || line.length < ContactCone::kClear) return false;
#ifdef HULLBAKE_AVX
    if (kHasAvx) return entersFromCellAvx(set, grid, input, line, plane);
#endif
    return entersFromCell<BrushOpsScalar>(set, grid, input, line, plane);
}

bool planeEnteredAt(const BrushSet& set, const TraceQuery& input, const Line& line, double t, Plane& plane) {
    constexpr double kAround = 1.0 / 64;  // units
    if (set.root == format::kNoIndex || isFlat(set.box) || any(input.probe.mask & kMaskPassable)) return false;
    const double part = kAround / line.length;
    const TraceQuery around{line.start + line.delta * std::max(t - part, 0.0),
                            line.start + line.delta * std::min(t + part, 1.0), input.probe, input.model};
    const Line near = lineOf(around);
    if (!(near.length > 0)) return false;
#ifdef HULLBAKE_AVX
    if (kHasAvx) return entersByAvx(set, around, near, plane);
#endif
    return entersBy<BrushOpsScalar>(set, around, near, plane);
}

}  // namespace hullbake::detail
