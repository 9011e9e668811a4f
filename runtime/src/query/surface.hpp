// Finds the brush side that a trace entered, and its surface.
#pragma once

#include <cstdint>

#include "hullbake/format.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// A side that a trace entered.
struct FoundSide {
    std::uint32_t brush = 0, face = 0;  ///< indices into BRSH and FACE
    bool bevel = false, found = false;
};

/// Returns the side that `trace`, an answer to `query`, entered. For BrushSet and TurnedSet.
template <class Set>
FoundSide sideHit(const Set& set, const TraceQuery& query, const Trace& trace);

/// Returns the surface of the side in the map.
Surface surfaceOf(const format::Tables& tables, const FoundSide& side);

}  // namespace hullbake::detail
