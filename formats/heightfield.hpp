// Reads heights from pictures and from bare samples.
//
// In: the bytes of a file. Out: rows of whole numbers, or one error. Invariant: the count of the samples is that of the
// sides, and no sample is larger than `largest`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/map.hpp"

namespace hullbake {

/// Upper bound of the samples along a side, and of all samples.
inline constexpr std::uint32_t kMostHeightsAlong = 16384;
inline constexpr std::size_t kMostHeights = std::size_t{1} << 24;

/// Heights at the corners of a grid of squares.
struct Heightfield {
    std::uint32_t columns = 0, rows = 0;
    std::uint32_t largest = 255;         ///< the largest sample that the file could hold
    std::vector<std::uint16_t> samples;  ///< row by row from the top of the picture, each from left to right
    std::uint32_t at(std::uint32_t row, std::uint32_t column) const {
        return samples[std::size_t{row} * columns + column];
    }
};

/// What a file without a head does not say.
struct RawHeights {
    std::uint32_t columns = 0, rows = 0;
    bool wide = false;       ///< samples of two bytes instead of one
    bool bigEndian = false;  ///< of two bytes the more significant one is first
};

/// Reads PGM (`P2` and `P5`, samples of one or two bytes) or PNG (grey, up to 16 bits), by what stands there. Of a PNG
/// an alpha channel is passed over, and neither gamma nor colour profile is applied.
/// `path` names the file in messages.
std::variant<Heightfield, Diagnostic> parseHeights(std::span<const std::byte> bytes, const std::string& path);

/// Reads bare samples. The size of the file must be that of the samples.
std::variant<Heightfield, Diagnostic> parseRawHeights(std::span<const std::byte> bytes, const RawHeights& form,
                                                      const std::string& path);

/// Returns what is wrong with the sides of a heightfield: fewer than two samples, or too many. Nothing if they are
/// right.
std::optional<std::string> faultOfSides(std::uint64_t columns, std::uint64_t rows);

}  // namespace hullbake
