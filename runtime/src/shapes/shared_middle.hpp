// What two cores have in common when one is moved along a normal until they touch: its middle.
#pragma once

#include "shapes/support_core.hpp"

namespace hullbake::detail {

/// Finds a point that is farthest along the unit vector `n` in `first`, and where `second`, moved along `n` alone,
/// touches it with what is farthest there against `n`: the middle of the common stretch, face or part of a disc. What
/// is as far as the farthest to within `slack` counts as such. Returns false where the two miss each other by more than
/// that: then `n` is not the normal of nearest or deepest points.
bool sharedMiddle(const SupportCore& first, const SupportCore& second, const Vec3& n, double slack,
                  Vec3& middle) noexcept;

}  // namespace hullbake::detail
