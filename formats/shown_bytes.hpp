// Formats bytes of a file for a message.
#pragma once

#include <string>
#include <string_view>

namespace hullbake {

/// Returns printable ASCII unchanged and other bytes as \xNN: the first 40 bytes, then "..." if there are more.
std::string shownBytes(std::string_view bytes);

}  // namespace hullbake
