// Merges neighbouring pieces of the boundary on one plane.
//
// In: the polygons. Out: fewer polygons, which make fewer splits. Invariant: each is convex, and together they cover
// the same points.
#pragma once

#include <vector>

#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

/// Merges pieces that lie on one plane, face the same way and share a whole edge. The result is ordered by plane.
std::vector<Winding> mergeFaces(const PlaneTable& planes, std::vector<Winding> pieces);

}  // namespace hullbake
