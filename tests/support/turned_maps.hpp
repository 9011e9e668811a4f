// Maps as an editor writes them after all of a level was turned by an odd angle: every number rounded to some decimals.
#pragma once

#include "formats/map.hpp"

namespace hullbake::test {

/// Turns points and origins about the axes x, then y, then z, through the origin, and rounds each number to `decimals`.
/// Faces must be given by points. Texture axes and angles stay.
MapFile turnedMap(MapFile map, const Vec3& degrees, int decimals);

}  // namespace hullbake::test
