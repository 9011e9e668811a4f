// Updates the nearest point of a region as half-spaces are added one by one.
// If the new half-space excludes the old point, the new point lies on its plane. The same argument then applies on the
// plane and on a line (Seidel, "Small-dimensional linear programming and convex hulls made easy", 1991).

#include "neighbours/nearest_free_point.hpp"

#include <algorithm>

namespace hullbake::detail {

namespace {

constexpr double kParallelSquared = 1e-20;  // square of the sine of the angle below which two planes count as parallel
constexpr double kAlongSide = 1e-12;        // sine of the angle below which a line never meets a plane

}  // namespace

bool Region::add(const HalfSpace& half) {
    if (full()) return false;
    halves_[count_++] = half;
    return lacking(count_ - 1, nearest_) <= kRounding || onPlane(count_ - 1, nearest_);
}

Vec3 Region::nearestWithoutRoom() const {
    Region region;
    for (std::uint32_t i = 0; i < count_; ++i)
        if (!halves_[i].searched && !region.add({halves_[i].normal, halves_[i].least - halves_[i].room}))
            return nearest_;
    return region.nearest();
}

bool Region::onPlane(std::uint32_t i, Vec3& x) const {
    x = halves_[i].normal * halves_[i].least;
    for (std::uint32_t j = 0; j < i; ++j)
        if (lacking(j, x) > kRounding && !onLine(i, j, x)) return false;
    return true;
}

bool Region::onLine(std::uint32_t i, std::uint32_t j, Vec3& x) const {
    const HalfSpace &one = halves_[i], &two = halves_[j];
    Vec3 along = cross(one.normal, two.normal);
    const double sineSquared = dot(along, along);
    if (sineSquared < kParallelSquared) return false;
    const Vec3 base = (cross(two.normal, along) * one.least + cross(along, one.normal) * two.least) * (1 / sineSquared);
    along = along * (1 / std::sqrt(sineSquared));
    double low = -1e30, high = 1e30;
    for (std::uint32_t k = 0; k < j; ++k) {
        const double rise = dot(halves_[k].normal, along), lacks = lacking(k, base);
        if (std::fabs(rise) < kAlongSide) {
            if (lacks > kRounding) return false;
        } else if (rise > 0) {
            low = std::max(low, lacks / rise);
        } else {
            high = std::min(high, lacks / rise);
        }
    }
    if (low > high + kRounding) return false;
    x = base + along * (low > high ? low : std::clamp(0.0, low, high));
    return true;
}

}  // namespace hullbake::detail
