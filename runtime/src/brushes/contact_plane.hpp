// Finds the plane that a contact reports, among the bare brushes around it. For BrushSet and TurnedSet.
#pragma once

#include "hullbake/math.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Finds the plane of the first grown brush that the trace enters between about `t` and `until` and is in at `until`.
/// Prefers, of several sides entered at once, a face to a bevel, then an axial side, then the side faced most directly,
/// then the first in the map. A trace from inside left solid at `leave`. Returns false if no brush is entered there.
template <class Set>
bool contactPlane(const Set& set, const TraceQuery& input, double t, double until, Plane& plane, double leave = 0);
/// Returns true if the trace enters a brush between about `t` and `until` and is in it at `until`.
template <class Set>
bool insideBrushes(const Set& set, const TraceQuery& input, double t, double until);
/// Returns true if a brush in the trace's mask has that plane, within the tolerance of the trace's point at `t`.
template <class Set>
bool hasPlaneAt(const Set& set, const TraceQuery& input, double t, const Plane& plane);

/// Finds the plane that the trace faces most directly among those within the tolerance of its point at `t`, of brushes
/// that the point touches. Returns false if there is none.
template <class Set>
bool planeTouched(const Set& set, const TraceQuery& input, double t, Plane& plane);

}  // namespace hullbake::detail
