#include "compiler/tree/tree_face.hpp"

namespace hullbake {

PlaneSide sideOfFace(const PlaneEquations& equations, const TreeFace& face, const CutPlane& by, MeetingMemo* memo) {
    const BoxDistances reach(by.plane(), face.bounds);
    if (reach.inFront()) return PlaneSide::Front;
    if (reach.behind()) return PlaneSide::Back;
    return sideOf(equations, *face.winding, by, memo);
}

}  // namespace hullbake
