// Between stages 7 and 8: neighbouring pieces of the boundary on one plane become one
// polygon where that is convex. Fewer polygons make fewer splits; the points that they cover stay the same.
#pragma once

#include <vector>

#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

/// Merges pieces that lie on one plane, face one way and share a whole edge. The result is ordered by plane.
std::vector<Winding> mergeFaces(const PlaneTable& planes, std::vector<Winding> pieces);

}  // namespace hullbake
