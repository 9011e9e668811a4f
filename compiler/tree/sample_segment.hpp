// A part of a sampled trace: what the choice of splitting planes weighs.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake {

/// The part of a sampled trace that lies inside a node's cell.
struct SampleSegment {
    Vec3 from, to;
};

}  // namespace hullbake
