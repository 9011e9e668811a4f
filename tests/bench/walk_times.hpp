// Measures one tick of a walker: slide, step, ground.
#pragma once

#include <cstddef>

#include "tests/bench/levels.hpp"
#include "tests/bench/results.hpp"

namespace hullbake::bench {

struct WalkBench {
    std::size_t ticks = 8192;  ///< ticks of walkers all over the level, which bump into things and turn
    std::size_t passes = 5;
};

/// Adds rows "walk" for the sets "world" and "all models": "p50" and "p99" (ns for a tick), "traces" per tick, and
/// "blocked" (share of ticks that hit a wall). Walkers use hull `player` at 320 units and 72 ticks a second.
void benchWalking(const Level& level, const WalkBench& bench, Results& results);

}  // namespace hullbake::bench
