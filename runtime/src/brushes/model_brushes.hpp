// Selects the brushes of one model for a box, a hull or a probe. Inline, because most box queries begin with one of
// these functions and they are short.
#pragma once

#include "block/box_checks.hpp"
#include "brushes/brush_set.hpp"
#include "grid/grid_ops.hpp"
#include "hullbake/probe.hpp"

namespace hullbake::detail {

/// Returns the hull that has this box, or the number of hulls when none has.
inline std::size_t hullOf(const format::Tables& tables, const Box& box) {
    std::size_t hull = 0;
    while (hull < tables.hulls.size() && !GridOpsScalar::isBoxOf(tables.hulls[hull], box)) ++hull;
    return hull;
}

/// Returns the model's brushes for the box, by the rules of the hull; by the rules of other boxes if `hull` is the
/// number of hulls. The model must exist.
inline BrushSet boxBrushes(const format::Tables& tables, const Box& box, std::size_t hull, ModelId model) {
    BrushSet set{tables.brushes, tables.sides, tables.bvh, tables.models[model.value].bvhRoot, box, {}};
    if (hull < tables.hulls.size()) {
        set.rule.needed = set.rule.forClip = std::uint32_t{1} << hull;
        return set;
    }
    for (std::uint32_t h = 0; h < tables.hulls.size(); ++h) {
        const Box other = hullBox(tables.hulls[h]);
        set.rule.needed |= std::uint32_t{1} << h;
        if (!(other.mins == other.maxs)) set.rule.forClip |= std::uint32_t{1} << h;
    }
    set.rule.clips = !(box.mins == box.maxs);
    return set;
}

inline BrushSet boxBrushes(const format::Tables& tables, const Box& box, ModelId model) {
    return boxBrushes(tables, box, hullOf(tables, box), model);
}

/// Returns the model's brushes for the hull's box. Hull and model must exist.
inline BrushSet hullBrushes(const format::Tables& tables, HullId hull, ModelId model) {
    return boxBrushes(tables, hullBox(tables.hulls[hull.value]), hull.value, model);
}

/// Returns the model's brushes for a valid probe, where the map draws them.
inline BrushSet probeBrushes(const format::Tables& tables, const Probe& probe, ModelId model) {
    return probe.box ? boxBrushes(tables, *probe.box, model) : hullBrushes(tables, probe.hull, model);
}

/// Returns the hull whose grid serves the box, or the number of hulls. `hull` is the one that has the box, if any.
/// Space free for a hull's box is free for every box within it, and brushes near the inner box are near the hull's box.
/// No brush counts for such a box that does not count for the hull, except for points (clip) and for boxes of other
/// hulls.
inline std::size_t gridFor(const format::Tables& tables, const Box& box, std::size_t hull) {
    if (hull < tables.hulls.size()) return hull;
    for (std::size_t h = 0; h < tables.hulls.size(); ++h) {
        const format::HullRecord& record = tables.hulls[h];
        bool holdsBox = true;
        for (int a = 0; a < 3; ++a)
            // Requires the origin too: sides that do not grow would otherwise move inwards for the hull only.
            holdsBox = holdsBox && record.mins[a] <= box.mins[a] && box.maxs[a] <= record.maxs[a] &&
                       record.mins[a] <= 0 && record.maxs[a] >= 0;
        if (holdsBox) return h;
    }
    return tables.hulls.size();
}

}  // namespace hullbake::detail
