// Parses values of entity keys that the compiler reads.
#pragma once

#include <string_view>

#include "hullbake/math.hpp"

namespace hullbake {

/// Parses three numbers within the coordinate limit, separated by blanks ("128 -64 32"). Returns false for any other
/// text.
bool parseOrigin(std::string_view text, Vec3& origin);

}  // namespace hullbake
