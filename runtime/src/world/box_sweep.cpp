#include "world/box_sweep.hpp"

#include <algorithm>
#include <cmath>

#include "hullbake/trace.hpp"

namespace hullbake::detail {

BoxMeet sweepBoxes(const Box& moving, const Vec3& way, const Box& resting) {
    double enter = -1e300, leave = 1e300;
    int axis = 0;
    bool inside = true;
    for (int a = 0; a < 3; ++a) {
        const double before = resting.mins[a] - moving.maxs[a], after = moving.mins[a] - resting.maxs[a];
        const double gap = std::max(before, after), along = std::fabs(way[a]);
        if (gap > -kSurfaceTolerance) inside = false;
        // A way of no more than the tolerance along this axis neither enters nor leaves.
        if (along <= kSurfaceTolerance && gap > -kSurfaceTolerance && gap <= 0) return {};
        if (along == 0) {
            if (gap >= 0) return {};
            continue;
        }
        const double first = (way[a] > 0 ? before : after) / along, last = -(way[a] > 0 ? after : before) / along;
        leave = std::min(leave, last);
        if (first <= enter) continue;
        enter = first;
        axis = a;
    }
    const double least = -kSurfaceTolerance / std::fabs(way[axis]);
    if (inside || enter > 1 || enter < least || leave - enter <= kSurfaceTolerance / length(way)) return {};
    BoxMeet meet;
    meet.hit = true;
    meet.fraction = std::clamp(enter, 0.0, 1.0);
    meet.normal[axis] = way[axis] > 0 ? -1 : 1;
    return meet;
}

}  // namespace hullbake::detail
