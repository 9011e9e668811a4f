// Output that `slide` and `replay` share: the state of a mover, what it hit, and recordings of its run.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tools/runs/run_player.hpp"

namespace hullbake::cli {

/// Checks where a run will be written, before it is played. Throws a UsageError that names the option if `path` is the
/// .hull file that the run is played in, and a Failure if it cannot be written. An empty path is accepted.
void checkRecordPath(std::string_view option, const std::string& path, const HullFile& file);
/// Writes the run. Throws a Failure and keeps an existing file if it cannot.
void writeRun(const std::string& path, const RecordedRun& run);

/// Returns the brush side whose plane the mover hit at `point`, coming from `from`. The surface is not found if the
/// point has no plane or no side lies there.
Surface metSurface(const RunPlayer& player, const Vec3& from, const PathPoint& point);

/// Describes the place of a mover: "on floor_stone", "in the air, 12.5 above floor_stone", "stuck in solid".
/// Appends ", in water" for a liquid that it overlaps.
std::string standingText(const Standing& standing);

/// Appends {"position":[...],"velocity":[...],"stance":"ground","contents":"water","ground":{...}}
void appendStanding(fmt::memory_buffer& out, const Standing& standing);

/// Returns lines for people: the end of the run after `player.seconds()`, the speed, and the ground with its brush and
/// line.
std::string endText(const RunPlayer& player);

}  // namespace hullbake::cli
