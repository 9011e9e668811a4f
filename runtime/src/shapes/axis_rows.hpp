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

/// Gaps that differ by less, relative to the size, differ by rounding: about a thousand of them.
inline constexpr double kNoWider = 1e-13;
/// Bodies nearer than this, relative to the size, are joined by a way whose direction is known to fewer digits.
inline constexpr double kPoorWay = 1.0 / 64;

/// Three axes of a box, number by number.
template <class Four>
struct AxisRows {
    Four x, y, z;

    AxisRows() = default;
    HULLBAKE_INLINE explicit AxisRows(const Vec3 (&axes)[3])
        : x(Four::of(axes[0].x, axes[1].x, axes[2].x)),
          y(Four::of(axes[0].y, axes[1].y, axes[2].y)),
          z(Four::of(axes[0].z, axes[1].z, axes[2].z)) {}

    HULLBAKE_INLINE explicit AxisRows(const Four (&numbers)[3]) : x(numbers[0]), y(numbers[1]), z(numbers[2]) {}

    HULLBAKE_INLINE Four along(const Vec3& v) const {
        return x * Four::all(v.x) + y * Four::all(v.y) + z * Four::all(v.z);
    }
    HULLBAKE_INLINE Four along(const Four& v) const {
        return x * Four::template spread<0>(v) + y * Four::template spread<1>(v) + z * Four::template spread<2>(v);
    }
    HULLBAKE_INLINE AxisRows turned() const {
        const Four rows[3] = {x, y, z};
        Four columns[3];
        Four::turn(rows, columns);
        return AxisRows(columns);
    }
    // How far they are from being of unit length and square to each other. NaN or high if a number is not finite.
    HULLBAKE_INLINE Four error() const {
        const Four square = x * x + y * y + z * z;
        const Four skew = x * Four::next(x) + y * Four::next(y) + z * Four::next(z);
        return Four::most(Four::absolute(square - Four::all(1)), Four::absolute(skew));
    }
    // Bits 0 to 2 are set where that is next to nothing.
    HULLBAKE_INLINE unsigned exact() const { return Four::above(Four::all(kExactRotation), error()); }
    // Squares of the first numbers, or less than -1/4 for one at least if the axes are left-handed. They must be exact.
    HULLBAKE_INLINE Four handed() const {
        return x * (Four::next(y) * Four::after(z) - Four::after(y) * Four::next(z));
    }
};

}  // namespace hullbake::detail
