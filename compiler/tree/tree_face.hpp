// A boundary polygon on its way down a tree under construction, and the side of a plane that it lies on.
#pragma once

#include "compiler/geometry/winding_sides.hpp"

namespace hullbake {

/// A boundary polygon, or a piece of one, on its way down the tree. Small, as the polygon itself is elsewhere; its
/// bounds decide most questions.
struct TreeFace {
    Box bounds;  ///< of the winding
    const Winding* winding;
    PlaneId plane;  ///< of the winding, the even id

    /// `polygon` must outlive this.
    explicit TreeFace(const Winding& polygon)
        : bounds(boundsOf(polygon)), winding(&polygon), plane(polygon.plane & ~1u) {}
};

/// Returns the side of a plane that a face lies on, as sideOf; by its bounds where these are clear.
PlaneSide sideOfFace(const PlaneEquations& equations, const TreeFace& face, const CutPlane& by);

/// Returns the side of a plane that a face lies on, as roughSideOf. `axis` is planeAxis(plane). Bounds decide for axial
/// planes, which must face the canonical way.
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
