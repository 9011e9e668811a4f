// Stands for png_heights.cpp and png_picture.cpp where there is no libpng.
#include <algorithm>
#include <array>

#include "formats/png_heights.hpp"
#include "formats/png_picture.hpp"

namespace hullbake {

bool isPng(std::span<const std::byte> bytes) {
    constexpr std::array<unsigned char, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    return bytes.size() >= kSignature.size() &&
           std::equal(kSignature.begin(), kSignature.end(), bytes.begin(),
                      [](unsigned char a, std::byte b) { return std::byte{a} == b; });
}

std::variant<Heightfield, std::string> readPngHeights(std::span<const std::byte>) {
    return std::string("this build reads no PNG: libpng was not there when it was built");
}

bool encodePng(std::span<const std::uint8_t>, std::size_t, std::size_t, std::string&, std::string& error) {
    error = "this build writes no PNG: libpng was not there when it was built";
    return false;
}

}  // namespace hullbake
