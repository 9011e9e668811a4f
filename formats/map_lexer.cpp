// Tokens of a `.map` file. map_lexer.hpp states the rules of the text.
#include "formats/map_lexer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>

#include "formats/letters.hpp"
#include "formats/shown_bytes.hpp"

namespace hullbake {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
bool isBlank(char c) {
    return static_cast<unsigned char>(c) <= ' ';
}
bool isLineEnd(char c) {
    return c == '\n' || c == '\r';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isBracket(char c) {
    return c == '(' || c == ')' || c == '{' || c == '}' || c == '[' || c == ']';
}
bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
}  // namespace

MapLexer::MapLexer(std::string_view text) : text_(text) {
    if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos) {
        cutAtNul_ = !std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(nul), text_.end(), isBlank);
        text_ = text_.substr(0, nul);
    }
    if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) at_ = lineStart_ = kByteOrderMark.size();
}

SourcePos MapLexer::posOf(std::size_t at) const {
    return {line_, static_cast<std::uint32_t>(at - lineStart_ + 1)};
}

void MapLexer::endLine() {
    const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    at_ += pair ? 2 : 1;
    lineStart_ = at_;
    ++line_;
}

char MapLexer::skipAndPeek(bool semicolons) {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (isLineEnd(c)) {
            endLine();
        } else if (isBlank(c)) {
            ++at_;
        } else if (!skipComment(semicolons)) {
            return c;
        }
    }
    return '\0';
}

/// Skips each line whose first character, but for blanks, is the `#` at the cursor. Returns the next byte.
char MapLexer::skipHashLines() {
    for (;;) {
        const std::string_view before = text_.substr(lineStart_, at_ - lineStart_);
        if (text_[at_] != '#' || !std::all_of(before.begin(), before.end(), isBlank)) return '#';
        while (at_ < text_.size() && !isLineEnd(text_[at_])) ++at_;
        if (const char c = skipAndPeek(); c != '#') return c;
    }
}

/// Skips a comment that begins at the cursor, without the end of its line. Returns true if there was one.
bool MapLexer::skipComment(bool semicolons) {
    const std::string_view mark = text_.substr(at_, 2);
    if ((semicolons && mark.front() == ';') || mark == "//") {
        while (at_ < text_.size() && !isLineEnd(text_[at_])) ++at_;
        return true;
    }
    if (mark != "/*") return false;
    const SourcePos begin = pos();
    for (at_ += 2; at_ < text_.size(); isLineEnd(text_[at_]) ? endLine() : void(++at_)) {
        if (text_.substr(at_, 2) != "*/") continue;
        at_ += 2;
        return true;
    }
    throw MapSyntaxError{begin, "the comment that begins here is not closed"};
}

bool MapLexer::atEnd() {
    return peek() == '\0' && !cutAtNul_;
}

void MapLexer::failExpected(char c, std::string_view purpose) {
    failExpected("'" + std::string(1, c) + "' (" + std::string(purpose) + ")");
}

/// Returns true at the end of a bare word: a blank, a bracket, a quote, a comment or the end of the text.
bool MapLexer::endsWord(std::size_t at) const {
    if (at >= text_.size()) return true;
    const char c = text_[at];
    return isBlank(c) || isBracket(c) || c == '"' || c == ';' || text_.substr(at, 2) == "//";
}

/// Returns the bare word at the cursor, empty at brackets, quotes and the end of the text.
std::string_view MapLexer::wordHere() const {
    std::size_t end = at_;
    while (!endsWord(end)) ++end;
    return text_.substr(at_, end - at_);
}

namespace {

// Parses one to seven digits that another character follows. Returns their number, 0 if there are none or more. Handles
// eight bytes at once: a loop over the digits mispredicts its end.
std::size_t fewDigits(const char* text, std::int64_t& number) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    std::uint64_t bytes;
    std::memcpy(&bytes, text, sizeof bytes);
    bytes ^= kOnes * '0';  // digits become their values
    // Set the high bit of every byte above 9.
    const std::uint64_t others = (((bytes & kOnes * 0x7f) + kOnes * (0x80 - 10)) | bytes) & kOnes * 0x80;
    const auto count = static_cast<std::size_t>(std::countr_zero(others)) / 8;
    if (count == 0 || count == 8) return 0;
    // Shift in leading zeros, then combine pairs of digits: two, four, eight (the first digit is the lowest byte).
    std::uint64_t value = bytes << (64 - 8 * count);
    value = (value * (10 * 0x100 + 1) >> 8) & 0x00ff00ff00ff00ff;
    value = (value * (100 * 0x10000 + 1) >> 16) & 0x0000ffff0000ffff;
    number = static_cast<std::int64_t>(value * (std::uint64_t{10000} * 0x100000000 + 1) >> 32);
    return count;
}

// Returns zero for a number below the range of double, infinity for one above it. from_chars does not say which: the
// decimal exponent of the leading digit does.
double numberOutOfRange(std::string_view word) {
    const std::size_t e = word.find_first_of("eE");
    const std::string_view mantissa = word.substr(0, e);
    const std::size_t leading = mantissa.find_first_of("123456789");
    const std::size_t point = mantissa.find('.');
    const auto whole = static_cast<std::int64_t>(point == std::string_view::npos ? mantissa.size() : point);
    std::int64_t power = leading == std::string_view::npos ? 0 : whole - static_cast<std::int64_t>(leading);
    if (e != std::string_view::npos) {
        constexpr std::int64_t kLongerThanAnyText = 1'000'000'000'000'000;
        std::int64_t exponent = 0;
        for (const char c : word.substr(e + 1)) {
            if (isDigit(c) && exponent < kLongerThanAnyText) exponent = exponent * 10 + (c - '0');
        }
        power += word[e + 1] == '-' ? -exponent : exponent;
    }
    return power <= 0 ? 0 : std::numeric_limits<double>::infinity();
}

// Returns true for what C libraries write for numbers that are not finite: nan, inf, infinity, 1.#QNAN, 1.#IND, 1.#INF.
bool isNotFinite(std::string_view word) {
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    const std::string name = lowerCase(word);
    return name == "nan" || name == "inf" || name == "infinity" || name.starts_with("1.#");
}

// Returns the word with a point in place of its only comma; unchanged if it has a point or another number of commas.
std::string withPoint(std::string_view word) {
    std::string changed(word);
    if (std::count(changed.begin(), changed.end(), ',') == 1 && changed.find('.') == std::string::npos)
        changed[changed.find(',')] = '.';
    return changed;
}

}  // namespace

/// Fast path for nearly all numbers of a map: sign, digits, an optional point between digits. Digits and power of ten
/// are exact in a double, so one division rounds once: the same value as from_chars. Returns false and changes nothing
/// for any other number.
bool MapLexer::shortNumber(double& value) {
    constexpr std::size_t kMostDigits = 15;
    static constexpr std::array<double, kMostDigits> kPowers = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
    const bool minus = at_ < text_.size() && text_[at_] == '-';
    const std::size_t first = at_ + (minus ? 1 : 0), limit = std::min(text_.size(), first + kMostDigits);
    std::int64_t digits = 0;
    constexpr std::size_t kAtOnce = 8;
    if (std::endian::native == std::endian::little && text_.size() - first >= 2 * kAtOnce) {
        const char* const text = text_.data() + first;
        std::size_t count = fewDigits(text, digits), decimals = 0;
        if (count > 0 && text[count] == '.') {
            std::int64_t behind = 0;
            decimals = fewDigits(text + count + 1, behind);
            digits = digits * static_cast<std::int64_t>(kPowers[decimals]) + behind;
            count = decimals > 0 ? count + 1 + decimals : 0;
        }
        if (count > 0 && isBlank(text[count])) {
            value = static_cast<double>(digits);
            if (decimals > 0) value /= kPowers[decimals];
            if (minus) value = -value;
            at_ = first + count;
            return true;
        }
        digits = 0;
    }
    std::size_t at = first, point = limit;
    for (; at < limit; ++at) {
        const char c = text_[at];
        if (isDigit(c))
            digits = digits * 10 + (c - '0');
        else if (c == '.' && point == limit && at > first)
            point = at;
        else
            break;
    }
    if (at == first || !isDigit(text_[at - 1]) || !endsWord(at)) return false;
    value = static_cast<double>(digits);
    if (point < at) value /= kPowers[at - point - 1];
    if (minus) value = -value;
    at_ = at;
    return true;
}

bool MapLexer::atNumber() {
    const char c = peek();
    if (isDigit(c) || c == '.') return true;
    return (c == '-' || c == '+') && !(at_ + 1 < text_.size() && isLetter(text_[at_ + 1]));
}

bool MapLexer::atWord() {
    const char c = peek();
    return isLetter(c) || ((c == '-' || c == '+') && at_ + 1 < text_.size() && isLetter(text_[at_ + 1]));
}

std::string_view MapLexer::word(std::string_view purpose) {
    peek();
    const std::string_view here = wordHere();
    if (here.empty()) failExpected(purpose);
    at_ += here.size();
    return here;
}

double MapLexer::number(std::string_view purpose) {
    peek();
    double value = 0;
    if (shortNumber(value)) return value;
    const std::string_view word = wordHere();
    if (!parse(word, value)) {
        const std::string purposeShown = "a number (" + std::string(purpose) + ")";
        if (!parse(withPoint(word), value)) failExpected(purposeShown);
        throw MapSyntaxError{pos(), "expected " + purposeShown + ", found '" + shownBytes(word) +
                                        "': a decimal comma; write '" + shownBytes(withPoint(word)) + "'"};
    }
    if (!std::isfinite(value)) throw MapSyntaxError{pos(), "the number '" + shownBytes(word) + "' is too large"};
    at_ += word.size();
    return value;
}

/// Parses the whole word as a decimal number. One too large for a double is infinite. Returns false for other words.
bool MapLexer::parse(std::string_view word, double& value) {
    const char* first = word.data();
    const char* const last = first + word.size();
    if (first != last && *first == '+') ++first;  // from_chars knows no plus
    // Check the first character after the sign: from_chars would also accept "inf", "nan" and the "-1" of "+-1".
    const bool minus = first != last && *first == '-' && first == word.data();
    const char* const body = minus ? first + 1 : first;
    if (body == last || (!isDigit(*body) && *body != '.')) return false;
    double parsed = 0;
    const std::from_chars_result result = std::from_chars(first, last, parsed);
    if (result.ec == std::errc::invalid_argument || result.ptr != last) return false;
    value = result.ec == std::errc::result_out_of_range ? numberOutOfRange(word) : parsed;
    return true;
}

void MapLexer::Tally::add(SourcePos at, std::string_view word) {
    if (count++ > 0) return;
    pos = at;
    first = shownBytes(word);
}

void MapLexer::Tally::addNote(std::vector<MapNote>& notes, std::string_view one, std::string_view many) const {
    if (count == 0) return;
    std::string message = std::to_string(count).append(count == 1 ? one : many);
    notes.push_back({pos, message.append(count == 1 ? ": '" : ", the first '").append(first).append("'")});
}

void MapLexer::addNumberNotes(std::vector<MapNote>& notes) const {
    notFinite_.addNote(notes, " texture number is not finite and not used",
                       " texture numbers are not finite and not used");
    decimalCommas_.addNote(notes, " texture number has a decimal comma", " texture numbers have a decimal comma");
}

double MapLexer::textureNumber(std::string_view purpose) {
    peek();
    double value = 0;
    if (shortNumber(value)) return value;
    std::string_view word = wordHere();
    if (parse(word, value)) {
        if (!std::isfinite(value)) notFinite_.add(pos(), word);
    } else if (isNotFinite(word)) {
        // Some C libraries write a payload: nan(ind), nan(0x8000000).
        const std::string_view rest = text_.substr(at_ + word.size());
        const std::size_t close = rest.starts_with('(') ? rest.find_first_of(")\r\n") : std::string_view::npos;
        if (close != std::string_view::npos && rest[close] == ')') word = text_.substr(at_, word.size() + close + 1);
        notFinite_.add(pos(), word);
    } else if (parse(withPoint(word), value)) {
        decimalCommas_.add(pos(), word);
    } else {
        failExpected("a number (" + std::string(purpose) + ")");
    }
    at_ += word.size();
    return std::isfinite(value) ? value : 0;
}

bool MapLexer::atThisWord(std::string_view word) {
    peek();
    return sameButForCase(wordHere(), word);
}

bool MapLexer::acceptWord(std::string_view word) {
    if (!atThisWord(word)) return false;
    at_ += word.size();
    return true;
}

/// Returns true if the quote at `quote`, which follows a backslash, ends its string (rules at the head of the header).
bool MapLexer::escapedQuoteEnds(std::size_t quote) const {
    const std::size_t next = text_.find_first_of("\"\r\n", quote + 1);
    if (next == std::string_view::npos || text_[next] != '"') {
        // A word behind the quote could not follow a string, so that a longer one goes on.
        const std::size_t word = text_.find_first_not_of(" \t", quote + 1);
        return word == std::string_view::npos || isBlank(text_[word]) || isBracket(text_[word]) || text_[word] == ';' ||
               text_[word] == '/';
    }
    for (std::size_t i = quote + 1; i < next; ++i) {
        if (!isBlank(text_[i])) return false;
    }
    // Only blanks lie before the next quote. It opens another string unless what follows it looks like the end of this
    // one.
    const bool blanksBetween = next > quote + 1;
    return blanksBetween && next + 1 < text_.size() && !isBlank(text_[next + 1]) && text_[next + 1] != '}';
}

std::string_view MapLexer::quoted(Lines lines) {
    const SourcePos opening = pos();
    const std::size_t begin = at_ + 1;
    bool escaped = false;
    std::size_t i = begin;
    while (i < text_.size()) {
        const char c = text_[i];
        if (isLineEnd(c)) {
            if (lines == Lines::One) break;
            at_ = i;
            endLine();
            i = at_;
            escaped = false;
            continue;
        }
        if (c == '"' && (!escaped || escapedQuoteEnds(i))) {
            at_ = i + 1;
            if (line_ != opening.line) {
                longStringBegin_ = opening;
                longStringEnd_ = line_;
            }
            return text_.substr(begin, i - begin);
        }
        escaped = c == '\\' && !escaped;
        ++i;
    }
    if (i == text_.size() && cutAtNul_) {
        at_ = i;
        failExpected("the end of a quoted string");
    }
    const char* const fault = lines == Lines::One ? "is not closed on its line" : "is not closed";
    throw MapSyntaxError{opening, std::string("the quoted string that begins here ") + fault};
}

std::string_view MapLexer::texture() {
    const char c = peekName();
    if (c == '"') return quoted();
    std::size_t end = at_;
    while (end < text_.size() && !isBlank(text_[end])) ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    // A lone bracket means that the name is missing.
    if (name.empty() || (name.size() == 1 && isBracket(c))) failExpected("a texture name");
    at_ = end;
    return name;
}

/// Describes the next token for a message.
std::string MapLexer::found() {
    const char c = peek();
    if (c == '\0') return cutAtNul_ ? "a NUL byte" : "end of file";
    std::string_view token = wordHere();
    if (isBracket(c)) {
        token = text_.substr(at_, 1);
    } else if (c == '"') {
        const std::size_t end = text_.find_first_of("\"\r\n", at_ + 1);
        const std::size_t size =
            end == std::string_view::npos ? std::string_view::npos : end - at_ + (text_[end] == '"' ? 1 : 0);
        token = text_.substr(at_, size);
    }
    return std::string("'").append(shownBytes(token)).append("'");
}

void MapLexer::failTooMany(SourcePos at, std::size_t limit, std::string_view what) {
    throw MapSyntaxError{at, "the map has more than " + std::to_string(limit) + ' ' + std::string(what) +
                                 "; divide it into several maps"};
}

void MapLexer::failExpected(std::string_view expected, std::string_view prefix) {
    const std::string what = std::string(prefix) + "expected " + std::string(expected) + ", found " + found();
    if (line_ != longStringEnd_) throw MapSyntaxError{pos(), what};
    // What cannot follow a string of several lines tells that its closing quote is missing.
    throw MapSyntaxError{longStringBegin_, "the quoted string that begins here is not closed on its line; on line " +
                                               std::to_string(line_) + ", where it ends: " + what};
}

}  // namespace hullbake
