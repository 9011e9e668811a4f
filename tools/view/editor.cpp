#include "tools/view/editor.hpp"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <system_error>

#include "tools/base/errors.hpp"
#include "tools/base/process.hpp"

namespace hullbake::cli {
namespace {

/// How long a command that fails is waited for. Editors that stay open, or hand the file to one that is, go on.
constexpr std::chrono::milliseconds kEditorPatience{1000};
constexpr std::string_view kFile = "{file}", kLine = "{line}";

std::vector<std::string> dividedWords(std::string_view text) {
    std::vector<std::string> words;
    char quote = '\0';
    bool inWord = false;
    for (const char c : text) {
        if (quote != '\0' && c == quote) {
            quote = '\0';
        } else if (quote != '\0') {
            words.back() += c;
        } else if (c == ' ' || c == '\t') {
            inWord = false;
        } else {
            if (!inWord) words.emplace_back();
            inWord = true;
            if (c == '"' || c == '\'') {
                quote = c;
            } else {
                words.back() += c;
            }
        }
    }
    if (quote != '\0') throw UsageError(fmt::format("--editor: the quote {} has no end", quote));
    return words;
}

/// Calls `put` with each part of the word: {file}, {line}, or a text without them. Throws UsageError for other names.
template <class Put>
void forParts(std::string_view word, Put&& put) {
    while (!word.empty()) {
        const std::size_t open = word.find('{'), close = word.find('}', open);
        if (open != 0 || close == std::string_view::npos) {
            const std::size_t end = close == std::string_view::npos ? word.size() : open;
            put(word.substr(0, end));
            word.remove_prefix(end);
            continue;
        }
        const std::string_view name = word.substr(0, close + 1);
        if (name != kFile && name != kLine)
            throw UsageError(fmt::format("--editor: knows no {}, only {} and {}", name, kFile, kLine));
        put(name);
        word.remove_prefix(name.size());
    }
}

}  // namespace

EditorCommand::EditorCommand(std::string_view text) : words_(dividedWords(text)) {
    if (words_.empty() || words_.front().empty()) throw UsageError("--editor: names no program");
    bool hasLine = false;
    for (const std::string& word : words_)
        forParts(word, [&](std::string_view part) { hasLine = hasLine || part == kLine; });
    if (!hasLine) throw UsageError(fmt::format("--editor: has no {}", kLine));
}

std::vector<std::string> EditorCommand::wordsFor(std::string_view file, std::uint32_t line) const {
    std::vector<std::string> words;
    for (const std::string& word : words_) {
        std::string& filled = words.emplace_back();
        forParts(word, [&](std::string_view part) {
            if (part == kFile) {
                filled += file;
            } else if (part == kLine) {
                filled += fmt::format("{}", line);
            } else {
                filled += part;
            }
        });
    }
    return words;
}

std::string EditorCommand::open(std::string_view file, std::uint32_t line) const {
    return startProgram(wordsFor(file, line), kEditorPatience);
}

std::uint32_t lineNumber(std::string_view text) {
    std::uint32_t line = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
    return error == std::errc{} && end == text.data() + text.size() ? line : 0;
}

}  // namespace hullbake::cli
