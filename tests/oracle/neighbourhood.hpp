// Is a point inside a union of brushes, or only on its boundary? Decided by what is left of a tiny cube around the point.
//
// A point on the seam of two touching brushes lies in the interior of neither and yet inside the union; a point in the
// apex of a crack lies on both brushes and yet on the boundary. Subtracting the brushes from a cube tells them apart.
#pragma once

#include <span>

#include "hullbake/math.hpp"
#include "oracle/grown_brush.hpp"

namespace hullbake::oracle {

/// Whether the cube of half size `reach` around `p` lies wholly in the union of the closed brushes `cover` and meets no
/// interior of `holes`. Remains thinner than a few ten-thousandths of `reach` do not count: they are rounding.
bool coversNeighbourhood(const Vec3& p, double reach, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> holes);

}  // namespace hullbake::oracle
