// File names between texts and the system.
// In: names in UTF-8, as the command line and maps give them. Out: paths that every system reads alike.
// Invariant: where the system's names are bytes, the bytes stay as they are, also those that are no UTF-8.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace hullbake {

/// Returns the path that a name in UTF-8 means. Use it for every path: on Windows a path made from a plain string may
/// be read in another code page. There a name that is no UTF-8 becomes one that no file can have.
std::filesystem::path pathOf(std::string_view utf8);

/// Returns the name of a path in UTF-8, with the separators that it has. Windows allows names that are no Unicode: each
/// such name has a question mark for every character outside ASCII.
std::string utf8Of(const std::filesystem::path& path);

}  // namespace hullbake
