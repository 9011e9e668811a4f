// Patterns of names: `*` is any text, `?` any one character, `[c]` the character c itself.
#pragma once

#include <cstddef>
#include <string_view>

namespace hullbake {

/// Returns the last `count` components of a path, or all of it.
constexpr std::string_view lastComponents(std::string_view path, std::size_t count) {
    for (std::size_t i = path.size(); i-- > 0;)
        if (path[i] == '/' && --count == 0) return path.substr(i + 1);
    return path;
}

/// Returns true if `text` matches the pattern as a whole. Time: at most the product of the lengths.
constexpr bool matchesWildcard(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, resume = 0;  // the last star, and the text behind what it took
    while (t < text.size()) {
        const bool bracketed = p + 2 < pattern.size() && pattern[p] == '[' && pattern[p + 2] == ']';
        if (!bracketed && p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() &&
                   (bracketed ? pattern[p + 1] == text[t] : pattern[p] == '?' || pattern[p] == text[t])) {
            p += bracketed ? 3 : 1;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

/// Matches the end of a path with as many folders as the pattern has: `clip` matches "e1u1/clip", `common/clip`
/// matches "textures/common/clip". A pattern that begins with `/` matches a path as a whole, from the start or behind
/// the folder `textures`.
constexpr bool matchesName(std::string_view pattern, std::string_view path) {
    if (pattern.starts_with('/')) {
        constexpr std::string_view kFolder = "textures/";
        if (path.starts_with(kFolder)) path.remove_prefix(kFolder.size());
        return matchesWildcard(pattern.substr(1), path);
    }
    std::size_t slashes = 0;
    for (const char c : pattern) slashes += c == '/' ? 1 : 0;
    return matchesWildcard(pattern, lastComponents(path, slashes + 1));
}

}  // namespace hullbake
