// Writes the text of a `.map` file, in the Standard notation that every editor reads.
#pragma once

#include <string>
#include <string_view>

#include "formats/map.hpp"

namespace hullbake {

/// Appends a brush. Coordinates are the shortest decimals that read back to the same number, without an exponent.
/// Faces must be given by points, and names by printable characters without quotes; names with blanks are quoted.
/// Projections are not written: offsets 0, scale 1.
void appendBrush(std::string& text, const MapBrush& brush);

/// Returns true if a texture can be called that: 1 to 255 printable ASCII characters without quotes and backslashes.
bool isTextureName(std::string_view name);

}  // namespace hullbake
