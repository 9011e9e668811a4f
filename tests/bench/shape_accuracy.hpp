// Compares casts of shapes with the oracle's.
//
// An answer is wrong when hit or miss differs, or the start flag does (for engines that have it), or the shape stops in
// the wrong place. A place is right within 1/16 of a unit along the way, or within 1/160 of a unit across the surface.
#pragma once

#include <span>

#include "oracle/solids/map_solids.hpp"
#include "tests/bench/accuracy.hpp"

namespace hullbake::bench {

/// Bounds the distance of a right stop from the surface, in units, wherever it is along the way: that of a box that is
/// 1/16 away from it along a way that grazes.
inline constexpr double kRightGap = kRightStop / 10;

/// Compares casts of one shape by engines without a skin, one result each. Casts that rounding decides are right.
std::vector<Judged> judgeShapes(const oracle::MapModel& world, const Shape& shape, const Engines& engines,
                                std::span<const Segment> ways);

}  // namespace hullbake::bench
