// Text of recorded runs: words and numbers, separated by blanks, in lines.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "hullbake/math.hpp"

namespace hullbake {

class RunText {
  public:
    RunText& word(std::string_view text) {
        if (!text_.empty() && text_.back() != '\n') text_ += ' ';
        text_ += text;
        return *this;
    }
    /// Writes the shortest decimal that reads back to the same double.
    RunText& number(double value) {
        char digits[kSpace];
        const std::to_chars_result end = std::to_chars(digits, digits + kSpace, value);
        return word({digits, static_cast<std::size_t>(end.ptr - digits)});
    }
    RunText& whole(std::uint64_t value, int base = 10) {
        char digits[kSpace];
        const std::to_chars_result end = std::to_chars(digits, digits + kSpace, value, base);
        return word({digits, static_cast<std::size_t>(end.ptr - digits)});
    }
    RunText& vector(const Vec3& v) { return number(v.x).number(v.y).number(v.z); }
    void end() { text_ += '\n'; }
    void comment(const std::string& text) { text_ += '#' + text + '\n'; }
    std::string take() { return std::move(text_); }

  private:
    /// The longest double, "-1.2345678901234567e-308", has 24 characters.
    static constexpr std::size_t kSpace = 32;

    std::string text_;
};

}  // namespace hullbake
