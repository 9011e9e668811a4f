// Walks as the original engines did.
#pragma once

#include "move/slider.hpp"

namespace hullbake::detail {

/// Moves a walker for one tick. Fills in `result` except its counts of queries and path points.
void walkClassic(const MoveSpace& space, PathRecorder& path, const WalkRules& rules, const WalkState& state,
                 double seconds, WalkResult& result);

}  // namespace hullbake::detail
