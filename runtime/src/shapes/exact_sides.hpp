// Exact signs of the side tests that a convex hull needs.
//
// In: points whose coordinates are 0 or from kLeastCoordinate to some 2^20 in size, so no product underflows.
// Out: signs and directions as of exact arithmetic. A filter in doubles decides all but nearly flat cases.
// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake::detail {

/// Smaller coordinates count as 0: the products of three of them would lose digits.
inline constexpr double kLeastCoordinate = 0x1p-250;

/// Returns +1 if `p` is in front of the plane through a, b and c, -1 behind it, 0 on it. Seen from the front, a, b and
/// c turn counter-clockwise.
int sideOfPlane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) noexcept;

/// Returns the direction of cross(b - a, c - a), rounded once. Zero exactly where the points are on a line. Its length
/// has no meaning.
Vec3 directionOfNormal(const Vec3& a, const Vec3& b, const Vec3& c) noexcept;

/// Returns the sign of component `axis` of cross(b - a, c - a).
int signOfNormal(const Vec3& a, const Vec3& b, const Vec3& c, int axis) noexcept;

}  // namespace hullbake::detail
