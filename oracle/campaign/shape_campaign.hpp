// Casts seeded shapes through a model, asks the oracle the same and counts the differences.
//
// In: an opened file, a model of its map, a form, a seed and a number. Out: a tally and the first differences.
// Balls and capsules are judged by the distance function of RoundedSet, cylinders and convex sets by ShapeSet. Turned
// boxes are judged in their own frame, where the oracle turns the brushes and grows them by an upright box; there only
// what lies around a place is asked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "oracle/campaign/random_shapes.hpp"
#include "oracle/judge/compare_round.hpp"

namespace hullbake::oracle {

/// Counts of casts of one form.
struct ShapeTally {
    std::size_t casts = 0, hits = 0, misses = 0, startsolids = 0, allsolids = 0, differ = 0;
    /// Casts that rounding decides: not compared, or of turned boxes right within the tolerance only.
    std::size_t marginal = 0;
    /// Hits by what of a brush was touched, by Feature. Of turned boxes: a face, an edge that meets an edge, or a
    /// corner or edge that meets a face of the box.
    std::array<std::size_t, 4> features{};
    std::array<std::size_t, 4>
        parts{};                   ///< what the oracle finds nearest at contacts of balls and capsules, by NearPart
    double along = 0, across = 0;  ///< largest errors of a contact, units
    void add(const ShapeTally& other);
};

struct ShapeDifference {
    std::string shape;                               ///< shapeText
    std::string reason;                              ///< in words, with numbers
    Vec3 where;                                      ///< where the oracle's contact is, or the end of the way
    std::uint32_t entity = 0, number = 0, line = 0;  ///< a brush near `where`
    bool hasBrush = false;
};

struct ShapeCampaignResult {
    ShapeTally tally;
    std::vector<ShapeDifference> differences;  ///< the first few
};

/// Runs `casts` casts. A model without solids is asked nothing.
ShapeCampaignResult runShapeCampaign(const ClipMap& map, ModelId id, const MapModel& model, ShapeForm form,
                                     std::uint64_t seed, std::size_t casts);

}  // namespace hullbake::oracle
