// Walking as the original engines did.
#pragma once

#include "move/slider.hpp"

namespace hullbake::detail {

/// One tick of a walker. Answers all of `result` except its counts of questions and path points.
void walkClassic(const MoveSpace& space, PathRecorder& path, const WalkRules& rules, const WalkState& state,
                 double seconds, WalkResult& result);

}  // namespace hullbake::detail
