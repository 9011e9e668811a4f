// The editor that shows a line of the map.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake::cli {

/// A command that the user gave to open a map at a line, such as `code --goto {file}:{line}`.
///
/// It is divided into words at spaces and tabs. What stands between two ' or between two " belongs to one word, as it
/// is. Nothing else has a meaning: no variable, no backslash, no shell. In each word {file} becomes the path of the map
/// and {line} the number of the line, after the division, so a path with spaces stays in one word.
class EditorCommand {
  public:
    /// Throws UsageError if the text has no program, a quote without its end, another name in braces, or no {line}.
    explicit EditorCommand(std::string_view text);

    /// Returns the program and its arguments.
    std::vector<std::string> wordsFor(std::string_view file, std::uint32_t line) const;

    /// Starts the editor. Returns what went wrong at once; empty if nothing did.
    std::string open(std::string_view file, std::uint32_t line) const;

  private:
    std::vector<std::string> words_;
};

/// Reads the number of a line, 1 to 2^32 - 1, in decimal digits. Returns 0 if the text is anything else.
std::uint32_t lineNumber(std::string_view text);

}  // namespace hullbake::cli
