// Measures ticks of worlds: movers that push and carry bodies, and bodies that walk among them.
#pragma once

#include <cstddef>
#include <string>

#include "tests/bench/levels.hpp"
#include "tests/bench/results.hpp"

namespace hullbake::bench {

struct WorldBench {
    std::size_t ticks = 2000;      ///< of a level's world
    std::size_t largeTicks = 200;  ///< of the large world
};

/// Adds rows "world" of a level with all of its models, up to 20 of which move, and 64 bodies that walk: for the sets
/// "step" (stepMovers), "tick" (the same, and a walk of each body through the scene) and "indexed tick" (the walks by
/// an index of the scene, made anew every few ticks) "p50" and "p99" in microseconds; for the set "snapshot" its
/// "bytes", and the "ns" of a copy.
void benchWorld(const Level& level, const WorldBench& bench, Results& results);

/// Adds the rows of "step" for 500 movers and 10,000 bodies, most of which rest, on a plain, and of "tick" for the same
/// with 64 of them who walk. Writes its map into `folder`. Returns false if that fails.
bool benchLargeWorld(const std::string& folder, const WorldBench& bench, Results& results);

}  // namespace hullbake::bench
