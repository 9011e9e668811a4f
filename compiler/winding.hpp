// Convex polygons on planes: the material that every stage cuts. Each edge remembers the plane that made it.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

#include "hullbake/math.hpp"

namespace hullbake {

/// Index into a plane table; `id ^ 1` is the same plane facing the other way.
using PlaneId = std::uint32_t;
inline constexpr PlaneId kNoPlane = 0xffffffffu;

/// A point no further than this from a plane (world units) lies on it. Positions are computed to about 1e-11 near the
/// origin and 1e-9 at the far end of the range; distinct features of on-grid maps are further apart than this.
inline constexpr double kOnPlane = 1e-6;

struct WindingVertex {
    Vec3 p;
    PlaneId edge = kNoPlane;  ///< plane that bounds the polygon along the edge from here to the next vertex
};

/// A convex polygon, clockwise seen from its front, or empty (no vertices).
struct Winding {
    PlaneId plane = kNoPlane;
    boost::container::small_vector<WindingVertex, 6> vertices;

    bool empty() const { return vertices.size() < 3; }
};

/// Where a polygon or box lies.
enum class PlaneSide : std::uint8_t { Front, Back, On, Both };

/// Smallest box around a winding's vertices; grows `box`.
void growBounds(Box& box, const Winding& winding);
/// A box that any point grows: mins above maxs.
inline constexpr Box kEmptyBox{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
void growBounds(Box& box, const Vec3& p);
bool boxesTouch(const Box& a, const Box& b, double tolerance);

/// A square on `plane` around the point of the plane nearest to `centre`, `halfSize` units from its middle to an edge.
Winding baseWinding(const Plane& plane, PlaneId id, const Vec3& centre, double halfSize);

/// Which side of `plane` the winding lies on, within kOnPlane.
PlaneSide sideOf(const Winding& winding, const Plane& plane);

/// Cuts a winding. Points on cut edges are computed from the front end to the back end, so that both polygons of a
/// shared edge get the same point. Either result may be null (not wanted); a part thinner than kOnPlane comes out
/// empty. Returns where the winding lay; for On both results stay empty.
PlaneSide splitWinding(const Winding& winding, const Plane& plane, PlaneId id, Winding* front, Winding* back);

/// Keeps the part behind `plane`. True when something is left; a winding on the plane is kept.
bool clipToBack(Winding& winding, const Plane& plane, PlaneId id);

/// Mean of the vertices.
Vec3 centreOf(const Winding& winding);
/// Smallest extent across the polygon: for each edge the furthest vertex from it, the least of these. Units.
double widthOf(const Winding& winding, const Vec3& normal);

}  // namespace hullbake
