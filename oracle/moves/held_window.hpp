// Holds one direction for two seconds and judges whether the mover trembles.
//
// In: a probe with its solids and targets, and a seed. Out: where the mover was after each tick, and the verdict.
// A mover that holds a direction goes on, or rests. A period trembles when it leads back to a position without coming
// further along the direction that is held.
// Invariant: the same seed gives the same window with any compiler.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/moves/random_movers.hpp"

namespace hullbake::oracle {

/// Length of a window, in seconds. Judged is its second half: the mover has arrived by then.
inline constexpr double kHeldSeconds = 2;

struct HeldWindow {
    MoveRecord first;             ///< the first tick: all that is needed to repeat the window
    Vec3 held;                    ///< velocity that the mover is given in every tick on the ground
    std::vector<Vec3> positions;  ///< at the start, and after each tick
    std::vector<bool> inAir;      ///< for each position
    bool refused = false;         ///< a tick was called invalid or stuck
};

/// Draws a walker that stands, or a flier. Returns false if no free start was found.
bool drawWindow(const ClipMap& map, const MoverCase& moverCase, std::uint64_t seed, HeldWindow& window);
/// Moves for the whole window.
void runWindow(const ClipMap& map, HeldWindow& window);

/// Returns true if the mover does not move in the last ticks of the window.
bool comesToRest(const HeldWindow& window);
/// Returns an empty string, or how the mover trembles. Falls are not judged: they keep the momentum of the tick before.
std::string trembling(const HeldWindow& window);

}  // namespace hullbake::oracle
