// Keeps minima and maxima of each axis in arrays of their own; compares without branches.

#include "compiler/growth/neighbour_bounds.hpp"

#include <algorithm>
#include <utility>

#include "compiler/base/vectorized.hpp"

namespace hullbake {

void NeighbourBounds::setSize(std::size_t count) {
    if (count > room_) {
        room_ = std::max(count, 2 * room_);
        bounds_.resize(6 * room_);
        outside_.resize(room_);
    }
}

void NeighbourBounds::look(std::span<const GrownBrush* const> brushes, std::vector<std::uint32_t> numbers) {
    numbers_ = std::move(numbers);
    setSize(numbers_.size());
    for (int a = 0; a < 3; ++a) {
        double *const mins = minsAlong(a), *const maxs = maxsAlong(a);
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            mins[i] = brushes[numbers_[i]]->bounds.mins[a];
            maxs[i] = brushes[numbers_[i]]->bounds.maxs[a];
        }
    }
}

void NeighbourBounds::lookAtTouching(NeighbourBounds& others, const Box& box, std::uint32_t without) {
    others.compare(box);
    const std::size_t all = others.size(), room = others.room_;
    setSize(all);
    numbers_.resize(all);
    std::uint32_t* const numbers = numbers_.data();
    const std::uint32_t* const othersNumbers = others.numbers_.data();
    const std::int64_t* const outside = others.outside_.data();
    double* const to = bounds_.data();
    const double* const from = others.bounds_.data();
    const std::size_t roomHere = room_;
    std::size_t count = 0;
    // Writes each, and writes over those that are not wanted: no branch depends on the brushes.
    for (std::size_t i = 0; i < all; ++i) {
        numbers[count] = othersNumbers[i];
        for (std::size_t k = 0; k < 6; ++k) to[k * roomHere + count] = from[k * room + i];
        count += static_cast<std::size_t>((outside[i] == 0) & (othersNumbers[i] != without));
    }
    numbers_.resize(count);
}

std::size_t NeighbourBounds::nextHolding(const Box& box, std::size_t i) {
    constexpr std::size_t kAtOnce = 32;
    for (std::size_t end = i; i < size(); i = end) {
        end = std::min(size(), i + kAtOnce);
        if (!findHolding(box, i, end)) continue;
        while (outside_[i] != 0) ++i;
        return i;
    }
    return size();
}

// Notes which of the brushes contain the box. Returns whether any does.
HULLBAKE_MULTIVERSION bool NeighbourBounds::findHolding(const Box& box, std::size_t begin, std::size_t end) {
    const double *const x = minsAlong(0), *const y = minsAlong(1), *const z = minsAlong(2);
    const std::size_t room = room_;
    std::int64_t* const outside = outside_.data();
    std::int64_t all = 1;
    for (std::size_t i = begin; i < end; ++i) {
        outside[i] = (x[i] > box.mins.x) | (box.maxs.x > x[room + i]) | (y[i] > box.mins.y) |
                     (box.maxs.y > y[room + i]) | (z[i] > box.mins.z) | (box.maxs.z > z[room + i]);
        all &= outside[i];
    }
    return all == 0;
}

HULLBAKE_MULTIVERSION void NeighbourBounds::compare(const Box& box) {
    const std::size_t count = size(), room = room_;
    const Vec3 low = box.mins - Vec3{1, 1, 1} * kOnPlane, high = box.maxs + Vec3{1, 1, 1} * kOnPlane;
    const double *const x = minsAlong(0), *const y = minsAlong(1), *const z = minsAlong(2);
    std::int64_t* const outside = outside_.data();
    for (std::size_t i = 0; i < count; ++i)
        outside[i] = (x[i] > high.x) | (low.x > x[room + i]) | (y[i] > high.y) | (low.y > y[room + i]) |
                     (z[i] > high.z) | (low.z > z[room + i]);
}

}  // namespace hullbake
