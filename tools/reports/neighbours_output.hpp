// The JSON lines of `hullbake contents` for what is around a box.
#pragma once

#include <fmt/format.h>

#include <span>

#include "hullbake/neighbours.hpp"

namespace hullbake::cli {

/// {"overlap":[...]}
void appendOverlaps(fmt::memory_buffer& out, std::span<const Overlap> overlaps);
/// {"touching":[...]}
void appendTouched(fmt::memory_buffer& out, std::span<const TouchedPlane> planes);
/// {"status":"found",...}
void appendUnstick(fmt::memory_buffer& out, const Unstick& way);
/// {"invalid":true}
void appendInvalid(fmt::memory_buffer& out);

}  // namespace hullbake::cli
