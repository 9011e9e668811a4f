// The nearest points of two cores of any kind, by their farthest points along directions.
#pragma once

#include <cfloat>

#include "shapes/support_core.hpp"

namespace hullbake::detail {

struct NearestPoints {
    bool met = false;    ///< the search found a common point, or none apart to rounding
    double atMost = 0;   ///< the distance of the two points
    double atLeast = 0;  ///< the gap along `normal`: no pair of points is nearer
    Vec3 normal;         ///< unit, from the first to the second
    Vec3 onFirst, onSecond;
    int steps = 0;
    double depth = 0;  ///< if a tetrahedron of differences holds the origin: how far inside of it that lies
};

/// Where a search may stop early: as soon as the gap is certainly more than `apart`, or the distance less than `near`.
struct NearestLimits {
    double apart = DBL_MAX, near = -1;
};

/// Searches until the distance and the gap agree within `tolerance`, or nothing more can be won. `second` is seen moved
/// by `moved`. Source: Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex
/// objects in three-dimensional space", 1988; simplices are searched exhaustively, face by face.
NearestPoints nearestPoints(const SupportCore& first, const SupportCore& second, const Vec3& moved, double tolerance,
                            const NearestLimits& limits = {}) noexcept;

}  // namespace hullbake::detail
