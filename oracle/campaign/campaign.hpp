// A run of queries of one probe: asks the map under test, asks the oracle, compares, counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "oracle/trace/queries.hpp"
#include "oracle/trace/solid_set.hpp"

namespace hullbake::oracle {

struct CampaignSettings {
    std::uint64_t seed = 1;
    std::size_t traces = 20000;
    std::size_t points = 20000;
    /// The hull's outside was filled. Then only traces count that start in what the hull calls free and ask for
    /// everything that blocks; others are counted as skipped, and more are drawn, up to `attempts` times as many. Those
    /// that leave reached space between two touching edges, or stop at a crack that the fill closed, are counted apart.
    bool filled = false;
    std::size_t attempts = 12;
};

/// One kind of query.
struct KindTally {
    std::size_t tested = 0, differ = 0, marginal = 0;
    /// Units: the largest distance of a contact from the oracle's, along the trace, or across the surface where it is
    /// grazed; of those that agree.
    double worst = 0;
};

/// What a run of queries met.
struct Tally {
    std::array<KindTally, kQueryKinds> kinds{};
    std::array<KindTally, kPointKinds> pointKinds{};
    std::size_t traces = 0, hits = 0, misses = 0, startsolids = 0, allsolids = 0, bevelHits = 0, surfaceStops = 0;
    std::size_t marginal = 0, skipped = 0, leftReached = 0, closedCracks = 0, mismatches = 0, points = 0,
                pointMismatches = 0;
    void add(const Tally& other);
};

struct Difference {
    std::string kind;
    std::string reason;    ///< in words, with numbers
    Vec3 where;            ///< the contact in question, or the point
    std::int64_t nearest;  ///< the brush nearest to it, into SolidSet::brushes(); -1 without any
};

struct CampaignResult {
    Tally tally;
    std::vector<Difference> differences;  ///< the first few
};

/// `solids` are what the probe meets, grown by its box. Masks and skins are those of the queries.
CampaignResult runCampaign(const ClipMap& map, const Probe& probe, const SolidSet& solids, const Targets& targets,
                           const CampaignSettings& settings);

}  // namespace hullbake::oracle
