#include "formats/map_writer.hpp"

#include <algorithm>
#include <charconv>

namespace hullbake {
namespace {

/// Buffer size of one number: the longest decimal of a double without an exponent is shorter.
constexpr std::size_t kDecimalSpace = 400;

void appendDecimal(std::string& text, double value) {
    char digits[kDecimalSpace];
    const std::to_chars_result end =
        std::to_chars(digits, digits + kDecimalSpace, value + 0.0, std::chars_format::fixed);  // -0 prints as 0
    text.append(digits, end.ptr);
}

void appendTexture(std::string& text, std::string_view name) {
    const bool quoted = name.find_first_of(" ;/#(){}[]") != std::string_view::npos;
    if (quoted) text += '"';
    text += name;
    if (quoted) text += '"';
}

}  // namespace

void appendBrush(std::string& text, const MapBrush& brush) {
    text += "{\n";
    for (const MapFace& face : brush.faces) {
        for (const Vec3& p : face.points) {
            text += "( ";
            for (const double coordinate : {p.x, p.y, p.z}) {
                appendDecimal(text, coordinate);
                text += ' ';
            }
            text += ") ";
        }
        appendTexture(text, face.texture);
        text += " 0 0 0 1 1\n";
    }
    text += "}\n";
}

bool isTextureName(std::string_view name) {
    return !name.empty() && name.size() <= 255 &&
           std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

}  // namespace hullbake
