// Places that are clear of brushes.
// In: a set of brushes grown by a box, and a place. Out: whether all are so far that no tolerance matters.
#pragma once

#include "brushes/brush_set.hpp"
#include "brushes/brush_trace.hpp"

namespace hullbake::detail {

inline constexpr double kClearOfBrushes = 1e-3;  // units from all brushes beyond which no tolerance matters

/// Returns true if the box is so far from a brush that no tolerance matters, or matters(contents) is false.
template <class Set, class Matters>
bool isFarFrom(const Set& set, std::uint32_t index, const Vec3& p, const Matters& matters) {
    const format::BrushRecord& brush = set.brushes[index];
    if (!set.rule.takesPart(brush) || !matters(static_cast<Contents>(brush.contents))) return true;
    for (const format::SideRecord& side : set.sidesOf(brush))
        if (grownDistance(side, set.box, p) > kClearOfBrushes) return true;
    return false;
}

/// Returns true if the box is so far from all brushes for which matters(contents) that it overlaps none of them.
template <class Set, class Matters>
HULLBAKE_NOINLINE bool isClear(const Set& set, const Vec3& p, const Matters& matters) {
    bool clear = true;
    set.forBrushesAt(p, [&](std::uint32_t index) { clear = clear && isFarFrom(set, index, p, matters); });
    return clear;
}

}  // namespace hullbake::detail
