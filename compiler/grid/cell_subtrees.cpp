#include "compiler/grid/cell_subtrees.hpp"

#include <algorithm>

#include "compiler/base/hash_mix.hpp"

namespace hullbake {

using namespace format;

// Returns the slot of the node, or the free slot where it belongs.
std::uint32_t& CellTrees::slotOf(const NodeRecord& node) {
    const std::uint64_t key = hashMix(hashMix(static_cast<std::int64_t>(node.plane), node.frontAndKind), node.back);
    const std::size_t mask = known_.size() - 1;
    for (std::size_t i = key & mask;; i = (i + 1) & mask) {
        if (known_[i] == kNoIndex) return known_[i];
        const NodeRecord& other = kept_[known_[i]];
        if (other.plane == node.plane && other.frontAndKind == node.frontAndKind && other.back == node.back)
            return known_[i];
    }
}

// Doubles the table, so that at most half of it is in use.
void CellTrees::grow() {
    known_.assign(std::max<std::size_t>(1024, known_.size() * 2), kNoIndex);
    for (std::uint32_t i = 0; i < kept_.size(); ++i) slotOf(kept_[i]) = i;
}

ChildRef CellTrees::kept(const NodeRecord& node) {
    if (kept_.size() * 2 >= known_.size()) grow();
    std::uint32_t& slot = slotOf(node);
    if (slot != kNoIndex) return slot;
    slot = static_cast<std::uint32_t>(kept_.size());
    const auto heightOf = [&](ChildRef child) { return isLeaf(child) ? 0 : heights_[child]; };
    kept_.push_back(node);
    heights_.push_back(1 + std::max(heightOf(node.front()), heightOf(node.back)));
    return slot;
}

}  // namespace hullbake
