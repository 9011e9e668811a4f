// Cuts polygons by planes.
//
// In: a winding and a plane. Out: its parts in front and behind. Invariant: both polygons of a shared edge get an equal
// cut point, whichever is cut first.
#pragma once

#include "compiler/geometry/cut_plane.hpp"
#include "compiler/geometry/winding.hpp"
#include "compiler/geometry/winding_sides.hpp"

namespace hullbake {

/// Splits a winding. Points on cut edges are the meeting points of three planes; without equations they are
/// interpolated from the front end to the back end. Either way both polygons of a shared edge get an equal point.
/// Either result may be null if it is not needed. Returns the side the winding lay on; for On both results are empty.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const CutPlane& by, Winding* front,
                       Winding* back);
/// Splits a winding whose vertex sides are already known.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides,
                       const CutPlane& by, Winding* front, Winding* back);

/// Keeps the part behind the plane. Returns true if anything is left; a winding on the plane is kept.
bool clipToBack(const PlaneEquations& equations, Winding& winding, const CutPlane& by);

/// Returns the part behind the plane by the sign of distances, however small. Use it for polygons that stay within the
/// tolerance of the plane over many units: clipToBack keeps all or nothing of them.
Winding sharplyClipped(const Winding& winding, const CutPlane& by);

/// One end of an edge that is cut.
struct CutEnd {
    Vec3 p;
    double distance;  ///< from the cutting plane
    bool known;       ///< true if it surely lies on its edge: exact, or on the border of a base polygon
};
struct CutPoint {
    Vec3 p;
    bool exact;
};
/// Returns the point where `plane`, with equation `by`, cuts an edge of a polygon on `own`. Exact if the three planes
/// have equations and the ends do not contradict the meeting point.
CutPoint cutPoint(const PlaneEquation& own, const PlaneEquation& edge, const PlaneEquation& by, const Plane& plane,
                  const CutEnd& front, const CutEnd& back);

}  // namespace hullbake
