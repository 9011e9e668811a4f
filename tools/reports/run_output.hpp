// Where a mover went and what it met, as text and JSON, and recordings of it: what `slide` and `replay` put out alike.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tools/runs/run_player.hpp"

namespace hullbake::cli {

/// A UsageError when a recording at `path` would replace the file that it is played in. No path, no error.
void checkRecordPath(const std::string& path, const HullFile& file);
/// Writes the run, or throws a Failure and leaves what was there.
void writeRun(const std::string& path, const RecordedRun& run);

/// The brush side whose plane was met at `point`, on the way from `from`; not found for points without a plane and when
/// no side lies there.
Surface metSurface(const RunPlayer& player, const Vec3& from, const PathPoint& point);

/// "on floor_stone", "in the air, 12.5 above floor_stone", "stuck in solid"; with ", in water" where that is so.
std::string standingText(const Standing& standing);

/// {"position":[...],"velocity":[...],"stance":"ground","contents":"water","ground":{...}}
void appendStanding(fmt::memory_buffer& out, const Standing& standing);

/// Lines for people: where it ends after `player.seconds()`, how fast, and what it stands on, with brush and line.
std::string endText(const RunPlayer& player);

}  // namespace hullbake::cli
