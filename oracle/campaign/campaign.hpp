// Asks a map and the oracle the same seeded queries and counts the differences.
//
// In: a map, a probe, the solids that the probe meets, targets and settings. Out: a tally and the first differences.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "oracle/trace/queries.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

struct CampaignSettings {
    std::uint64_t seed = 1;
    std::size_t traces = 20000;
    std::size_t points = 20000;
    /// True if the outside of the hull was filled. Only traces count that start in what the hull calls free and ask for
    /// everything that blocks. Others count as skipped, and up to `attempts` times as many are drawn. Traces that leave
    /// reached space between touching edges, or stop at a closed crack, have counts of their own.
    bool filled = false;
    std::size_t attempts = 12;
    /// Width below which the fill closes passages. Units.
    double closed = kClosedWidth;
    /// Kinds of traces to ask; all if empty. `traces` counts these alone.
    std::vector<QueryKind> kinds = {};
};

/// Counts of one kind of query.
struct KindTally {
    std::size_t tested = 0, differ = 0, marginal = 0;
    /// Largest error of a contact that agrees, in units: along the trace, or across a surface that it grazes.
    double worst = 0;
};

/// Counts of a run of queries.
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
    std::int64_t nearest;  ///< index of the nearest brush in SolidSet::brushes(), -1 without brushes
};

struct CampaignResult {
    Tally tally;
    std::vector<Difference> differences;  ///< the first few
};

/// Runs the queries. `solids` are the brushes that the probe meets, grown by its box. Queries bring their own masks and
/// skins.
CampaignResult runCampaign(const ClipMap& map, const Probe& probe, const SolidSet& solids, const Targets& targets,
                           const CampaignSettings& settings);

}  // namespace hullbake::oracle
