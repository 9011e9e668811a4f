// Places that are surely free.
// In: a probe and a place. Out: true only if the probe is free there.
// Asks the free box of the place's cell, and then the brushes near it.

#include "query/free_place.hpp"

#include <algorithm>

#include "brushes/along_cells.hpp"
#include "brushes/brush_space.hpp"
#include "query/all_models.hpp"
#include "query/clear_place.hpp"
#include "query/probe_checks.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

enum class Clearness : std::uint8_t { Clear, Near, Unknown };

// Returns true if the box is so far from the bounds of a brush that it is far from the brush.
bool isFarFromBounds(const BrushRecord& brush, const Box& box, const Vec3& p) {
    for (int a = 0; a < 3; ++a) {
        const double under = p[a] + box.mins[a] - static_cast<double>(brush.maxs[a]);
        const double over = static_cast<double>(brush.mins[a]) - (p[a] + box.maxs[a]);
        if (std::max(under, over) > kClearOfBrushes) return true;
    }
    return false;
}

// Asks the cell of the world that the place is in: its free box, and for a probe with a box the list of the brushes
// near it. `hull`: the one that has the box, or the number of hulls.
template <class Matters>
Clearness clearnessInCell(const Tables& tables, const Probe& probe, const Box& box, std::size_t hull, const Vec3& p,
                          const Matters& matters) {
    if (tables.grids.empty() || any(probe.mask & kMaskPassable)) return Clearness::Unknown;
    const std::size_t serving = gridFor(tables, box, hull);
    if (serving == tables.hulls.size()) return Clearness::Unknown;
    const GridView grid(tables, serving);
    GridView::Place place;
    const GridPoint point = GridOpsScalar::point(p);
    if (!GridOpsScalar::find(grid, point, place)) return Clearness::Unknown;
    if (GridOpsScalar::holds(grid.box(place), point)) return Clearness::Clear;
    const std::uint32_t list = grid.listOf(place);
    // Baked hulls close space that brushes leave open.
    if (!probe.box || !isListed(box) || list == kManyBrushes) return Clearness::Unknown;
    if (list == kNoBrushes) return Clearness::Clear;
    const BrushSet set = boxBrushes(tables, box, hull, {});
    for (const std::uint32_t* listed = grid.lists() + list;; ++listed) {
        const std::uint32_t index = *listed & ~kLastListed;
        if (!isFarFromBounds(set.brushes[index], box, p) && !isFarFrom(set, index, p, matters)) return Clearness::Near;
        if ((*listed & kLastListed) != 0) return Clearness::Clear;
    }
}

}  // namespace

bool isSurelyFree(const Tables& tables, const Probe& probe, ModelId model, const Vec3& at) {
    if (probe.shape != nullptr || turns(probe) || !isInRange(at)) return false;
    const Vec3 place = at - displacementOf(probe);
    if (!isInRange(place) || model.value >= tables.models.size()) return false;
    const Box box = boxOf(tables, probe);
    const std::size_t hull = probe.box ? hullOf(tables, box) : probe.hull.value;
    const auto matters = [&](Contents contents) { return roleOf(contents, probe.mask) != Role::None; };
    if (model.value == 0) {
        const Clearness clearness = clearnessInCell(tables, probe, box, hull, place, matters);
        if (clearness != Clearness::Unknown) return clearness == Clearness::Clear;
    }
    return probe.box && isClear(boxBrushes(tables, box, hull, model), place, matters);
}

}  // namespace hullbake::detail
