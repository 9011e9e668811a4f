// Tolerances of brushes that several files share.
#pragma once

namespace hullbake {

/// Step of the coordinates of on-grid faces. World units. Editors save whole units or sixteenths; products of three
/// such coordinates fit the integers of plane equations.
inline constexpr double kGrid = 1.0 / 16;

/// Lower bound of the thickness of a solid across any of its faces. World units. A flatter brush is a mistake of the
/// map, not a wall.
inline constexpr double kMinThickness = 1e-3;

/// Lower bound of the length of an edge whose ends are not both exact. World units. A shorter edge is rounding and
/// needs no bevel.
inline constexpr double kMinEdge = 1e-5;

/// Upper bound of the distance of an off-grid face, widened by the largest hull, from a plane that it reuses. World
/// units. Far below the tolerance of the trace contract, above what coordinates with six decimals lose.
inline constexpr double kPlaneReuse = 1e-4;

}  // namespace hullbake
