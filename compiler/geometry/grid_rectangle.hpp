// Rectangles between axial planes at whole multiples of kEquationUnit, the most common polygons of the boundary.
//
// Invariant: doubles represent their coordinates exactly, so comparing coordinates replaces the equations.
#pragma once

#include <algorithm>

#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/winding_sides.hpp"

namespace hullbake {

/// Returns true if a winding is a rectangle on a grid plane whose edges all lie on grid planes.
inline bool isGridRectangle(const PlaneEquations& equations, const Winding& winding) {
    return winding.vertices.size() == 4 && equations.isGridPlane(winding.plane) &&
           std::all_of(winding.vertices.begin(), winding.vertices.end(),
                       [&](const WindingVertex& vertex) { return vertex.exact && equations.isGridPlane(vertex.edge); });
}

/// Returns the sides of a grid plane that a box with such coordinates lies on.
inline PlaneSides sidesOfBox(const Box& bounds, const Plane& plane) {
    const int axis = planeAxis(plane);
    const double low = bounds.mins[axis], high = bounds.maxs[axis];
    const bool up = plane.normal[axis] > 0;
    const double at = up ? plane.dist : -plane.dist;
    return {up ? high > at : low < at, up ? low < at : high > at, low == at || high == at};
}

/// Computes splitWinding for such a rectangle and a grid plane through it.
inline void splitRectangle(const Winding& rectangle, const CutPlane& by, Winding& front, Winding& back) {
    const Plane& plane = by.plane();
    const int axis = planeAxis(plane);
    const double facing = plane.normal[axis], at = plane.dist * facing;
    front.plane = back.plane = rectangle.plane;
    front.vertices.clear();
    back.vertices.clear();
    for (std::size_t i = 0; i < 4; ++i) {
        const WindingVertex& vertex = rectangle.vertices[i];
        const bool isFront = (vertex.p[axis] - at) * facing > 0;
        (isFront ? front : back).vertices.push_back(vertex);
        if (((rectangle.vertices[(i + 1) % 4].p[axis] - at) * facing > 0) == isFront) continue;
        WindingVertex cut = vertex;  // the edge runs along the axis
        cut.p[axis] = at;
        (isFront ? back : front).vertices.push_back(cut);
        cut.edge = by.id();
        (isFront ? front : back).vertices.push_back(cut);
    }
}

}  // namespace hullbake
