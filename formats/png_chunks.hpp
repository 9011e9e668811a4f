// The parts that every PNG is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hullbake {

inline constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

/// What a row's bytes stand for: the difference from that byte.
enum class PngFilter : std::uint8_t { None, Left, Above, Mean, Paeth };

/// Returns the byte that a filter takes away, from those to the left, above, and both.
std::uint8_t pngForecast(PngFilter filter, std::uint8_t left, std::uint8_t above, std::uint8_t corner);

/// One chunk of a file. `fault` says what is wrong with it; then nothing else is known.
struct PngChunk {
    std::string_view kind;
    std::span<const std::byte> data;
    std::string fault;
};

/// Takes the next chunk, with its check sum, from the front of the bytes.
PngChunk nextPngChunk(std::span<const std::byte>& bytes);

/// Appends a chunk.
void addPngChunk(std::string& png, std::string_view kind, std::string_view data);

/// Returns four bytes as a number, the most significant first.
std::uint32_t pngNumber(std::span<const std::byte> bytes);

/// Appends a number as four bytes.
void addPngNumber(std::string& text, std::uint32_t number);

}  // namespace hullbake
