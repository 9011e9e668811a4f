// Measures casts of shapes at query time beside the box's, and beside Bullet's sweeps.
#pragma once

#include "tests/bench/trace_times.hpp"

namespace hullbake::bench {

/// Adds rows "shapes" for the sets S and M, engines "box", "ball" and so on, and those of Bullet: "ns" per cast and
/// "spread". All cast along the same ways, on which the player's box starts free, in random order. Of all but the
/// upright box also "wrong" per million, of the first `judged` of these ways, and how many "casts" that were.
void benchShapes(const Level& level, const TraceBench& bench, Results& results);

}  // namespace hullbake::bench
