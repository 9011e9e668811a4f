#include "formats/png_picture.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "formats/deflate.hpp"
#include "formats/png_chunks.hpp"

namespace hullbake {
namespace {

constexpr std::size_t kPixel = 3, kMostAlong = 0x7fffffff;
// Flat colours gain nothing by the others.
constexpr PngFilter kFilters[] = {PngFilter::None, PngFilter::Left, PngFilter::Above, PngFilter::Paeth};

/// Appends a row by that filter whose differences are smallest.
void addRow(std::vector<std::uint8_t>& out, std::span<const std::uint8_t> row, std::span<const std::uint8_t> above) {
    std::vector<std::uint8_t> best, filtered(1 + row.size());
    std::size_t least = 0;
    for (const PngFilter filter : kFilters) {
        filtered[0] = static_cast<std::uint8_t>(filter);
        std::size_t sum = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::uint8_t left = i < kPixel ? std::uint8_t{0} : row[i - kPixel];
            const std::uint8_t corner = i < kPixel ? std::uint8_t{0} : above[i - kPixel];
            const auto difference = static_cast<std::uint8_t>(row[i] - pngForecast(filter, left, above[i], corner));
            filtered[1 + i] = difference;
            sum += std::min<std::size_t>(difference, 256u - difference);
        }
        if (best.empty() || sum < least) {
            best = filtered;
            least = sum;
        }
    }
    out.insert(out.end(), best.begin(), best.end());
}

}  // namespace

bool encodePng(std::span<const std::uint8_t> rgb, std::size_t width, std::size_t height, std::string& png,
               std::string& error) {
    if (width == 0 || height == 0 || width > kMostAlong || height > kMostAlong) {
        error = "a side of the picture is 0 or too long";
        return false;
    }
    const std::size_t rowSize = width * kPixel;
    if (rgb.size() / rowSize != height || rgb.size() % rowSize != 0) {
        error = "the pixels are not those of the picture";
        return false;
    }
    std::vector<std::uint8_t> rows;
    rows.reserve((1 + rowSize) * height);
    const std::vector<std::uint8_t> zeros(rowSize);
    for (std::size_t row = 0; row < height; ++row)
        addRow(rows, rgb.subspan(row * rowSize, rowSize),
               row == 0 ? std::span<const std::uint8_t>(zeros) : rgb.subspan((row - 1) * rowSize, rowSize));
    std::string head;
    addPngNumber(head, static_cast<std::uint32_t>(width));
    addPngNumber(head, static_cast<std::uint32_t>(height));
    head += {8, 2, 0, 0, 0};  // bits, colours, and the only ways to pack and to filter, rows in their order
    png = kPngSignature;
    addPngChunk(png, "IHDR", head);
    addPngChunk(png, "sRGB", std::string_view("\0", 1));  // to be shown as it looks best
    addPngChunk(png, "IDAT", packZlib(rows));
    addPngChunk(png, "IEND", {});
    return true;
}

}  // namespace hullbake
