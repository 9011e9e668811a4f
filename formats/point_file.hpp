// Leak trails in the form that map editors load.
#pragma once

#include <span>
#include <string>

#include "hullbake/math.hpp"

namespace hullbake {

// What the readers do. TrenchBroom takes a file's numbers three by three, wants at least two points, and draws a line
// from each to the next; it joins what lies on one line. The Radiants read three numbers a line up to the first line
// that has fewer, at most 8192 points, and draw the line through all of them; a "-" between two blanks would begin a
// second point. All of them keep floats, and turn their camera from each point to the next: two points that are the
// same float would give it no direction. Quake's own `pointfile` draws the points alone.

/// The text of a `.pts` file: one point "x y z" a line, from the entity to the void; every two lines that follow each
/// other are the ends of a step. Steps longer than `spacing` units get points in between, for whoever draws points
/// only. Of points that follow each other and are the same in single precision only the first is written.
std::string pointFileText(std::span<const Vec3> trail, double spacing = 16);

/// The text of a `.lin` file: the same without points in between.
std::string lineFileText(std::span<const Vec3> trail);

}  // namespace hullbake
