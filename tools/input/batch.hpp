// Reads queries line by line and writes their answers line by line.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace hullbake::cli {

/// Appends the answer to one query, with a newline at its end.
using BatchAnswer = std::function<void(std::span<const double> numbers, fmt::memory_buffer& out)>;

/// Reads queries of `count` numbers from the file at `path` ("-": stdin) and writes their answers to stdout in order.
/// A line has one query, with blanks between its numbers. `#` starts a comment. Lines without a number are skipped.
/// A malformed line ends the batch: the queries before it are answered, then a Failure names file:line:column.
/// Answers are flushed before it waits for the next query, so that a program may ask through pipes.
void answerBatch(const std::string& path, std::size_t count, const BatchAnswer& answer);

}  // namespace hullbake::cli
