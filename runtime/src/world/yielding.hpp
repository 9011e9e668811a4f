// The velocity of a body that gives way to what pushes it.
#pragma once

#include <span>

#include "hullbake/math.hpp"

namespace hullbake::detail {

/// A body must move at least that fast along the normal, which has unit length.
struct YieldBound {
    Vec3 normal;
    double least = 0;
};

/// Finds the velocity nearest to `wish` that obeys all bounds. Returns false if there is none that is at most `most`
/// fast.
bool nearestYielding(const Vec3& wish, std::span<const YieldBound> bounds, double most, Vec3& velocity);

}  // namespace hullbake::detail
