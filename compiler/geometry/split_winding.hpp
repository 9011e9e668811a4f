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
/// `memo` may be null, here and below: it remembers exact decisions.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const CutPlane& by, Winding* front,
                       Winding* back, MeetingMemo* memo = nullptr);
/// Splits a winding whose vertex sides are already known.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides,
                       const CutPlane& by, Winding* front, Winding* back, MeetingMemo* memo = nullptr);

/// Keeps the part behind the plane. Returns true if anything is left; a winding on the plane is kept.
bool clipToBack(const PlaneEquations& equations, Winding& winding, const CutPlane& by, MeetingMemo* memo = nullptr);

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
/// Returns the point where a plane cuts an edge of a polygon. `met` is where its equation and those of polygon and edge
/// meet, null if they do not. Exact if they do and the ends do not contradict that.
CutPoint cutPoint(const Vec3* met, const Plane& plane, const CutEnd& front, const CutEnd& back);

}  // namespace hullbake
