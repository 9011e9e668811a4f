// Maps as an editor writes them after all of a level was turned by an odd angle: every number rounded to some decimals.
#pragma once

#include "formats/map.hpp"

namespace hullbake::test {

/// Turns a point about the axes x, then y, then z, through the origin, and rounds its numbers to `decimals`.
Vec3 turnedPoint(const Vec3& p, const Vec3& degrees, int decimals);
/// Turns the points of faces, which all must have them, and the origins of entities. Texture axes and angles stay.
MapFile turnedMap(MapFile map, const Vec3& degrees, int decimals);

}  // namespace hullbake::test
