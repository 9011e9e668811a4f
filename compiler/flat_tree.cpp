#include "compiler/flat_tree.hpp"

namespace hullbake {

using namespace format;

namespace {

std::size_t countNodes(const TreeNode& node) {
    return node.isLeaf() ? 0 : 1 + countNodes(*node.front) + countNodes(*node.back);
}

ChildRef add(const TreeNode& node, std::vector<FlatTree::Node>& nodes) {
    if (node.isLeaf()) return kLeafFlag | static_cast<std::uint32_t>(node.contents);
    const auto index = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back({node.plane, 0, 0});
    nodes[index].front = add(*node.front, nodes);
    nodes[index].back = add(*node.back, nodes);
    return index;
}

}  // namespace

FlatTree flattened(const TreeNode& root) {
    FlatTree tree;
    tree.nodes.reserve(countNodes(root));
    tree.root = add(root, tree.nodes);
    return tree;
}

}  // namespace hullbake
