// Whole files in and out. Output is written beside its target and renamed, so that nothing is ever half-written.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake {

/// The bytes of a regular file; false with a reason in `error` otherwise. The buffer starts at a multiple of 16 bytes.
bool readFile(const std::string& path, std::vector<std::byte>& bytes, std::string& error);
bool readFile(const std::string& path, std::string& text, std::string& error);

/// Writes `path` whole or not at all; false with a reason in `error`, and no trace of a temporary file left.
bool writeFile(const std::string& path, std::span<const std::byte> bytes, std::string& error);
bool writeFile(const std::string& path, std::string_view text, std::string& error);

}  // namespace hullbake
