// Subtrees, each kept once: two are equal when plane and both children are.
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

    /// In the order in which planes first come; shareTails goes by it. Ids of the same doubles have one number, as they
    /// divide points alike.
    std::uint32_t numberOf(PlaneId plane);
    /// The subtree with that plane and those children, or a simpler one of the same contents everywhere.
    format::ChildRef join(std::uint32_t plane, format::ChildRef front, format::ChildRef back);

    /// Each subtree's number is above those of its children.
    const Node& operator[](format::ChildRef subtree) const { return nodes_[subtree]; }
    std::size_t size() const { return nodes_.size(); }
    PlaneId plane(std::uint32_t number) const { return planes_[number]; }
    /// Nodes on the longest way down.
    std::size_t heightOf(format::ChildRef child) const { return format::isLeaf(child) ? 0 : heights_[child]; }

  private:
    const PlaneTable& table_;
    std::vector<PlaneId> planes_;
    std::unordered_map<PlaneId, std::uint32_t> numbers_;
    std::vector<Node> nodes_;
    std::vector<std::size_t> heights_;
    IndexTable known_;  // of nodes_
};

}  // namespace hullbake
