// Writes coloured PNG pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace hullbake {

/// Writes rows of red, green and blue, from the top, as a PNG of 8 bits a channel in sRGB. `rgb` has three bytes for
/// each pixel. Returns false, and a reason in `error`, if it has not, or a side is 0 or larger than 2^31 - 1. The same
/// pixels give the same bytes on every system.
bool encodePng(std::span<const std::uint8_t> rgb, std::size_t width, std::size_t height, std::string& png,
               std::string& error);

}  // namespace hullbake
