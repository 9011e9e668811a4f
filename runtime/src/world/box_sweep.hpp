// Exact sweep of one upright box against another.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake::detail {

struct BoxMeet {
    bool hit = false;
    double fraction = 1;  ///< of the way, up to the contact
    Vec3 normal;          ///< of the face met, facing the first box
};

/// Sweeps a box in space along `way`, which must not be zero, against one that rests. Touching, and corners cut by less
/// than the tolerance of the contract, are no contacts. Boxes that overlap more deeply at the start do not meet.
BoxMeet sweepBoxes(const Box& moving, const Vec3& way, const Box& resting);

}  // namespace hullbake::detail
