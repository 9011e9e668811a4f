#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

namespace {

// Tolerances, units: how much farther away the point may be, and how far outside a half-space. They allow for the
// rounding of its position.
constexpr double kReach = kSurfaceTolerance * 1.0001;
constexpr double kSlack = kRounding * 1e-3;

}  // namespace

// Tries the origin and every point on one, two or three planes: the nearest point of the intersection lies on at most
// three.
bool NearestPoint::exists() const {
    if (holds({})) return true;
    for (int i = 0; i < count_; ++i) {
        if (holds(normal(i) * least(i))) return true;
        for (int k = 0; k < i; ++k) {
            if (onTwo(i, k)) return true;
            for (int m = 0; m < k; ++m)
                if (onThree(i, k, m)) return true;
        }
    }
    return false;
}

bool NearestPoint::holds(const Vec3& x) const {
    if (!(dot(x, x) <= kReach * kReach)) return false;
    for (int i = 0; i < count_; ++i)
        if (dot(normal(i), x) < least(i) - kSlack) return false;
    return true;
}

bool NearestPoint::onTwo(int i, int k) const {
    const double g = dot(normal(i), normal(k)), det = 1 - g * g;
    if (det < 1e-18) return false;
    const double a = (least(i) - g * least(k)) / det, b = (least(k) - g * least(i)) / det;
    return holds(normal(i) * a + normal(k) * b);
}

bool NearestPoint::onThree(int i, int k, int m) const {
    const Vec3 km = cross(normal(k), normal(m));
    const double det = dot(normal(i), km);
    if (std::fabs(det) < 1e-12) return false;
    const Vec3 x = km * least(i) + cross(normal(m), normal(i)) * least(k) + cross(normal(i), normal(k)) * least(m);
    return holds(x * (1 / det));
}

}  // namespace hullbake::detail
