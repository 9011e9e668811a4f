// Updates the nearest point as half-spaces are added one by one.
// If a half-space excludes the old point, the new point lies on its plane. The same argument then applies on the plane
// and on a line (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991).

#include "tree/small_region.hpp"

#include <algorithm>

namespace hullbake::detail {

namespace {

constexpr double kSameSineSquared = 1e-20;  // square of the sine of the angle below which two planes count as parallel
constexpr double kNeverMeets = 1e-12;       // sine of the angle below which a line never meets a plane

double lacking(const Bound& bound, const Vec3& x) {
    return bound.least - dot(bound.normal, x);
}

// Finds the nearest point on the line of two planes within the bounds. Returns false if there is none.
bool onLine(std::span<const Bound> bounds, const Bound& one, const Bound& two, const Vec3& from, Vec3& x) {
    Vec3 along = cross(one.normal, two.normal);
    const double sineSquared = dot(along, along);
    if (sineSquared < kSameSineSquared) return false;
    const Vec3 base = (cross(two.normal, along) * one.least + cross(along, one.normal) * two.least) * (1 / sineSquared);
    along = along * (1 / std::sqrt(sineSquared));
    double low = -1e30, high = 1e30;
    for (const Bound& bound : bounds) {
        const double rise = dot(bound.normal, along), lacks = lacking(bound, base);
        if (std::fabs(rise) < kNeverMeets) {
            if (lacks > kBoundSlack) return false;
        } else if (rise > 0) {
            low = std::max(low, lacks / rise);
        } else {
            high = std::min(high, lacks / rise);
        }
    }
    if (low > high + kBoundSlack) return false;
    const double middle = dot(from - base, along);
    x = base + along * (low > high ? low : std::clamp(middle, low, high));
    return true;
}

}  // namespace

bool nearestWithin(std::span<const Bound> bounds, const Vec3& from, double reach, Vec3& nearest) {
    nearest = from;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        if (lacking(bounds[i], nearest) <= kBoundSlack) continue;
        nearest = from + bounds[i].normal * lacking(bounds[i], from);
        for (std::size_t k = 0; k < i; ++k) {
            if (lacking(bounds[k], nearest) <= kBoundSlack) continue;
            if (!onLine(bounds.first(k), bounds[i], bounds[k], from, nearest)) return false;
        }
        // With more half-spaces the nearest point only moves away.
        const Vec3 way = nearest - from;
        if (!(dot(way, way) <= reach * reach)) return false;
    }
    return true;
}

}  // namespace hullbake::detail
