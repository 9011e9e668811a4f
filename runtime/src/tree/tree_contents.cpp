#include "tree/tree_contents.hpp"

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

namespace {

// Returns the contents of a point in one tree. Returns Empty if any leaf that touches the point is empty: touching is
// not overlapping.
Contents contentsInTree(const NodeTables& tables, ChildRef root, const Vec3& p, std::int64_t& budget) {
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

Contents contentsInTrees(const format::Tables& tables, HullId hull, ModelId model, const Vec3& p) {
    const NodeTables nodes{tables.nodes.data(), tables.planes.data()};
    const format::RootRecord& root = tables.root(hull.value, model.value);
    std::int64_t budget = kWalkBudget;
    const Contents blocking = contentsInTree(nodes, root.blocking, p, budget);
    if (any(blocking & Contents::Solid)) return blocking;
    return blocking | contentsInTree(nodes, root.liquid, p, budget);
}

}  // namespace hullbake::detail
