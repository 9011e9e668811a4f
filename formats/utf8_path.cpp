#include "formats/utf8_path.hpp"

#include <cstdint>
#include <exception>

namespace hullbake {
namespace {

namespace fs = std::filesystem;

bool isAscii(fs::path::value_type character) {
    return static_cast<std::uint32_t>(character) < 0x80;  // a negative char becomes a large number
}

}  // namespace

fs::path pathOf(std::string_view utf8) {
    try {
        return fs::path(std::u8string(utf8.begin(), utf8.end()));
    } catch (const std::exception&) {
        // Only where names are converted. Windows forbids question marks in names.
        std::string ascii(utf8);
        for (char& c : ascii)
            if (static_cast<unsigned char>(c) >= 0x80) c = '?';
        return fs::path(ascii);
    }
}

std::string utf8Of(const fs::path& path) {
    try {
        const std::u8string name = path.u8string();
        return std::string(name.begin(), name.end());
    } catch (const std::exception&) {
        std::string ascii;
        for (const fs::path::value_type c : path.native()) ascii += isAscii(c) ? static_cast<char>(c) : '?';
        return ascii;
    }
}

}  // namespace hullbake
