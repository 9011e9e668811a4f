// Subtrees, each kept once: two are equal when plane and both children are.
#pragma once

#include <vector>

#include "compiler/base/index_table.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

class SubtreeTable {
  public:
    struct Node {
        std::uint32_t plane;           ///< number of its plane
        format::ChildRef front, back;  ///< numbers of subtrees, or leaves
        bool operator==(const Node&) const = default;
    };

    /// Of a plane by its values: an auxiliary one far out has no id.
    std::uint32_t numberOf(const Plane& plane);
    /// The subtree with that plane and those children, or a simpler one of the same contents everywhere.
    format::ChildRef join(std::uint32_t plane, format::ChildRef front, format::ChildRef back);

    /// Each subtree's number is above those of its children.
    const Node& operator[](format::ChildRef subtree) const { return nodes_[subtree]; }
    std::size_t size() const { return nodes_.size(); }
    const Plane& plane(std::uint32_t number) const { return planes_[number]; }
    /// Nodes on the longest way down.
    std::size_t heightOf(format::ChildRef child) const { return format::isLeaf(child) ? 0 : heights_[child]; }

  private:
    std::vector<Plane> planes_;
    IndexTable numbers_;  // of planes_
    std::vector<Node> nodes_;
    std::vector<std::size_t> heights_;
    IndexTable known_;  // of nodes_
};

}  // namespace hullbake
