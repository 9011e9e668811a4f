// Enters the tree bottom-up into a table of distinct subtrees, shares tails, and sorts the nodes by height.

#include "compiler/tree/flat_tree.hpp"

#include <algorithm>
#include <bit>

#include "compiler/tree/subtree_table.hpp"
#include "compiler/tree/tail_sharing.hpp"

namespace hullbake {

using namespace format;

namespace {

// Returns the number of the subtree, or its leaf.
ChildRef add(SubtreeTable& table, const TreeNode& node) {
    if (node.isLeaf()) return kLeafFlag | static_cast<std::uint32_t>(node.contents);
    const ChildRef front = add(table, *node.front), back = add(table, *node.back);
    return table.join(table.numberOf(node.id), front, back);
}

// Returns the subtrees under `root`, each once, the highest first.
std::vector<ChildRef> byHeight(const SubtreeTable& table, ChildRef root) {
    std::vector<ChildRef> order, pending = {root};
    std::vector<bool> seen(table.size(), false);
    while (!pending.empty()) {
        const ChildRef child = pending.back();
        pending.pop_back();
        if (isLeaf(child) || seen[child]) continue;
        seen[child] = true;
        order.push_back(child);
        pending.push_back(table[child].back);
        pending.push_back(table[child].front);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](ChildRef a, ChildRef b) { return table.heightOf(a) > table.heightOf(b); });
    return order;
}

// Packs the subtrees under `root` in the given order.
FlatTree packed(const SubtreeTable& table, ChildRef root, const std::vector<ChildRef>& order) {
    FlatTree tree;
    tree.nodes.reserve(order.size());
    std::vector<ChildRef> places(table.size());
    for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<ChildRef>(i);
    const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : places[child]; };
    for (const ChildRef i : order) {
        const SubtreeTable::Node& node = table[i];
        tree.nodes.push_back({table.plane(node.plane), placed(node.front), placed(node.back)});
    }
    tree.root = placed(root);
    tree.depth = table.heightOf(root);
    return tree;
}

}  // namespace

FlatTree flattened(const TreeNode& root, const PlaneTable& planes) {
    SubtreeTable table(planes);
    const ChildRef own = add(table, root), arranged = shareTails(table, own);
    const std::vector<ChildRef> ofOwn = byHeight(table, own), ofArranged = byHeight(table, arranged);
    // Rearranging a small tree may lose subtrees that were shared by chance, so the smaller result is used.
    FlatTree tree = ofArranged.size() < ofOwn.size() ? packed(table, arranged, ofArranged) : packed(table, own, ofOwn);
    tree.planes = &planes;
    return tree;
}

NodeRecord recordOf(const FlatTree& tree, const FlatTree::Node& node, std::uint32_t first) {
    const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : first + child; };
    const Plane plane = tree.planes->resolved(node.plane);
    const int axis = planeAxis(plane);
    const std::uint32_t kind = axis < 3 ? static_cast<std::uint32_t>(axis) : kGeneralPlane;
    NodeRecord record{};
    record.plane = kind == kGeneralPlane ? node.plane : std::bit_cast<std::uint64_t>(plane.dist);
    record.frontAndKind = kind << 30 | placed(node.front);
    record.back = placed(node.back);
    return record;
}

}  // namespace hullbake
