// Traces of any box against the bare brushes.
#pragma once

#include "brushes/along_cells.hpp"
#include "brushes/turned_set.hpp"
#include "tree/contact.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Answers a trace of any box, valid or not. `trace` is new, with its model.
void traceBox(const format::Tables& tables, const Box& box, const TraceQuery& query, Trace& trace);

/// Return the trace of the set's box, which must be valid.
Trace traceTurned(const TurnedSet& set, const TraceQuery& query);
Trace traceOf(const BrushSet& set, const TraceQuery& query);

/// As traceTurned, for a set in the frame of the box. `listed`: the way in the world, in a grid that serves the bounds
/// of the box there.
Trace traceTurnedBox(const TurnedSet& set, const TraceQuery& query, const GridWay& listed, const Box& bounds);

/// Return the exact trace of the set's box, which must be valid, by a BrushSpace or a Crowd. Both give the same answer,
/// up to rounding, and up to two tolerances where a trace leaves solid. The first may give up: it returns false then.
template <class Set>
bool traceByChain(const Set& set, const TraceQuery& query, const Line& line, Trace& trace);
template <class Set>
Trace traceByCrowd(const Set& set, const TraceQuery& query, const Line& line);

}  // namespace hullbake::detail
