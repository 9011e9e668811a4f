// Queries of models that the game has moved or turned. A moved model is asked in its own space; a turned one in the
// world, where the box is upright and the brushes are not.
#pragma once

#include "hullbake/format.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Returns the trace of a probe that has a transform, through one model. The query is in the world.
Trace traceTransformed(const format::Tables& tables, const TraceQuery& query);

}  // namespace hullbake::detail
