// Finds what the bare brushes hold along a part of a trace. For BrushSet and TurnedSet.
#pragma once

#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Returns true if nothing but a crack can lie along the trace between two fractions of it: no brush holds any of that
/// part deeper than rounding, and none begins or ends there but at a flat angle.
template <class Set>
bool mayBeCrack(const Set& set, const TraceQuery& input, double from, double to);
/// Returns true if the trace is deeper than the tolerance in one brush, for longer than it, between two fractions.
template <class Set>
bool passesDeep(const Set& set, const TraceQuery& input, double from, double to);

}  // namespace hullbake::detail
