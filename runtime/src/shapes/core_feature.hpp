// The corner, edge or face of a box that is farthest along a direction, and the middle of what two of them share.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake::detail {

/// A point, a segment or a parallelogram.
struct CoreFeature {
    Vec3 middle;
    int dims = 0;
    Vec3 along[2];         ///< unit vectors
    double reach[2] = {};  ///< from the middle to either end
};

/// Finds a point that both features have in common when `apart` is moved by `back` and both are seen along
/// `normal`, to which they are square: the middle of what they share. They may miss each other by `slack`.
bool middleOfCommon(const CoreFeature& first, const CoreFeature& apart, const Vec3& back, const Vec3& normal,
                    double slack, Vec3& middle) noexcept;

}  // namespace hullbake::detail
