// Where a trace meets something, and what it answers then: for baked hulls and boxes expanded at query time alike.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tree/tolerances.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// A trace as the walks see it.
struct Line {
    Vec3 start, end, delta;
    double length = 0;      ///< units, > 0
    double toleranceT = 0;  ///< kSurfaceTolerance as a part of the length; may be infinite for tiny moves
};

/// Where a trace first enters what blocks it, or why it does not.
struct Contact {
    bool hit = false, startsolid = false, allsolid = false;
    double t = 1;  ///< of the entry
    /// The entry is not later than this, or than `t`: the trace may have stayed near free space for a while.
    double until = 0;
    double earliest = 0;  ///< the plane entered counts from here on, though the trace may have crossed it before
    double lastFree = 1;  ///< nothing is free between this and the entry: a crack closed there
    double leave = 0;     ///< where a trace from inside left solid
    std::uint32_t contents = 0;
    std::int64_t node = -1;      ///< whose plane was entered; -1: several, or not known
    std::int64_t exitNode = -1;  ///< by whose plane free space was left, as traceExactly found; -1: not known
};

/// The trace as the walks see it. Its length is 0 when nothing moves (or by less than a double's square can hold).
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

/// Never left solid.
Trace stuck(const TraceQuery& input, Contents contents);
Trace invalidTrace(const TraceQuery& input);
/// A trace without a length that is free: what the box is in.
Trace inPlace(const TraceQuery& input, Contents contents);
/// Fills in a hit: what is known of the plane entered at contact.t, with the end pulled back from it by the skin.
void answerHit(const TraceQuery& input, const Line& line, const Plane& plane, const Contact& contact, Trace& trace);
/// A hit of which there is no doubt, in a trace that is new: as answerHit, but there is nothing to weigh. The plane
/// faces the trace, whose ends are `d0` and `d1` from it.
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
/// What a walk found, with the plane entered when it is a hit: the end is pulled back from it by the skin.
Trace answer(const TraceQuery& input, const Line& line, const Contact& contact, const Plane& plane);

}  // namespace hullbake::detail
