#include "compiler/tree/subtree_table.hpp"

#include <algorithm>
#include <array>

#include "compiler/base/hash_mix.hpp"

namespace hullbake {

using namespace format;

std::uint32_t SubtreeTable::numberOf(const Plane& plane) {
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

ChildRef SubtreeTable::join(std::uint32_t plane, ChildRef front, ChildRef back) {
    if (front == back) return front;
    if (!isLeaf(front) && !isLeaf(back) && nodes_[front].plane == nodes_[back].plane) {
        // Both sides are split by one plane, and the same lies on one side of that: it need not be split before.
        const Node a = nodes_[front], b = nodes_[back];
        if (a.front == b.front) return join(a.plane, a.front, join(plane, a.back, b.back));
        if (a.back == b.back) return join(a.plane, join(plane, a.front, b.front), a.back);
    }
    const Node node{plane, front, back};
    const std::uint64_t hash = hashMix(hashMix(plane, front), back);
    ChildRef known = known_.find(hash, [&](std::uint32_t i) { return nodes_[i] == node; });
    if (known == IndexTable::kNone) {
        known = static_cast<ChildRef>(nodes_.size());
        nodes_.push_back(node);
        heights_.push_back(1 + std::max(heightOf(front), heightOf(back)));
        known_.enter(hash, known);
    }
    return known;
}

}  // namespace hullbake
