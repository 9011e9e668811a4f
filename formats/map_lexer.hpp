// The words of a `.map` file: blanks and comments skipped, brackets, numbers, quoted strings and texture names handed
// out with their places. Text in, string views into that text out; one pass, no heap unless there is an error.
//
// What counts as what:
// - Blank: every byte up to the space (the id tools' rule), so a DOS end-of-file mark does no harm. LF, CR LF and a
// lone
//   CR each end a line. `//` where a word could begin is a comment to the end of its line.
// - A NUL byte ends the text and is always an error: no editor writes one. A UTF-8 byte order mark is skipped and
//   counts for no column.
// - A quoted string ends at the next quote on its line. Backslashes are kept as written. TrenchBroom writes a quote
//   inside a string as \" while the id tools know no such thing and accept "C:\dir\"; both are read: a quote after an
//   odd number of backslashes is part of the string, unless it can only be the end - no other quote is left on the
//   line, or after blanks a quote follows that opens a further string.
// - A texture name is a quoted string or everything up to the next blank: `{fence`, `*water1`, `+0button`, `a//b`.
// After
//   the points of a face `(` opens a matrix, and a bracket alone is no name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/map.hpp"

namespace hullbake {

/// Thrown by MapLexer, caught by parseMap; never leaves the library.
struct MapSyntaxError {
    SourcePos pos;
    std::string message;
};

class MapLexer {
  public:
    /// `text` must outlive the lexer and every view that it hands out.
    explicit MapLexer(std::string_view text);

    /// Skips blanks and comments; the byte that stands there, or NUL at the end of the text.
    char peek() {
        // Mostly a blank was just stepped over, and the next token is here.
        if (at_ < text_.size() && text_[at_] == ' ') ++at_;
        const char c = at_ < text_.size() ? text_[at_] : '\0';
        return static_cast<unsigned char>(c) > ' ' && c != '/' ? c : skipAndPeek();
    }
    /// The place of what peek saw last.
    SourcePos pos() const { return posOf(at_); }

    /// True when nothing but blanks and comments is left; never at a NUL byte.
    bool atEnd();

    /// Steps over `c` when it stands there.
    bool accept(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    /// Steps over `c`; otherwise an error that quotes `c` and says what it is for: "expected '(' (purpose), found …".
    void expect(char c, std::string_view purpose) {
        if (!accept(c)) failExpected(c, purpose);
    }

    /// True when the next word looks like a number.
    bool atNumber();
    /// A finite number: decimal, with an optional sign, fraction and exponent, read the same in every locale. What is
    /// too small for a double is zero, what is too large is an error. `purpose` names it in errors.
    double number(std::string_view purpose);

    /// True, and steps over it, when the next bare word is `word`, in upper or lower case.
    bool acceptWord(std::string_view word);
    /// The inside of a quoted string; peek must have seen its opening quote.
    std::string_view quoted();
    std::string_view texture();

    /// Ends the parse at what stands here: "expected EXPECTED, found …", after `prefix`.
    [[noreturn]] void failExpected(std::string_view expected, std::string_view prefix = {});

  private:
    SourcePos posOf(std::size_t at) const;
    char skipAndPeek();
    void endLine();
    bool endsWord(std::size_t at) const;
    std::string_view wordHere() const;
    bool shortNumber(double& value);
    [[noreturn]] void failExpected(char c, std::string_view purpose);
    bool escapedQuoteEnds(std::size_t quote) const;
    std::string found();
    double numberOutOfRange(std::string_view word) const;

    std::string_view text_;  ///< up to the first NUL byte
    bool cutAtNul_ = false;
    std::size_t at_ = 0;
    std::size_t lineStart_ = 0;
    std::uint32_t line_ = 1;
};

}  // namespace hullbake
