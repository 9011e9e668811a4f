// Counts the nodes that a trace visits. A copy of the runtime's traversal that counts keeps the counter out of the
// runtime.
#pragma once

#include <cstddef>

#include "hullbake/clip_map.hpp"

namespace hullbake::bench {

struct Visited {
    std::size_t nodes = 0;
    bool hit = false;
    double fraction = 1;  ///< fraction of the contact, without skin
};

/// Visits the blocking tree front to back on the interval of the original segment, up to the first blocking leaf. Omits
/// tolerances, surfaces and masks: it counts nodes and does not answer.
Visited countNodes(const ClipMap& map, const Probe& hull, const Segment& segment);

}  // namespace hullbake::bench
