// Decides sides by distance where that is certain, by integers where equations exist, else within kOnPlane.

#include "compiler/geometry/winding_sides.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/geometry/meeting_memo.hpp"

namespace hullbake {

namespace {

// Returns true if the plane faces the same way as its equation, which has only one facing.
bool facesAlike(const Plane& plane, const PlaneEquation& equation) {
    // A component of either may round to zero, so the longest one decides.
    int longest = 0;
    for (int a = 1; a < 3; ++a)
        if (std::fabs(plane.normal[a]) > std::fabs(plane.normal[longest])) longest = a;
    return plane.normal[longest] * equation.signs[static_cast<std::size_t>(longest)] > 0;
}

// `distance` is an upper bound of the distance between the plane and the vertex. World units.
int exactSide(const PlaneEquations& equations, const PlaneId (&own)[3], const PlaneEquation& by, PlaneId idBy,
              double distance, MeetingMemo* memo) {
    PlaneEquation axial[3];
    const PlaneEquation* meeting[3];
    for (int i = 0; i < 3; ++i) meeting[i] = &equations.find(own[i], axial[i]);
    if (by.axis < 3)
        for (const PlaneEquation* one : meeting)
            if (one->axis == by.axis) return compareAxial(*one, by) * by.signs[by.axis];
    const MeetingMemo::Planes planes{*meeting[0], *meeting[1], *meeting[2], own[0], own[1], own[2]};
    return memo ? memo->side(planes, by, idBy, distance) : MeetingMemo::sideOf(planes, by, distance);
}

}  // namespace

int nearSide(const PlaneEquations& equations, const Winding& winding, std::size_t i, const CutPlane& by,
             MeetingMemo* memo) {
    const Plane& plane = by.plane();
    const PlaneId id = by.id();
    const WindingVertex* const vertices = winding.vertices.data();
    const WindingVertex& vertex = vertices[i];
    // The vertex is within the tolerance, so it counts as on the plane.
    if (!vertex.exact || id == kNoPlane) return 0;
    const PlaneId own[3] = {winding.plane, vertices[i == 0 ? winding.vertices.size() - 1 : i - 1].edge, vertex.edge};
    for (const PlaneId known : own)
        if (equations.samePlane(known, id)) return 0;
    if (!equations.isKnown(id)) return 0;
    const double distance = distanceTo(plane, vertex.p), error = sideError(vertex.p, plane);
    if (std::fabs(distance) > error) return distance > 0 ? 1 : -1;
    if (equations.meetAtHub(own, id)) return 0;
    PlaneEquation axial;
    const PlaneEquation& equation = equations.find(id, axial);
    const int side = vertex.whole && !equation.wide ? sideOfWholePoint(equation, vertex.p)
                                                    : exactSide(equations, own, equation, id, 2 * error, memo);
    return facesAlike(plane, equation) ? side : -side;
}

PlaneSide sideOf(const PlaneEquations& equations, const Winding& winding, const CutPlane& by, MeetingMemo* memo) {
    const std::size_t count = winding.vertices.size();
    bool front = false, back = false;
    for (std::size_t i = 0; i < count; ++i) {
        const int sign = sideOfVertex(equations, winding, i, by, memo);
        front = front || sign > 0;
        back = back || sign < 0;
        if (front && back) return PlaneSide::Both;
    }
    return front ? PlaneSide::Front : back ? PlaneSide::Back : PlaneSide::On;
}

void WindingSides::find(const PlaneEquations& equations, const Winding& winding, const CutPlane& by,
                        MeetingMemo* memo) {
    const WindingVertex* const vertices = winding.vertices.data();
    const std::size_t count = winding.vertices.size();
    at.resizeForOverwrite(count);
    Vertex* const out = at.data();
    bool anyFront = false, anyBack = false, anyOn = false;
    for (std::size_t i = 0; i < count; ++i) {
        const double distance = distanceTo(by.plane(), vertices[i].p);
        int sign = 1;
        if (distance > kOnPlane) {
            anyFront = true;
        } else if (distance < -kOnPlane) {
            sign = -1;
            anyBack = true;
        } else {
            sign = nearSide(equations, winding, i, by, memo);
            anyFront = anyFront || sign > 0;
            anyBack = anyBack || sign < 0;
            anyOn = anyOn || sign == 0;
        }
        out[i] = {distance, sign};
    }
    front = anyFront;
    back = anyBack;
    touches = anyOn;
}

}  // namespace hullbake
