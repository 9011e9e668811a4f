// Packs bytes into streams of zlib (RFC 1950 and 1951).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace hullbake {

/// Returns a stream of zlib that gives these bytes. The same bytes give the same stream on every system.
std::string packZlib(std::span<const std::uint8_t> bytes);

}  // namespace hullbake
