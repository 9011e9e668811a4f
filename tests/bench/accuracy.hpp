// Compares the answers of engines with the oracle's.
//
// An answer is wrong when hit or miss differs, or the start flags do (for engines that have them), or the box stops
// more than 1/16 of a unit from the right place. The right place is the exact contact, pulled back by the engine's
// skin. Distances are measured along the move, or across the surface where the cosine between move and normal is below
// 0.1.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "oracle/trace/solid_set.hpp"
#include "tests/bench/engines.hpp"

namespace hullbake::bench {

/// Bounds the error of a right stop, in units.
inline constexpr double kRightStop = 1.0 / 16;

struct Judged {
    std::size_t traces = 0;
    std::size_t wrong = 0;
    std::size_t hits = 0;         ///< hits of the oracle
    std::size_t hitDiffers = 0;   ///< wrong answers that hit instead of missing, or the reverse
    std::size_t flagDiffers = 0;  ///< wrong answers with another start flag

    double wrongPerMillion() const {
        return traces == 0 ? 0 : 1e6 * static_cast<double>(wrong) / static_cast<double>(traces);
    }
};

enum class Verdict : std::uint8_t { Right, WrongHit, WrongFlags, WrongPlace };

/// Compares one answer with the oracle's.
Verdict judge(const Segment& segment, const oracle::TraceAnswer& answer, const Stop& stop, const EngineInfo& engine);

/// Compares all engines with the oracle, one result each. Where depths of a few millionths of a unit decide, an answer
/// is right if it is right for any of three such depths.
std::vector<Judged> judgeAll(const oracle::SolidSet& solids, const Engines& engines, std::span<const Segment> segments);

}  // namespace hullbake::bench
