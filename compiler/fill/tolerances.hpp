// Tolerances of the fill that several files share.
#pragma once

#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

/// Lower bound of the width of a passage that lets the void in. World units. Off-grid maps have narrower cracks between
/// brushes that were meant to touch.
inline constexpr double kMinPassage = 1.0 / 64;

/// Radius of the ball that the flood moves. World units. Slightly less than half of kMinPassage, so that a passage of
/// exactly that width lets the ball through despite rounding.
inline constexpr double kBallRadius = kMinPassage / 2 - 2 * kOnPlane;

/// Distance from a surface of points that are tested beside it. World units. Clear of all rounding, far below the width
/// of anything built.
inline constexpr double kOffSurface = 1.0 / 4096;

}  // namespace hullbake
