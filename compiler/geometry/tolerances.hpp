// Tolerances of the geometry that several files share.
#pragma once

namespace hullbake {

/// Upper bound of the distance of a point from a plane that it lies on, where exact equations cannot decide (vertices
/// and planes of off-grid faces). World units. Positions are accurate to about 1e-11 near the origin and 1e-9 at the
/// far end of the range; a thousand times that is not rounding.
inline constexpr double kOnPlane = 1e-6;

/// Upper bound of the difference of two distances of one plane, if the normals are equal and not both have an equation.
/// World units. Well above the rounding of a distance, well below kOnPlane.
inline constexpr double kSamePlaneDist = 1e-8;

}  // namespace hullbake
