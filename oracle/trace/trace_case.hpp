// Stores a trace query as one value, for lists of traces, comparisons and messages.
#pragma once

#include "hullbake/clip_map.hpp"

namespace hullbake::oracle {

struct TraceCase {
    Probe probe;
    Vec3 start, end;

    Trace ask(const ClipMap& map) const { return map.trace(probe, start, end); }
};

}  // namespace hullbake::oracle
