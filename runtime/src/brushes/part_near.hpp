// The part of a trace that a grown brush can affect.
#pragma once

#include <algorithm>

#include "brushes/brush_set.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

struct Part {
    double enter, leave;  ///< fractions of the trace; enter > leave if there is none
};

/// Returns the part of the trace within about `reach` of the brush.
template <class Set>
Part partNear(const Set& set, const format::BrushRecord& brush, const Line& line, double reach = kBrushReach) {
    Part part{0, 1};
    for (const format::SideRecord& side : set.sidesOf(brush)) {
        if (!sideCounts(side, set.box)) continue;
        const Plane plane = grownPlane(side, set.box);
        const double d0 = distanceTo(plane, line.start) - reach, d1 = distanceTo(plane, line.end) - reach;
        if (d0 > 0 && d1 > 0) return {1, 0};
        if (d0 > 0)
            part.enter = std::max(part.enter, d0 / (d0 - d1));
        else if (d1 > 0)
            part.leave = std::min(part.leave, d0 / (d0 - d1));
    }
    return part;
}

}  // namespace hullbake::detail
