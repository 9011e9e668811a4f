#include "formats/run_words.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

bool isSpaceOrTab(char c) {
    return c == ' ' || c == '\t';
}
bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

/// Formats a limit for a message: up to 1e9 in magnitude without an exponent.
std::string numberText(double value) {
    constexpr double kLargest = 1e9;  // larger numbers get an exponent
    char digits[32];
    const std::to_chars_result end =
        std::fabs(value) <= kLargest ? std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed)
                                     : std::to_chars(digits, digits + sizeof digits, value);
    return {digits, end.ptr};
}

}  // namespace

bool RunWords::nextLine() {
    while (next_ < text_.size()) {
        lineStart_ = at_ = next_;
        ++line_;
        const std::size_t newline = text_.find('\n', next_);
        end_ = newline == std::string_view::npos ? text_.size() : newline;
        next_ = newline == std::string_view::npos ? text_.size() : newline + 1;
        if (end_ > lineStart_ && end_ < text_.size() && text_[end_ - 1] == '\r') --end_;
        checkBytes();
        skipBlanks();
        if (at_ == end_) continue;
        verbPos_ = posOf(at_);
        verb_ = takeWord();
        return true;
    }
    lineStart_ = at_ = end_ = text_.size();
    verb_ = {};
    verbPos_ = {++line_, 1};
    return false;
}

std::string_view RunWords::comment() const {
    const std::size_t begin = lineStart_ + verbPos_.column;  // columns count from 1, so this is the byte after the #
    return text_.substr(begin, end_ - begin);
}

void RunWords::checkBytes() const {
    for (std::size_t i = lineStart_; i < end_; ++i)
        if (isControl(text_[i])) fail(posOf(i), "a control character (" + shownBytes(text_.substr(i, 1)) + ")");
}

void RunWords::skipBlanks() {
    while (at_ < end_ && isSpaceOrTab(text_[at_])) ++at_;
}

std::string_view RunWords::takeWord() {
    skipBlanks();
    lastWord_ = at_;
    while (at_ < end_ && !isSpaceOrTab(text_[at_])) ++at_;
    return text_.substr(lastWord_, at_ - lastWord_);
}

bool RunWords::lineIsOver() {
    skipBlanks();
    return at_ == end_ || text_[at_] == '#';
}

void RunWords::endOfLine() {
    if (lineIsOver()) return;
    const std::string_view word = takeWord();
    failBefore("expected the end of the line, found \"" + shownBytes(word) + "\"");
}

std::string_view RunWords::word(std::string_view what) {
    if (lineIsOver()) fail(posOf(at_), "expected " + std::string(what) + ", found the end of the line");
    return takeWord();
}

bool RunWords::accept(std::string_view word) {
    const std::size_t before = at_;
    if (!lineIsOver() && takeWord() == word) return true;
    at_ = before;
    return false;
}

double RunWords::number(std::string_view what, double least, double most) {
    const std::string expected = std::string(what) + ", a finite number";
    const std::string_view text = word(expected);
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = rest == text.data() + text.size();
    if (error == std::errc::result_out_of_range && whole)
        failBefore("\"" + shownBytes(text) + "\" is too large or too small for a double");
    if (error != std::errc{} || !whole || !std::isfinite(value))
        failBefore("expected " + expected + ", found \"" + shownBytes(text) + "\"");
    if (!(value >= least && value <= most))
        failBefore(std::string(what) + " must be from " + numberText(least) + " to " + numberText(most));
    return value;
}

Vec3 RunWords::vector(std::string_view what, double limit) {
    Vec3 v;
    for (int axis = 0; axis < 3; ++axis) v[axis] = number(std::string(what) + "." + "xyz"[axis], -limit, limit);
    return v;
}

std::uint32_t RunWords::whole(std::string_view what, std::uint32_t least, std::uint32_t most) {
    const std::string expected =
        std::string(what) + ", a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    const std::string_view text = word(expected);
    std::uint32_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || rest != text.data() + text.size() || value < least || value > most)
        failBefore("expected " + expected + ", found \"" + shownBytes(text) + "\"");
    return value;
}

std::uint64_t RunWords::hexadecimal() {
    const std::string_view text = word("a hash of 16 hexadecimal digits");
    std::uint64_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (error != std::errc{} || rest != text.data() + text.size())
        failBefore("expected a hash of 16 hexadecimal digits, found \"" + shownBytes(text) + "\"");
    return value;
}

std::size_t RunWords::oneOf(std::initializer_list<std::string_view> words) {
    std::string expected;
    for (const std::string_view candidate : words)
        expected += (expected.empty() ? "" : " or ") + std::string(candidate);
    const std::string_view text = word(expected);
    std::size_t index = 0;
    for (const std::string_view candidate : words) {
        if (candidate == text) return index;
        ++index;
    }
    failBefore("expected " + expected + ", found \"" + shownBytes(text) + "\"");
}

std::string_view RunWords::restOfLine(std::string_view what) {
    skipBlanks();
    if (at_ == end_) fail(posOf(at_), "expected " + std::string(what) + ", found the end of the line");
    lastWord_ = at_;
    std::size_t end = end_;
    while (isSpaceOrTab(text_[end - 1])) --end;
    at_ = end_;
    return text_.substr(lastWord_, end - lastWord_);
}

}  // namespace hullbake
