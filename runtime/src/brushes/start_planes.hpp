// Brushes that the start of a trace touches, where all of them have a side in one plane.
// In: the brushes at the start, and a line. Out: the plane, or false.
#pragma once

#include <cstdint>
#include <span>

#include "brushes/brush_set.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Returns true if the start lies on one side of the brush and the trace enters there at no flat angle. Finds the plane
/// of the side. `flat`: isFlat of the set's box.
template <class Set>
bool startsOnOneSide(const Set& set, bool flat, const Line& line, std::uint32_t brush, Plane& plane) {
    int near = 0;
    for (const format::SideRecord& side : set.sidesOf(set.brushes[brush])) {
        if (!sideCounts(side, set.box)) continue;
        const Plane own = grownPlane(side, set.box);
        const double start = distanceTo(own, line.start);
        if (start < -kBrushReach) continue;
        const bool grazes = start - distanceTo(own, line.end) < kFlatSine * line.length;
        if (++near > 1 || grazes || (flat && (side.flags & format::kSideIsBevel) != 0)) return false;
        plane = own;
    }
    return near == 1;
}

/// Returns true if all brushes at the start have a side in one plane there, and it is well behind their other sides.
/// Then solid begins at that plane.
template <class Set>
bool startsOnOnePlane(const Set& set, bool flat, const Line& line, std::span<const std::uint32_t> brushes,
                      Plane& plane) {
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        Plane own;
        if (!startsOnOneSide(set, flat, line, brushes[i], own)) return false;
        if (i > 0 && !(own.normal == plane.normal && own.dist == plane.dist)) return false;
        plane = own;
    }
    return !brushes.empty();
}

}  // namespace hullbake::detail
