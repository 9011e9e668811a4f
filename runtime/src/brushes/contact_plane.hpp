// Finds the plane that a contact reports, among the bare brushes around it. For BrushSet and TurnedSet.
#pragma once

#include "hullbake/math.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Finds the plane of the first grown brush that the trace enters between about `t` and `until` and is in at `until`.
/// Prefers, of several sides entered at once, a face to a bevel, then an axial side, then the side faced most directly,
/// then the first in the map. Returns false if no brush is entered there.
template <class Set>
bool contactPlane(const Set& set, const TraceQuery& input, double t, double until, Plane& plane);
/// Returns true if the trace enters a brush between about `t` and `until` and is in it at `until`.
template <class Set>
bool insideBrushes(const Set& set, const TraceQuery& input, double t, double until);
/// Returns true if nothing but a crack can lie along the trace between two fractions of it: no brush holds any of that
/// part deeper than rounding, and none begins or ends there but at a flat angle.
template <class Set>
bool mayBeCrack(const Set& set, const TraceQuery& input, double from, double to);
/// Returns true if a brush in the trace's mask has that plane, within the tolerance of the trace's point at `t`.
template <class Set>
bool hasPlaneAt(const Set& set, const TraceQuery& input, double t, const Plane& plane);

}  // namespace hullbake::detail
