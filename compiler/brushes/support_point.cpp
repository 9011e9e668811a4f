// Computes the support from exact vertices, or else by the dual linear program over planes near the support vertex.

#include "compiler/brushes/support_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hullbake {

namespace {

// Upper bound of the distance between the support vertex and other planes and vertices that may set the bound. World
// units. Off-grid vertices are this accurate even where planes meet at a thousandth of a degree.
constexpr double kBesideSupport = 1e-3;
// Upper bound of the distance of two vertices that count as one. World units. Far below kBesideSupport, so both see the
// same planes.
constexpr double kSameVertex = 1e-7;
// Lower bound of the volume of three unit normals whose planes meet in a point. No unit. Below it the point is
// rounding.
constexpr double kLeastVolume = 1e-10;
// Rounding error of a weight times that volume. No unit. A few units in the last place.
constexpr double kWeightRounding = 4e-16;
// Upper bound of a weight's rounding error that counts as zero. No unit. Times the largest solid it is 1e-8 world
// units.
constexpr double kMostWeightRounding = 1e-12;
// Rounding error of distances between points close to a vertex. World units.
constexpr double kDistanceRounding = 1e-11;
constexpr std::size_t kTakenAtOnce = 12,
                      kMostTaken =
                          24;  // planes tried at a vertex, at first and at most; most vertices have three or four

// A plane relative to a vertex; `ahead` is its distance in front of the vertex.
struct NearPlane {
    Vec3 normal;
    double ahead = 0;
};

std::vector<NearPlane> planesAt(const Solid& solid, const Vec3& vertex) {
    std::vector<NearPlane> near;
    for (const SolidSide& side : solid.sides) {
        if (side.bevel) continue;
        const double ahead = -distanceTo(side.plane, vertex);
        if (std::fabs(ahead) <= kBesideSupport) near.push_back({side.plane.normal, ahead});
    }
    return near;
}

struct Bound {
    double ahead = std::numeric_limits<double>::infinity();
    Vec3 reached;        // point where its planes meet
    double outside = 0;  // distance of that point outside the other planes
    bool framed = true;  // true if only the frame bounds it
};

double mostOutside(const std::vector<NearPlane>& planes, const Vec3& p) {
    double most = 0;
    for (const NearPlane& plane : planes) most = std::max(most, dot(plane.normal, p) - plane.ahead);
    return most;
}

// Returns the least bound that three of the planes set on `normal`. The first `frame` planes are the frame.
Bound leastBound(const std::vector<NearPlane>& planes, std::size_t frame, const Vec3& normal) {
    Bound least;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const Vec3 ij = cross(planes[i].normal, planes[j].normal);
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const double volume = dot(ij, planes[k].normal);
                if (std::fabs(volume) < kLeastVolume) continue;
                const Vec3 jk = cross(planes[j].normal, planes[k].normal),
                           ki = cross(planes[k].normal, planes[i].normal);
                const double a = dot(normal, jk) / volume, b = dot(normal, ki) / volume, c = dot(normal, ij) / volume;
                const double none = std::min(kWeightRounding / std::fabs(volume), kMostWeightRounding);
                if (a < -none || b < -none || c < -none) continue;
                Bound bound;
                bound.ahead = a * planes[i].ahead + b * planes[j].ahead + c * planes[k].ahead;
                if (bound.ahead > least.ahead + kDistanceRounding) continue;
                bound.reached = (jk * planes[i].ahead + ki * planes[j].ahead + ij * planes[k].ahead) * (1 / volume);
                bound.outside = mostOutside(planes, bound.reached);
                bound.framed = (i < frame && a > none) || (j < frame && b > none) || (k < frame && c > none);
                // Among equal bounds, prefers the point within all planes: the next plane is chosen at that point.
                if (bound.ahead < least.ahead - kDistanceRounding || bound.outside < least.outside) least = bound;
            }
        }
    return least;
}

// Returns how far the planes let a point move from the vertex along `normal`; infinity if they do not bound it. Where
// two planes almost coincide the point may be as far away as `size`, the length of the solid.
// Starts with the first kTakenAtOnce planes. Then repeatedly adds the plane that the best point so far lies farthest
// outside of.
double boundAt(const std::vector<NearPlane>& planes, const Vec3& normal, double size) {
    const Vec3 helper = std::fabs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 across = cross(normal, helper) * (1 / length(cross(normal, helper))), other = cross(normal, across);
    std::vector<NearPlane> taken = {{normal, size}, {across, size}, {-across, size}, {other, size}, {-other, size}};
    const std::size_t frame = taken.size(), atOnce = std::min(planes.size(), kTakenAtOnce);
    taken.insert(taken.end(), planes.begin(), planes.begin() + static_cast<std::ptrdiff_t>(atOnce));
    std::vector<NearPlane> left(planes.begin() + static_cast<std::ptrdiff_t>(atOnce), planes.end());
    for (;;) {
        const Bound bound = leastBound(taken, frame, normal);
        const auto outside = [&](const NearPlane& plane) { return dot(plane.normal, bound.reached) - plane.ahead; };
        const auto next = std::max_element(
            left.begin(), left.end(), [&](const NearPlane& a, const NearPlane& b) { return outside(a) < outside(b); });
        if (next == left.end() || outside(*next) <= kDistanceRounding || taken.size() == frame + kMostTaken)
            return bound.framed ? std::numeric_limits<double>::infinity() : bound.ahead;
        taken.push_back(*next);
        left.erase(next);
    }
}

struct SupportVertices {
    double reach = -std::numeric_limits<double>::infinity();
    bool exact = true;
    std::vector<Vec3> vertices;  // candidates for the support vertex, each once
};

SupportVertices supportVertices(const Solid& solid, const Vec3& normal) {
    SupportVertices support;
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices)
            support.reach = std::max(support.reach, dot(normal, vertex.p));
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices) {
            if (dot(normal, vertex.p) < support.reach - kBesideSupport) continue;
            support.exact = support.exact && vertex.exact;
            const auto same = [&](const Vec3& known) { return length(known - vertex.p) < kSameVertex; };
            if (std::none_of(support.vertices.begin(), support.vertices.end(), same))
                support.vertices.push_back(vertex.p);
        }
    return support;
}

}  // namespace

double supportAlong(const Solid& solid, const Vec3& normal) {
    const SupportVertices support = supportVertices(solid, normal);
    if (support.exact) return support.reach;
    const double size = length(solid.bounds.maxs - solid.bounds.mins) + 1;
    double bound = std::numeric_limits<double>::infinity();
    for (const Vec3& vertex : support.vertices)
        bound = std::min(bound, dot(normal, vertex) + boundAt(planesAt(solid, vertex), normal, size));
    return std::isfinite(bound) ? bound : support.reach;
}

}  // namespace hullbake
