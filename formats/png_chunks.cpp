#include "formats/png_chunks.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace hullbake {
namespace {

constexpr std::size_t kFrame = 12;  ///< bytes of a chunk beside its data: size, kind, check sum

constexpr std::array<std::uint32_t, 256> kSums = [] {
    std::array<std::uint32_t, 256> sums{};
    for (std::uint32_t i = 0; i < sums.size(); ++i) {
        sums[i] = i;
        for (int bit = 0; bit < 8; ++bit) sums[i] = sums[i] >> 1 ^ ((sums[i] & 1) != 0 ? 0xedb88320u : 0u);
    }
    return sums;
}();

std::uint32_t checkSum(std::span<const std::byte> bytes) {
    std::uint32_t sum = 0xffffffff;
    for (const std::byte byte : bytes) sum = sum >> 8 ^ kSums[(sum ^ std::to_integer<std::uint32_t>(byte)) & 255];
    return ~sum;
}

bool isChunkLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace

std::uint8_t pngForecast(PngFilter filter, std::uint8_t left, std::uint8_t above, std::uint8_t corner) {
    switch (filter) {
        case PngFilter::None:
            return 0;
        case PngFilter::Left:
            return left;
        case PngFilter::Above:
            return above;
        case PngFilter::Mean:
            return static_cast<std::uint8_t>((left + above) / 2);
        case PngFilter::Paeth:
            break;
    }
    // That which is nearest to left + above - corner.
    const int fromLeft = std::abs(above - corner), fromAbove = std::abs(left - corner);
    const int fromCorner = std::abs(left + above - 2 * corner);
    if (fromLeft <= fromAbove && fromLeft <= fromCorner) return left;
    return fromAbove <= fromCorner ? above : corner;
}

std::uint32_t pngNumber(std::span<const std::byte> bytes) {
    std::uint32_t number = 0;
    for (const std::byte byte : bytes.first(4)) number = number << 8 | std::to_integer<std::uint32_t>(byte);
    return number;
}

void addPngNumber(std::string& text, std::uint32_t number) {
    for (const int shift : {24, 16, 8, 0}) text += static_cast<char>(number >> shift & 255);
}

PngChunk nextPngChunk(std::span<const std::byte>& bytes) {
    if (bytes.size() < kFrame) return {{}, {}, "the file ends too early"};
    const std::size_t size = pngNumber(bytes);
    const std::string_view kind(reinterpret_cast<const char*>(bytes.data()) + 4, 4);
    if (!std::all_of(kind.begin(), kind.end(), isChunkLetter)) return {{}, {}, "a chunk without a name"};
    if (size > bytes.size() - kFrame) return {{}, {}, "the file ends too early"};
    // Kinds in small letters may be missed.
    if (kind[0] < 'a' && checkSum(bytes.subspan(4, 4 + size)) != pngNumber(bytes.subspan(8 + size)))
        return {{}, {}, std::string(kind) + ": its check sum is wrong"};
    const std::span<const std::byte> data = bytes.subspan(8, size);
    bytes = bytes.subspan(kFrame + size);
    return {kind, data, {}};
}

void addPngChunk(std::string& png, std::string_view kind, std::string_view data) {
    addPngNumber(png, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = png.size();
    png += kind;
    png += data;
    addPngNumber(png, checkSum(std::as_bytes(std::span(png).subspan(start))));
}

}  // namespace hullbake
