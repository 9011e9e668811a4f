// Merges neighbouring pieces of the boundary that lie on one plane.
//
// In: the polygons. Out: fewer ones, as fewer polygons make fewer splits. Invariant: each is convex, and they cover the
// same points.
#pragma once

#include <vector>

#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

/// Merges pieces that lie on one plane, face one way and share a whole edge. The result is ordered by plane.
std::vector<Winding> mergeFaces(const PlaneTable& planes, std::vector<Winding> pieces);

}  // namespace hullbake
