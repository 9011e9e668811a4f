#include "oracle/solids/brush_tree.hpp"

#include <algorithm>
#include <numeric>

namespace hullbake::oracle {
namespace {

/// Largest number of boxes in a leaf.
constexpr std::uint32_t kLeafSize = 4;
/// Enlarges every box, in units. Far above every tolerance of the oracle.
constexpr double kMargin = 0.02;

/// Clips a segment by boxes. Rounding changes the segment by far less than kMargin.
class SegmentTest {
  public:
    SegmentTest(const Vec3& start, const Vec3& end, double room) : start_(start), margin_(kMargin + room) {
        const Vec3 delta = end - start;
        for (int axis = 0; axis < 3; ++axis) {
            still_[axis] = delta[axis] > -1e-9 && delta[axis] < 1e-9;
            inverse_[axis] = still_[axis] ? 0 : 1 / delta[axis];
        }
    }

    bool near(const Box& box) const {
        double enter = 0, leave = 1;
        for (int axis = 0; axis < 3; ++axis) {
            const double low = box.mins[axis] - margin_ - start_[axis], high = box.maxs[axis] + margin_ - start_[axis];
            if (still_[axis]) {
                if (low > 1e-9 || high < -1e-9) return false;
                continue;
            }
            const double a = low * inverse_[axis], b = high * inverse_[axis];
            enter = std::max(enter, std::min(a, b));
            leave = std::min(leave, std::max(a, b));
        }
        return enter <= leave;
    }

  private:
    Vec3 start_;
    double margin_;
    double inverse_[3];
    bool still_[3];
};

}  // namespace

BrushTree::BrushTree(const std::vector<Box>& boxes) : order_(boxes.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (boxes.empty()) return;
    nodes_.emplace_back();
    build(0, boxes, 0, static_cast<std::uint32_t>(boxes.size()));
    for (const std::uint32_t index : order_) boxes_.push_back(boxes[index]);
}

void BrushTree::build(std::uint32_t node, const std::vector<Box>& boxes, std::uint32_t first, std::uint32_t count) {
    Box bounds = boxes[order_[first]];
    for (std::uint32_t i = first; i < first + count; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            bounds.mins[axis] = std::min(bounds.mins[axis], boxes[order_[i]].mins[axis]);
            bounds.maxs[axis] = std::max(bounds.maxs[axis], boxes[order_[i]].maxs[axis]);
        }
    nodes_[node].box = bounds;
    if (count <= kLeafSize) {
        nodes_[node].first = first;
        nodes_[node].count = count;
        return;
    }
    const Vec3 size = bounds.maxs - bounds.mins;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = order_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](std::uint32_t a, std::uint32_t b) {
        const double ca = boxes[a].mins[axis] + boxes[a].maxs[axis], cb = boxes[b].mins[axis] + boxes[b].maxs[axis];
        return ca != cb ? ca < cb : a < b;
    });
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_.resize(nodes_.size() + 2);
    nodes_[node].first = child;
    build(child, boxes, first, count / 2);
    build(child + 1, boxes, first + count / 2, count - count / 2);
}

template <typename Near>
void BrushTree::visit(const Near& near, std::vector<std::uint32_t>& found) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[64];
    int size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const Node& node = nodes_[stack[--size]];
        if (!near(node.box)) continue;
        if (node.count == 0) {
            stack[size++] = node.first;
            stack[size++] = node.first + 1;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
            if (near(boxes_[i])) found.push_back(order_[i]);
    }
}

void BrushTree::find(const Vec3& start, const Vec3& end, std::vector<std::uint32_t>& found, double room) const {
    const SegmentTest segment(start, end, room);
    visit([&](const Box& box) { return segment.near(box); }, found);
}

void BrushTree::findIn(const Box& place, std::vector<std::uint32_t>& found) const {
    const auto touches = [&](const Box& box) {
        for (int axis = 0; axis < 3; ++axis)
            if (!(box.mins[axis] <= place.maxs[axis] && box.maxs[axis] >= place.mins[axis])) return false;
        return true;
    };
    visit(touches, found);
}

}  // namespace hullbake::oracle
