// Seeded boxes of every kind that a query-time engine gets wrong first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// By turns: points, tiny, flat and needle-like boxes, ordinary ones, some up to 512 units long, some that lie beside
/// their origin. The same seed gives the same boxes with any compiler.
std::vector<Box> randomBoxes(std::uint64_t seed, std::size_t count);

}  // namespace hullbake::oracle
