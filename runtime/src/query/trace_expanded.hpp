// Traces of any box against the bare brushes.
#pragma once

#include "brushes/turned_set.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Answers a trace of any box, valid or not. `trace` is new, with its model.
void traceBox(const format::Tables& tables, const Box& box, const TraceQuery& query, Trace& trace);

/// Returns the trace of the set's box, which must be valid. `invalid` if more than kMaxBrushesAtPlace brushes come near
/// one position that needs the exact trace.
Trace traceTurned(const TurnedSet& set, const TraceQuery& query);

}  // namespace hullbake::detail
