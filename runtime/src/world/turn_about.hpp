// Turns vectors about an axis, as movers do.
#pragma once

#include "hullbake/math.hpp"
#include "shapes/sine_cosine.hpp"

namespace hullbake::detail {

inline constexpr double kRadiansOfDegree = 3.14159265358979323846 / 180;

/// Returns `v` turned about an axis of any length.
inline Vec3 turnAbout(const Vec3& axis, double degrees, const Vec3& v) {
    const Vec3 unit = axis * (1 / length(axis));
    const auto [s, c] = ofDegrees(degrees);
    return v * c + cross(unit, v) * s + unit * (dot(unit, v) * (1 - c)) + Vec3{};
}

}  // namespace hullbake::detail
