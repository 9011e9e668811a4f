// The first number in which a replayed tick differs from the recorded one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/run_file.hpp"

namespace hullbake::cli {

struct RunDifference {
    std::string what;          ///< "origin.x", or "stance"
    std::string is, recorded;  ///< both values, as they read back
    unsigned bits = 0;         ///< in which the two doubles differ; 0 for a stance
    std::uint64_t ulps = 0;    ///< doubles from one to the other
};

/// Compares bit for bit: origin, velocity, then stance; nothing when all are the same.
std::optional<RunDifference> firstDifference(const RunState& is, const RunState& recorded);

}  // namespace hullbake::cli
