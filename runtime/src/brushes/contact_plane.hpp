// Which plane a contact names: asked of the bare brushes around it. For BrushSet and TurnedSet.
#pragma once

#include "hullbake/math.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// The plane of the grown brush that the trace enters first in about `t` to `until`, and is in then; of several entered
/// at once a face rather than a bevel, then an axial one, then the one faced most directly, then the first in the map.
/// False when no brush is entered there.
template <class Set>
bool enteredSide(const Set& set, const TraceQuery& input, double t, double until, Plane& plane);
/// Whether the trace enters a brush between about `t` and `until`, and is in it then.
template <class Set>
bool insideBrushes(const Set& set, const TraceQuery& input, double t, double until);
/// Whether a brush of the trace's mask has that plane, within the tolerance of the trace's point at `t`.
template <class Set>
bool hasPlaneAt(const Set& set, const TraceQuery& input, double t, const Plane& plane);

}  // namespace hullbake::detail
