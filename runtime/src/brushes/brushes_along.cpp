#include "brushes/brushes_along.hpp"

#include <algorithm>
#include <cmath>

#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/turned_set.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// A part of a trace.
struct CrackPart {
    double from, to;
    double tolerance;  // as a fraction of the trace
    double length;     // of the trace, units
};

// Returns true if the brush holds some of the part, or begins or ends on it at more than a flat angle.
template <class Sides>
bool blocksCrack(const Sides& sides, const Box& box, const TraceQuery& input, const CrackPart& part) {
    constexpr double kDeeper = 2 * kRounding;    // units: rounding of the two faces of a crack
    double enter = part.from, leave = part.to;   // of the brush, less rounding
    double nearEnter = -1e30, nearLeave = 1e30;  // of the brush and the tolerance around it
    bool steepEnter = false, steepLeave = false;
    for (const SideRecord& side : sides) {
        if (!sideCounts(side, box)) continue;
        const Plane plane = grownPlane(side, box);
        const double d0 = distanceTo(plane, input.start), d1 = distanceTo(plane, input.end), falls = d0 - d1;
        const auto meets = [&](double away) { return (d0 - away) / falls; };
        if (falls == 0) {
            if (d0 > kSurfaceTolerance) return false;
            if (d0 > -kDeeper) leave = enter - 1;
            continue;
        }
        const bool steep = std::fabs(falls) >= kGrazingSine * part.length;
        if (falls > 0) {
            enter = std::max(enter, meets(-kDeeper));
            if (meets(kSurfaceTolerance) > nearEnter) nearEnter = meets(kSurfaceTolerance), steepEnter = steep;
        } else {
            leave = std::min(leave, meets(-kDeeper));
            if (meets(kSurfaceTolerance) < nearLeave) nearLeave = meets(kSurfaceTolerance), steepLeave = steep;
        }
    }
    if (nearEnter > nearLeave || nearEnter > part.to || nearLeave < part.from) return false;
    if ((leave - enter) * part.length > kRounding) return true;
    return (steepEnter && nearEnter > part.from + part.tolerance) ||
           (steepLeave && nearLeave > part.from + part.tolerance && nearLeave < part.to);
}

}  // namespace

template <class Set>
bool mayBeCrack(const Set& set, const TraceQuery& input, double from, double to) {
    if (solidSwallows(input.probe.mask)) return false;
    const Vec3 delta = input.end - input.start;
    const double size = length(delta), tolerance = kBrushReach / size;
    bool crack = true;
    const auto visit = [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if (crack && any(static_cast<Contents>(brush.contents) & input.probe.mask) && set.rule.takesPart(brush))
            crack = !blocksCrack(set.sidesOf(brush), set.box, input, {from, to, tolerance, size});
    };
    set.forBrushesAt(input.start + delta * ((from + to) / 2), visit, kNearBrush + (to - from) / 2 * size);
    return crack;
}

template <class Set>
bool passesDeep(const Set& set, const TraceQuery& input, double from, double to) {
    if (solidSwallows(input.probe.mask)) return false;
    const Vec3 delta = input.end - input.start;
    const double size = length(delta);
    bool deep = false;
    const auto visit = [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if (deep || !any(static_cast<Contents>(brush.contents) & input.probe.mask) || !set.rule.takesPart(brush))
            return;
        double enter = from, leave = to;
        for (const SideRecord& side : set.sidesOf(brush)) {
            if (!sideCounts(side, set.box)) continue;
            const double d0 = grownDistance(side, set.box, input.start) + kSurfaceTolerance;
            const double d1 = grownDistance(side, set.box, input.end) + kSurfaceTolerance;
            if (d0 > 0 && d1 > 0) return;
            if (d0 > 0)
                enter = std::max(enter, d0 / (d0 - d1));
            else if (d1 > 0)
                leave = std::min(leave, d0 / (d0 - d1));
        }
        deep = (leave - enter) * size > kSurfaceTolerance;
    };
    set.forBrushesAt(input.start + delta * ((from + to) / 2), visit, kNearBrush + (to - from) / 2 * size);
    return deep;
}

template bool passesDeep(const BrushSet&, const TraceQuery&, double, double);
template bool passesDeep(const TurnedSet&, const TraceQuery&, double, double);
template bool mayBeCrack(const BrushSet&, const TraceQuery&, double, double);
template bool mayBeCrack(const TurnedSet&, const TraceQuery&, double, double);

}  // namespace hullbake::detail
