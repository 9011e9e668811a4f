// Finds the direction nearest to a wish that points into none of some planes.
// The feasible velocities form a polyhedral cone. The nearest one is the projection of the wish on the cone: the wish
// itself, or a point on one plane, on the line of two planes, or at the apex.
// Invariant: all candidates are tried, so the answer does not depend on the order of the planes.
#pragma once

#include <span>

#include "hullbake/math.hpp"

namespace hullbake::detail {

inline Vec3 normalizedOrZero(const Vec3& v) {
    const double size = length(v);
    return size > 0 ? Vec3{v.x / size, v.y / size, v.z / size} : Vec3{};
}

/// Returns the velocity nearest to `wish` that points into none of the planes, up to rounding. The normals have unit
/// length.
Vec3 nearestFeasible(const Vec3& wish, std::span<const Vec3> normals) noexcept;

/// Returns `velocity`, turned slightly away from the planes so that it points into none of them even when rounded to
/// float, if they leave room for that.
Vec3 nudgedOff(const Vec3& velocity, std::span<const Vec3> normals) noexcept;

}  // namespace hullbake::detail
