#include "compiler/fill/leaf_cut.hpp"

#include <cmath>
#include <limits>

namespace hullbake {

namespace {

// Lower bound of the distance of two points that a halfway cut separates. World units. Far above kOnPlane, so that both
// parts are cells.
constexpr double kLeastCut = 1e-3;

Plane facingUp(Plane plane) {
    for (int a = 0; a < 3; ++a) {
        if (plane.normal[a] == 0) continue;
        return plane.normal[a] > 0 ? plane : Plane{-plane.normal, -plane.dist};
    }
    return plane;
}

// Returns the plane along an edge of a portal and perpendicular to the portal. Empty if the edge is only rounding.
std::optional<Plane> planeAlongEdge(const Portal& portal, std::size_t edge) {
    const auto& vertices = portal.winding.vertices;
    const Vec3 a = vertices[edge].p, along = vertices[edge + 1 == vertices.size() ? 0 : edge + 1].p - a;
    const Vec3 across = cross(portal.plane.normal, along);
    if (length(along) < kOnPlane) return std::nullopt;
    Plane plane{across * (1 / length(across)), 0};
    plane.dist = dot(plane.normal, a);
    return plane;
}

bool parts(const Plane& plane, const Vec3& from, const Vec3& to) {
    const double dFrom = distanceTo(plane, from), dTo = distanceTo(plane, to);
    return !(std::fabs(dFrom) <= kOnPlane || std::fabs(dTo) <= kOnPlane || dFrom * dTo > 0);
}

}  // namespace

std::optional<LeafCut> narrowestCut(const PlaneEquations& equations, const ConvexCell& cell,
                                    std::span<const Portal* const> portals, const Vec3& from, const Vec3& to) {
    std::optional<LeafCut> best;
    double least = std::numeric_limits<double>::infinity();
    for (const Portal* portal : portals)
        for (std::size_t i = 0; i < portal->winding.vertices.size(); ++i) {
            const std::optional<Plane> along = planeAlongEdge(*portal, i);
            if (!along || !parts(*along, from, to)) continue;
            const Plane plane = facingUp(*along);
            ConvexCell front, back;
            Winding cap;
            if (splitCell(equations, cell, {plane, kNoPlane}, front, back, cap) != PlaneSide::Both) continue;
            const double width = widthOf(cap, plane.normal);
            if (width >= least) continue;
            least = width;
            best = LeafCut{plane, centreOf(cap)};
        }
    return best;
}

std::optional<LeafCut> halfwayCut(const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    if (length(way) < kLeastCut) return std::nullopt;
    Plane plane = facingUp({way * (1 / length(way)), 0});
    const Vec3 middle = (from + to) * 0.5;
    plane.dist = dot(plane.normal, middle);
    return LeafCut{plane, middle};
}

}  // namespace hullbake
