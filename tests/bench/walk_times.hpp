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

/// Adds rows "walk": "p50" and "p99", ns for a tick of hull `player` at 320 units and 72 ticks a second, "traces" per
/// tick, and the share of ticks that hit a wall ("blocked"), for the set "world" and the set "all models".
void benchWalking(const Level& level, const WalkBench& bench, Results& results);

}  // namespace hullbake::bench
