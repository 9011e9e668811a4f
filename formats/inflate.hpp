// Unpacks streams of zlib (RFC 1950 and 1951).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace hullbake {

/// Unpacks a stream that must give exactly out.size() bytes. Bytes after the stream are ignored. Returns what is wrong
/// with it, or an empty text. The time is proportional to both sizes.
std::string unpackZlib(std::span<const std::byte> packed, std::span<std::uint8_t> out);

/// Returns the check sum at the end of a stream (Adler-32).
std::uint32_t adler32(std::span<const std::uint8_t> bytes);

}  // namespace hullbake
