// Convex polygons on planes, which every stage cuts.
//
// Invariant: each edge stores the plane that made it, so that its ends can be recomputed exactly.
#pragma once

#include <algorithm>
#include <cstdint>

#include "compiler/base/inline_vector.hpp"
#include "compiler/geometry/plane_id.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

struct WindingVertex {
    Vec3 p;
    PlaneId edge = kNoPlane;  ///< plane that bounds the polygon along the edge from here to the next vertex
    /// True if `p` is the rounded meeting point (exact_side.hpp) of the polygon's plane, the previous edge and this
    /// edge, and all three have equations. The side of any plane with an equation is then decided exactly.
    bool exact = false;
    bool whole = false;  ///< true only if exact and `p` is that point itself, a whole point (exact_side.hpp)
};

/// A convex polygon, clockwise seen from its front, or empty (fewer than three vertices).
struct Winding {
    PlaneId plane = kNoPlane;
    InlineVector<WindingVertex, 4> vertices;  // most are quadrilaterals

    bool empty() const { return vertices.size() < 3; }
};

/// An empty box: mins above maxs, so any point grows it.
inline constexpr Box kEmptyBox{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
inline void growBounds(Box& box, const Vec3& p) {
    box.mins = {std::min(box.mins.x, p.x), std::min(box.mins.y, p.y), std::min(box.mins.z, p.z)};
    box.maxs = {std::max(box.maxs.x, p.x), std::max(box.maxs.y, p.y), std::max(box.maxs.z, p.z)};
}
/// Grows `box` to contain a winding's vertices.
inline void growBounds(Box& box, const Winding& winding) {
    for (const WindingVertex& vertex : winding.vertices) growBounds(box, vertex.p);
}
inline Box boundsOf(const Winding& winding) {
    Box box = kEmptyBox;
    growBounds(box, winding);
    return box;
}
inline bool boxesTouch(const Box& a, const Box& b, double tolerance) {
    for (int i = 0; i < 3; ++i)
        if (a.mins[i] > b.maxs[i] + tolerance || b.mins[i] > a.maxs[i] + tolerance) return false;
    return true;
}

/// Returns true if any point of the polygon lies in the closed box.
bool meetsBox(const Winding& winding, const Box& box);
/// Returns the mean of the vertices.
Vec3 centreOf(const Winding& winding);
/// Returns the smallest extent across the polygon, in world units: the minimum, over its edges, of the distance of the
/// farthest vertex from the edge.
double widthOf(const Winding& winding, const Vec3& normal);

}  // namespace hullbake
