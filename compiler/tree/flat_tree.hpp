// Packs a finished tree into an array of planes and contents, as the file needs it.
//
// Invariant: equal subtrees, plane for plane and leaf for leaf, are stored once and shared.
#pragma once

#include <vector>

#include "compiler/tree/build_tree.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct FlatTree {
    struct Node {
        PlaneId plane;                 ///< lowest id among equal planes, see PlaneTable::firstEqual
        format::ChildRef front, back;  ///< nodes as indices into `nodes`
    };
    const PlaneTable* planes = nullptr;  ///< table of the nodes' ids, must outlive the tree; null if there are no nodes
    /// Sorted by height, the highest first: all children of a node come after it and after all nodes of its height.
    /// Among equal heights, front comes before back.
    std::vector<Node> nodes;
    std::size_t depth = 0;  ///< nodes on the longest path to a leaf
    format::ChildRef root = format::kLeafFlag | static_cast<std::uint32_t>(Contents::Empty);
};

/// Packs a tree. `planes` are those that `root` was built with.
FlatTree flattened(const TreeNode& root, const PlaneTable& planes);

/// Converts a node to the file's record, with `first` added to its children's indices. A plane that is not axial is
/// named by its id.
format::NodeRecord recordOf(const FlatTree& tree, const FlatTree::Node& node, std::uint32_t first);

}  // namespace hullbake
