// Finds the pairs of boxes that overlap, for the structs of C++ and of C.
// In:        boxes with mins, maxs, mask and kind; a number of scratch for each; places for pairs.
// Out:       the pairs, sorted by both indices; the first ones where not all fit.
// Invariant: the answer depends on neither the axis nor the order in which the sweep finds the pairs.
#pragma once

#include <algorithm>
#include <limits>

#include "hullbake/contact.hpp"

namespace hullbake::detail {

template <class Vector>
double along(const Vector& v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

template <class Bounds>
bool hasNan(const Bounds& box) {
    for (int a = 0; a < 3; ++a)
        if (std::isnan(along(box.mins, a)) || std::isnan(along(box.maxs, a))) return true;
    return false;
}

template <class Bounds>
bool isEmpty(const Bounds& box) {
    for (int a = 0; a < 3; ++a)
        if (along(box.mins, a) > along(box.maxs, a)) return true;
    return false;
}

template <class Bounds>
bool meet(const Bounds& a, const Bounds& b) {
    for (int i = 0; i < 3; ++i)
        if (along(a.mins, i) > along(b.maxs, i) || along(b.mins, i) > along(a.maxs, i)) return false;
    return (a.mask & b.kind) != 0 && (b.mask & a.kind) != 0;
}

/// Keeps the first pairs that fit, in sorted order.
template <class Pair>
class FirstPairs {
  public:
    explicit FirstPairs(std::span<Pair> out) : out_(out) {}

    void add(std::uint32_t a, std::uint32_t b) {
        const Pair pair = a < b ? Pair{a, b} : Pair{b, a};
        if (count_ < out_.size()) {
            out_[count_] = pair;
            // From here on the last of those kept is on top.
            if (count_ + 1 == out_.size()) std::make_heap(out_.begin(), out_.end(), isBefore);
        } else if (!out_.empty() && isBefore(pair, out_[0])) {
            std::pop_heap(out_.begin(), out_.end(), isBefore);
            out_.back() = pair;
            std::push_heap(out_.begin(), out_.end(), isBefore);
        }
        ++count_;
    }

    /// Sorts the pairs. Returns the number of all that were added.
    std::size_t finish() {
        std::sort(out_.begin(), out_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, out_.size())), isBefore);
        return count_;
    }

  private:
    static bool isBefore(const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

    std::span<Pair> out_;
    std::size_t count_ = 0;
};

/// Returns the axis on which the boxes' lower corners are spread most.
template <class Bounds>
int axisOfLargestSpread(std::span<const Bounds> boxes, std::span<const std::uint32_t> used) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    int best = 0;
    double largest = -1;
    for (int a = 0; a < 3; ++a) {
        double least = kInfinity, most = -kInfinity;
        for (const std::uint32_t i : used) {
            least = std::min(least, along(boxes[i].mins, a));
            most = std::max(most, along(boxes[i].mins, a));
        }
        if (most - least > largest) largest = most - least, best = a;
    }
    return best;
}

template <class Bounds, class Pair>
PairCount findPairs(std::span<const Bounds> boxes, std::span<std::uint32_t> scratch, std::span<Pair> out) {
    if (boxes.size() > std::numeric_limits<std::uint32_t>::max()) return {0, PairStatus::TooManyBoxes};
    if (scratch.size() < boxes.size()) return {0, PairStatus::ScratchTooSmall};
    std::size_t count = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (hasNan(boxes[i])) return {0, PairStatus::NotANumber};
        if (!isEmpty(boxes[i])) scratch[count++] = static_cast<std::uint32_t>(i);
    }
    const std::span<std::uint32_t> order = scratch.first(count);
    const int axis = axisOfLargestSpread<Bounds>(boxes, order);
    const auto low = [&](std::uint32_t i) { return along(boxes[i].mins, axis); };
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t i, std::uint32_t j) { return low(i) != low(j) ? low(i) < low(j) : i < j; });
    FirstPairs<Pair> pairs(out);
    for (std::size_t i = 0; i < count; ++i) {
        const Bounds& box = boxes[order[i]];
        const double high = along(box.maxs, axis);
        for (std::size_t j = i + 1; j < count && low(order[j]) <= high; ++j)
            if (meet(box, boxes[order[j]])) pairs.add(order[i], order[j]);
    }
    return {pairs.finish(), PairStatus::Ok};
}

}  // namespace hullbake::detail
