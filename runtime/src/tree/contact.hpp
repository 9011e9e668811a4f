// Contact of a trace with solid, and the answer made from it. Used for baked hulls and for boxes expanded at query
// time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tree/tolerances.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// A trace, prepared for the tree and the brushes.
struct Line {
    Vec3 start, end, delta;
    double length = 0;      ///< units, > 0
    double toleranceT = 0;  ///< kSurfaceTolerance as a fraction of the length; may be infinite for tiny moves
};

/// First entry of a trace into solid, or the reason why there is none.
struct Contact {
    bool hit = false, startsolid = false, allsolid = false;
    double t = 1;  ///< fraction of the trace at the entry
    /// Latest t of the entry, if greater than `t`: the trace may have stayed near free space for a while.
    double until = 0;
    double earliest = 0;  ///< the plane entered counts from here on, even if the trace crossed it before
    double lastFree = 1;  ///< nothing is free between this and the entry: a crack closed there
    double leave = 0;     ///< t where a trace from inside left solid
    std::uint32_t contents = 0;
    std::int64_t node = -1;      ///< node whose plane was entered; -1 if there are several or it is not known
    std::int64_t exitNode = -1;  ///< node by whose plane free space was left, as traceExactly found; -1 if not known
};

/// Prepares a trace. Its length is 0 if nothing moves, or if the square of the length underflows.
inline Line lineOf(const TraceQuery& input) {
    Line line{input.start, input.end, input.end - input.start, 0, 0};
    line.length = length(line.delta);
    if (line.length > 0) line.toleranceT = kSurfaceTolerance / line.length;
    return line;
}

/// Returns true if the trace crosses the plane at a flatter angle than kFlatSine.
inline bool isFlatContact(const Line& line, const Plane& plane) {
    return std::fabs(dot(plane.normal, line.delta)) < kFlatSine * line.length;
}

/// Returns the answer of a trace that never leaves solid.
Trace stuck(const TraceQuery& input, Contents contents);
/// Returns the answer of a trace that is refused.
Trace invalidTrace(const TraceQuery& input, Refusal refusal);
/// Returns the answer of a free trace without a length, with the contents that the box is in.
Trace inPlace(const TraceQuery& input, Contents contents);
/// Fills in a hit: the plane entered at contact.t, and the end, pulled back from the plane by the skin.
void answerHit(const TraceQuery& input, const Line& line, const Plane& plane, const Contact& contact, Trace& trace);
/// Records a certain hit in a new trace: answerHit() without its checks. The plane faces the trace, whose ends are `d0`
/// and `d1` away from it.
inline void recordHit(const TraceQuery& input, const Plane& plane, double d0, double d1, std::uint32_t contents,
                      Trace& trace) {
    trace.hit = true;
    trace.contents = resolveOverlap(Contents{contents});
    trace.normal = plane.normal;
    trace.dist = plane.dist;
    trace.hitFraction = std::clamp(d0 / (d0 - d1), 0.0, 1.0);
    trace.fraction = std::clamp((d0 - input.probe.skin) / (d0 - d1), 0.0, trace.hitFraction);
    trace.endpos = input.start + (input.end - input.start) * trace.fraction;
}
/// Returns the answer for a contact. For a hit, `plane` is the plane entered, and the end is pulled back from it by the
/// skin.
Trace answer(const TraceQuery& input, const Line& line, const Contact& contact, const Plane& plane);

}  // namespace hullbake::detail
