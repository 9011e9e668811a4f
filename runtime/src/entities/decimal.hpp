// Reads decimal numbers without heap, locale or the C++ library's objects.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hullbake::detail {

/// Takes a decimal number off the front of `text`: sign, digits with a point, exponent. Returns the nearest double,
/// ties to even. Of more than 19 significant digits, the 20th and later are ignored. Nothing, and `text` unchanged, if
/// no number is there or it is beyond 1e300. Values below 1e-300 become 0.
std::optional<double> takeDecimal(std::string_view& text) noexcept;

/// Returns the text without its first `count` characters, or its first `count` characters. It must be as long: unlike
/// substr, these need no exception of the C++ library.
constexpr std::string_view behind(std::string_view text, std::size_t count) {
    return {text.data() + count, text.size() - count};
}
constexpr std::string_view firstOf(std::string_view text, std::size_t count) {
    return {text.data(), count};
}

/// Skips the blanks at the front.
inline void skipBlanks(std::string_view& text) {
    while (!text.empty() && (text.front() == ' ' || (text.front() >= '\t' && text.front() <= '\r')))
        text.remove_prefix(1);
}

}  // namespace hullbake::detail
