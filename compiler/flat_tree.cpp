#include "compiler/flat_tree.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

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
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t hash = key.plane;
            for (const ChildRef child : {key.front, key.back}) hash = (hash ^ child) * 0x9e3779b97f4a7c15ull;
            return static_cast<std::size_t>(hash ^ hash >> 32);
        }
    };

    // Of planes by their values: an auxiliary one far out has no id.
    std::uint32_t number(const Plane& plane) {
        const PlaneKey key = {plane.normal.x + 0.0, plane.normal.y + 0.0, plane.normal.z + 0.0, plane.dist + 0.0};
        const auto [it, isNew] = numbers_.try_emplace(key, static_cast<std::uint32_t>(planes_.size()));
        if (isNew) planes_.push_back(plane);
        return it->second;
    }

    ChildRef join(std::uint32_t plane, ChildRef front, ChildRef back) {
        if (front == back) return front;
        if (!isLeaf(front) && !isLeaf(back) && nodes_[front].plane == nodes_[back].plane) {
            // Both sides are split by one plane, and the same lies on one side of that: it need not be split before.
            const Key a = nodes_[front], b = nodes_[back];
            if (a.front == b.front) return join(a.plane, a.front, join(plane, a.back, b.back));
            if (a.back == b.back) return join(a.plane, join(plane, a.front, b.front), a.back);
        }
        const auto [it, isNew] = known_.try_emplace({plane, front, back}, static_cast<ChildRef>(nodes_.size()));
        if (isNew) {
            nodes_.push_back({plane, front, back});
            heights_.push_back(1 + std::max(heightOf(front), heightOf(back)));
        }
        return it->second;
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

    using PlaneKey = std::array<double, 4>;  // without -0: equal values, equal bytes
    struct PlaneKeyHash {
        std::size_t operator()(const PlaneKey& key) const { return hashBytes(key.data(), sizeof key); }
    };

    std::vector<Plane> planes_;
    std::unordered_map<PlaneKey, std::uint32_t, PlaneKeyHash> numbers_;  // of planes_
    std::vector<Key> nodes_;                                             // each after its children
    std::vector<std::size_t> heights_;
    std::unordered_map<Key, ChildRef, KeyHash> known_;
};

}  // namespace

FlatTree flattened(const TreeNode& root) {
    Sharer sharer;
    const ChildRef shared = sharer.add(root);
    return sharer.sorted(shared);
}

}  // namespace hullbake
