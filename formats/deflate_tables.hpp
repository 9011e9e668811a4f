// The numbers of RFC 1951, sections 3.2.5 to 3.2.7.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hullbake {

inline constexpr unsigned kLongestWord = 15;        ///< bits
inline constexpr std::size_t kLengthSymbols = 288;  ///< bytes, the end of a block, and lengths of copies
inline constexpr int kEndOfBlock = 256;

/// What a word of a length or of a distance means: its least value, to which so many bits are added.
struct Range {
    std::uint16_t least;
    std::uint8_t bits;
};

template <std::size_t kCount>
constexpr std::array<Range, kCount> rangesFrom(unsigned least, std::size_t withoutBits, std::size_t perBit) {
    std::array<Range, kCount> ranges{};
    for (std::size_t i = 0; i < kCount; ++i) {
        const std::size_t bits = i < withoutBits ? 0 : (i - withoutBits) / perBit + 1;
        ranges[i] = {static_cast<std::uint16_t>(least), static_cast<std::uint8_t>(bits)};
        least += 1u << bits;
    }
    return ranges;
}

inline constexpr std::array<Range, 29> kLengths = [] {
    auto ranges = rangesFrom<29>(3, 8, 4);
    ranges[28] = {258, 0};
    return ranges;
}();
inline constexpr std::array<Range, 30> kDistances = rangesFrom<30>(1, 4, 2);

/// In which order a block states how long the words of its lengths are.
inline constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                        11, 4,  12, 3, 13, 2, 14, 1, 15};

/// Returns how long the words of a fixed block are.
constexpr std::array<std::uint8_t, kLengthSymbols> fixedLengths() {
    std::array<std::uint8_t, kLengthSymbols> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
        lengths[i] = static_cast<std::uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    return lengths;
}

/// Returns a word as it stands in the stream: its first bit is the lowest.
constexpr unsigned reversed(unsigned word, unsigned length) {
    unsigned turned = 0;
    for (unsigned i = 0; i < length; ++i) turned |= (word >> i & 1) << (length - 1 - i);
    return turned;
}

}  // namespace hullbake
