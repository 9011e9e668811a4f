#include "tree/along_trace.hpp"

#include "tree/tree_trace.hpp"

namespace hullbake::detail {

// Where one side is free all the way, so is the trace. It stops where it enters solid on every free side at once, while
// the other sides stay solid. All else is unclear: a side may open where another closes.
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
    // Contents are those of all that is met there, and solid swallows the others.
    constexpr auto kSolid = static_cast<std::uint32_t>(Contents::Solid);
    const double clear = kTouchTolerances * line.toleranceT;
    const bool sure = entry.hit && entry.node >= 0 && entry.t > clear && entry.t < 1 - clear &&
                      solidUntil > entry.t + clear && (entry.contents & kSolid) != 0;
    if (sure) contact = entry;
    return sure;
}

}  // namespace hullbake::detail
