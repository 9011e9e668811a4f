// Sine and cosine of angles in degrees, by additions and multiplications alone: the same bits on every platform, where
// C libraries differ in the last place. Power series; for up to 45 degrees the first term left out is below 1e-19.
#pragma once

#include <cmath>

namespace hullbake::detail {

struct SineCosine {
    double sine, cosine;
};

/// Returns sine and cosine of an angle within +-45 degrees, in radians, to one unit in the last place.
inline SineCosine ofSmallAngle(double x) {
    const double y = x * x;
    double s = 1.0 / 355687428096000;  // 1 / 17!
    s = s * y - 1.0 / 1307674368000;
    s = s * y + 1.0 / 6227020800;
    s = s * y - 1.0 / 39916800;
    s = s * y + 1.0 / 362880;
    s = s * y - 1.0 / 5040;
    s = s * y + 1.0 / 120;
    s = s * y - 1.0 / 6;
    double c = 1.0 / 20922789888000;  // 1 / 16!
    c = c * y - 1.0 / 87178291200;
    c = c * y + 1.0 / 479001600;
    c = c * y - 1.0 / 3628800;
    c = c * y + 1.0 / 40320;
    c = c * y - 1.0 / 720;
    c = c * y + 1.0 / 24;
    // 1 - y/2 loses the low bits of y/2: add them back (they are exact).
    const double half = 0.5 * y, whole = 1 - half;
    return {x + x * (s * y), whole + (((1 - whole) - half) + c * y * y)};
}

/// Returns sine and cosine of any finite angle in degrees, exact at multiples of 90. NaN for others.
inline SineCosine ofDegrees(double degrees) {
    const double within = std::remainder(degrees, 360), quarter = std::round(within / 90);
    constexpr double kRadians = 3.14159265358979323846 / 180;
    const auto [s, c] = ofSmallAngle((within - quarter * 90) * kRadians);
    if (quarter == 0) return {s, c};
    if (quarter == 1) return {c, -s};
    if (quarter == -1) return {-c, s};
    return {-s, -c};
}

}  // namespace hullbake::detail
