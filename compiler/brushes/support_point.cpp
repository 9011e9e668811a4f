#include "compiler/brushes/support_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace hullbake {

namespace {

constexpr double kBeside = 1e-3;     // units: planes and vertices this close to the furthest vertex may set the bound
constexpr double kSame = 1e-7;       // units: vertices this close see the same planes
constexpr double kParallel = 1e-10;  // volume of three unit normals: below it they do not meet in a point
constexpr double kWeightRounding = 4e-16;  // of a weight, over that volume
constexpr double kMostRounding = 1e-12;    // of weights that count as none: times the largest solid, 1e-8 units
constexpr double kBeyond = 1e-11;          // units: rounding of distances this close to a vertex
constexpr std::size_t kTakenAtOnce = 12, kMostTaken = 24;  // planes that are tried at a vertex; most have three or four

// A plane seen from a vertex: how far before the vertex it lies.
struct NearPlane {
    Vec3 normal;
    double ahead = 0;
};

std::vector<NearPlane> planesAt(const Solid& solid, const Vec3& vertex) {
    std::vector<NearPlane> near;
    for (const SolidSide& side : solid.sides) {
        if (side.bevel) continue;
        const double ahead = -distanceTo(side.plane, vertex);
        if (std::fabs(ahead) <= kBeside) near.push_back({side.plane.normal, ahead});
    }
    return near;
}

struct Bound {
    double ahead = std::numeric_limits<double>::infinity();
    Vec3 reached;        // where its planes meet
    double outside = 0;  // how far that lies outside the other planes
    bool framed = true;  // whether only the frame holds it
};

double furthestOutside(const std::vector<NearPlane>& planes, const Vec3& p) {
    double most = 0;
    for (const NearPlane& plane : planes) most = std::max(most, dot(plane.normal, p) - plane.ahead);
    return most;
}

// The least bound that three of the planes set on `normal`; the first `frame` of them are the frame's.
Bound leastBound(const std::vector<NearPlane>& planes, std::size_t frame, const Vec3& normal) {
    Bound least;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const Vec3 ij = cross(planes[i].normal, planes[j].normal);
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const double volume = dot(ij, planes[k].normal);
                if (std::fabs(volume) < kParallel) continue;
                const Vec3 jk = cross(planes[j].normal, planes[k].normal),
                           ki = cross(planes[k].normal, planes[i].normal);
                const double a = dot(normal, jk) / volume, b = dot(normal, ki) / volume, c = dot(normal, ij) / volume;
                const double none = std::min(kWeightRounding / std::fabs(volume), kMostRounding);
                if (a < -none || b < -none || c < -none) continue;
                Bound bound;
                bound.ahead = a * planes[i].ahead + b * planes[j].ahead + c * planes[k].ahead;
                if (bound.ahead > least.ahead + kBeyond) continue;
                bound.reached = (jk * planes[i].ahead + ki * planes[j].ahead + ij * planes[k].ahead) * (1 / volume);
                bound.outside = furthestOutside(planes, bound.reached);
                bound.framed = (i < frame && a > none) || (j < frame && b > none) || (k < frame && c > none);
                // Of bounds that are as good the place within all planes counts: the next plane is chosen there.
                if (bound.ahead < least.ahead - kBeyond || bound.outside < least.outside) least = bound;
            }
        }
    return least;
}

// How far ahead of the vertex the planes let a point move along `normal`; infinity where they do not hold it. Where two
// of them all but coincide the point may be as far away as the solid is long: `size`. Of many planes some are taken
// at once, and then always the one that the best place so far lies furthest outside of.
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
        if (next == left.end() || outside(*next) <= kBeyond || taken.size() == frame + kMostTaken)
            return bound.framed ? std::numeric_limits<double>::infinity() : bound.ahead;
        taken.push_back(*next);
        left.erase(next);
    }
}

struct Furthest {
    double reach = -std::numeric_limits<double>::infinity();
    bool exact = true;
    std::vector<Vec3> vertices;  // all that may be it, each once
};

Furthest supportVertices(const Solid& solid, const Vec3& normal) {
    Furthest furthest;
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices)
            furthest.reach = std::max(furthest.reach, dot(normal, vertex.p));
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices) {
            if (dot(normal, vertex.p) < furthest.reach - kBeside) continue;
            furthest.exact = furthest.exact && vertex.exact;
            const auto same = [&](const Vec3& known) { return length(known - vertex.p) < kSame; };
            if (std::none_of(furthest.vertices.begin(), furthest.vertices.end(), same))
                furthest.vertices.push_back(vertex.p);
        }
    return furthest;
}

}  // namespace

double supportAlong(const Solid& solid, const Vec3& normal) {
    const Furthest furthest = supportVertices(solid, normal);
    if (furthest.exact) return furthest.reach;
    const double size = length(solid.bounds.maxs - solid.bounds.mins) + 1;
    double bound = std::numeric_limits<double>::infinity();
    for (const Vec3& vertex : furthest.vertices)
        bound = std::min(bound, dot(normal, vertex) + boundAt(planesAt(solid, vertex), normal, size));
    return std::isfinite(bound) ? bound : furthest.reach;
}

}  // namespace hullbake
