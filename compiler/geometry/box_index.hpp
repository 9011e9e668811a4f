// Finds the boxes that overlap a box.
//
// In: boxes. Out: a tree of nodes with eight boxes each, compared at once. Invariant: boxes that are found overlap in
// doubles. The floats of the tree only rule out: rounding keeps the order of numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/geometry/tolerances.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

class BoxIndex {
  public:
    /// The boxes must lie within +-1e30.
    explicit BoxIndex(std::span<const Box> boxes);

    /// Calls visit(index) for each box that overlaps `box` within kOnPlane, in no particular order.
    template <class Visit>
    void each(const Box& box, const Visit& visit) const {
        if (nodes_.empty()) return;
        const Vec3 margin{kOnPlane, kOnPlane, kOnPlane};
        const Box wide{box.mins - margin, box.maxs + margin};
        const Floats sought = rounded(wide);
        std::array<std::uint32_t, kMostOpen> open;
        std::size_t count = 0;
        open[count++] = static_cast<std::uint32_t>(nodes_.size()) - 1;
        while (count > 0) {
            const Node& node = nodes_[open[--count]];
            for (unsigned met = node.meets(sought); met != 0; met &= met - 1) {
                const std::uint32_t next = node.children[static_cast<unsigned>(std::countr_zero(met))];
                if (!node.isLeaf)
                    open[count++] = next;
                else if (boxesTouch(boxes_[next], wide, 0))
                    visit(next);
            }
        }
    }

    /// Returns the indices of the boxes that overlap `box` within kOnPlane, ascending.
    std::vector<std::uint32_t> meeting(const Box& box) const;

  private:
    static constexpr std::size_t kWide = 8;
    // Upper bound of the nodes to visit: seven more for each of at most eleven levels below the root.
    static constexpr std::size_t kMostOpen = 96;

    struct Floats {
        float mins[3], maxs[3];
    };
    struct Node {
        float mins[3][kWide], maxs[3][kWide];
        std::uint32_t children[kWide];  // nodes, or boxes in a leaf
        bool isLeaf;

        // Returns a bit for each child that overlaps.
        unsigned meets(const Floats& box) const;
    };

    static Floats rounded(const Box& box);
    std::uint32_t build(std::span<std::uint32_t> numbers, Box& bounds);
    template <class Visit>
    void forParts(std::span<std::uint32_t> numbers, std::size_t parts, const Visit& visit);

    std::vector<Box> boxes_;
    std::vector<Node> nodes_;  // children before their parents
};

}  // namespace hullbake
