// Hashes keys that consist of several numbers.
#pragma once

#include <cstdint>

namespace hullbake {

/// Adds one more number to a key. One to one in either argument; the low bits, which index tables, depend on all
/// others.
/// The factor is 2^64 over the golden ratio (Knuth, The Art of Computer Programming, 6.4).
inline std::uint64_t hashMix(std::uint64_t key, std::int64_t value) {
    key = (key ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 32;
}

}  // namespace hullbake
