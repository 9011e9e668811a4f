#include "formats/shown_bytes.hpp"

#include <cstddef>

namespace hullbake {

namespace {

constexpr std::size_t kShownBytes = 40;

}  // namespace

std::string shownBytes(std::string_view bytes) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    for (const char c : bytes.substr(0, kShownBytes)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
    if (bytes.size() > kShownBytes) out += "...";
    return out;
}

}  // namespace hullbake
