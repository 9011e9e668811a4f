// Tries one number of decimals after the other. Each test is exact: numerator and power of ten are doubles without
// rounding, so their quotient is the double nearest to the fraction.

#include "compiler/geometry/exact_coordinate.hpp"

#include <cmath>

namespace hullbake {

namespace {

// Rounds the fraction alone, as the product of a large value with 10^10 has no digits left behind the point.
ExactCoordinate roundedToDecimals(double value) {
    constexpr std::int64_t kPower = 10'000'000'000;
    const double whole = std::floor(value);
    std::int64_t numerator = static_cast<std::int64_t>(whole) * kPower +
                             static_cast<std::int64_t>(std::nearbyint((value - whole) * static_cast<double>(kPower)));
    int decimals = kMaxDecimals;
    while (decimals > 0 && numerator % 10 == 0) {
        numerator /= 10;
        --decimals;
    }
    return {numerator, decimals, 0, true};
}

}  // namespace

ExactCoordinate exactCoordinate(double value, Rounding rounding) {
    // Below this magnitude the product is off by less than one half, so rounding finds the numerator.
    constexpr double kMostNumerator = 0x1p51;
    double power = 1;
    for (int decimals = 0;; ++decimals, power *= 10) {
        const double numerator = std::nearbyint(value * power);
        if (decimals > kMaxDecimals || !(std::fabs(numerator) < kMostNumerator)) break;
        if (numerator / power == value) return {static_cast<std::int64_t>(numerator), decimals, 0, false};
    }
    if (rounding == Rounding::Fine)
        return {static_cast<std::int64_t>(std::nearbyint(std::ldexp(value, kBinaryPlaces))), 0, kBinaryPlaces, true};
    return roundedToDecimals(value);
}

}  // namespace hullbake
