// Compares the bounds of many brushes with one box: those of a brush, then those of its faces.
//
// In: grown brushes and their indices. Out: which of them touch or contain a box. Plain loops over arrays, which
// compilers vectorize.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/growth/grow.hpp"

namespace hullbake {

class NeighbourBounds {
  public:
    void look(std::span<const GrownBrush* const> brushes, std::vector<std::uint32_t> numbers);
    /// Looks at those of the others whose bounds touch a box within kOnPlane, apart from the brush `without`.
    void lookAtTouching(NeighbourBounds& others, const Box& box, std::uint32_t without);

    std::size_t size() const { return numbers_.size(); }
    /// Returns the index of a brush.
    std::uint32_t operator[](std::size_t i) const { return numbers_[i]; }
    std::span<const std::uint32_t> numbers() const { return numbers_; }

    /// Returns the first place from `i` on of a brush whose bounds contain the box; size() if there is none.
    std::size_t nextHolding(const Box& box, std::size_t i);
    /// Compares all with a box, for touch().
    void compare(const Box& box);
    /// Returns true if the bounds touch the box that was compared last, within kOnPlane.
    bool touch(std::size_t i) const { return outside_[i] == 0; }

  private:
    void setSize(std::size_t count);
    double* minsAlong(int axis) { return bounds_.data() + 2 * static_cast<std::size_t>(axis) * room_; }
    double* maxsAlong(int axis) { return minsAlong(axis) + room_; }
    bool findHolding(const Box& box, std::size_t begin, std::size_t end);

    std::vector<std::uint32_t> numbers_;
    // One block of memory for all arrays saves allocations.
    std::size_t room_ = 0;
    std::vector<double> bounds_;         // mins and maxs, along each axis
    std::vector<std::int64_t> outside_;  // by place: zero for those that were found
};

}  // namespace hullbake
