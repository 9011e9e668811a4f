// The least way out of two cylinders that overlap, whose rims may roll on each other.
#pragma once

#include "shapes/support_core.hpp"

namespace hullbake::detail {

struct CylinderWayOut {
    bool found = false;   ///< a shorter way than the one that was known
    bool proven = false;  ///< no way is shorter than the best one by more than the tolerance
    int steps = 0;        ///< directions that were looked at
    Vec3 normal;          ///< unit, from the first to the second
};

/// Looks for a way out that is shorter than `known`, the length of one. Their axes may not be parallel.
CylinderWayOut cylinderWayOut(const SupportCore& first, const SupportCore& second, double known,
                              double tolerance) noexcept;

}  // namespace hullbake::detail
