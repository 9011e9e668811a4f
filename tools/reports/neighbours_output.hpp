// JSON lines of `hullbake contents` for the brushes and planes around a box. Each function appends one line.
#pragma once

#include <fmt/format.h>

#include <span>

#include "hullbake/neighbours.hpp"

namespace hullbake::cli {

/// Appends {"overlap":[...]}
void appendOverlaps(fmt::memory_buffer& out, std::span<const Overlap> overlaps);
/// Appends {"touching":[...]}
void appendTouched(fmt::memory_buffer& out, std::span<const TouchedPlane> planes);
/// Appends {"status":"found",...}
void appendUnstick(fmt::memory_buffer& out, const Unstick& way);
/// Appends {"invalid":true,"reason":"..."}
void appendInvalid(fmt::memory_buffer& out, Refusal refusal);

}  // namespace hullbake::cli
