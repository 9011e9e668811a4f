// Tokens of a `.map` file: brackets, numbers, quoted strings and texture names, with their positions.
// In: text. Out: views into that text. Makes one pass and uses no heap unless there is an error.
//
// Rules of the text:
// - Blanks are all bytes up to the space (as in the id tools), so a DOS end-of-file mark is harmless.
// - LF, CR LF and a lone CR each end a line.
// - `//` or `;` at the start of a token is a comment to the end of its line, `/*` one up to `*/`.
//   A texture name may begin with `;`.
// - A line that begins with `#` is a comment where peekItem reads: where an entity, a key, a brush or a face may begin.
//   Elsewhere `#` is a character like any other, so that a texture name may begin with it.
// - A NUL byte ends the text and is an error, unless only blanks and NUL bytes follow: some tools pad files.
// - A UTF-8 byte order mark is skipped and takes no column.
// - A quoted string ends at the next quote. Backslashes are kept as written.
// - Values may contain line ends. If what follows the string on its last line makes no sense, the error is
//   told where the string begins: its quote is missing there.
// - TrenchBroom writes a quote inside a string as \"; the id tools do not know that and accept "C:\dir\".
//   Both are read: a quote after an odd number of backslashes belongs to the string, except in two cases.
//   No other quote follows on the line, nor any word, or the next quote follows after blanks and opens another string.
// - A texture name is a quoted string or everything up to the next blank: `{fence`, `*water1`, `a//b`.
// - After the points of a face, `(` opens a matrix. A bracket alone is not a name.
// - Numbers of a texture's projection are not used, so that decimal commas, `nan` and the like are passed over there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"

namespace hullbake {

/// Thrown by MapLexer and caught by parseMap. It never leaves the library.
struct MapSyntaxError {
    SourcePos pos;
    std::string message;
};

class MapLexer {
  public:
    /// `text` must outlive the lexer and every view that it hands out.
    explicit MapLexer(std::string_view text);

    /// Skips blanks and comments. Returns the next byte, NUL at the end of the text.
    char peek() {
        // Fast path: usually one blank separates the tokens.
        if (at_ < text_.size() && text_[at_] == ' ') ++at_;
        const char c = at_ < text_.size() ? text_[at_] : '\0';
        return static_cast<unsigned char>(c) > ' ' && c != '/' && c != ';' ? c : skipAndPeek();
    }
    /// Like peek, where a texture name may follow: `;` begins one.
    char peekName() { return skipAndPeek(false); }
    /// Like peek, where lines that begin with `#` are comments.
    char peekItem() {
        const char c = peek();
        return c != '#' ? c : skipHashLines();
    }
    /// Returns the position of the byte that peek returned last.
    SourcePos pos() const { return posOf(at_); }

    /// Returns true if only blanks and comments are left, and never at a NUL byte.
    bool atEnd();

    /// Skips `c` if it is the next token. Returns true if it was.
    bool accept(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    /// Skips `c`. Otherwise throws "expected '(' (purpose), found …".
    void expect(char c, std::string_view purpose) {
        if (!accept(c)) failExpected(c, purpose);
    }

    /// Returns true if the next token begins like a number.
    bool atNumber();
    /// Returns true if the next token is a bare word that begins with a letter, `_`, or a sign before a letter.
    bool atWord();
    /// Reads the next bare word. Throws "expected PURPOSE, found …" if there is none.
    std::string_view word(std::string_view purpose);
    /// Returns the line of the next token.
    std::uint32_t line() {
        peek();
        return line_;
    }
    /// Returns the line of the cursor: that of the last token, just after it was read.
    std::uint32_t lineNow() const { return line_; }
    /// Returns true if the next token is this bare word, in upper or lower case.
    bool atThisWord(std::string_view word);
    /// Returns the offset of the cursor, and the text between an offset and the cursor.
    std::size_t offset() const { return at_; }
    std::string_view textFrom(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
    /// Reads a finite decimal number with optional sign, fraction and exponent, independent of the locale. A number too
    /// small for a double is zero, one too large is an error. `purpose` names the number in errors.
    double number(std::string_view purpose);

    /// Reads a number of a texture's projection. One with a decimal comma is read, any that is not finite counts as 0.
    /// Both are counted.
    double textureNumber(std::string_view purpose);

    /// How often something happened, and where it did first.
    struct Tally {
        std::size_t count = 0;
        SourcePos pos;
        std::string first;
        void add(SourcePos at, std::string_view word);
        /// Adds a note at the first place: the count, then `one` or `many`, then the first word. None if count is 0.
        void addNote(std::vector<MapNote>& notes, std::string_view one, std::string_view many) const;
    };
    /// Adds a note for each kind of texture number that was read in a way of its own.
    void addNumberNotes(std::vector<MapNote>& notes) const;

    /// Skips the next bare word if it is `word`, in upper or lower case. Returns true if it was.
    bool acceptWord(std::string_view word);
    /// Counts what the reader keeps of the text: an entity, a key, a face, a point, and the like. Throws at `at` if the
    /// text has more than kMostMapItems.
    void countItem(SourcePos at) {
        if (++items_ > kMostMapItems) failTooMany(at, kMostMapItems, "entities, keys, brushes, faces and points");
    }
    /// Counts a brush, which is an item too. Throws at `at` if the text has more than kMostMapBrushes.
    void countBrush(SourcePos at) {
        if (++brushes_ > kMostMapBrushes) failTooMany(at, kMostMapBrushes, "brushes");
        countItem(at);
    }

    enum class Lines : std::uint8_t { One, Any };
    /// Reads a quoted string, without its quotes. peek must have returned the opening quote.
    std::string_view quoted(Lines lines = Lines::One);
    std::string_view texture();

    /// Throws `prefix` + "expected EXPECTED, found …" at the next token.
    [[noreturn]] void failExpected(std::string_view expected, std::string_view prefix = {});

  private:
    SourcePos posOf(std::size_t at) const;
    char skipAndPeek(bool semicolons = true);
    char skipHashLines();
    void endLine();
    bool endsWord(std::size_t at) const;
    std::string_view wordHere() const;
    bool shortNumber(double& value);
    [[noreturn]] void failExpected(char c, std::string_view purpose);
    bool escapedQuoteEnds(std::size_t quote) const;
    std::string found();
    bool skipComment(bool semicolons);
    static bool parse(std::string_view word, double& value);
    [[noreturn]] static void failTooMany(SourcePos at, std::size_t limit, std::string_view what);

    std::string_view text_;  ///< up to the first NUL byte
    bool cutAtNul_ = false;
    std::size_t at_ = 0;
    std::size_t lineStart_ = 0;
    std::uint32_t line_ = 1;
    std::size_t items_ = 0, brushes_ = 0;
    Tally notFinite_, decimalCommas_;
    SourcePos longStringBegin_;        ///< of the last quoted string that has line ends
    std::uint32_t longStringEnd_ = 0;  ///< its last line; 0: there is none
};

}  // namespace hullbake
