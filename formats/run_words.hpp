// Splits a recorded run into lines and words.
// In: text. Out: views into it, with positions. Errors are thrown as RunSyntaxError and caught by parseRun.
//
// - LF and CR LF end a line. Blanks and tabs separate words. Other control characters are errors, so the text of a
//   run cannot drive a terminal.
// - A line whose first word begins with # is a comment. After other words # ends the line, except in texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Limit of numbers that may be any.
inline constexpr double kNoLimit = std::numeric_limits<double>::max();

struct RunSyntaxError {
    SourcePos pos;
    std::string message;
};

class RunWords {
  public:
    /// `text` must outlive the reader and the views it returns.
    explicit RunWords(std::string_view text) : text_(text) {}

    /// Moves to the next line that is not blank. Returns false at the end of the text.
    bool nextLine();
    bool isComment() const { return verb_.starts_with('#'); }
    /// Returns the text of a comment, after the #.
    std::string_view comment() const;
    /// Returns the first word of the line.
    std::string_view verb() const { return verb_; }
    /// Returns the position of the first word, or the end of the text after the last line.
    SourcePos pos() const { return verbPos_; }

    /// Read the next words of the line. `what` names the word in errors. The limits are allowed values.
    std::string_view word(std::string_view what);
    double number(std::string_view what, double least, double most);
    Vec3 vector(std::string_view what, double limit);
    std::uint32_t whole(std::string_view what, std::uint32_t least, std::uint32_t most);
    std::uint64_t hexadecimal();
    /// Returns the index of the next word among `words`.
    std::size_t oneOf(std::initializer_list<std::string_view> words);
    /// Skips the next word if it equals `word`. Returns true if it did.
    bool accept(std::string_view word);
    /// Returns the rest of the line, without the blanks around it.
    std::string_view restOfLine(std::string_view what);

    /// Returns true if no word is left on the line.
    bool lineIsOver();
    /// Throws if a word is left on the line.
    void endOfLine();

    [[noreturn]] void fail(SourcePos pos, std::string message) const { throw RunSyntaxError{pos, std::move(message)}; }
    /// Throws at the first word of the line.
    [[noreturn]] void failHere(std::string message) const { fail(verbPos_, std::move(message)); }
    /// Throws at the word that was read last.
    [[noreturn]] void failBefore(std::string message) const { fail(posOf(lastWord_), std::move(message)); }

  private:
    SourcePos posOf(std::size_t at) const { return {line_, static_cast<std::uint32_t>(at - lineStart_ + 1)}; }
    void checkBytes() const;
    void skipBlanks();
    std::string_view takeWord();

    std::string_view text_, verb_;
    SourcePos verbPos_;
    std::size_t next_ = 0;                 ///< start of the next line
    std::size_t lineStart_ = 0, end_ = 0;  ///< of the current line, without its line end
    std::size_t at_ = 0, lastWord_ = 0;
    std::uint32_t line_ = 0;
};

}  // namespace hullbake
