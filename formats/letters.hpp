// ASCII letters without regard to case. Nothing here depends on a locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace hullbake {

/// Returns the small letter of an ASCII capital, and every other character as it is.
constexpr char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Returns the text with its ASCII letters in lower case.
inline std::string lowerCase(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

/// Returns true if two texts differ in the case of ASCII letters only, or not at all.
inline bool sameButForCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace hullbake
