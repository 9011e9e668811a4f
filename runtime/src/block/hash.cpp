#include <bit>
#include <cstring>

#include "hullbake/format.hpp"

namespace hullbake {

namespace {

// Odd multiplier, so the multiplication is a bijection of 64-bit words. Its bits are of the kind used in multiplicative
// hashing (Knuth, The Art of Computer Programming, vol. 3, section 6.4).
constexpr std::uint64_t kMultiplier = 0xd6e8feb86659fd93ull;

constexpr std::uint64_t mix(std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) * kMultiplier;
    return state ^ (state >> 32);
}

}  // namespace

std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t seed) noexcept {
    const auto* bytes = static_cast<const unsigned char*>(data);
    std::uint64_t state = mix(seed, size);
    for (; size >= 8; size -= 8, bytes += 8) {
        std::uint64_t word;
        std::memcpy(&word, bytes, 8);
        state = mix(state, word);
    }
    if (size > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, size);
        state = mix(state, word);
    }
    return mix(state, 0);
}

}  // namespace hullbake
