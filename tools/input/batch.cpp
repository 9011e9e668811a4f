#include "tools/input/batch.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <istream>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/files.hpp"
#include "formats/shown_bytes.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"

namespace hullbake::cli {
namespace {

/// Bytes of output that are collected before they are written: one write for each answer would be slow.
constexpr std::size_t kFlushSize = 1u << 16;

struct BadLine {
    std::size_t column;  ///< in bytes, from 1
    std::string message;
};

/// Parses a line into `numbers`, which is empty after a blank line or a comment. Returns the error, if any.
std::optional<BadLine> parseLine(std::string_view line, std::size_t count, std::vector<double>& numbers) {
    constexpr std::string_view kBlank = " \t\r\f\v";
    numbers.clear();
    line = line.substr(0, line.find('#'));
    std::size_t at = line.find_first_not_of(kBlank);
    std::size_t tokenEnd = 0;
    while (at != std::string_view::npos) {
        tokenEnd = std::min(line.find_first_of(kBlank, at), line.size());
        const std::string_view token = line.substr(at, tokenEnd - at);
        if (numbers.size() == count) {
            return BadLine{at + 1, fmt::format("expected {} numbers, found more: \"{}\"", count, shownBytes(token))};
        }
        const std::optional<double> number = parseNumber(token);
        if (!number) return BadLine{at + 1, fmt::format("expected a number, found \"{}\"", shownBytes(token))};
        numbers.push_back(*number);
        at = line.find_first_not_of(kBlank, tokenEnd);
    }
    if (!numbers.empty() && numbers.size() < count) {
        return BadLine{tokenEnd + 1, fmt::format("expected {} numbers, found {}", count, numbers.size())};
    }
    return std::nullopt;
}

void flush(fmt::memory_buffer& out) {
    if (out.size() == 0) return;
    writeOutput({out.data(), out.size()});
    out.clear();
}

void answerStream(std::istream& in, const std::string& name, std::size_t count, const BatchAnswer& answer) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    fmt::memory_buffer out;
    std::vector<double> numbers;
    std::string text;
    for (std::size_t lineNumber = 1; std::getline(in, text); ++lineNumber) {
        std::string_view line = text;
        if (lineNumber == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
        if (const auto bad = parseLine(line, count, numbers)) {
            flush(out);
            throw Failure(fmt::format("{}:{}:{}: {}", name, lineNumber, bad->column, bad->message));
        }
        if (!numbers.empty()) answer(numbers, out);
        const bool mustWait = in.rdbuf()->in_avail() <= 0;
        if (out.size() >= kFlushSize || mustWait) flush(out);
    }
    flush(out);
    if (in.bad()) throw Failure(fmt::format("{}: cannot be read", name));
}

}  // namespace

void answerBatch(const std::string& path, std::size_t count, const BatchAnswer& answer) {
    if (path == "-") {
        std::ios::sync_with_stdio(false);
        answerStream(std::cin, "<stdin>", count, answer);
        return;
    }
    std::string error;
    std::ifstream in = openLines(path, error);
    if (!error.empty()) throw Failure(fmt::format("{}: {}", path, error));
    answerStream(in, path, count, answer);
}

}  // namespace hullbake::cli
