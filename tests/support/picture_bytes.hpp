// Bytes of grey pictures, made without the libraries that read them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake::test {

/// Returns the last bytes of a number, the most significant first.
inline std::string bigEndian(std::uint32_t value, std::size_t bytes) {
    std::string text;
    while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes) & 255);
    return text;
}

/// Returns a PGM of bytes (`P5`).
inline std::string pgmBytes(std::uint32_t columns, const std::vector<std::uint16_t>& samples, std::uint32_t largest) {
    std::string text = "P5\n" + std::to_string(columns) + " " + std::to_string(samples.size() / columns) + "\n" +
                       std::to_string(largest) + "\n";
    for (const std::uint16_t sample : samples) text += bigEndian(sample, largest > 255 ? 2 : 1);
    return text;
}

/// Returns a chunk of a PNG with its check sum (the CRC-32 of the PNG specification).
inline std::string pngChunk(std::string_view kind, std::string_view data) {
    const std::string checked = std::string(kind) + std::string(data);
    std::uint32_t sum = 0xffffffff;
    for (const char c : checked) {
        sum ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xedb88320u : 0u);
    }
    return bigEndian(static_cast<std::uint32_t>(data.size()), 4) + checked + bigEndian(~sum, 4);
}

/// Returns rows of a picture as a stream of zlib, stored without compression in blocks of at most 60,000 bytes.
inline std::string storedBytes(std::string_view rows) {
    std::string text = "\x78\x01";
    std::uint32_t a = 1, b = 0;
    for (const char c : rows) {
        a = (a + static_cast<unsigned char>(c)) % 65521;
        b = (b + a) % 65521;
    }
    for (std::size_t at = 0; at < rows.size(); at += 60000) {
        const std::string_view block = rows.substr(at, 60000);
        const auto size = static_cast<std::uint32_t>(block.size());
        text += at + 60000 < rows.size() ? '\0' : '\1';
        for (const std::uint32_t number : {size, 65535 - size})
            text += {static_cast<char>(number & 255), static_cast<char>(number >> 8)};
        text += block;
    }
    return text + bigEndian(b << 16 | a, 4);
}

/// Returns a PNG of 1, 2, 4, 8 or 16 bits. `color` is 0 for grey, 4 for grey and alpha (8 or 16 bits), whose alpha is
/// 7.
inline std::string pngBytes(std::uint32_t columns, const std::vector<std::uint16_t>& samples, int bits, int color = 0) {
    const std::size_t height = samples.size() / columns;
    std::string rows;
    for (std::size_t row = 0; row < height; ++row) {
        rows += '\0';  // no filter
        unsigned packed = 0;
        int filled = 0;
        for (std::uint32_t column = 0; column < columns; ++column) {
            const std::uint16_t sample = samples[row * columns + column];
            const auto bytes = static_cast<std::size_t>(bits / 8);
            if (bits >= 8) {
                rows += bigEndian(sample, bytes) + (color == 4 ? bigEndian(7, bytes) : "");
                continue;
            }
            packed = packed << bits | sample;
            filled += bits;
            if (filled < 8 && column + 1 < columns) continue;
            rows += static_cast<char>(packed << (8 - filled));
            packed = 0;
            filled = 0;
        }
    }
    const std::string head = bigEndian(columns, 4) + bigEndian(static_cast<std::uint32_t>(height), 4) +
                             std::string{static_cast<char>(bits), static_cast<char>(color), '\0', '\0', '\0'};
    return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", head) + pngChunk("IDAT", storedBytes(rows)) + pngChunk("IEND", "");
}

}  // namespace hullbake::test
