// Compares a whole .hull file with its map, for `hullbake verify`.
//
// In: an opened file, its map and settings. Out: the differences of brushes and of queries, and tallies.
// Compares every brush. Then compares points and traces of every hull in every model, baked and expanded at query time,
// and of random boxes. Then compares casts of balls, capsules, turned boxes, cylinders and convex sets.
// Invariant: the result does not depend on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "formats/rules.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/campaign/campaign.hpp"
#include "oracle/campaign/shape_campaign.hpp"

namespace hullbake::oracle {

struct VerifySettings {
    /// Traces, and as many points, for each hull of the world in each mode. Brush models share a quarter of that. The
    /// random boxes share as many again.
    std::size_t traces = 100000;
    /// Casts of each form of shape through the world. Brush models share a quarter of that. 0: none.
    std::size_t shapes = 1000;
    std::uint64_t seed = 1;
    unsigned threads = 0;  ///< 0: all processors
    GameRules rules = gameRules("any");
    double closed = kClosedWidth;  ///< width below which the fill closed passages, units
    /// Called now and then from any thread with the share that is done, 0..1. May be empty.
    std::function<void(double)> progress;
};

/// A brush that the file stores differently from the map.
struct BrushDifference {
    std::uint32_t entity = 0, number = 0, line = 0;
    std::string reason;
};

/// Queries with one hull or box in one mode: of the world, or of all brush models together.
struct HullResult {
    std::string hull;  ///< empty for a random box
    Box box;
    bool query = false;  ///< expanded at query time
    bool world = true;
    bool filled = false;
    std::size_t models = 1;
    Tally tally;
};

/// Casts of one form of shape: through the world, or through all brush models together.
struct ShapeResult {
    ShapeForm form = ShapeForm::Ball;
    bool world = true;
    std::size_t models = 1;
    ShapeTally tally;
};

struct ShapeModelDifference {
    std::uint32_t model = 0;
    ShapeDifference difference;
};

struct QueryDifference {
    std::string hull;
    Box box;
    bool query = false;
    std::uint32_t model = 0;
    Difference difference;
    std::uint32_t entity = 0, number = 0, line = 0;  ///< position of the nearest brush in the map
    bool hasBrush = false;
};

struct VerifyResult {
    std::size_t brushes = 0;  ///< brushes compared
    std::size_t brushDiffer = 0;
    double planeDeviation = 0;  ///< units: largest distance of a corner of a face from the file's plane
    std::vector<BrushDifference> brushDifferences;  ///< the first few
    std::vector<HullResult> hulls;
    Tally total;
    std::vector<QueryDifference> differences;  ///< the first few of each hull
    /// Of the models whose brushes have corners and edges in the file (ClipMap::turnable). Rows without any are left
    /// out.
    std::vector<ShapeResult> shapes;
    ShapeTally shapeTotal;
    std::vector<ShapeModelDifference> shapeDifferences;  ///< the first few of each form

    bool agrees() const {
        return brushDiffer == 0 && total.mismatches == 0 && total.pointMismatches == 0 && shapeTotal.differ == 0;
    }
};

/// Compares the file with the map. The result depends on both and the settings, not on the number of threads.
VerifyResult verify(const ClipMap& baked, const MapFile& map, const VerifySettings& settings);

}  // namespace hullbake::oracle
