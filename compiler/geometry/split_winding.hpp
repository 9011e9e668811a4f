// Cuts polygons by planes.
//
// In: a winding and a plane. Out: its parts in front and behind. Invariant: both polygons of a shared edge get the same
// point where the edge is cut, whichever of them is cut first.
#pragma once

#include "compiler/geometry/cut_plane.hpp"
#include "compiler/geometry/winding.hpp"
#include "compiler/geometry/winding_sides.hpp"

namespace hullbake {

/// Cuts a winding. Points on cut edges are those where three planes meet; without equations they are computed from the
/// front end to the back end. Either way both polygons of a shared edge get the same point. Either result may be null
/// (not wanted). Returns where the winding lay; for On both results stay empty.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const CutPlane& by, Winding* front,
                       Winding* back);
/// Cuts a winding whose sides are known.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides,
                       const CutPlane& by, Winding* front, Winding* back);

/// Keeps the part behind the plane. Returns true when something is left; a winding on the plane is kept.
bool clipToBack(const PlaneEquations& equations, Winding& winding, const CutPlane& by);

/// Returns the part behind the plane by the sign of distances, however small. For polygons within the tolerance of the
/// plane for many units, of which clipToBack keeps all or nothing.
Winding sharplyClipped(const Winding& winding, const CutPlane& by);

/// An end of an edge that is cut.
struct CutEnd {
    Vec3 p;
    double distance;  ///< from the cutting plane
    bool known;       ///< whether it is known to lie on its edge: exact, or on the border of a base polygon
};
struct CutPoint {
    Vec3 p;
    bool exact;
};
/// Returns the point where `plane`, of equation `by`, cuts an edge of a polygon on `own`. Exact where the three planes
/// have equations and the ends do not lie elsewhere.
CutPoint cutPoint(const PlaneEquation& own, const PlaneEquation& edge, const PlaneEquation& by, const Plane& plane,
                  const CutEnd& front, const CutEnd& back);

}  // namespace hullbake
