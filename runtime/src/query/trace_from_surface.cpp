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

// Adds the brushes of a cell's list that are near the position.
template <class Ops>
HULLBAKE_INLINE bool entersIn(const BrushSet& set, const GridView& grid, std::uint32_t list, const TraceQuery& input,
                              const Line& line, double t, ContactCone::Entered& entered) {
    const Vec3 place = line.start + line.delta * t;
    GridLine way;
    way.inverse = {{1, 1, 1, 1}};  // of any direction, as the sweep ends where it begins
    const ClipLine at = Ops::layOut({set.box, place, input.end});
    const Sweep sweep = Ops::sweepAlong(at, way);
    ContactCone cone(set, line, input.probe.mask, place, at);
    const std::uint32_t* const end = grid.lists() + grid.tables().gridLists.size();
    const std::uint32_t* listed = grid.lists() + list;
    for (unsigned met = 0; (met & kListEnds) == 0; listed += kListGroup) {
        met = end - listed >= kListGroup ? Ops::meetListed(set.brushes.data(), listed, sweep, {0, 0})
                                         : meetListed(set.brushes.data(), listed, sweep, {0, 0});
        for (unsigned left = met & (kListEnds - 1); left != 0; left &= left - 1)
            if (!cone.template add<Ops>(listed[std::countr_zero(left)] & ~format::kLastListed)) return false;
    }
    return cone.enters(entered);
}

// Adds the brushes of the set that are near the position.
template <class Ops>
HULLBAKE_INLINE bool entersNear(const BrushSet& set, const TraceQuery& input, const Line& line, double t,
                                ContactCone::Entered& entered) {
    const Vec3 place = line.start + line.delta * t;
    const ClipLine at = Ops::layOut({set.box, place, input.end});
    ContactCone cone(set, line, input.probe.mask, place, at);
    bool clear = true;
    set.forBrushesAt(place, [&](std::uint32_t index) { clear = clear && cone.template add<Ops>(index); });
    return clear && cone.enters(entered);
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE SurfaceEnd traceFromSurfaceAvx(const GridView& grid, const TraceQuery& input) {
    return SurfaceTrace<GridOpsAvx>(grid, input).run();
}
HULLBAKE_NOINLINE bool entersInAvx(const BrushSet& set, const GridView& grid, std::uint32_t list,
                                   const TraceQuery& input, const Line& line, double t, ContactCone::Entered& entered) {
    return entersIn<BrushOpsAvx>(set, grid, list, input, line, t, entered);
}
HULLBAKE_NOINLINE bool entersNearAvx(const BrushSet& set, const TraceQuery& input, const Line& line, double t,
                                     ContactCone::Entered& entered) {
    return entersNear<BrushOpsAvx>(set, input, line, t, entered);
}
HULLBAKE_FLATTEN HULLBAKE_NOINLINE bool entersByAvx(const BrushSet& set, const TraceQuery& input, const Line& line,
                                                    Plane& plane) {
    return entersBy<BrushOpsAvx>(set, input, line, plane);
}
HULLBAKE_END_TARGET
#endif

}  // namespace

SurfaceEnd traceFromSurface(const GridView& grid, const TraceQuery& input) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return traceFromSurfaceAvx(grid, input);
#endif
    return SurfaceTrace<GridOpsScalar>(grid, input).run();
}

bool planeEnteredIn(const BrushSet& set, const GridView& grid, std::uint32_t slot, const TraceQuery& input,
                    const Line& line, double t, ContactCone::Entered& entered) {
    const std::uint32_t list = grid.tables().gridListOf[slot];
    if (list == format::kManyBrushes || list == format::kNoBrushes || isFlat(set.box) ||
        line.length * (1 - t) < ContactCone::kClear)
        return false;
#ifdef HULLBAKE_AVX
    if (kHasAvx) return entersInAvx(set, grid, list, input, line, t, entered);
#endif
    return entersIn<BrushOpsScalar>(set, grid, list, input, line, t, entered);
}

bool planeEnteredIn(const format::Tables& tables, const BrushSet& set, const TraceQuery& input, const Line& line,
                    double t, ContactCone::Entered& entered) {
    if (input.model.value != 0 || input.probe.hull.value >= tables.grids.size() ||
        any(input.probe.mask & kMaskPassable))
        return false;
    const GridView grid(tables, input.probe.hull.value);
    GridView::Place place;
    return GridOpsScalar::find(grid, GridOpsScalar::point(line.start + line.delta * t), place) &&
           planeEnteredIn(set, grid, place.slot, input, line, t, entered);
}

bool planeEnteredNear(const BrushSet& set, const TraceQuery& input, const Line& line, double t,
                      ContactCone::Entered& entered) {
#ifdef HULLBAKE_SMALL
    return false;
#endif
    if (isFlat(set.box) || any(input.probe.mask & kMaskPassable) || line.length * (1 - t) < ContactCone::kClear)
        return false;
#ifdef HULLBAKE_AVX
    if (kHasAvx) return entersNearAvx(set, input, line, t, entered);
#endif
    return entersNear<BrushOpsScalar>(set, input, line, t, entered);
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
