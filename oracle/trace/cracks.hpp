// Finds cracks: free space between brushes that is too narrow for the outside fill to pass.
//
// In: solids, a point and the width below which the fill closes a passage. Out: whether the point is in a crack, or on
// a plane of a brush. The fill makes everything solid that only portals narrower than that lead to. A trace that
// reaches the mouth of such a crack stops there. Source: docs/trace_contract.md on filled space.
#pragma once

#include <functional>
#include <optional>

#include "hullbake/math.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

/// A plane through a gap in which the fill has closed it.
struct ClosedPortal {
    Vec3 normal;
    std::function<bool(const Vec3&)> isClosed;  ///< Whether it is closed at a point of the plane.
};

/// Returns true if `p` lies between two faces less than `closed` units apart that face each other, and behind the other
/// faces of both brushes or at most `reach` units in front of them. A gap of nearly parallel faces may be wider there
/// if all that is closed of a portal through `p` is less than `closed` units wide at its middle. Without a portal it
/// may be one in any direction.
bool inCrack(const SolidSet& solids, const Vec3& p, double reach = kSampleDistance,
             const ClosedPortal* portal = nullptr, double closed = kClosedWidth);

/// Returns the middle of a ball `width` units across that meets no solid and covers `p`, found by moving it from
/// `near`. Nothing where it finds none.
std::optional<Vec3> ballCovering(const SolidSet& solids, const Vec3& p, const Vec3& near, double width);

/// Returns true if some brush has this plane, seen from either side, or touches it in an edge or a corner. Compares
/// planes of equal direction where they pass `p`.
bool hasPlane(const SolidSet& solids, const Plane& plane, const Vec3& p);

}  // namespace hullbake::oracle
