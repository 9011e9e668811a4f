// Writes leak trails as the point files that map editors load.
// In: the points of a trail. Out: the text of a `.pts` or `.lin` file.
#pragma once

#include <span>
#include <string>

#include "hullbake/math.hpp"

namespace hullbake {

// How the editors read these files:
// - TrenchBroom reads numbers three by three and needs at least two points. It draws a line between consecutive points
//   and merges collinear ones.
// - The Radiants read three numbers a line, up to the first line with fewer, at most 8192 points, and draw one
//   polyline. A "-" between two blanks would begin a second point.
// - Both store floats and turn their camera from each point to the next. Two points equal as floats would give no
//   direction.
// - Quake's own `pointfile` draws only the points.

/// Returns the text of a `.pts` file: one point "x y z" a line, from the entity to the void. Consecutive lines are the
/// ends of a step. Steps longer than `spacing` units are subdivided, for readers that draw points only. A point equal
/// to the previous one in single precision is skipped.
std::string pointFileText(std::span<const Vec3> trail, double spacing = 16);

/// Returns the text of a `.lin` file: as pointFileText, without subdividing steps.
std::string lineFileText(std::span<const Vec3> trail);

}  // namespace hullbake
