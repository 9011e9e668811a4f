// Finds the boxes that a segment comes near: a plain binary tree of bounding boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

class BrushTree {
  public:
    BrushTree() = default;
    explicit BrushTree(const std::vector<Box>& boxes);

    /// Numbers of all boxes within a hundredth of a unit of the segment (and perhaps some more), unordered, appended.
    void find(const Vec3& start, const Vec3& end, std::vector<std::uint32_t>& found) const;
    /// Numbers of all boxes that touch `place` (and perhaps some more), unordered, appended.
    void findIn(const Box& place, std::vector<std::uint32_t>& found) const;

  private:
    struct Node {
        Box box;
        std::uint32_t first = 0, count = 0;  ///< of order_; count 0: the children are at first and first + 1
    };
    template <typename Near>
    void visit(const Near& near, std::vector<std::uint32_t>& found) const;
    void build(std::uint32_t node, const std::vector<Box>& boxes, std::uint32_t first, std::uint32_t count);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> order_;
    std::vector<Box> boxes_;  // in that order
};

}  // namespace hullbake::oracle
