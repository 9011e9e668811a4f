// Subtrees of the cells of a grid.
//
// In: nodes of a tree and the box of a cell. Out: the tree without the nodes whose planes miss the box. Invariant:
// equal nodes are stored once, whatever cells they divide.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/grid/tree_box_query.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

class CellTrees {
  public:
    explicit CellTrees(std::span<const Plane> planes) : planes_(planes) {}

    /// Trims a subtree of `nodes` to the box and stores it. Returns a leaf, or an index into kept().
    format::ChildRef keep(std::span<const format::NodeRecord> nodes, format::ChildRef subtree, const Box& box) {
        return trimmed(nodes, subtree, box, [this](const format::NodeRecord& node) { return kept(node); });
    }
    /// As keep(), but appends the nodes to `to`, which must not be `nodes`.
    format::ChildRef trim(std::span<const format::NodeRecord> nodes, format::ChildRef subtree, const Box& box,
                          std::vector<format::NodeRecord>& to) const {
        return trimmed(nodes, subtree, box, [&to](const format::NodeRecord& node) {
            to.push_back(node);
            return static_cast<format::ChildRef>(to.size() - 1);
        });
    }

    /// Returns the stored nodes. A node comes after its children.
    std::span<const format::NodeRecord> kept() const { return kept_; }
    /// Returns, for each stored node, the nodes on its longest path to a leaf.
    std::span<const std::uint32_t> heights() const { return heights_; }

  private:
    template <class Add>
    format::ChildRef trimmed(std::span<const format::NodeRecord> nodes, format::ChildRef subtree, Box box,
                             const Add& add) const {
        while (!format::isLeaf(subtree)) {
            const format::NodeRecord& node = nodes[subtree];
            const BoxToPlane d = distances(node, planes_, box);
            if (!d.isCut()) {
                subtree = d.least < 0 ? node.back : node.front();
                continue;
            }
            const Box front = cutInFront(box, node);
            const format::ChildRef inFront = trimmed(nodes, node.front(), front, add);
            const format::ChildRef behind = trimmed(nodes, node.back, box, add);
            if (inFront == behind) return inFront;
            return add({node.plane, node.kind() << 30 | inFront, behind});
        }
        return subtree;
    }
    format::ChildRef kept(const format::NodeRecord& node);
    std::uint32_t& slotOf(const format::NodeRecord& node);
    void grow();

    std::span<const Plane> planes_;
    std::vector<format::NodeRecord> kept_;
    std::vector<std::uint32_t> heights_;
    std::vector<std::uint32_t> known_;  // hash table of indices into kept_, open addressing
};

}  // namespace hullbake
