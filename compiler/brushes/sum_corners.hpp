// Corners of a solid's sums with boxes, by the sides that meet there.
//
// In: a solid with windings and bevels. Out: for each corner the sides around it. All boxes that are wide along each
// axis give the same sides, so the corners are found once for all hulls. Method: the directions that touch one corner
// of the solid form a convex cell of the sphere, between the normals of the faces that meet there. The planes across
// the axes cut it into the cells of the sum's corners.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "compiler/brushes/bevels.hpp"
#include "compiler/brushes/solid.hpp"

namespace hullbake {

/// For each corner the number of sides that meet there, then these sides: clockwise seen from outside. Of two that
/// follow each other, the edge of the first along the second begins at the corner. Empty if not known.
using CornerSides = std::vector<std::uint16_t>;

struct SumCorners {
    CornerSides ofSolid;  ///< corners of the solid itself: of sums with a single point
    CornerSides ofSum;    ///< corners of sums with boxes that are wide along each axis
};

/// Returns the corners of a solid with bevels. `edges` is what addBevels returned.
SumCorners sumCorners(const Solid& solid, const std::vector<BevelledEdge>& edges);

/// Builds the polygon of each side from the corners; planes and edges are numbers of sides. Each corner is computed
/// once, as the meeting point of its first three sides, and `bounds` grows to all. Sides for which isSkipped(side) is
/// true get no polygon. Returns false, with the results in any state, if the corners do not bound each other side.
bool windingsOfCorners(std::span<const std::uint16_t> corners, std::size_t sides,
                       const std::function<const PlaneEquation&(std::size_t)>& equationOf,
                       std::vector<Winding>& windings, Box& bounds,
                       const std::function<bool(std::size_t)>& isSkipped = {});

}  // namespace hullbake
