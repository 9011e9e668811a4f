// Tolerances of brushes that several files share.
#pragma once

namespace hullbake {

/// Step of the coordinates of on-grid faces. World units. Editors save whole units or sixteenths; products of three
/// such coordinates fit the integers of plane equations.
inline constexpr double kGrid = 1.0 / 16;

/// Lower bound of the thickness of a solid across any of its faces. World units. A flatter brush is a mistake of the
/// map, not a wall.
inline constexpr double kMinThickness = 1e-3;

}  // namespace hullbake
