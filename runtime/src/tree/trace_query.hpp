// What one trace through one model asks.
#pragma once

#include "hullbake/probe.hpp"

namespace hullbake::detail {

/// Refers to the ends and the probe, which must outlive it: copies of them cost a short trace a good part of its time.
struct TraceQuery {
    const Vec3 &start, &end;  ///< in the model's space
    const Probe& probe;       ///< its model and transform are not looked at
    ModelId model;            ///< one that exists, or that is refused
};

}  // namespace hullbake::detail
