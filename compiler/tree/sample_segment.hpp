// Part of a sampled trace, used to weigh splitting planes.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake {

/// Part of a sampled trace inside a node's cell.
struct SampleSegment {
    Vec3 from, to;
};

}  // namespace hullbake
