// Decides whether convex brushes cover a convex cell, in time polynomial in their number.
//
// In: a bounded cell and brushes, as half-spaces. Out: whether each point of the cell is in a brush moved out a little.
// The cell is divided by planes of the brushes, before these are moved out, until one brush contains a part or none
// overlaps it. In a part that none overlaps, the brushes moved out decide. The part counts with its boundary and the
// brushes without theirs. So what is left over is closed. If anything is left, it has a vertex, and a vertex is on a
// line in which two planes meet. Lines are tested one by one.
// Invariant: if each point of the cell is inside some brush, or at most half of `larger` outside, the cell is covered.
#pragma once

#include <vector>

#include "oracle/trace/split_cell.hpp"

namespace hullbake::oracle {

/// Bounds rounding in the units of the cell. A cell must lie within 2 units of the origin.
inline constexpr double kCellRounding = 1e-9;

/// Returns a cube around the origin.
HalfSpaces cubeOfHalfSize(double half);

/// Returns true if the brushes, with all planes moved out by `larger`, cover each point of the bounded `cell`. `larger`
/// must be far above kCellRounding.
bool coversCell(const HalfSpaces& cell, const std::vector<HalfSpaces>& brushes, double larger);

/// Returns true if all closed half-spaces share a point. Together they must be bounded.
bool shareAPoint(const HalfSpaces& planes);

}  // namespace hullbake::oracle
