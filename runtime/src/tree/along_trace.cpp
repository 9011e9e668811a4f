#include "tree/along_trace.hpp"

#include "tree/tree_trace.hpp"

namespace hullbake::detail {

namespace {

// Looks at a place deeper than the tolerance behind the plane entered. All that is met there counts.
Touch behindEntry(const Trees& trees, const Line& line, const Contact& entry, std::int64_t& budget) {
    const Plane plane = nodePlane(trees.tables, trees.tables.nodes[entry.node]);
    const double approach = std::fabs(distanceTo(plane, line.start) - distanceTo(plane, line.end));
    const double t = std::min(1.0, entry.t + 2 * kSurfaceTolerance / approach);
    return touchPoint(trees, line.start + line.delta * t, budget);
}

}  // namespace

// Where one side is free all the way, so is the trace. It stops where it enters solid on every free side at once, if
// the other sides are solid there. All else is unclear: a side may open where another closes.
bool traceAlong(const Trees& trees, const Line& line, AlongSides& sides, Contact& contact, std::int64_t& budget) {
    Contact entry;
    double solidUntil = 2;
    for (bool first = true; first || sides.next(); first = false) {
        if (!first) {
            contact = {};
            if (!TreeTrace(trees, line, budget, &sides).run(contact)) return false;
        }
        if (contact.allsolid) continue;
        if (contact.startsolid) {
            solidUntil = std::min(solidUntil, contact.leave);
            continue;
        }
        if (!contact.hit) return true;
        if (entry.hit && !(contact.t == entry.t && contact.node == entry.node)) return false;
        entry = contact;
    }
    const double clear = kTouchTolerances * line.toleranceT;
    if (!entry.hit || entry.node < 0 || entry.t <= clear || entry.t >= 1 - clear) return false;
    // Contents are those of all that is met there, and solid swallows the others.
    constexpr auto kSolid = static_cast<std::uint32_t>(Contents::Solid);
    if (solidUntil <= entry.t + clear || (entry.contents & kSolid) == 0) {
        const Touch touch = behindEntry(trees, line, entry, budget);
        if (touch.free) return false;
        entry.contents |= touch.contents;
    }
    contact = entry;
    return true;
}

}  // namespace hullbake::detail
