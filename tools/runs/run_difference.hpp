// Finds the first number in which a replayed tick differs from the recorded one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/run_file.hpp"

namespace hullbake::cli {

struct RunDifference {
    std::string what;          ///< name of the number: "origin.x", or "stance"
    std::string is, recorded;  ///< both values, as decimals that read back exactly
    unsigned bits = 0;         ///< number of bits that differ; 0 for a stance
    std::uint64_t ulps = 0;    ///< distance in representable doubles; 0 for a stance
};

/// Compares origin, velocity and stance, in this order, bit for bit. Returns nothing if all are equal.
std::optional<RunDifference> firstDifference(const RunState& is, const RunState& recorded);

}  // namespace hullbake::cli
