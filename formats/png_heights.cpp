#include "formats/png_heights.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "formats/inflate.hpp"
#include "formats/png_chunks.hpp"

namespace hullbake {
namespace {

struct Head {
    std::uint32_t columns = 0, rows = 0;
    unsigned bits = 0, colour = 0;
    bool isInterlaced = false;

    /// Returns how many bits a pixel has: grey, and its opacity.
    std::size_t pixelBits() const { return std::size_t{bits} * ((colour & 4) != 0 ? 2 : 1); }
    std::size_t rowSize(std::size_t pixels) const { return (pixels * pixelBits() + 7) / 8; }
};

/// Some pixels of the picture, which are stored as a picture of their own.
struct Pass {
    std::uint32_t column, row, columnStep, rowStep;

    std::size_t columnsOf(const Head& head) const {
        return head.columns > column ? (head.columns - column - 1) / columnStep + 1 : 0;
    }
    std::size_t rowsOf(const Head& head) const { return head.rows > row ? (head.rows - row - 1) / rowStep + 1 : 0; }
};

constexpr Pass kWhole[] = {{0, 0, 1, 1}};
// Coarse pictures first (Adam7).
constexpr Pass kInterlaced[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

std::span<const Pass> passesOf(const Head& head) {
    return head.isInterlaced ? std::span<const Pass>(kInterlaced) : std::span<const Pass>(kWhole);
}

constexpr const char* kUnreadable = "no PNG that can be read: ";

std::string readHead(std::span<const std::byte> data, Head& head) {
    if (data.size() != 13) return "IHDR: its size is wrong";
    const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(data[at]); };
    head.columns = pngNumber(data);
    head.rows = pngNumber(data.subspan(4));
    head.bits = byte(8);
    head.colour = byte(9);
    head.isInterlaced = byte(12) == 1;
    const bool isWide = head.bits == 8 || head.bits == 16,
               isNarrow = head.bits == 1 || head.bits == 2 || head.bits == 4;
    const bool isKind = head.colour == 0   ? isWide || isNarrow
                        : head.colour == 3 ? isNarrow || head.bits == 8
                                           : isWide && (head.colour == 2 || head.colour == 4 || head.colour == 6);
    if (!isKind) return "IHDR: pixels of no kind";
    if (byte(10) != 0 || byte(11) != 0 || byte(12) > 1) return "IHDR: rows of no kind";
    return {};
}

/// Undoes the filters of a pass's rows, whose first bytes name them. Returns what is wrong, or an empty text.
std::string unfilter(std::span<std::uint8_t> pass, std::size_t rowSize, std::size_t pixelSize) {
    const std::vector<std::uint8_t> zeros(rowSize);
    const std::uint8_t* above = zeros.data();
    for (; !pass.empty(); pass = pass.subspan(1 + rowSize)) {
        if (pass[0] > 4) return "IDAT: a row of no kind";
        const auto filter = static_cast<PngFilter>(pass[0]);
        std::uint8_t* const row = pass.data() + 1;
        for (std::size_t i = 0; i < rowSize; ++i) {
            const bool isFirst = i < pixelSize;
            const std::uint8_t left = isFirst ? std::uint8_t{0} : row[i - pixelSize];
            const std::uint8_t corner = isFirst ? std::uint8_t{0} : above[i - pixelSize];
            row[i] = static_cast<std::uint8_t>(row[i] + pngForecast(filter, left, above[i], corner));
        }
        above = row;
    }
    return {};
}

std::uint16_t sampleOf(const Head& head, const std::uint8_t* row, std::size_t column) {
    const std::size_t bit = column * head.pixelBits();
    const std::uint8_t* const byte = row + bit / 8;
    if (head.bits == 16) return static_cast<std::uint16_t>(byte[0] << 8 | byte[1]);
    return static_cast<std::uint16_t>(*byte >> (8 - head.bits - bit % 8) & ((1u << head.bits) - 1));
}

std::variant<Heightfield, std::string> readPixels(const Head& head, std::span<const std::byte> packed) {
    std::size_t size = 0;
    for (const Pass& pass : passesOf(head))
        if (const std::size_t columns = pass.columnsOf(head); columns != 0)
            size += pass.rowsOf(head) * (1 + head.rowSize(columns));
    std::vector<std::uint8_t> bytes(size);
    if (const std::string fault = unpackZlib(packed, bytes); !fault.empty()) return kUnreadable + ("IDAT: " + fault);

    Heightfield field;
    field.columns = head.columns;
    field.rows = head.rows;
    field.largest = (1u << head.bits) - 1;
    field.samples.resize(std::size_t{field.columns} * field.rows);
    std::span<std::uint8_t> rest(bytes);
    for (const Pass& pass : passesOf(head)) {
        const std::size_t columns = pass.columnsOf(head), rows = columns == 0 ? 0 : pass.rowsOf(head);
        const std::size_t rowSize = head.rowSize(columns), passSize = rows * (1 + rowSize);
        if (std::string fault = unfilter(rest.first(passSize), rowSize, std::max<std::size_t>(head.pixelBits() / 8, 1));
            !fault.empty())
            return kUnreadable + fault;
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                field.samples[(pass.row + row * pass.rowStep) * head.columns + pass.column + column * pass.columnStep] =
                    sampleOf(head, rest.data() + row * (1 + rowSize) + 1, column);
        rest = rest.subspan(passSize);
    }
    return field;
}

}  // namespace

bool isPng(std::span<const std::byte> bytes) {
    return bytes.size() >= kPngSignature.size() &&
           std::memcmp(bytes.data(), kPngSignature.data(), kPngSignature.size()) == 0;
}

std::variant<Heightfield, std::string> readPngHeights(std::span<const std::byte> bytes) {
    if (!isPng(bytes)) return kUnreadable + std::string("its first bytes are others");
    bytes = bytes.subspan(kPngSignature.size());
    const auto unreadable = [](const std::string& why) { return kUnreadable + why; };
    Head head;
    std::vector<std::byte> packed;
    bool isFirst = true, isPacked = false, isOver = false;
    for (;; isFirst = false) {
        const PngChunk chunk = nextPngChunk(bytes);
        if (!chunk.fault.empty()) return unreadable(chunk.fault);
        if (isFirst != (chunk.kind == "IHDR")) return unreadable("IHDR: it must come first, and once");
        if (isFirst) {
            if (const std::string fault = readHead(chunk.data, head); !fault.empty()) return unreadable(fault);
            if ((head.colour & 2) != 0)
                return std::string("the picture has colours; heights are read from grey pictures");
            if (auto fault = faultOfSides(head.columns, head.rows)) return *std::move(fault);
            continue;
        }
        if (chunk.kind == "IEND") break;
        if (chunk.kind == "IDAT") {
            if (isOver) return unreadable("IDAT: its parts are not together");
            packed.insert(packed.end(), chunk.data.begin(), chunk.data.end());
            isPacked = true;
            continue;
        }
        isOver = isPacked;
        // Colours to be used where they are scarce are no part of a grey picture.
        if (chunk.kind[0] < 'a' && chunk.kind != "PLTE")
            return unreadable(std::string(chunk.kind) + ": a part that must be known, and is not");
    }
    if (!isPacked) return unreadable("IDAT: there is none");
    return readPixels(head, packed);
}

}  // namespace hullbake
