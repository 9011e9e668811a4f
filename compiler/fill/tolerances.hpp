// The tolerances of the fill that several files share.
#pragma once

#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

/// Least width of what lets the void in. World units. Off-grid maps have narrower cracks between brushes that were
/// meant to touch.
inline constexpr double kMinPassage = 1.0 / 64;

/// Radius of the ball that the flood moves. World units. Slightly less than half of kMinPassage, so that what is
/// exactly as wide lets the ball through in spite of rounding.
inline constexpr double kBallRadius = kMinPassage / 2 - 2 * kOnPlane;

/// Distance from a surface of points that are asked about beside it. World units. Clear of all rounding, far below the
/// width of anything that was built.
inline constexpr double kOffSurface = 1.0 / 4096;

}  // namespace hullbake
