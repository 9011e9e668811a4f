// One tick of a mover: what it was asked to do, and what the runtime made of it. Plain data, so that tests can make up
// answers that no runtime gives.
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
    WalkRules rules;     ///< of a walker; its gravity is the one above
    WalkState before;    ///< of others only origin and velocity

    SlideStatus status = SlideStatus::Moved;
    WalkState after;  ///< of others only origin and velocity
    bool landed = false, leftGround = false, blocked = false;
    std::uint32_t steps = 0, traces = 0, touchings = 0;
    std::vector<PathPoint> path;  ///< all of it
    std::vector<Vec3> planes;
};

/// Moves it: everything from `status` on is filled in.
void runMove(const ClipMap& map, MoveRecord& move);

/// What it was asked to do, with numbers that read back to the same values.
std::string moveText(const MoveRecord& move);
/// What came of it: where it ended, and the first bends of its path.
std::string answerText(const MoveRecord& move);
/// A number that reads back to the same value.
std::string exactText(double value);

}  // namespace hullbake::oracle
