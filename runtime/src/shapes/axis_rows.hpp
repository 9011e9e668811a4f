// The axes of boxes, four numbers at a time, and the tolerances by which boxes are compared.
#pragma once

#include "shapes/core.hpp"
#include "simd/four_lanes.hpp"

namespace hullbake::detail {

/// The sine between two sides from which on the gap across them has a short formula without cancellation.
inline constexpr double kSlanted = 1e-2;
/// Axes whose gaps differ by less count as equal, relative to the size of both bodies: about 10^5 roundings. Which of
/// them counts is then a matter of order, and does not change when a body trembles.
inline constexpr double kSameGap = 1e-10;
/// Corners of a box that are farthest along a direction to within this, relative to the size, are one feature.
inline constexpr double kSameCornerHeight = 4 * kSameGap;

/// Three axes of a box, number by number.
template <class Four>
struct AxisRows {
    Four x, y, z;

    HULLBAKE_INLINE explicit AxisRows(const Vec3 (&axes)[3])
        : x(Four::of(axes[0].x, axes[1].x, axes[2].x)),
          y(Four::of(axes[0].y, axes[1].y, axes[2].y)),
          z(Four::of(axes[0].z, axes[1].z, axes[2].z)) {}

    HULLBAKE_INLINE explicit AxisRows(const Four (&numbers)[3]) : x(numbers[0]), y(numbers[1]), z(numbers[2]) {}

    HULLBAKE_INLINE Four along(const Vec3& v) const {
        return x * Four::all(v.x) + y * Four::all(v.y) + z * Four::all(v.z);
    }
    // Bits 0 to 2 are set where the product of all three axes is above 0.
    HULLBAKE_INLINE unsigned rightHanded() const {
        const Four nextX = Four::next(x), nextY = Four::next(y), nextZ = Four::next(z);
        const Four afterX = Four::after(x), afterY = Four::after(y), afterZ = Four::after(z);
        return Four::above(x * (nextY * afterZ - nextZ * afterY) + y * (nextZ * afterX - nextX * afterZ) +
                               z * (nextX * afterY - nextY * afterX),
                           Four::all(0));
    }
    // How far they are from being of unit length and square to each other.
    HULLBAKE_INLINE unsigned exact() const {
        const Four square = x * x + y * y + z * z;
        const Four skew = x * Four::next(x) + y * Four::next(y) + z * Four::next(z);
        const Four least = Four::all(kExactRotation);
        return Four::above(least, Four::absolute(square - Four::of(1, 1, 1))) &
               Four::above(least, Four::absolute(skew));
    }
};

}  // namespace hullbake::detail
