// The vertices of what planes enclose, in whole numbers: for brushes whose planes all but meet, where rounding decides
// which of their points belong to the brush.
#pragma once

#include <vector>

#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::oracle {

/// All points in which three of the planes meet and which lie outside none, some of them several times. What the
/// planes' numbers have beyond 2^-140 is dropped; nothing else is rounded before the points are. Slow: at most
/// `planes.size()` to the power of four products of numbers of 500 bits.
std::vector<Vec3> exactCorners(const std::vector<Plane>& planes);

}  // namespace hullbake::oracle
