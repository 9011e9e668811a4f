// Queries read line by line, answers written line by line.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace hullbake::cli {

/// Appends the answer to one query, with its newline.
using BatchAnswer = std::function<void(std::span<const double> numbers, fmt::memory_buffer& out)>;

/// Reads queries of `count` numbers, one a line, from the file at `path` ("-": stdin), and writes their answers to
/// stdout in order. Numbers stand between blanks; `#` starts a comment; lines without a number are skipped. A malformed
/// line ends it: the queries before it are answered, then a Failure names file:line:column. Answers to a pipe are not
/// held back while the next query is being waited for.
void answerBatch(const std::string& path, std::size_t count, const BatchAnswer& answer);

}  // namespace hullbake::cli
