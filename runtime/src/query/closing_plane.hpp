// Finds the plane of a contact that no brush explains, such as a crack that the fill closed.
#pragma once

#include "brushes/contact_plane.hpp"
#include "tree/exact_trace.hpp"

namespace hullbake::detail {

/// Returns the plane by which free space was left, for contacts that no brush explains, such as cracks closed by the
/// fill. If the trace crossed the plane long before, it is reported at the contact if its brush is already there. If no
/// brush has it there, returns a plane that the trace touches there. Otherwise it is reported where no free space is
/// near any more.
template <class Space, class Set>
Plane closingPlane(const Space& space, const Set& set, const TraceQuery& input, const Line& line, Contact& contact,
                   const BrushCheck& brushes, std::int64_t& budget) {
    const std::int64_t node =
        contact.exitNode >= 0 ? contact.exitNode : traceExactly(space, line, brushes, budget).exitNode;
    Plane plane{line.delta * (-1 / line.length), 0};
    if (node >= 0) plane = space.planeOf(node);
    if (dot(plane.normal, line.delta) > 0) plane = {-plane.normal, -plane.dist};
    const Vec3 at = line.start + line.delta * contact.t;
    if (node < 0) plane.dist = dot(plane.normal, at);
    const double end = std::max(contact.t, contact.until);
    const bool liesInIt =
        std::fabs(distanceTo(plane, line.start)) <= kRounding && std::fabs(distanceTo(plane, line.end)) <= kRounding;
    if (!liesInIt && hasPlaneAt(set, input, contact.t, plane)) {
        // The plane of a seam may be crossed, within rounding, before its brush begins.
        const double d0 = distanceTo(plane, line.start), approach = d0 - distanceTo(plane, line.end);
        const double crossed = approach > 0 ? std::max(d0 / approach, 0.0) : contact.t;
        if (crossed < contact.t && !hasPlaneAt(set, input, crossed, plane)) contact.earliest = contact.t;
        return plane;
    }
    // The planes of a cell go on beyond their brushes. Where one closes it, another brush is what the trace meets.
    if ((liesInIt || !hasPlaneAt(set, input, end, plane)) && planeTouched(set, input, end, plane))
        contact.earliest = contact.t;
    else if (distanceTo(plane, at) < -kRounding && contact.until > contact.t)
        contact.earliest = contact.until;
    return plane;
}

}  // namespace hullbake::detail
