// Queries of models that the game has moved or turned. A moved model is traced in its own space. A turned one is traced
// in the world, with an upright box and turned brushes.
#pragma once

#include "hullbake/format.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Returns the trace of a probe that has a transform, through one model. The query is in world space.
Trace traceTransformed(const format::Tables& tables, const TraceQuery& query);

}  // namespace hullbake::detail
