#include "oracle/moves/feasible_cone.hpp"

#include <algorithm>

namespace hullbake::oracle {
namespace {

/// Bounds rounding of the distance to a plane that a vector lies in, as a share of the wish's length.
constexpr double kInConeShare = 1e-10;
/// Sine of an angle below which two planes have no crease.
constexpr double kCreaseSine = 1e-9;

}  // namespace

/// The nearest vector lies inside the cone, on a face or on an edge. There it is the projection of the wish. So all
/// these projections are tried, and the nearest one in the cone is the result.
Vec3 nearestInCone(const Vec3& wish, std::span<const Vec3> normals) {
    const double slack = kInConeShare * length(wish);
    Vec3 best;
    double least = dot(wish, wish);
    const auto offer = [&](const Vec3& v) {
        const Vec3 away = wish - v;
        if (!(dot(away, away) < least)) return;
        if (std::any_of(normals.begin(), normals.end(), [&](const Vec3& n) { return dot(n, v) < -slack; })) return;
        best = v;
        least = dot(away, away);
    };
    offer(wish);
    if (best == wish) return best;
    for (std::size_t i = 0; i < normals.size(); ++i) {
        offer(wish - normals[i] * dot(normals[i], wish));
        for (std::size_t j = i + 1; j < normals.size(); ++j) {
            const Vec3 crease = cross(normals[i], normals[j]);
            const double size = dot(crease, crease);
            if (size > kCreaseSine * kCreaseSine) offer(crease * (dot(crease, wish) / size));
        }
    }
    return best;
}

/// The nearest point is the origin, its foot on a plane, its foot on the line of two planes, or the point of three.
std::optional<Vec3> nearestInFront(std::span<const Plane> planes) {
    constexpr double kInFrontSlack = 1e-9;  // units: bounds rounding
    std::optional<Vec3> best;
    double least = 1e300;
    const auto offer = [&](const Vec3& p) {
        const double size = dot(p, p);
        if (!(size < least)) return;
        if (std::any_of(planes.begin(), planes.end(),
                        [&](const Plane& a) { return distanceTo(a, p) < -kInFrontSlack; }))
            return;
        best = p;
        least = size;
    };
    offer({});
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const Plane& a = planes[i];
        offer(a.normal * a.dist);
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const Plane& b = planes[j];
            const Vec3 line = cross(a.normal, b.normal);
            const double size = dot(line, line);
            if (size <= kCreaseSine * kCreaseSine) continue;
            offer((cross(b.normal, line) * a.dist + cross(line, a.normal) * b.dist) * (1 / size));
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const Plane& c = planes[k];
                const double volume = dot(line, c.normal);
                if (std::abs(volume) <= kCreaseSine) continue;
                offer((cross(b.normal, c.normal) * a.dist + cross(c.normal, a.normal) * b.dist + line * c.dist) *
                      (1 / volume));
            }
        }
    }
    return best;
}

}  // namespace hullbake::oracle
