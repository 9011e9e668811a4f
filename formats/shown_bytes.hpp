// Bytes of a file in a message.
#pragma once

#include <string>
#include <string_view>

namespace hullbake {

/// Printable ASCII as it is, anything else as \xNN; the first 40 bytes, and "..." when there are more.
std::string shownBytes(std::string_view bytes);

}  // namespace hullbake
