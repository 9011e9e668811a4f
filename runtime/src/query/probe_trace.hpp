// Traces of a probe through one model.
#pragma once

#include "hullbake/format.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Returns the trace of the probe's hull or box through the model where the map draws it. The query is in the model's
/// space.
Trace traceDrawn(const format::Tables& tables, const TraceQuery& query);

/// Returns the answer of ClipMap::trace for the model, whichever model the probe names. The query is in world space.
Trace traceModel(const format::Tables& tables, const TraceQuery& query);

}  // namespace hullbake::detail
