// Right or wrong: what an engine answers against what the oracle says.
//
// An answer is wrong when hit or miss differs from the exact one, when the start flags do (for engines that have them),
// or when the box stops further than 1/16 of a unit from where it should: the exact contact, pulled back by the skin
// that the engine keeps. Distances are taken along the move; for moves that meet the surface at a cosine below 0.1,
// across it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "oracle/trace/solid_set.hpp"
#include "tests/bench/engines.hpp"

namespace hullbake::bench {

/// Units: the most that a right stop may be off.
inline constexpr double kRightStop = 1.0 / 16;

struct Judged {
    std::size_t traces = 0;
    std::size_t wrong = 0;
    std::size_t hits = 0;         ///< by the oracle
    std::size_t hitDiffers = 0;   ///< of the wrong ones, those that hit instead of missing or the reverse
    std::size_t flagDiffers = 0;  ///< of the wrong ones, those with another start flag

    double wrongPerMillion() const {
        return traces == 0 ? 0 : 1e6 * static_cast<double>(wrong) / static_cast<double>(traces);
    }
};

enum class Verdict : std::uint8_t { Right, WrongHit, WrongFlags, WrongPlace };

/// One answer against one of the oracle's.
Verdict judge(const Segment& segment, const oracle::TraceAnswer& answer, const Stop& stop, const EngineInfo& engine);

/// All engines against the oracle, one result each. Where depths of a few millionths of a unit decide, an answer counts
/// as right when it is so for any of three such depths.
std::vector<Judged> judgeAll(const oracle::SolidSet& solids, const Engines& engines, std::span<const Segment> segments);

}  // namespace hullbake::bench
