// Casts of balls and capsules through the brushes of one model.
//
// In: a body, a line and a mask, in the model's space. Out: the first entry, and what of the brush is touched there.
// Each brush is judged by itself: it is solid where the body is deeper in it than the tolerance. An entry is placed
// where the body touches the brush.
#pragma once

#include "brushes/along_cells.hpp"
#include "brushes/brush_set.hpp"
#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// The brushes of a model for a body.
struct RoundSet {
    const format::Tables& tables;
    BrushSet brushes;
    const RoundBody& body;
    Contents mask;

    bool counts(const format::BrushRecord& brush) const {
        return any(static_cast<Contents>(brush.contents) & mask) && brushes.rule.takesPart(brush);
    }
    BrushShape shapeOf(std::uint32_t brush) const { return {tables, tables.brushes[brush]}; }
};
/// `bounds`: those of the body.
RoundSet roundSet(const format::Tables& tables, const RoundBody& body, const Box& bounds, ModelId model, Contents mask);

/// First entry of a body into the brushes.
struct RoundHit {
    bool hit = false, startsolid = false, allsolid = false;
    bool tooMuch = false;  ///< the cast took more steps than one may take
    double t = 1;          ///< fraction of the way
    double leave = 0;      ///< where a body from inside left solid
    Contents contents = Contents::Empty;
    std::uint32_t brush = 0;
    NearestFeature nearest;  ///< at t; of castRound only the normal and the feature
};
/// Casts the body along a way whose squared length is not zero. `listed`: the same way in a grid that serves the
/// bounds of the body, or null. `result` is new.
void castRound(const RoundSet& set, const Vec3& start, const Vec3& delta, const GridWay* listed, RoundHit& result);

/// Returns the contents that the body overlaps at a place: of the brushes that it is deeper in than the tolerance.
Contents contentsAround(const RoundSet& set, const Vec3& origin);

/// Of the brushes with some of the contents, returns the one that the body touches at the origin with that normal. The
/// search is that of the cast's choice between brushes that are entered together.
RoundHit touchedAt(const RoundSet& set, const Vec3& origin, const Vec3& delta, const Vec3& normal);

}  // namespace hullbake::detail
