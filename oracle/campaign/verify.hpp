// A whole .hull file against the map it was compiled from: every brush, and every hull of every model, by points and
// traces, baked and expanded at query time; and some boxes that are no hulls. What `hullbake verify` does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/campaign/campaign.hpp"

namespace hullbake::oracle {

/// Units: the most that the documented reuse of nearly equal planes may move a face that is off the grid.
inline constexpr double kPlaneReuseBound = 1e-4;

struct VerifySettings {
    /// Per hull of the world and mode, and as many points; brush models share a quarter of that. Boxes that are no
    /// hulls share as many again.
    std::size_t traces = 100000;
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0: all processors
    /// Called now and then from any thread with what is done, 0..1; may be empty.
    std::function<void(double)> progress;
};

/// A brush of the map that the file does not hold as the map has it.
struct BrushDifference {
    std::uint32_t entity = 0, number = 0, line = 0;
    std::string reason;
};

/// All queries against one hull or box in one mode, of the world, or of all brush models together.
struct HullResult {
    std::string hull;  ///< empty for a box that is no hull
    Box box;
    bool query = false;  ///< expanded at query time
    bool world = true;
    bool filled = false;
    std::size_t models = 1;
    Tally tally;
};

struct QueryDifference {
    std::string hull;
    Box box;
    bool query = false;
    std::uint32_t model = 0;
    Difference difference;
    std::uint32_t entity = 0, number = 0, line = 0;  ///< of the nearest brush
    bool hasBrush = false;
};

struct VerifyResult {
    std::size_t brushes = 0;  ///< compared
    std::size_t brushDiffer = 0;
    double planeDeviation = 0;                      ///< units: the most that a face off the grid was moved
    std::vector<BrushDifference> brushDifferences;  ///< the first few
    std::vector<HullResult> hulls;
    Tally total;
    std::vector<QueryDifference> differences;  ///< the first few of each hull

    bool agrees() const { return brushDiffer == 0 && total.mismatches == 0 && total.pointMismatches == 0; }
};

/// The answer depends on the file, the map and the settings, and not on the number of threads.
VerifyResult verify(const ClipMap& baked, const MapFile& map, const VerifySettings& settings);

}  // namespace hullbake::oracle
