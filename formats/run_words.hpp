// The words of a recorded run: lines, verbs, numbers, with their places. Views into the text; an error is thrown as
// RunSyntaxError, caught by parseRun, and never leaves the library.
//
// - LF and CR LF end a line; blanks and tabs part words. Any other control character is an error, so that no text of a
//   run can drive a terminal.
// - A line whose first word begins with # is a comment; after other words # ends the line, except in texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

struct RunSyntaxError {
    SourcePos pos;
    std::string message;
};

class RunWords {
  public:
    /// `text` must outlive the reader and its views.
    explicit RunWords(std::string_view text) : text_(text) {}

    /// Goes to the next line that is not blank; false at the end of the text.
    bool nextLine();
    bool isComment() const { return verb_.starts_with('#'); }
    /// The text of a comment, after the #.
    std::string_view comment() const;
    /// The first word of the line.
    std::string_view verb() const { return verb_; }
    /// Where the first word stands; at the end of the text, there.
    SourcePos pos() const { return verbPos_; }

    /// The next words of the line. `what` is expected there, in errors; limits belong to what is allowed.
    std::string_view word(std::string_view what);
    double number(std::string_view what, double least, double most);
    Vec3 vector(std::string_view what, double limit);
    std::uint32_t whole(std::string_view what, std::uint32_t least, std::uint32_t most);
    std::uint64_t hexadecimal();
    /// Which of the words stands there.
    std::size_t oneOf(std::initializer_list<std::string_view> words);
    /// True, and steps over it, when the next word is this one.
    bool accept(std::string_view word);
    /// All that is left of the line, without the blanks around it.
    std::string_view restOfLine(std::string_view what);

    /// Whether no word is left on the line.
    bool lineIsOver();
    /// An error when one is.
    void endOfLine();

    [[noreturn]] void fail(SourcePos pos, std::string message) const { throw RunSyntaxError{pos, std::move(message)}; }
    /// At the first word of the line.
    [[noreturn]] void failHere(std::string message) const { fail(verbPos_, std::move(message)); }
    /// At the word that was read last.
    [[noreturn]] void failBefore(std::string message) const { fail(posOf(lastWord_), std::move(message)); }

  private:
    SourcePos posOf(std::size_t at) const { return {line_, static_cast<std::uint32_t>(at - lineStart_ + 1)}; }
    void checkBytes() const;
    void skipBlanks();
    std::string_view takeWord();

    std::string_view text_, verb_;
    SourcePos verbPos_;
    std::size_t next_ = 0;                 ///< start of the next line
    std::size_t lineStart_ = 0, end_ = 0;  ///< of this line, without its end
    std::size_t at_ = 0, lastWord_ = 0;
    std::uint32_t line_ = 0;
};

}  // namespace hullbake
