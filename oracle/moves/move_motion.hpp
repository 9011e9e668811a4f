// The part of a move's judgement that needs no solids: speed, energy, distance and height.
#pragma once

#include "oracle/moves/move_judge.hpp"

namespace hullbake::oracle {

/// Adds what is wrong with how fast, far and high the mover went. It had to go `aside` units to get clear of planes.
void judgeMotion(const MoveRecord& move, double aside, MoveVerdict& verdict);

}  // namespace hullbake::oracle
