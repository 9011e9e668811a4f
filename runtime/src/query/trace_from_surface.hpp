// Traces by the grid that start on a surface.
#pragma once

#include "brushes/brush_set.hpp"
#include "brushes/contact_cone.hpp"
#include "grid/surface_trace.hpp"
#include "hullbake/trace.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Traces by the grid from a surface. The trace must have a length.
SurfaceEnd traceFromSurface(const GridView& grid, const TraceQuery& input);

/// Finds what a trace of the set's box enters at `t`, beside free space, as far as the brushes
/// listed for a cell there tell. Returns false if it is not certain. The mask must not ask for liquids.
bool planeEnteredIn(const BrushSet& set, const GridView& grid, std::uint32_t slot, const TraceQuery& input,
                    const Line& line, double t, ContactCone::Entered& entered);
/// The same by the cell that contains the position. Returns false also for models that have no grid.
bool planeEnteredIn(const format::Tables& tables, const BrushSet& set, const TraceQuery& input, const Line& line,
                    double t, ContactCone::Entered& entered);

/// The same by all brushes of the set near the position.
bool planeEnteredNear(const BrushSet& set, const TraceQuery& input, const Line& line, double t,
                      ContactCone::Entered& entered);

/// Finds the plane by which a trace of the set's box enters solid at `t`. Returns false if it is not certain, for
/// example where several planes meet.
bool planeEnteredAt(const BrushSet& set, const TraceQuery& input, const Line& line, double t, Plane& plane);

}  // namespace hullbake::detail
