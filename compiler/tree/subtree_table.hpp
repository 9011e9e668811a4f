// Table of distinct subtrees. Two subtrees are equal if their planes and both children are equal.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/base/index_table.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

class SubtreeTable {
  public:
    struct Node {
        std::uint32_t plane;           ///< number of its plane
        format::ChildRef front, back;  ///< numbers of subtrees, or leaves
        bool operator==(const Node&) const = default;
    };

    explicit SubtreeTable(const PlaneTable& planes) : table_(planes) {}

    /// Returns the plane's number. Numbers follow the order of first use, which shareTails depends on. Ids of bitwise
    /// equal planes share one number, as they divide points alike.
    std::uint32_t numberOf(PlaneId plane);
    /// Returns the subtree with that plane and those children, or a simpler one with equal contents everywhere.
    format::ChildRef join(std::uint32_t plane, format::ChildRef front, format::ChildRef back);

    /// Returns a node. Each subtree's number is greater than those of its children.
    const Node& operator[](format::ChildRef subtree) const { return nodes_[subtree]; }
    std::size_t size() const { return nodes_.size(); }
    PlaneId plane(std::uint32_t number) const { return planes_[number]; }
    /// Returns the nodes on the longest path to a leaf.
    std::size_t heightOf(format::ChildRef child) const { return format::isLeaf(child) ? 0 : heights_[child]; }

  private:
    const PlaneTable& table_;
    std::vector<PlaneId> planes_;
    std::unordered_map<PlaneId, std::uint32_t> numbers_;
    std::vector<Node> nodes_;
    std::vector<std::size_t> heights_;
    IndexTable known_;  // indices into nodes_
};

}  // namespace hullbake
