#include "hullbake/transform.hpp"

#include "block/box_checks.hpp"
#include "shapes/sine_cosine.hpp"

namespace hullbake {

Transform Transform::rotated(const Vec3& angles, const Vec3& pivot) noexcept {
    const auto [sp, cp] = detail::ofDegrees(angles.x);
    const auto [sy, cy] = detail::ofDegrees(angles.y);
    const auto [sr, cr] = detail::ofDegrees(angles.z);
    Transform transform;
    transform.axes[0] = {cp * cy, cp * sy, -sp};
    transform.axes[1] = {sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, sr * cp};
    transform.axes[2] = {cr * sp * cy + sr * sy, cr * sp * sy - sr * cy, cr * cp};
    // Adding zero turns -0 into 0, so that an identity compares equal to one.
    for (Vec3& axis : transform.axes) axis = axis + Vec3{};
    transform.pivot = pivot;
    return transform;
}

bool Transform::valid() const noexcept {
    bool good = detail::isInRange(displacement) && detail::isInRange(pivot);
    for (int i = 0; i < 3; ++i)
        for (int k = i; k < 3; ++k)
            good = good && std::fabs(dot(axes[i], axes[k]) - (i == k ? 1 : 0)) <= kRotationTolerance;
    return good && dot(cross(axes[0], axes[1]), axes[2]) > 0;
}

}  // namespace hullbake
