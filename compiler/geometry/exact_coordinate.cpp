// Tries one number of decimals after the other. Each test is exact: numerator and power of ten are doubles without
// rounding, so their quotient is the double nearest to the fraction.

#include "compiler/geometry/exact_coordinate.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace hullbake {

namespace {

double valueOf(const ExactCoordinate& exact) {
    double power = 1;
    for (int i = 0; i < exact.decimals; ++i) power *= 10;
    return static_cast<double>(exact.numerator) / power;
}

// Most that a number is off by, as a share of it, after an editor has turned or moved it: some units in the last place.
constexpr double kNoise = 0x1p-50;

// Rounds the fraction alone, as the product of a large value with 10^10 has no digits left behind the point.
ExactCoordinate roundedToDecimals(double value) {
    constexpr std::int64_t kPower = 10'000'000'000;
    const double whole = std::floor(value);
    std::int64_t numerator = static_cast<std::int64_t>(whole) * kPower +
                             static_cast<std::int64_t>(std::nearbyint((value - whole) * static_cast<double>(kPower)));
    int decimals = kCoarseDecimals;
    while (decimals > 0 && numerator % 10 == 0) {
        numerator /= 10;
        --decimals;
    }
    ExactCoordinate exact{numerator, decimals, 0};
    // Noise moves by far less than half of the last decimal. Reading, the numerator and the quotient are each rounded.
    exact.moved = std::fabs(value - valueOf(exact)) + 3 * kReadMove * std::fabs(value);
    return exact;
}

// Returns true if the number reads as one of the decimals that `power` stands for, and finds its numerator.
bool isDecimal(double value, double power, std::int64_t& numerator) {
    // Below this magnitude no two of them read as one double, and the product is off by less than one.
    constexpr double kMostNumerator = 0x1p52;
    const double product = std::nearbyint(value * power);
    for (const double near : {product, product - 1, product + 1}) {
        if (!(std::fabs(near) < kMostNumerator) || near / power != value) continue;
        numerator = static_cast<std::int64_t>(near);
        return true;
    }
    return false;
}

// Takes all digits of the number.
ExactCoordinate finelyRounded(double value) {
    constexpr std::int64_t kSixteenDigits = 1'000'000'000'000'000;
    const ExactDecimal all = exactDecimal(value, kFineDecimals);
    const double read = std::abs(all.digits) < kSixteenDigits ? 0 : kReadMove * std::fabs(value);
    return {all.digits, all.decimals, read + (all.isRounded ? kFineMove : 0)};
}

bool isNoise(double value, const ExactCoordinate& rounded) {
    return std::fabs(value - valueOf(rounded)) <= kNoise * std::fabs(value);
}

}  // namespace

ExactCoordinate exactCoordinate(double value, Rounding rounding) {
    ExactCoordinate exact;
    double power = 1;
    while (exact.decimals <= kMaxDecimals && !isDecimal(value, power, exact.numerator)) {
        ++exact.decimals;
        power *= 10;
    }
    if (exact.decimals <= kCoarseDecimals) return exact;
    const ExactCoordinate rounded = roundedToDecimals(value);
    if (exact.decimals <= kMaxDecimals && !isNoise(value, rounded)) return exact;
    return rounding == Rounding::Fine ? finelyRounded(value) : rounded;
}

ExactDecimal exactDecimal(double value, int most) {
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
    for (; decimal.decimals > most && decimal.digits != 0; --decimal.decimals) {
        decimal.isRounded = decimal.isRounded || decimal.digits % 10 != 0;
        decimal.digits /= 10;
    }
    if (decimal.digits == 0) decimal.decimals = 0;
    if (value < 0) decimal.digits = -decimal.digits;
    return decimal;
}

}  // namespace hullbake
