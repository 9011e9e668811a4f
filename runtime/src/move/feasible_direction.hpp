// Directions that lead into none of some planes.
//
// The velocities that point into none of them form a polyhedral cone. The nearest one to a wish is its projection on
// the cone, which lies on the wish itself, on one plane, on the line that two planes share, or at the tip. All of them
// are tried, so that the answer does not depend on the order of the planes.
#pragma once

#include <span>

#include "hullbake/math.hpp"

namespace hullbake::detail {

inline Vec3 normalizedOrZero(const Vec3& v) {
    const double size = length(v);
    return size > 0 ? Vec3{v.x / size, v.y / size, v.z / size} : Vec3{};
}

/// The velocity nearest to `wish` that has no part against any of the normals but rounding (unit lengths).
Vec3 nearestFeasible(const Vec3& wish, std::span<const Vec3> normals) noexcept;

/// `velocity`, turned so little away from the planes that it points into none of them even when it is rounded to float,
/// where they leave room for that.
Vec3 heldOff(const Vec3& velocity, std::span<const Vec3> normals) noexcept;

}  // namespace hullbake::detail
