// Reads and writes whole files.
// In: a path. Out: all bytes, or false and a reason.
// Invariant: output is written to a temporary file beside its target, then renamed, so no target is ever half-written.
#pragma once

#include <cstddef>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake {

/// Reads all bytes of a regular file. Returns false and a reason in `error` otherwise. The buffer is aligned to 16
/// bytes.
bool readFile(const std::string& path, std::vector<std::byte>& bytes, std::string& error);
bool readFile(const std::string& path, std::string& text, std::string& error);

/// Opens a file that is read line by line and may be a pipe. Stores the reason in `error` if it cannot be read.
std::ifstream openLines(const std::string& path, std::string& error);

/// Returns whether `path` can be written as far as can be told without writing: asked before work that takes long.
/// Stores the reason in `error` if not.
bool canWriteFile(const std::string& path, std::string& error);

/// Writes `path` whole or not at all. Returns false and a reason in `error` on failure, and leaves no temporary file.
bool writeFile(const std::string& path, std::span<const std::byte> bytes, std::string& error);
bool writeFile(const std::string& path, std::string_view text, std::string& error);

/// Returns the next part of a text, lent until the next call, and an empty one at the end.
using TextParts = std::function<std::string_view()>;
/// Writes a text part by part, so that it need not fit into memory.
bool writeFile(const std::string& path, const TextParts& parts, std::string& error);

}  // namespace hullbake
