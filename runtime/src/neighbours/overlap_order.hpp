// Keeps overlaps in the order of the map.
#pragma once

#include <algorithm>
#include <span>

#include "hullbake/neighbours.hpp"

namespace hullbake::detail {

inline bool isBeforeInMap(const Overlap& a, const Overlap& b) {
    // Members come after the models of the map, as kNoMember plus one is 0.
    if (!(a.member == b.member)) return a.member.value + 1 < b.member.value + 1;
    if (a.model.value != b.model.value) return a.model.value < b.model.value;
    return a.entity != b.entity ? a.entity < b.entity : a.brush < b.brush;
}

/// Inserts an answer, of which there were `count`, and keeps those that come first in the order of the map.
inline void insertInOrder(const Overlap& overlap, std::span<Overlap> out, std::size_t count) {
    std::size_t at = std::min(count, out.size());
    if (at == out.size() && (at == 0 || !isBeforeInMap(overlap, out[--at]))) return;
    for (; at > 0 && isBeforeInMap(overlap, out[at - 1]); --at) out[at] = out[at - 1];
    out[at] = overlap;
}

}  // namespace hullbake::detail
