// Records one tick of a mover.
//
// In: what the mover is asked to do. Out: what the runtime makes of it.
// Plain data, so that tests can invent answers that no runtime gives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hullbake/slide.hpp"

namespace hullbake::oracle {

enum class MoverKind : std::uint8_t {
    Fly,   ///< slides without gravity
    Fall,  ///< slides with gravity
    Walk,
};
inline constexpr std::size_t kMoverKinds = 3;
std::string_view moverKindName(MoverKind kind);

struct MoveRecord {
    MoverKind kind = MoverKind::Fly;
    Probe probe;
    double seconds = 0;
    double gravity = 0;  ///< units a second squared, downwards; 0 for Fly
    WalkRules rules;     ///< for walkers; `gravity` above replaces theirs
    WalkState before;    ///< only origin and velocity for others

    SlideStatus status = SlideStatus::Moved;
    WalkState after;  ///< only origin and velocity for others
    bool landed = false, leftGround = false, blocked = false;
    std::uint32_t steps = 0, traces = 0, touchings = 0;
    std::vector<PathPoint> path;  ///< the whole path
    std::vector<Vec3> planes;
};

/// Runs the move and fills in everything from `status` on.
void runMove(const ClipMap& map, MoveRecord& move);

/// Returns what the mover is asked to do, with numbers that read back to the same values.
std::string moveText(const MoveRecord& move);
/// Returns where the mover ended, and the first bends of its path.
std::string answerText(const MoveRecord& move);
/// Formats a number so that it reads back to the same value.
std::string exactText(double value);

}  // namespace hullbake::oracle
