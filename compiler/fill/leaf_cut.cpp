#include "compiler/fill/leaf_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

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

// Returns the polygon in which a plane cuts a cell, in doubles: it ranks cuts and decides nothing. Empty if the plane
// cuts off a sliver, whose polygon would always be the narrowest.
Winding sliceOf(const ConvexCell& cell, const Plane& plane) {
    std::vector<Vec3> points;
    Vec3 middle;
    double most = 0, least = 0;
    for (const CellFace& face : cell.faces) {
        const auto& vertices = face.winding.vertices;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const Vec3 &a = vertices[i].p, &b = vertices[i + 1 == vertices.size() ? 0 : i + 1].p;
            const double da = distanceTo(plane, a), db = distanceTo(plane, b);
            most = std::max(most, da);
            least = std::min(least, da);
            if ((da > 0) == (db > 0)) continue;
            points.push_back(a + (b - a) * (da / (da - db)));
            middle = middle + points.back();
        }
    }
    Winding slice;
    if (points.size() < 3 || most <= kOnPlane || least >= -kOnPlane) return slice;
    middle = middle * (1.0 / static_cast<double>(points.size()));
    const Vec3 aside = std::fabs(plane.normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 right = cross(plane.normal, aside), up = cross(plane.normal, right);
    // Grows with the angle, by operations that have the same bits everywhere.
    const auto turn = [&](const Vec3& p) {
        const double x = dot(p - middle, right), y = dot(p - middle, up), size = std::fabs(x) + std::fabs(y);
        const double along = size > 0 ? x / size : 0;
        return y < 0 ? along - 1 : 1 - along;
    };
    const auto isBefore = [&](const Vec3& a, const Vec3& b) {
        return std::tuple(turn(a), a.x, a.y, a.z) < std::tuple(turn(b), b.x, b.y, b.z);
    };
    std::sort(points.begin(), points.end(), isBefore);
    for (const Vec3& p : points) slice.vertices.push_back({p, kNoPlane});
    return slice;
}

bool parts(const Plane& plane, const Vec3& from, const Vec3& to) {
    const double dFrom = distanceTo(plane, from), dTo = distanceTo(plane, to);
    return !(std::fabs(dFrom) <= kOnPlane || std::fabs(dTo) <= kOnPlane || dFrom * dTo > 0);
}

}  // namespace

std::optional<LeafCut> narrowestCut(const ConvexCell& cell, std::span<const Portal* const> portals, const Vec3& from,
                                    const Vec3& to) {
    std::optional<LeafCut> best;
    double least = std::numeric_limits<double>::infinity();
    for (const Portal* portal : portals)
        for (std::size_t i = 0; i < portal->winding.vertices.size(); ++i) {
            const std::optional<Plane> along = planeAlongEdge(*portal, i);
            if (!along || !parts(*along, from, to)) continue;
            const Plane plane = facingUp(*along);
            const Winding cap = sliceOf(cell, plane);
            if (cap.empty()) continue;
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
