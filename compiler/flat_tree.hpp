// A finished tree, packed: of it only planes and contents go into the file.
#pragma once

#include <vector>

#include "compiler/build_tree.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct FlatTree {
    struct Node {
        Plane plane;
        format::ChildRef front, back;  ///< nodes by their place in `nodes`
    };
    std::vector<Node> nodes;  ///< each before its children, what is in front first
    format::ChildRef root = format::kLeafFlag | static_cast<std::uint32_t>(Contents::Empty);
};

FlatTree flattened(const TreeNode& root);

}  // namespace hullbake
