// What a box overlaps at a place, by the bare brushes.
#pragma once

#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"

namespace hullbake::detail {

/// Returns what the set's box overlaps at `origin`, which is in range. For BrushSet and TurnedSet.
template <class Set>
Contents contentsIn(const Set& set, const Vec3& origin);

}  // namespace hullbake::detail
