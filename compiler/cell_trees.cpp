#include "compiler/cell_trees.hpp"

#include <algorithm>

#include "compiler/mixed_key.hpp"

namespace hullbake {

using namespace format;

std::size_t CellTrees::Hash::operator()(const NodeRecord& node) const {
    return mixed(mixed(node.plane, node.frontAndKind), node.back);
}

ChildRef CellTrees::kept(const NodeRecord& node) {
    const auto [place, isNew] = known_.try_emplace(node, static_cast<std::uint32_t>(kept_.size()));
    if (isNew) {
        const auto heightOf = [&](ChildRef child) { return isLeaf(child) ? 0 : heights_[child]; };
        kept_.push_back(node);
        heights_.push_back(1 + std::max(heightOf(node.front()), heightOf(node.back)));
    }
    return place->second;
}

}  // namespace hullbake
