// Coordinates as fractions of integers.
//
// In: a double that was read from decimals. Out: the decimal number that was written, or one next to it. Editors write
// 761.5999999999999 for 761.6: such numbers are rounded, so that faces that were meant to meet do. A number of up to
// twelve decimals is kept, unless one of ten lies within a double's rounding of it.
#pragma once

#include <cstdint>

namespace hullbake {

/// A coordinate as a fraction: numerator / (10^decimals * 2^binaryPlaces).
struct ExactCoordinate {
    std::int64_t numerator = 0;  ///< magnitude below 2^62
    int decimals = 0;            ///< 0..kMaxDecimals
    int binaryPlaces = 0;        ///< kBinaryPlaces or 0
    bool isRounded = false;      ///< true if the number is not what was written
};

/// How numbers are rounded that are no decimal of kMaxDecimals, or noise. Coarse: to kCoarseDecimals. Fine: to
/// multiples of 2^-kBinaryPlaces, which move them by at most 5e-13 units; a double's own rounding is larger beyond 4096
/// units.
enum class Rounding : std::uint8_t { Coarse, Fine };

inline constexpr int kMaxDecimals = 12, kCoarseDecimals = 10;
inline constexpr int kBinaryPlaces = 40;
/// Upper bound of the distance that Rounding::Coarse moves a coordinate. World units.
inline constexpr double kCoarseMove = 0.5e-10;

/// Returns the shortest decimal number that reads as `value`, or `value` rounded. Requires |value| < 2^20.
ExactCoordinate exactCoordinate(double value, Rounding rounding = Rounding::Coarse);

/// A number as digits / 10^decimals.
struct ExactDecimal {
    std::int64_t digits = 0;  ///< magnitude below 2^60
    int decimals = 0;         ///< 0..kMostDecimals
    bool isRounded = false;   ///< true if the number is not what was written
};

/// Decimals of a component of a plane's normal. What is behind them moves no corner by more than 1e-14 units.
inline constexpr int kMostDecimals = 20;

/// Returns the shortest decimal number that reads as `value`, rounded to kMostDecimals. Requires |value| < 2^20.
ExactDecimal exactDecimal(double value);

}  // namespace hullbake
