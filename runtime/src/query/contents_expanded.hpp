// Contents of the bare brushes that a box overlaps at a position.
#pragma once

#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"

namespace hullbake::detail {

/// Returns the contents that the set's box overlaps at `origin`, which must be in range. For BrushSet and TurnedSet.
template <class Set>
Contents contentsIn(const Set& set, const Vec3& origin);

}  // namespace hullbake::detail
