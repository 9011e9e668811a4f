#include "tree/contact.hpp"

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

Trace stuck(const TraceQuery& input, Contents contents) {
    Trace trace;
    trace.fraction = trace.hitFraction = 0;
    trace.endpos = input.start;
    trace.hit = trace.startsolid = trace.allsolid = true;
    trace.contents = resolveOverlap(contents);
    trace.model = input.model;
    return trace;
}

Trace invalidTrace(const TraceQuery& input, Refusal refusal) {
    Trace trace = stuck(input, Contents::Empty);
    trace.invalid = true;
    trace.refusal = refusal;
    return trace;
}

Trace inPlace(const TraceQuery& input, Contents contents) {
    Trace trace;
    trace.endpos = input.end;
    trace.contents = contents;
    trace.model = input.model;
    return trace;
}

// Units across the plane entered within which two positions are the same contact, given rounding.
static constexpr double kSameContact = 10 * kRounding;

void answerHit(const TraceQuery& input, const Line& line, const Plane& plane, const Contact& contact, Trace& trace) {
    const double d0 = distanceTo(plane, line.start);
    const double approach = d0 - distanceTo(plane, line.end);
    trace.hit = true;
    trace.contents = resolveOverlap(Contents{contact.contents});
    trace.normal = plane.normal;
    trace.dist = plane.dist;
    trace.hitFraction = contact.t;
    double fraction = contact.t;
    if (approach > 0) {
        // A plane crossed at a flat angle may lie a little ahead of the position where free space ends within the
        // tolerance, or of a start that is stopped at once.
        double latest = 1;
        if (contact.until > contact.t)
            latest = contact.until;
        else if (contact.node < 0 && contact.t <= line.toleranceT)
            latest = contact.t + 2 * line.toleranceT;
        else if (contact.earliest > 0)
            latest = contact.earliest;  // the plane is only touched where free space ends
        const double earliest = std::max(contact.earliest, contact.leave);
        latest = std::min(std::max(latest, earliest), 1.0);
        trace.hitFraction = std::clamp(d0 / approach, earliest, latest);
        const double lastFree = std::clamp(contact.lastFree, earliest, trace.hitFraction);
        const double same = approach < kGrazingSine * line.length ? kSurfaceTolerance : kSameContact;
        if ((trace.hitFraction - lastFree) * approach <= same) trace.hitFraction = lastFree;
        fraction = (d0 - input.probe.skin) / approach;
    }
    trace.fraction = std::clamp(fraction, std::min(contact.leave, trace.hitFraction), trace.hitFraction);
    trace.endpos = line.start + line.delta * trace.fraction;
}

Trace answer(const TraceQuery& input, const Line& line, const Contact& contact, const Plane& plane) {
    Trace trace;  // the only one returned, so it is built in place
    if (contact.allsolid) {
        trace = stuck(input, Contents{contact.contents});
        return trace;
    }
    trace.model = input.model;
    trace.startsolid = contact.startsolid;
    if (contact.hit) {
        answerHit(input, line, plane, contact, trace);
    } else {
        trace.endpos = input.end;
    }
    return trace;
}

}  // namespace hullbake::detail
