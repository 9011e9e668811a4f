// The point nearest to a position in an intersection of half-spaces, for regions as small as the tolerance.
#pragma once

#include <span>

#include "tree/tolerances.hpp"

namespace hullbake::detail {

/// The points x with dot(normal, x) >= least, relative to a position. The normal has unit length.
struct Bound {
    Vec3 normal;
    double least;
};

/// Upper bound, units, by which a point may lie outside a half-space that holds it. It allows for the rounding of
/// points near the origin.
inline constexpr double kBoundSlack = kRounding * 1e-3;

/// Finds the point of all half-spaces that is nearest to `from`. Returns false if none comes within `reach` of it. The
/// work grows with the square of the number of bounds at most, and usually with the number.
bool nearestWithin(std::span<const Bound> bounds, const Vec3& from, double reach, Vec3& nearest);

}  // namespace hullbake::detail
