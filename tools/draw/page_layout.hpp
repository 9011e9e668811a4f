// Measures and colours that the writers of SVG and PNG share, so that both draw the same page.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "tools/draw/picture.hpp"

namespace hullbake::draw {

inline constexpr Colour kInk = 0x263238, kPaper = 0xffffff, kFaint = 0x90a4ae;

// Sizes in pixels.
inline constexpr double kLeft = 52, kTop = 34, kRight = 16, kAxis = 40, kRow = 22, kColumn = 400;
/// Least width of a page, in pixels: narrow pictures need room for the legend.
inline constexpr double kNarrowest = 420;

/// Returns a number with at most four decimals.
inline std::string number(double value) {
    const double rounded = std::round(value * 10000) / 10000;
    return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

/// Returns 1, 2 or 5 times a power of ten: the greatest that is not above `most`.
inline double roundLength(double most) {
    const double power = std::pow(10, std::floor(std::log10(most)));
    return power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1);
}

}  // namespace hullbake::draw
