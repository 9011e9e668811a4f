#include "query/contents_expanded.hpp"

#include <algorithm>

#include "brushes/crowd.hpp"
#include "brushes/turned_set.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Contents of the brushes at a point: of those that contain it deeper than the tolerance, and of those that contain it
// at all.
struct Holding {
    Contents deep = Contents::Empty, all = Contents::Empty;
};

template <class Set>
Holding holding(const Set& set, const Vec3& p) {
    Holding holding;
    set.forBrushesAt(p, [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if (!set.rule.takesPart(brush)) return;
        double outside = -1e30;
        for (const SideRecord& side : set.sidesOf(brush)) {
            outside = std::max(outside, grownDistance(side, set.box, p));
            if (outside > kRounding) return;
        }
        const auto contents = static_cast<Contents>(brush.contents);
        holding.all |= contents;
        if (outside < -kSurfaceTolerance) holding.deep |= contents;
    });
    return holding;
}

// Returns the contents of one kind (blocking or liquid). Empty if free space comes within the tolerance: touching is
// not overlapping.
template <class Set>
Contents contentsOf(const Set& set, const Vec3& origin, Contents kind, const Holding& held, std::int64_t& budget) {
    if (any(held.deep & kind)) return resolveOverlap(held.all & kind);
    const Touch touch = touchBrushes(set, kind, origin, budget);
    return touch.free || budget <= 0 ? Contents::Empty : resolveOverlap(Contents{touch.contents} | (held.all & kind));
}

}  // namespace

template <class Set>
Contents contentsIn(const Set& set, const Vec3& origin) {
    const Holding held = holding(set, origin);
    std::int64_t budget = kCrowdBudget;
    const Contents blocking = contentsOf(set, origin, kMaskBlocking, held, budget);
    if (any(blocking & Contents::Solid)) return blocking;
    return blocking | contentsOf(set, origin, kMaskPassable, held, budget);
}

template Contents contentsIn(const BrushSet&, const Vec3&);
template Contents contentsIn(const TurnedSet&, const Vec3&);

}  // namespace hullbake::detail
