// Tolerances of the fill that several files share.
#pragma once

#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

/// Width up to which the surface alone tells what the flood reaches, where everything is exact. World units. Between
/// planes at multiples of it nothing is narrower.
inline constexpr double kGridWidth = 1.0 / 64;

/// Distance from a surface of points that are tested beside it. World units. Clear of all rounding, far below the width
/// of anything built.
inline constexpr double kOffSurface = 1.0 / 4096;

}  // namespace hullbake
