#include "hullbake/clip_map.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Returns the contents of a point in one tree. Returns Empty if any leaf that touches the point is empty: touching is
// not overlapping.
Contents contentsInTree(const Tables& tables, ChildRef root, const Vec3& p, std::int64_t& budget) {
    ChildRef child = root;
    while (!format::isLeaf(child)) {
        const NodeRecord& node = tables.nodes[child];
        const double d = snapped(nodeDistance(tables, node, p));
        if (d == 0) {
            Trees trees{tables, {child, 0}, 1, ~0u};
            const Touch touch = touchPoint(trees, p, budget);
            return touch.free ? Contents::Empty : resolveOverlap(Contents{touch.contents});
        }
        child = d > 0 ? node.front() : node.back;
    }
    return Contents{format::leafContents(child)};
}

}  // namespace

Contents ClipMap::pointContents(const Vec3& origin, HullId hull, ModelId model) const noexcept {
    if (!validQuery(origin, hull, model)) return Contents::Empty;
    const Tables tables{nodes_.data(), planes_.data()};
    std::int64_t budget = kWalkBudget;
    const Contents blocking = contentsInTree(tables, root(hull, model).blocking, origin, budget);
    if (any(blocking & Contents::Solid)) return blocking;
    return blocking | contentsInTree(tables, root(hull, model).liquid, origin, budget);
}

}  // namespace hullbake
