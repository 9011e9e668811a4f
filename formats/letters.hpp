#pragma once

namespace hullbake {

/// Returns the small letter of an ASCII capital, and every other character as it is. Does not depend on a locale.
constexpr char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace hullbake
