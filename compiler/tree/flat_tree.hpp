// A finished tree, packed: of it only planes and contents go into the file. Subtrees that are equal, plane for plane
// and leaf for leaf, are kept once and shared.
#pragma once

#include <vector>

#include "compiler/tree/build_tree.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct FlatTree {
    struct Node {
        PlaneId plane;                 ///< of equal planes the first, see PlaneTable::firstEqual
        format::ChildRef front, back;  ///< nodes by their place in `nodes`
    };
    const PlaneTable* planes = nullptr;  ///< whose ids the nodes have, must outlive the tree; null for no nodes at all
    /// By height, the highest first: all children of a node come after it, and after all nodes as high as it. Among
    /// equals what is in front comes first.
    std::vector<Node> nodes;
    std::size_t depth = 0;  ///< nodes on the longest way down
    format::ChildRef root = format::kLeafFlag | static_cast<std::uint32_t>(Contents::Empty);
};

/// `planes` are those that `root` was built with.
FlatTree flattened(const TreeNode& root, const PlaneTable& planes);

/// A node of the tree for the file, with children `first` further on. A plane that is not axial has its id for a name.
format::NodeRecord recordOf(const FlatTree& tree, const FlatTree::Node& node, std::uint32_t first);

}  // namespace hullbake
