// Tries one number of decimals after the other. Each test is exact: numerator and power of ten are doubles without
// rounding, so their quotient is the double nearest to the fraction.

#include "compiler/geometry/exact_coordinate.hpp"

#include <array>
#include <charconv>
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

ExactDecimal exactDecimal(double value) {
    // Scientific: sign, one digit, a point and up to 16 more digits, the exponent.
    std::array<char, 64> text{};
    const char* const end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr;
    ExactDecimal decimal;
    const char* at = text.data() + (std::signbit(value) ? 1 : 0);  // -0 has a sign, too
    bool behindPoint = false;
    for (; at != end && *at != 'e'; ++at) {
        behindPoint = behindPoint || *at == '.';
        if (*at == '.') continue;
        decimal.digits = decimal.digits * 10 + (*at - '0');
        decimal.decimals += behindPoint ? 1 : 0;
    }
    const bool below = at != end && at[1] == '-';
    int exponent = 0;
    if (at != end) std::from_chars(at + 2, end, exponent);
    decimal.decimals += below ? exponent : -exponent;
    for (; decimal.decimals < 0; ++decimal.decimals) decimal.digits *= 10;
    for (; decimal.decimals > kMostDecimals && decimal.digits != 0; --decimal.decimals) {
        decimal.isRounded = decimal.isRounded || decimal.digits % 10 != 0;
        decimal.digits /= 10;
    }
    if (decimal.digits == 0) decimal.decimals = 0;
    if (value < 0) decimal.digits = -decimal.digits;
    return decimal;
}

}  // namespace hullbake
