// Is a point inside a union of brushes, or only on its boundary? Decided by what is left of a tiny cube around the
// point.
//
// A point on the seam of two touching brushes lies in the interior of neither and yet inside the union; a point in the
// apex of a crack lies on both brushes and yet on the boundary. Subtracting the brushes from a cube tells them apart.
#pragma once

#include <span>

#include "hullbake/math.hpp"
#include "oracle/solids/grown_brush.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

/// Whether the cube around `p` lies wholly in the union of the closed brushes `cover` and meets no interior of
/// `excluded`.
bool coversNeighbourhood(const Vec3& p, const Tolerance& tolerance, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> excluded);

}  // namespace hullbake::oracle
