// Merges neighbouring pieces of the boundary on one plane.
//
// In: the polygons. Out: fewer polygons, which make fewer splits. Invariant: each is convex, and together they cover
// the same points.
#pragma once

#include <vector>

#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

/// Merges pieces that lie on one plane, face the same way and share a whole edge. They stay in `pieces`, where those
/// that became part of another are empty. Returns the others ordered by plane.
std::vector<const Winding*> mergeFaces(const PlaneTable& planes, std::vector<Winding>& pieces);

}  // namespace hullbake
