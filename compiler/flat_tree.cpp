#include "compiler/flat_tree.hpp"

#include <algorithm>
#include <array>

#include "compiler/index_table.hpp"
#include "compiler/mixed_key.hpp"

namespace hullbake {

using namespace format;

namespace {

// Finds equal subtrees from the leaves up: two are equal when plane and both children are.
class Sharer {
  public:
    // The subtree's number, or its leaf.
    ChildRef add(const TreeNode& node) {
        if (node.isLeaf()) return kLeafFlag | static_cast<std::uint32_t>(node.contents);
        const ChildRef front = add(*node.front), back = add(*node.back);
        return join(number(node.plane), front, back);
    }

    // The numbers of the subtrees under `root`, sorted.
    FlatTree sorted(ChildRef root) const {
        FlatTree tree;
        tree.root = root;
        if (isLeaf(root)) return tree;
        const std::vector<ChildRef> order = byHeight(root);
        std::vector<ChildRef> places(nodes_.size());
        for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<ChildRef>(i);
        const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : places[child]; };
        for (const ChildRef i : order)
            tree.nodes.push_back({planes_[nodes_[i].plane], placed(nodes_[i].front), placed(nodes_[i].back)});
        tree.root = placed(root);
        tree.depth = heightOf(root);
        return tree;
    }

  private:
    struct Key {
        std::uint32_t plane;
        ChildRef front, back;
        bool operator==(const Key&) const = default;

        std::uint64_t hash() const { return mixed(mixed(plane, front), back); }
    };

    // Of planes by their values: an auxiliary one far out has no id.
    std::uint32_t number(const Plane& plane) {
        // Without -0: equal values, equal bytes.
        const std::array<double, 4> key = {plane.normal.x + 0.0, plane.normal.y + 0.0, plane.normal.z + 0.0,
                                           plane.dist + 0.0};
        const std::uint64_t hash = hashBytes(key.data(), sizeof key);
        std::uint32_t known = numbers_.find(
            hash, [&](std::uint32_t i) { return planes_[i].normal == plane.normal && planes_[i].dist == plane.dist; });
        if (known == IndexTable::kNone) {
            known = static_cast<std::uint32_t>(planes_.size());
            planes_.push_back(plane);
            numbers_.enter(hash, known);
        }
        return known;
    }

    ChildRef join(std::uint32_t plane, ChildRef front, ChildRef back) {
        if (front == back) return front;
        if (!isLeaf(front) && !isLeaf(back) && nodes_[front].plane == nodes_[back].plane) {
            // Both sides are split by one plane, and the same lies on one side of that: it need not be split before.
            const Key a = nodes_[front], b = nodes_[back];
            if (a.front == b.front) return join(a.plane, a.front, join(plane, a.back, b.back));
            if (a.back == b.back) return join(a.plane, join(plane, a.front, b.front), a.back);
        }
        const Key key{plane, front, back};
        ChildRef known = known_.find(key.hash(), [&](std::uint32_t i) { return nodes_[i] == key; });
        if (known == IndexTable::kNone) {
            known = static_cast<ChildRef>(nodes_.size());
            nodes_.push_back(key);
            heights_.push_back(1 + std::max(heightOf(front), heightOf(back)));
            known_.enter(key.hash(), known);
        }
        return known;
    }

    std::size_t heightOf(ChildRef child) const { return isLeaf(child) ? 0 : heights_[child]; }

    std::vector<ChildRef> byHeight(ChildRef root) const {
        std::vector<ChildRef> order, pending = {root};
        std::vector<bool> seen(nodes_.size(), false);
        while (!pending.empty()) {
            const ChildRef child = pending.back();
            pending.pop_back();
            if (isLeaf(child) || seen[child]) continue;
            seen[child] = true;
            order.push_back(child);
            pending.push_back(nodes_[child].back);
            pending.push_back(nodes_[child].front);
        }
        std::stable_sort(order.begin(), order.end(), [&](ChildRef a, ChildRef b) { return heights_[a] > heights_[b]; });
        return order;
    }

    std::vector<Plane> planes_;
    IndexTable numbers_;      // of planes_
    std::vector<Key> nodes_;  // each after its children
    std::vector<std::size_t> heights_;
    IndexTable known_;  // of nodes_
};

}  // namespace

FlatTree flattened(const TreeNode& root) {
    Sharer sharer;
    const ChildRef shared = sharer.add(root);
    return sharer.sorted(shared);
}

}  // namespace hullbake
