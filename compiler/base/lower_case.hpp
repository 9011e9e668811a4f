// Names in lower case: the games compare texture, class and key names without case.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace hullbake {

/// Returns the text with its ASCII letters in lower case. Independent of the locale.
inline std::string lowerCase(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

}  // namespace hullbake
