// Where a game has put a brush model: moved, turned, or both.
#pragma once

#include "hullbake/export.h"
#include "hullbake/math.hpp"

namespace hullbake {

/// A matrix whose axes differ from right angles and unit length by no more than this (dot products of any two, and of
/// one with itself less 1) counts as a rotation.
inline constexpr double kRotationTolerance = 1e-6;

/// From model space, where the map draws the model, to the world:
///
///     world = pivot + displacement + axes[0] * q.x + axes[1] * q.y + axes[2] * q.z,   q = model - pivot
///
/// The default leaves the model where the map draws it. Queries take a transform whose numbers are finite, whose
/// displacement and pivot lie within +-kMaxCoordinate on every axis, and whose axes are a rotation within
/// kRotationTolerance, right-handed: no scale, no mirror. Within that tolerance it counts as the rotation nearest to
/// it, so axes in single precision will do. Axes that are exactly the identity are no rotation.
struct Transform {
    Vec3 displacement;                                 ///< of the model's pivot, in world units
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< where the model's x, y and z point in the world
    Vec3 pivot;                                        ///< what the model is turned about, in model space

    static constexpr Transform moved(const Vec3& by) {
        Transform transform;
        transform.displacement = by;
        return transform;
    }

    /// Angles as Quake's engines have them: pitch (positive looks down), yaw (counter-clockwise from above) and roll
    /// (clockwise from behind), in degrees, of any size; the model is rolled first, then pitched, then turned.
    /// Multiples of 90 degrees are exact. Angles that are not finite give axes that no query takes. The displacement
    /// may be set afterwards.
    HULLBAKE_API static Transform rotated(const Vec3& angles, const Vec3& pivot = {}) noexcept;

    /// Whether the axes are anything but exactly the identity.
    constexpr bool turns() const {
        return !(axes[0] == Vec3{1, 0, 0} && axes[1] == Vec3{0, 1, 0} && axes[2] == Vec3{0, 0, 1});
    }
    /// Whether queries take it.
    HULLBAKE_API bool valid() const noexcept;

    friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

}  // namespace hullbake
