// Judges the motion of a tick, without solids.
//
// In: the record of a move, and how far it had to go aside. Out: faults of energy, distance, height, planes and ground.
#pragma once

#include "oracle/moves/move_judge.hpp"

namespace hullbake::oracle {

/// Adds the faults of the motion to `verdict`. `aside`: units that the mover had to go to get clear of planes.
void judgeMotion(const MoveRecord& move, double aside, MoveVerdict& verdict);

}  // namespace hullbake::oracle
