// How many nodes a trace visits: a twin of the runtime's walk that counts, so that the runtime need not.
#pragma once

#include <cstddef>

#include "hullbake/clip_map.hpp"

namespace hullbake::bench {

struct Visited {
    std::size_t nodes = 0;
    bool hit = false;
    double fraction = 1;  ///< of the contact, no skin
};

/// Front to back through the blocking tree, on the interval of the original segment, up to the first entry into what
/// blocks. Tolerances, surfaces and masks are left out: it counts, it does not answer.
Visited countNodes(const ClipMap& map, const Probe& hull, const Segment& segment);

}  // namespace hullbake::bench
