#include "move/feasible_direction.hpp"

#include <algorithm>
#include <cstddef>

namespace hullbake::detail {

namespace {

// Parts of the wish: who leads into a plane by less does so by rounding.
constexpr double kFeasibleSlack = 1e-10;
// A velocity that lost all but this of its length is rounding.
constexpr double kNothing = 1e-12;
// A velocity that lost so much of its length is looked at once more.
constexpr double kMuchShorter = 0.5;
// Planes whose normals differ by a smaller angle share no line that could be told.
constexpr double kNoSharedLine = 1e-9;
// Parts of the speed: half a unit in the last place of a float, and a hair.
constexpr double kFloatMargin = 0x1.02p-24;
constexpr int kHoldOffRounds = 4;

bool leadsInto(const Vec3& v, std::span<const Vec3> normals, double slack) {
    for (const Vec3& normal : normals)
        if (dot(normal, v) < -slack) return true;
    return false;
}

}  // namespace

namespace {

Vec3 projected(const Vec3& wish, std::span<const Vec3> normals) {
    const double slack = kFeasibleSlack * length(wish);
    if (!leadsInto(wish, normals, slack)) return wish;
    // On a plane or line through the tip the nearest is the one that keeps most of the wish.
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

// By how much it leads into the plane that it leads into most; 0 or less when into none.
double worstAgainst(const Vec3& v, std::span<const Vec3> normals) {
    double worst = 0;
    for (const Vec3& normal : normals) worst = std::max(worst, -dot(normal, v));
    return worst;
}

}  // namespace

Vec3 nearestFeasible(const Vec3& wish, std::span<const Vec3> normals) noexcept {
    Vec3 v = projected(wish, normals);
    if (length(v) <= kNothing * length(wish)) return {};
    // What is left of a long wish has its rounding.
    for (double before = length(wish), size = length(v); size > 0 && size < kMuchShorter * before;) {
        v = projected(v, normals);
        before = size;
        size = length(v);
    }
    return v;
}

Vec3 nudgedOff(const Vec3& velocity, std::span<const Vec3> normals) noexcept {
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
    // No room between them: then what the planes themselves allow is best.
    return worstAgainst(v, normals) <= worstAgainst(velocity, normals) ? v : velocity;
}

}  // namespace hullbake::detail
