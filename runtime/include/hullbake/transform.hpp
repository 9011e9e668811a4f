// Placement of a brush model by the game: moved, turned, or both.
#pragma once

#include "hullbake/export.h"
#include "hullbake/math.hpp"

namespace hullbake {

/// Upper bound of the error of a rotation matrix: of the dot product of any two axes, and of one with itself less 1.
/// Larger than the rounding of axes in single precision.
inline constexpr double kRotationTolerance = 1e-6;

/// Maps model space, where the map draws the model, to the world:
///
///     world = pivot + displacement + axes[0] * q.x + axes[1] * q.y + axes[2] * q.z,   q = model - pivot
///
/// The default leaves the model where the map draws it. Queries accept a transform if all numbers are finite, and
/// displacement and pivot lie within +-kMaxCoordinate on every axis. The axes must be a rotation within
/// kRotationTolerance: right-handed, no scale, no mirror. Within that tolerance it counts as the nearest rotation, so
/// axes in single precision suffice. Axes equal to the identity are no rotation.
struct Transform {
    Vec3 displacement;                                 ///< of the model's pivot, in world units
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< where the model's x, y and z point in the world
    Vec3 pivot;                                        ///< the point the model turns about, in model space

    static constexpr Transform moved(const Vec3& by) {
        Transform transform;
        transform.displacement = by;
        return transform;
    }

    /// Returns the transform for the angles of Quake's engines: pitch (positive looks down), yaw (counter-clockwise
    /// from above) and roll (clockwise from behind), in degrees, of any size. The model is rolled first, then pitched,
    /// then yawed. Multiples of 90 degrees are exact. Angles that are not finite give axes that no query accepts. The
    /// displacement may be set afterwards.
    HULLBAKE_API static Transform rotated(const Vec3& angles, const Vec3& pivot = {}) noexcept;

    /// Returns true unless the axes equal the identity.
    constexpr bool turns() const {
        return !(axes[0] == Vec3{1, 0, 0} && axes[1] == Vec3{0, 1, 0} && axes[2] == Vec3{0, 0, 1});
    }
    /// Returns true if queries accept the transform.
    HULLBAKE_API bool valid() const noexcept;

    friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

}  // namespace hullbake
