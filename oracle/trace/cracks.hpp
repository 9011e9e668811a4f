// Cracks: free space between brushes that is too narrow for the outside fill to pass through.
//
// A portal narrower than 1/64 unit does not conduct (DESIGN, section 3, stage 7): what is reached through such portals
// only becomes solid, and a trace that comes to the mouth of the crack stops there.
#pragma once

#include "hullbake/math.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

/// Whether `p`, or a point a thousandth beside it, is free and between solids that are less than kClosedWidth apart,
/// measured along the normal of some plane near `p`.
bool inCrack(const SolidSet& solids, const Vec3& p);

/// Whether some brush has this plane, seen from either side; planes of one direction are compared where they pass `p`.
bool hasPlane(const SolidSet& solids, const Plane& plane, const Vec3& p);

}  // namespace hullbake::oracle
