// Traces by the grid that start on a surface.
#pragma once

#include "brushes/brush_set.hpp"
#include "grid/grid_view.hpp"
#include "hullbake/trace.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Returns true if a trace that starts on a surface is certainly free. The trace must have a length.
bool isFreeFromSurface(const GridView& grid, const TraceQuery& input);

/// Finds the plane by which a trace of the set's box enters solid at its start, which free space comes near, as far as
/// brushes tell. Returns false if it is not certain. The mask must not ask for liquids.
bool planeEnteredAtStart(const BrushSet& set, const GridView& grid, const TraceQuery& input, const Line& line,
                         Plane& plane);

/// Finds the plane by which a trace of the set's box enters solid at `t`. Returns false if it is not certain, for
/// example where several planes meet.
bool planeEnteredAt(const BrushSet& set, const TraceQuery& input, const Line& line, double t, Plane& plane);

}  // namespace hullbake::detail
