// Writes a drawing as SVG 1.1.
#pragma once

#include <string>
#include <string_view>

#include "tools/draw/picture.hpp"

namespace hullbake::draw {

/// Returns the picture with a scale, the axes and a legend. Its coordinates are units of the level: x is that of the
/// drawing, y its negative, as SVG counts downwards; rounded to 1/10,000 unit.
std::string svgOf(const Picture& picture);

/// Returns text for use in XML, also in quotes. Bytes that are not UTF-8 and characters that XML forbids become U+FFFD.
std::string escaped(std::string_view text);

}  // namespace hullbake::draw
