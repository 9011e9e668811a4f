// Arguments of one trace through one model.
#pragma once

#include "hullbake/probe.hpp"

namespace hullbake::detail {

/// Refers to the ends and the probe, which must outlive it: copying them would take a noticeable part of a short trace.
struct TraceQuery {
    const Vec3 &start, &end;  ///< in the model's space
    const Probe& probe;       ///< its model and transform are not used
    ModelId model;            ///< may be unknown: then the trace is invalid
};

}  // namespace hullbake::detail
