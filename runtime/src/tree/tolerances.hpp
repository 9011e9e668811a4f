// Tolerances that several files of the runtime share, derived from kSurfaceTolerance.
#pragma once

#include <cmath>

#include "hullbake/trace.hpp"

namespace hullbake::detail {

/// Upper bound of distances, units, that rounding alone explains. Positions at the far end of
/// the range carry errors of about 1e-10.
inline constexpr double kRounding = 1e-9;

/// Least distance, units, from a plane at which rounding cannot change the side of a point.
inline constexpr double kSettledEnd = 2 * kSurfaceTolerance;

/// Upper bound of the distance, units, at which a brush or a plane affects a position.
inline constexpr double kBrushReach = 2 * kSurfaceTolerance;

/// Upper bound of a touch, in tolerances. Two planes crossed at an angle of kFlatSine enclose a stretch of that
/// length, which is one tolerance deep at its middle.
inline constexpr double kTouchTolerances = 100;
/// Upper bound of the length of a touch, units: a longer stretch in solid, or near a corner, is more than a touch.
inline constexpr double kTouchLength = kTouchTolerances * kSurfaceTolerance;

/// Sine of the angle between a trace and a plane below which a contact with the plane is uncertain and takes a closer
/// test.
inline constexpr double kFlatSine = 0.02;
/// Sine of the angle between a trace and a plane below which the trace stays within the tolerance of the plane for
/// longer than a touch.
inline constexpr double kGrazingSine = 1e-3;

/// Returns true if a point at distance `d` is within the tolerance of a plane, but not on it.
inline bool isNearPlane(double d) {
    return std::fabs(d) <= kSurfaceTolerance && std::fabs(d) > kRounding;
}

}  // namespace hullbake::detail
