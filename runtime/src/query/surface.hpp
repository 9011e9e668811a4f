// Which brush side a trace entered.
#pragma once

#include <cstdint>

#include "hullbake/format.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// A side that was entered.
struct FoundSide {
    std::uint32_t brush = 0, face = 0;  ///< into BRSH and FACE
    bool bevel = false, found = false;
};

/// Returns the side that `trace`, an answer to `query`, entered. For BrushSet and TurnedSet.
template <class Set>
FoundSide sideHit(const Set& set, const TraceQuery& query, const Trace& trace);

/// Returns what the map says of the side.
Surface surfaceOf(const format::Tables& tables, const FoundSide& side);

}  // namespace hullbake::detail
