// A finished tree, packed: of it only planes and contents go into the file. Subtrees that are equal, plane for plane
// and leaf for leaf, are kept once and shared.
#pragma once

#include <vector>

#include "compiler/tree/build_tree.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct FlatTree {
    struct Node {
        Plane plane;
        format::ChildRef front, back;  ///< nodes by their place in `nodes`
    };
    /// By height, the highest first: all children of a node come after it, and after all nodes as high as it. Among
    /// equals what is in front comes first.
    std::vector<Node> nodes;
    std::size_t depth = 0;  ///< nodes on the longest way down
    format::ChildRef root = format::kLeafFlag | static_cast<std::uint32_t>(Contents::Empty);
};

FlatTree flattened(const TreeNode& root);

/// The node for the file, with children `first` further on. What names a plane that is not axial stays open.
format::NodeRecord recordOf(const FlatTree::Node& node, std::uint32_t first);

}  // namespace hullbake
