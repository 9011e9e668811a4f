// Interns subtrees by hash of plane and children, after simplifying equal halves.

#include "compiler/tree/subtree_table.hpp"

#include <algorithm>

#include "compiler/base/hash_mix.hpp"

namespace hullbake {

using namespace format;

std::uint32_t SubtreeTable::numberOf(PlaneId plane) {
    const auto [known, isNew] = numbers_.try_emplace(plane, static_cast<std::uint32_t>(planes_.size()));
    if (!isNew) return known->second;
    std::uint32_t& number = known->second;
    if (const PlaneId first = table_.firstEqual(plane); first != plane)
        number = numberOf(first);
    else
        planes_.push_back(plane);
    return number;
}

ChildRef SubtreeTable::join(std::uint32_t plane, ChildRef front, ChildRef back) {
    if (front == back) return front;
    if (!isLeaf(front) && !isLeaf(back) && nodes_[front].plane == nodes_[back].plane) {
        // Both children are split by one plane and agree on one side of it, so that side needs no split by `plane`.
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
