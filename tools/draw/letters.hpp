// Letters of 5 by 7 dots for pictures of pixels.
#pragma once

namespace hullbake::draw {

inline constexpr int kLetterColumns = 5;
inline constexpr int kLetterRows = 7;   ///< above the line
inline constexpr int kLetterDepth = 8;  ///< with the row below it, for g, j, p, q and y

/// Returns true if a character has a dot there, rows counted from the top. Other characters than those of ASCII that
/// print are boxes.
bool letterDot(char c, int column, int row);

}  // namespace hullbake::draw
