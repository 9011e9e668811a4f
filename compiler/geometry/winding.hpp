// Convex polygons on planes: the material that every stage cuts. Each edge remembers the plane that made it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "compiler/base/inline_vector.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/plane_id.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Where exact equations cannot decide (vertices and planes of off-grid faces), a point no further than this from a
/// plane (world units) lies on it. Positions are computed to about 1e-11 near the origin and 1e-9 at the far end of the
/// range.
inline constexpr double kOnPlane = 1e-6;

struct WindingVertex {
    Vec3 p;
    PlaneId edge = kNoPlane;  ///< plane that bounds the polygon along the edge from here to the next vertex
    /// `p` is the rounded meeting point (exact_side.hpp) of the polygon's plane, the edge before and this edge, and all
    /// three have equations: its side of any plane with an equation is decided exactly.
    bool exact = false;
};

/// A convex polygon, clockwise seen from its front, or empty (no vertices).
struct Winding {
    PlaneId plane = kNoPlane;
    InlineVector<WindingVertex, 4> vertices;  // most are quadrilaterals

    bool empty() const { return vertices.size() < 3; }
};

/// Where a polygon or box lies.
enum class PlaneSide : std::uint8_t { Front, Back, On, Both };

/// A box that any point grows: mins above maxs.
inline constexpr Box kEmptyBox{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
inline void growBounds(Box& box, const Vec3& p) {
    box.mins = {std::min(box.mins.x, p.x), std::min(box.mins.y, p.y), std::min(box.mins.z, p.z)};
    box.maxs = {std::max(box.maxs.x, p.x), std::max(box.maxs.y, p.y), std::max(box.maxs.z, p.z)};
}
/// Smallest box around a winding's vertices; grows `box`.
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

/// What distanceTo can be for the points of a box. Rounding keeps order: no point's result lies outside, by no digit.
struct BoxDistances {
    double least, most;

    BoxDistances(const Plane& plane, const Box& box) {
        const Vec3& n = plane.normal;
        const double x0 = n.x * box.mins.x, x1 = n.x * box.maxs.x, y0 = n.y * box.mins.y, y1 = n.y * box.maxs.y,
                     z0 = n.z * box.mins.z, z1 = n.z * box.maxs.z;
        least = std::min(x0, x1) + std::min(y0, y1) + std::min(z0, z1) - plane.dist;
        most = std::max(x0, x1) + std::max(y0, y1) + std::max(z0, z1) - plane.dist;
    }
    bool inFront() const { return least > kOnPlane; }
    bool behind() const { return most < -kOnPlane; }
};

/// A square on `plane` around the point of the plane nearest to `centre`, `halfSize` units from its middle to an edge.
Winding baseWinding(const Plane& plane, PlaneId id, const Vec3& centre, double halfSize);

/// sideOfVertex for a vertex within kOnPlane of the plane.
int nearSide(const PlaneEquations& equations, const Winding& winding, std::size_t vertex, const Plane& plane,
             PlaneId id);

/// Which side of `plane` a winding's vertex lies on: 1 front, -1 back, 0 on it. `id` names the plane, in either facing;
/// kNoPlane when it has none. Exact where vertex and plane are, else within kOnPlane.
inline int sideOfVertex(const PlaneEquations& equations, const Winding& winding, std::size_t vertex, const Plane& plane,
                        PlaneId id) {
    const double distance = distanceTo(plane, winding.vertices[vertex].p);
    // kOnPlane is far above every sideError of a valid coordinate.
    return distance > kOnPlane ? 1 : distance < -kOnPlane ? -1 : nearSide(equations, winding, vertex, plane, id);
}

/// Which side of `plane` the winding lies on, by its vertices.
PlaneSide sideOf(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id);

/// The same within kOnPlane only: for counts that rank planes, where nothing is decided and exactness would cost time.
PlaneSide roughSideOf(const Winding& winding, const Plane& plane);

/// Whether any corner lies in front of a plane, behind it, on it.
struct PlaneSides {
    bool front = false, back = false, touches = false;

    PlaneSide side() const {
        if (front) return back ? PlaneSide::Both : PlaneSide::Front;
        return back ? PlaneSide::Back : PlaneSide::On;
    }
};

/// All that a cut needs to know: where each vertex of a winding lies.
struct WindingSides : PlaneSides {
    struct Vertex {
        double distance;
        int sign;  ///< as sideOfVertex
    };
    InlineVector<Vertex, 12> at;

    WindingSides() = default;
    WindingSides(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id) {
        find(equations, winding, plane, id);
    }
    void find(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id);
};

/// Cuts a winding. Points on cut edges are those where three planes meet; without equations they are computed from the
/// front end to the back end. Either way both polygons of a shared edge get the same point. Either result may be null
/// (not wanted). Returns where the winding lay; for On both results stay empty.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id,
                       Winding* front, Winding* back);
/// The same when the sides are known.
PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides,
                       const Plane& plane, PlaneId id, Winding* front, Winding* back);

/// Keeps the part behind `plane`. True when something is left; a winding on the plane is kept.
bool clipToBack(const PlaneEquations& equations, Winding& winding, const Plane& plane, PlaneId id);

/// The part behind `plane` by the sign of distances, however small. For polygons within the tolerance of the plane for
/// many units, of which clipToBack keeps all or nothing.
Winding sharplyClipped(const Winding& winding, const Plane& plane, PlaneId id);

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
/// Where `plane`, of equation `by`, cuts an edge of a polygon on `own`. Exact where the three planes have equations and
/// the ends do not lie elsewhere.
CutPoint cutPoint(const PlaneEquation& own, const PlaneEquation& edge, const PlaneEquation& by, const Plane& plane,
                  const CutEnd& front, const CutEnd& back);

struct PlaneRef {
    const Plane* plane;
    PlaneId id;
};

/// baseWinding, and clipToBack of it by one plane after another, until nothing is left.
Winding clippedBase(const PlaneEquations& equations, const Plane& own, PlaneId id, const Vec3& centre, double halfSize,
                    std::span<const PlaneRef> planes);

/// Whether any point of the polygon lies in the closed box.
bool meetsBox(const Winding& winding, const Box& box);
/// Mean of the vertices.
Vec3 centreOf(const Winding& winding);
/// Smallest extent across the polygon: for each edge the furthest vertex from it, the least of these. Units.
double widthOf(const Winding& winding, const Vec3& normal);

}  // namespace hullbake
