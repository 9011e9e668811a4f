// Coordinates as fractions of integers.
//
// In: a double that was read from decimals. Out: the decimal number that was written, or one next to it. Editors write
// 761.5999999999999 for 761.6: such numbers are rounded, so that faces that were meant to meet do. A number of up to
// twelve decimals is kept, unless one of ten lies within a double's rounding of it.
#pragma once

#include <cstdint>

namespace hullbake {

/// A coordinate as a fraction: numerator / 10^decimals.
struct ExactCoordinate {
    std::int64_t numerator = 0;  ///< magnitude below 2^62
    int decimals = 0;            ///< 0..kFineDecimals
    double moved = 0;            ///< world units; upper bound of the distance from what was written
};

/// How numbers are rounded that are no decimal of kMaxDecimals, or noise. Coarse: to kCoarseDecimals. Fine: to the
/// shortest decimal that reads as the number, of kFineDecimals at most. It is what was written if that has no more
/// than 15 digits. If it has more, reading it as a double may have moved it.
enum class Rounding : std::uint8_t { Coarse, Fine };

inline constexpr int kMaxDecimals = 12, kCoarseDecimals = 10, kFineDecimals = 24;
/// Upper bound of the distance that a coordinate moves by what Rounding::Fine drops. World units. Upper bound of the
/// share of itself that it moves by when it is read.
inline constexpr double kFineMove = 1e-24, kReadMove = 0x1p-53;

/// Returns the shortest decimal number that reads as `value`, or `value` rounded. Requires |value| < 2^20.
ExactCoordinate exactCoordinate(double value, Rounding rounding = Rounding::Coarse);

/// A number as digits / 10^decimals.
struct ExactDecimal {
    std::int64_t digits = 0;  ///< magnitude below 2^60
    int decimals = 0;         ///< 0 or more
    bool isRounded = false;   ///< true if the number is not what was written
};

/// Decimals of a component of a plane's normal. What is behind them moves no corner by more than 1e-14 units.
inline constexpr int kMostDecimals = 20;

/// Returns the shortest decimal number that reads as `value`, without what is behind `most` decimals. Requires |value|
/// < 2^20.
ExactDecimal exactDecimal(double value, int most = kMostDecimals);

}  // namespace hullbake
