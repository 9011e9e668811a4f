// From what a walk found to what a trace answers, for baked hulls and boxes expanded at query time alike.
#pragma once

#include "brushes/brush_set.hpp"
#include "tree/exact_trace.hpp"

namespace hullbake::detail {

/// The trace as the walks see it. Its length is 0 when nothing moves (or by less than a double's square can hold).
inline Line lineOf(const TraceInput& input) {
    Line line{input.start, input.end, input.end - input.start, 0, 0};
    line.length = length(line.delta);
    if (line.length > 0) line.toleranceT = kSurfaceTolerance / line.length;
    return line;
}

/// Of the node that was entered, where one is known; facing the trace.
inline Plane planeEntered(const Trees& trees, const Line& line, const Contact& contact) {
    if (contact.node < 0) return {};
    const NodeRecord& node = trees.tables.nodes[contact.node];
    const std::uint32_t kind = node.kind();
    if (kind == format::kGeneralPlane) {
        const Plane plane = nodePlane(trees.tables, node);
        return dot(plane.normal, line.delta) > 0 ? Plane{-plane.normal, -plane.dist} : plane;
    }
    // Number by number: to put one into a vector that is read as a whole right after costs a processor more than this.
    const double along = kind == 0 ? line.delta.x : kind == 1 ? line.delta.y : line.delta.z;
    const double facing = along > 0 ? -1 : 1;
    return {{(kind == 0 ? 1 : 0) * facing, (kind == 1 ? 1 : 0) * facing, (kind == 2 ? 1 : 0) * facing},
            node.axialDist() * facing};
}

/// Whether the trace is so nearly parallel to a plane that it stays that near for a while.
inline constexpr double kMetFlat = 0.02;  // of the trace's direction across the plane
inline bool isMetFlat(const Line& line, const Plane& plane) {
    return std::fabs(dot(plane.normal, line.delta)) < kMetFlat * line.length;
}

/// Never left solid.
Trace stuck(const TraceInput& input, Contents contents);
Trace invalidTrace(const TraceInput& input);
/// A trace without a length that is free: what the box is in.
Trace inPlace(const TraceInput& input, Contents contents);
/// Fills in a hit: what is known of the plane entered at contact.t, with the end pulled back from it by the skin.
void answerHit(const TraceInput& input, const Line& line, const Plane& plane, const Contact& contact, Trace& trace);
/// A hit of which there is no doubt, in a trace that is new: as answerHit, but there is nothing to weigh. The plane
/// faces the trace, whose ends are `d0` and `d1` from it.
inline void land(const TraceInput& input, const Plane& plane, double d0, double d1, std::uint32_t contents,
                 Trace& trace) {
    trace.hit = true;
    trace.contents = resolveOverlap(Contents{contents});
    trace.normal = plane.normal;
    trace.dist = plane.dist;
    trace.hitFraction = std::clamp(d0 / (d0 - d1), 0.0, 1.0);
    trace.fraction = std::clamp((d0 - input.skin) / (d0 - d1), 0.0, trace.hitFraction);
    trace.endpos = input.start + (input.end - input.start) * trace.fraction;
}
/// What a walk found, with the plane entered when it is a hit: the end is pulled back from it by the skin.
Trace answer(const TraceInput& input, const Line& line, const Contact& contact, const Plane& plane);

/// The plane by which free space was left, for contacts that no brush accounts for, such as cracks that the fill
/// closed. Where the trace crossed it long before, it is met at the contact if its brush is there already, or else
/// where nothing free is near any more.
template <class Space, class Set>
Plane leftPlane(const Space& space, const Set& set, const TraceInput& input, const Line& line, Contact& contact,
                const BrushCheck& brushes, std::int64_t& budget) {
    const std::int64_t node =
        contact.exitNode >= 0 ? contact.exitNode : walkSlow(space, line, brushes, budget).exitNode;
    Plane plane{line.delta * (-1 / line.length), 0};
    if (node >= 0) plane = space.planeOf(node);
    if (dot(plane.normal, line.delta) > 0) plane = {-plane.normal, -plane.dist};
    const Vec3 at = line.start + line.delta * contact.t;
    if (node < 0) plane.dist = dot(plane.normal, at);
    if (distanceTo(plane, at) < -kRounding && contact.until > contact.t && !hasPlaneAt(set, input, contact.t, plane))
        contact.earliest = contact.until;
    return plane;
}

}  // namespace hullbake::detail
