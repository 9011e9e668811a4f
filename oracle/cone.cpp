#include "oracle/cone.hpp"

#include <algorithm>

namespace hullbake::oracle {
namespace {

/// Of the wish's length: rounding of the distances to planes that a vector lies in.
constexpr double kRounding = 1e-10;
/// Sine of the angle below which two planes have no crease.
constexpr double kParallel = 1e-9;

}  // namespace

/// The nearest vector lies in the cone, in one of its faces or along one of its edges, and is the wish's projection on
/// that; so the nearest of all these projections that are in the cone is it.
Vec3 nearestInCone(const Vec3& wish, std::span<const Vec3> normals) {
    const double slack = kRounding * length(wish);
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
            if (size > kParallel * kParallel) offer(crease * (dot(crease, wish) / size));
        }
    }
    return best;
}

}  // namespace hullbake::oracle
