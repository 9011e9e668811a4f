// Finds boxes near a segment or a box with a binary tree of bounding boxes.
//
// In: boxes, then a segment or a box. Out: numbers of boxes.
// Invariant: no box within reach is missed; some results may be out of reach.
#pragma once

#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

class BrushTree {
  public:
    BrushTree() = default;
    explicit BrushTree(const std::vector<Box>& boxes);

    /// Appends the numbers of all boxes, moved out by `room`, within 0.02 units of the segment, in no order. May append
    /// others.
    void find(const Vec3& start, const Vec3& end, std::vector<std::uint32_t>& found, double room = 0) const;
    /// Appends the numbers of all boxes that touch `place`, in no order. May append others.
    void findIn(const Box& place, std::vector<std::uint32_t>& found) const;

  private:
    struct Node {
        Box box;
        std::uint32_t first = 0, count = 0;  ///< range of order_, or with count 0 the children first and first + 1
    };
    template <typename Near>
    void visit(const Near& near, std::vector<std::uint32_t>& found) const;
    void build(std::uint32_t node, const std::vector<Box>& boxes, std::uint32_t first, std::uint32_t count);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_;
    std::vector<Box> boxes_;  // in the order of order_
};

}  // namespace hullbake::oracle
