// The side of a plane that a polygon's vertex lies on, when doubles are too close to tell.

#include <cmath>

#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

namespace {

// The plane may face either way, its equation only one.
bool facesAlike(const Plane& plane, const PlaneEquation& equation) {
    return plane.normal.x * static_cast<double>(equation.n[0]) + plane.normal.y * static_cast<double>(equation.n[1]) +
               plane.normal.z * static_cast<double>(equation.n[2]) >
           0;
}

int exactSide(const PlaneEquations& equations, const PlaneId (&own)[3], const PlaneEquation& by) {
    PlaneEquation axial[3];
    const PlaneEquation* meeting[3];
    for (int i = 0; i < 3; ++i) meeting[i] = &equations.find(own[i], axial[i]);
    if (by.axis < 3)
        for (const PlaneEquation* one : meeting)
            if (one->axis == by.axis) return compareAxial(*one, by) * (by.n[by.axis] > 0 ? 1 : -1);
    bool decided = false;
    const int side = sideOfMeeting(*meeting[0], *meeting[1], *meeting[2], by, decided);
    return decided ? side : 0;
}

}  // namespace

int nearSide(const PlaneEquations& equations, const Winding& winding, std::size_t i, const Plane& plane, PlaneId id) {
    const WindingVertex* const vertices = winding.vertices.data();
    const WindingVertex& vertex = vertices[i];
    // The tolerance decides: on the plane.
    if (!vertex.exact || id == kNoPlane) return 0;
    const PlaneId own[3] = {winding.plane, vertices[i == 0 ? winding.vertices.size() - 1 : i - 1].edge, vertex.edge};
    for (const PlaneId known : own)
        if (equations.samePlane(known, id)) return 0;
    if (!equations.isKnown(id)) return 0;
    const double distance = distanceTo(plane, vertex.p);
    if (std::fabs(distance) > sideError(vertex.p, plane)) return distance > 0 ? 1 : -1;
    PlaneEquation axial;
    const PlaneEquation& by = equations.find(id, axial);
    const int side = exactSide(equations, own, by);
    return facesAlike(plane, by) ? side : -side;
}

}  // namespace hullbake
