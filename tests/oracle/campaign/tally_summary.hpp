// Formats the totals of a campaign for the log of a test.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>

#include "oracle/campaign/campaign.hpp"

namespace hullbake::oracle {

/// Returns all totals in one line.
inline std::string summary(const Tally& tally) {
    std::ostringstream out;
    out << tally.traces << " traces (" << tally.hits << " hits, " << tally.misses << " misses, " << tally.startsolids
        << " startsolid, " << tally.allsolids << " allsolid, " << tally.bevelHits << " bevel hits, "
        << tally.surfaceStops << " stopped at once, " << tally.skipped << " skipped, " << tally.leftReached
        << " left reached space, " << tally.closedCracks << " closed cracks), " << tally.points << " points, "
        << tally.mismatches << " + " << tally.pointMismatches << " mismatches, " << tally.marginal << " marginal;";
    for (std::size_t i = 0; i < kQueryKinds; ++i)
        out << " " << queryKindName(static_cast<QueryKind>(i)) << " " << tally.kinds[i].tested;
    return out.str();
}

}  // namespace hullbake::oracle
