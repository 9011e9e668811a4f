// Draws seeded boxes of twelve kinds that often break an engine that expands brushes at query time.
//
// In: a seed and a count. Out: boxes around or beside their origin, at most 512 units along an axis.
// Invariant: the same seed gives the same boxes with any compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// Returns `count` boxes. The kinds alternate: points, tiny, flat and needle-like boxes, ordinary ones, boxes of 512
/// units, boxes beside their origin.
std::vector<Box> randomBoxes(std::uint64_t seed, std::size_t count);

}  // namespace hullbake::oracle
