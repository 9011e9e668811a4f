// The tolerances of brushes that several files share.
#pragma once

namespace hullbake {

/// Step of the coordinates of on-grid faces. World units. Editors save whole units or sixteenths; products of three
/// such coordinates fit the integers of plane equations.
inline constexpr double kGrid = 1.0 / 16;

/// Least thickness of a solid across any of its faces. World units. What is flatter is a mistake of the map, not a
/// wall.
inline constexpr double kMinThickness = 1e-3;

/// Least length of an edge whose ends are not both exact. World units. A shorter one is rounding and needs no bevel.
inline constexpr double kMinEdge = 1e-5;

/// Most distance of an off-grid face, widened by the largest hull, from a plane that it takes over. World units. Far
/// below what the trace contract allows, above what coordinates with six decimals lose.
inline constexpr double kPlaneReuse = 1e-4;

}  // namespace hullbake
