// Classifies a polygon, its vertices or its bounds by the side of a plane.
//
// In: a winding and a plane. Out: front, back, on or both. Exact in integers where vertex and plane have equations,
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

class MeetingMemo;

/// Side of a plane that a polygon or box lies on.
enum class PlaneSide : std::uint8_t { Front, Back, On, Both };

/// Bounds of distanceTo over the points of a box. Rounding is monotonic, so no point's result lies outside.
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

/// Computes sideOfVertex for a vertex within kOnPlane of the plane.
/// `memo` may be null, here and below: it remembers exact decisions.
int nearSide(const PlaneEquations& equations, const Winding& winding, std::size_t vertex, const CutPlane& by,
             MeetingMemo* memo = nullptr);

/// Returns the side of a plane that a vertex of the winding lies on: 1 front, -1 back, 0 on it. Exact if vertex and
/// plane are exact, else within kOnPlane.
inline int sideOfVertex(const PlaneEquations& equations, const Winding& winding, std::size_t vertex, const CutPlane& by,
                        MeetingMemo* memo = nullptr) {
    const double distance = distanceTo(by.plane(), winding.vertices[vertex].p);
    // kOnPlane is far above every sideError of a valid coordinate.
    return distance > kOnPlane ? 1 : distance < -kOnPlane ? -1 : nearSide(equations, winding, vertex, by, memo);
}

/// Returns the side of a plane that the winding lies on, from its vertices.
PlaneSide sideOf(const PlaneEquations& equations, const Winding& winding, const CutPlane& by,
                 MeetingMemo* memo = nullptr);

/// Returns the side within kOnPlane only. Used for counts that rank planes: they decide nothing, and exactness would
/// cost time.
inline PlaneSide roughSideOf(const Winding& winding, const Plane& plane) {
    // Looks at every vertex, without branches that no processor predicts.
    double least = 0, most = 0;
    for (const WindingVertex& vertex : winding.vertices) {
        const double distance = distanceTo(plane, vertex.p);
        least = std::min(least, distance);
        most = std::max(most, distance);
    }
    const bool front = most > kOnPlane, back = least < -kOnPlane;
    if (front) return back ? PlaneSide::Both : PlaneSide::Front;
    return back ? PlaneSide::Back : PlaneSide::On;
}

/// Records whether any corner lies in front of a plane, behind it, or on it.
struct PlaneSides {
    bool front = false, back = false, touches = false;

    PlaneSide side() const {
        if (front) return back ? PlaneSide::Both : PlaneSide::Front;
        return back ? PlaneSide::Back : PlaneSide::On;
    }
};

/// Side of a plane for each vertex of a winding, as a cut needs it.
struct WindingSides : PlaneSides {
    struct Vertex {
        double distance;
        int sign;  ///< result of sideOfVertex
    };
    InlineVector<Vertex, 12> at;

    WindingSides() = default;
    WindingSides(const PlaneEquations& equations, const Winding& winding, const CutPlane& by,
                 MeetingMemo* memo = nullptr) {
        find(equations, winding, by, memo);
    }
    void find(const PlaneEquations& equations, const Winding& winding, const CutPlane& by, MeetingMemo* memo = nullptr);
};

}  // namespace hullbake
