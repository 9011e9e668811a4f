// Reads grey PNG pictures, by libpng.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include "formats/heightfield.hpp"

namespace hullbake {

/// Returns true if the bytes begin with PNG's signature.
bool isPng(std::span<const std::byte> bytes);

/// Reads a PNG whole, or returns what is wrong with it.
std::variant<Heightfield, std::string> readPngHeights(std::span<const std::byte> bytes);

}  // namespace hullbake
