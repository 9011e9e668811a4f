// Reads grey PNG pictures.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include "formats/heightfield.hpp"

namespace hullbake {

/// Returns true if the bytes begin with PNG's signature.
bool isPng(std::span<const std::byte> bytes);

/// Reads a PNG whole, or returns what is wrong with it. Its parts that only say how to show it are ignored.
std::variant<Heightfield, std::string> readPngHeights(std::span<const std::byte> bytes);

}  // namespace hullbake
