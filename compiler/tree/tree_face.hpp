// A boundary polygon in a tree under construction, and the side of a plane that it lies on.
#pragma once

#include "compiler/geometry/winding_sides.hpp"

namespace hullbake {

/// A boundary polygon, or a piece of one, in a tree traversal. Small, because the polygon is stored elsewhere; its
/// bounds decide most sides.
struct TreeFace {
    Box bounds;  ///< of the winding
    const Winding* winding;
    PlaneId plane;  ///< even id of the winding's plane

    /// Refers to `polygon`, which must outlive this.
    explicit TreeFace(const Winding& polygon)
        : bounds(boundsOf(polygon)), winding(&polygon), plane(polygon.plane & ~1u) {}
};

/// Computes sideOf for a face, from its bounds alone if these are clear of the plane. `memo` may be null.
PlaneSide sideOfFace(const PlaneEquations& equations, const TreeFace& face, const CutPlane& by,
                     MeetingMemo* memo = nullptr);

/// Computes roughSideOf for a face. `axis` is planeAxis(plane). Bounds decide for axial planes, which must face the
/// canonical way.
inline PlaneSide roughSideOfFace(const TreeFace& face, const Plane& plane, int axis) {
    if (axis < 3) {
        const bool front = face.bounds.maxs[axis] - plane.dist > kOnPlane,
                   back = face.bounds.mins[axis] - plane.dist < -kOnPlane;
        if (front) return back ? PlaneSide::Both : PlaneSide::Front;
        return back ? PlaneSide::Back : PlaneSide::On;
    }
    const BoxDistances reach(plane, face.bounds);
    return reach.inFront() ? PlaneSide::Front : reach.behind() ? PlaneSide::Back : roughSideOf(*face.winding, plane);
}

}  // namespace hullbake
