#include "move/feasible_direction.hpp"

#include <algorithm>
#include <cstddef>

namespace hullbake::detail {

namespace {

// Fraction of the wish: a smaller part into a plane is rounding.
constexpr double kFeasibleSlack = 1e-10;
// Fraction of the length: a velocity reduced to less is rounding.
constexpr double kNothing = 1e-12;
// Fraction of the length: a velocity reduced to less is projected again.
constexpr double kMuchShorter = 0.5;
// Sine of the angle between normals below which two planes have no usable common line.
constexpr double kNoSharedLine = 1e-9;
// Fraction of the speed: half a unit in the last place of a float, and slightly more.
constexpr double kFloatMargin = 0x1.02p-24;
constexpr int kHoldOffRounds = 4;

bool leadsInto(const Vec3& v, std::span<const Vec3> normals, double slack) {
    for (const Vec3& normal : normals)
        if (dot(normal, v) < -slack) return true;
    return false;
}

}  // namespace

namespace {

Vec3 projected(const Vec3& wish, std::span<const Vec3> normals, double slack) {
    // The longest projection on a plane or line through the apex is the nearest.
    Vec3 best;
    double kept = 0;
    const auto consider = [&](const Vec3& v) {
        const double size = dot(v, v);
        if (size <= kept || leadsInto(v, normals, slack)) return;
        kept = size;
        best = v;
    };
    for (const Vec3& normal : normals)
        if (const double into = dot(normal, wish); into < 0) consider(wish - normal * into);
    if (kept > 0) return best;
    for (std::size_t i = 0; i < normals.size(); ++i)
        for (std::size_t j = i + 1; j < normals.size(); ++j) {
            const Vec3 line = cross(normals[i], normals[j]);
            const double size = length(line);
            if (size <= kNoSharedLine) continue;
            const Vec3 along = line * (1 / size);
            consider(along * dot(along, wish));
        }
    return best;
}

// Returns the greatest part of the velocity into any plane, or 0.
double worstAgainst(const Vec3& v, std::span<const Vec3> normals) {
    double worst = 0;
    for (const Vec3& normal : normals) worst = std::max(worst, -dot(normal, v));
    return worst;
}

}  // namespace

Vec3 nearestFeasible(const Vec3& wish, std::span<const Vec3> normals) noexcept {
    const double whole = length(wish);
    if (whole <= kNothing * whole) return {};
    Vec3 v = wish;
    // The remainder of a long wish carries its rounding.
    for (double before = whole, size = 0;; before = size) {
        const double slack = kFeasibleSlack * before;
        if (!leadsInto(v, normals, slack)) return v;
        v = projected(v, normals, slack);
        size = length(v);
        if (before == whole && size <= kNothing * whole) return {};
        if (!(size > 0 && size < kMuchShorter * before)) return v;
    }
}

Vec3 nudgedOff(const Vec3& velocity, std::span<const Vec3> normals) noexcept {
    if (normals.empty()) return velocity;
    Vec3 v = velocity;
    const double margin = kFloatMargin * length(velocity);
    for (int round = 0; round < kHoldOffRounds; ++round) {
        bool changed = false;
        for (const Vec3& normal : normals) {
            const double lacks = margin - dot(normal, v);
            if (!(lacks > 0)) continue;
            v = v + normal * (lacks + margin / 16);
            changed = true;
        }
        if (!changed) return v;
    }
    // If the planes leave no room, keeps the better of both.
    return worstAgainst(v, normals) <= worstAgainst(velocity, normals) ? v : velocity;
}

}  // namespace hullbake::detail
