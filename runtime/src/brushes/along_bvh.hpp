// Visits the brushes of a bounding-volume tree along a way, from front to back.
// In: a tree and a tracer with a swept box. Out: calls of the tracer.
#pragma once

#include <bit>
#include <utility>

#include "brushes/brush_ops.hpp"

namespace hullbake::detail {

/// Visits until no later brush can matter. `Tracer` has limit() and visit(), as for AlongCells. The tree must not be
/// empty.
template <class Ops, class Set, class Tracer>
HULLBAKE_INLINE void visitAlongBvh(const Set& set, const Sweep& sweep, Tracer& tracer) {
    struct Pending {
        float enter;
        std::uint32_t child;
    };
    Pending stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings
    std::uint32_t pending = 0;
    for (Pending now{0, set.root};;) {
        if ((now.child & format::kBvhLeaf) != 0) {
            tracer.template visit<Ops>(now.child & ~format::kBvhLeaf);
        } else {
            const format::BvhNode& node = set.volumes[now.child];
            const Met met = Ops::meet(node, sweep, static_cast<float>(tracer.limit()));
            if (met.mask != 0) {
                const std::uint32_t base = pending;
                unsigned left = met.mask;
                const int first = std::countr_zero(left);
                now = {met.enter[first], node.child[first]};
                while ((left &= left - 1) != 0) {
                    const int slot = std::countr_zero(left);
                    Pending other{met.enter[slot], node.child[slot]};
                    if (other.enter <= now.enter) std::swap(other, now);
                    // Keeps the nearest on top.
                    std::uint32_t at = pending++;
                    for (; at > base && stack[at - 1].enter < other.enter; --at) stack[at] = stack[at - 1];
                    stack[at] = other;
                }
                continue;
            }
        }
        do {
            if (pending == 0) return;
            now = stack[--pending];
        } while (static_cast<double>(now.enter) > tracer.limit());
    }
}

}  // namespace hullbake::detail
