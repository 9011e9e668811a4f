// Exact traces through a baked hull, with the bare brushes for planes.
#pragma once

#include "tree/contact.hpp"
#include "tree/exact_trace.hpp"
#include "tree/trace_query.hpp"
#include "tree/tree_trace.hpp"

namespace hullbake::detail {

/// Returns the plane of the node that was entered, facing the trace, or a zero plane if the node is not known.
inline Plane planeEntered(const Trees& trees, const Line& line, const Contact& contact) {
    if (contact.node < 0) return {};
    const NodeRecord& node = trees.tables.nodes[contact.node];
    const std::uint32_t kind = node.kind();
    if (kind == format::kGeneralPlane) {
        const Plane plane = nodePlane(trees.tables, node);
        return dot(plane.normal, line.delta) > 0 ? Plane{-plane.normal, -plane.dist} : plane;
    }
    // Builds the normal number by number: loading a vector right after storing one of its numbers stalls the processor.
    const double along = kind == 0 ? line.delta.x : kind == 1 ? line.delta.y : line.delta.z;
    const double facing = along > 0 ? -1 : 1;
    return {{(kind == 0 ? 1 : 0) * facing, (kind == 1 ? 1 : 0) * facing, (kind == 2 ? 1 : 0) * facing},
            node.axialDist() * facing};
}

/// Answers a trace that lies in planes of its tree, the only one. `contact` is that of TreeTrace with the first sides.
/// Returns false if only the exact trace can decide.
bool traceSliding(const format::Tables& tables, const TraceQuery& input, const Trees& trees, const Line& line,
                  AlongSides& sides, Contact& contact, std::int64_t& budget, Trace& trace);

/// Answers a trace that needs the bare brushes. `found` is null if the contact is not known yet.
Trace traceClosely(const format::Tables& tables, const TraceQuery& input, const Trees& trees, const Line& line,
                   const Contact* found, std::int64_t& budget);

}  // namespace hullbake::detail
