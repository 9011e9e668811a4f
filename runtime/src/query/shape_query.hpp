// Queries of probes that have a shape.
#pragma once

#include <optional>

#include "hullbake/clip_map.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Returns the probe with a box instead of its shape, or nothing if that is no box at rest.
std::optional<Probe> plainProbe(const Probe& probe);

/// Answers a trace of a probe with a shape, valid or not, through the query's model. Follows the probe's transform.
/// `trace` is new.
void traceShape(const format::Tables& tables, const TraceQuery& query, Trace& trace);

/// Returns the contents that the shape of a valid probe overlaps in the model.
Contents contentsOfShape(const format::Tables& tables, const Probe& probe, ModelId model, const Vec3& origin);

/// Returns the brush side that `trace`, the answer to the query of a valid probe with a shape, entered.
Surface surfaceOfShape(const format::Tables& tables, const TraceQuery& query, const Trace& trace);

/// Returns true if a face at the point that `trace`, the answer to the query of a valid probe with a shape, has touched
/// is at least as level as a normal of that z.
bool touchesLevelFace(const format::Tables& tables, const TraceQuery& query, const Trace& trace, double leastZ);

/// Finds what `trace`, the answer to the query of a valid probe with a shape, has touched.
ContactPoint contactOfShape(const format::Tables& tables, const TraceQuery& query, const Trace& trace);

}  // namespace hullbake::detail
