// A run of queries against one hull of one model: asks the ClipMap, asks the oracle, compares, counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/oracle.hpp"
#include "oracle/queries.hpp"

namespace hullbake::oracle {

struct CampaignSettings {
    std::uint64_t seed = 1;
    std::size_t traces = 20000;
    std::size_t points = 20000;
    /// The hull's outside was filled. Then only traces count that start in what the hull calls free and ask for
    /// everything that blocks; others are counted as skipped, and more are drawn, up to `attempts` times as many. Those
    /// that leave reached space between two touching edges, or stop at a crack that the fill closed, are counted apart.
    bool filled = false;
    /// The same map compiled without fill; needed when `filled`.
    const ClipMap* unfilled = nullptr;
    std::size_t attempts = 12;
};

struct CampaignResult {
    Tally tally;
    std::vector<std::string> differences;  ///< the first few, in words
};

/// `entities`: a map whose entities' origins are good places to start; may have none.
CampaignResult runCampaign(const ClipMap& map, HullId hull, ModelId model, const SolidSet& solids,
                           const MapFile& entities, const CampaignSettings& settings);

/// One line of totals.
std::string summary(const Tally& tally);

}  // namespace hullbake::oracle
