// Which side of a plane a polygon, its vertices or its bounds lie on.
//
// In: a winding and a plane. Out: front, back, on or both; by equations in integers where vertex and plane have them,
// else within kOnPlane.
#pragma once

#include <algorithm>
#include <cstdint>

#include "compiler/base/inline_vector.hpp"
#include "compiler/geometry/cut_plane.hpp"
#include "compiler/geometry/plane_equation.hpp"
#include "compiler/geometry/tolerances.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

/// The side of a plane that a polygon or box lies on.
enum class PlaneSide : std::uint8_t { Front, Back, On, Both };

/// Bounds of distanceTo for the points of a box. Rounding keeps order: no point's result lies outside.
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

/// Returns sideOfVertex for a vertex within kOnPlane of the plane.
int nearSide(const PlaneEquations& equations, const Winding& winding, std::size_t vertex, const CutPlane& by);

/// Returns the side of a plane that a vertex of the winding lies on: 1 front, -1 back, 0 on it. Exact where vertex and
/// plane are, else within kOnPlane.
inline int sideOfVertex(const PlaneEquations& equations, const Winding& winding, std::size_t vertex,
                        const CutPlane& by) {
    const double distance = distanceTo(by.plane(), winding.vertices[vertex].p);
    // kOnPlane is far above every sideError of a valid coordinate.
    return distance > kOnPlane ? 1 : distance < -kOnPlane ? -1 : nearSide(equations, winding, vertex, by);
}

/// Returns the side of a plane that the winding lies on, by its vertices.
PlaneSide sideOf(const PlaneEquations& equations, const Winding& winding, const CutPlane& by);

/// Returns the side within kOnPlane only: for counts that rank planes, where nothing is decided and exactness would
/// cost time.
PlaneSide roughSideOf(const Winding& winding, const Plane& plane);

/// Tells whether any corner lies in front of a plane, behind it, on it.
struct PlaneSides {
    bool front = false, back = false, touches = false;

    PlaneSide side() const {
        if (front) return back ? PlaneSide::Both : PlaneSide::Front;
        return back ? PlaneSide::Back : PlaneSide::On;
    }
};

/// The side of a plane that each vertex of a winding lies on: what a cut needs.
struct WindingSides : PlaneSides {
    struct Vertex {
        double distance;
        int sign;  ///< as sideOfVertex
    };
    InlineVector<Vertex, 12> at;

    WindingSides() = default;
    WindingSides(const PlaneEquations& equations, const Winding& winding, const CutPlane& by) {
        find(equations, winding, by);
    }
    void find(const PlaneEquations& equations, const Winding& winding, const CutPlane& by);
};

}  // namespace hullbake
