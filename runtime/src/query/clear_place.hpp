// Places that are clear of brushes.
// In: a set of brushes grown by a box, and a place. Out: whether all are so far that no tolerance matters.
#pragma once

#include <algorithm>

#include "brushes/brush_set.hpp"
#include "brushes/brush_trace.hpp"

namespace hullbake::detail {

inline constexpr double kClearOfBrushes = 1e-3;  // units from all brushes beyond which no tolerance matters

/// Returns true if the box is that far from the bounds of a brush.
inline bool isFarFromBounds(const format::BrushRecord& brush, const Box& box, const Vec3& p) {
    for (int a = 0; a < 3; ++a) {
        const double under = p[a] + box.mins[a] - static_cast<double>(brush.maxs[a]);
        const double over = static_cast<double>(brush.mins[a]) - (p[a] + box.maxs[a]);
        if (std::max(under, over) > kClearOfBrushes) return true;
    }
    return false;
}

/// Returns true if the box is so far from a brush that no tolerance matters, or matters(contents) is false.
template <class Set, class Matters>
bool isFarFrom(const Set& set, std::uint32_t index, const Vec3& p, const Matters& matters) {
    const format::BrushRecord& brush = set.brushes[index];
    if (!set.rule.takesPart(brush) || !matters(static_cast<Contents>(brush.contents))) return true;
    if constexpr (!Set::kTurned)
        if (isFarFromBounds(brush, set.box, p)) return true;
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
