#include "brushes/nearest_common_point.hpp"

namespace hullbake::detail {

namespace {

// Least squared sine of the angle between two planes, and least volume of three normals, for which they meet in a line
// or a point.
constexpr double kLeastSquaredSine = 1e-18, kLeastVolume = 1e-12;

}  // namespace

bool NearestCorner::holds(const Vec3& x) const {
    const double slack = limitSlack(x);
    for (int i = 0; i < count_; ++i)
        if (dot(limits_[i].normal, x) < limits_[i].least - slack) return false;
    return true;
}

void NearestCorner::offer(const Vec3& x, std::array<int, 3> on) {
    const Vec3 apart = x - target_;
    if (found_ && dot(apart, apart) >= dot(best_ - target_, best_ - target_)) return;
    if (!holds(x)) return;
    found_ = true;
    best_ = x;
    bestOn_ = on;
}

// Finds the point nearest to the target on one to three planes; -1 stands for none. A second step removes what rounding
// leaves when planes are nearly parallel.
bool NearestCorner::onPlanes(int one, int two, int three, Vec3& x) const {
    x = target_;
    const Vec3& a = limits_[one].normal;
    const Vec3 b = two >= 0 ? limits_[two].normal : Vec3{}, c = three >= 0 ? limits_[three].normal : Vec3{};
    const Vec3 ab = cross(a, b), bc = cross(b, c);
    const double squaredSine = dot(ab, ab), volume = dot(a, bc);
    if (three >= 0 && std::fabs(volume) < kLeastVolume) return false;
    if (two >= 0 && three < 0 && squaredSine < kLeastSquaredSine) return false;
    for (int step = 0; step < 2; ++step) {
        const double ra = limits_[one].least - dot(a, x);
        const double rb = two >= 0 ? limits_[two].least - dot(b, x) : 0;
        if (three >= 0) {
            const double rc = limits_[three].least - dot(c, x);
            x = x + (bc * ra + cross(c, a) * rb + ab * rc) * (1 / volume);
        } else if (two >= 0) {
            x = x + (cross(b, ab) * ra + cross(ab, a) * rb) * (1 / squaredSine);
        } else {
            x = x + a * ra;
        }
    }
    return true;
}

bool NearestCorner::add(const Limit& limit) {
    const int last = count_++;
    limits_[last] = limit;
    found_ = false;
    Vec3 x;
    if (onPlanes(last, -1, -1, x)) offer(x, {last, -1, -1});
    for (int i = 0; i < last; ++i) {
        if (onPlanes(last, i, -1, x)) offer(x, {last, i, -1});
        for (int k = 0; k < i; ++k)
            if (onPlanes(last, i, k, x)) offer(x, {last, i, k});
    }
    if (!found_) return false;
    std::array<Limit, 3> tight;
    count_ = 0;
    for (const int on : bestOn_)
        if (on >= 0) tight[count_++] = limits_[on];
    for (int i = 0; i < count_; ++i) limits_[i] = tight[i];
    point_ = best_;
    return true;
}

}  // namespace hullbake::detail
