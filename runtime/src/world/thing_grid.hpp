// A broad phase over boxes that change: grids of several cell sizes, in memory of the caller's.
// In: boxes, one for each number. Out: the numbers whose boxes meet a box, in ascending order.
// A box lies in one cell only: that of its least corner, in the finest grid whose cells are no smaller than the box.
// Cells are columns: they have no height. The cells of all grids share one table of lists.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hullbake/trace.hpp"

namespace hullbake::detail {

struct GridRecord {
    Box box;
    std::int32_t x = 0, y = 0;         ///< its cell
    std::uint32_t next = 0;            ///< in the list of the cell
    std::uint32_t level = UINT32_MAX;  ///< of its grid; UINT32_MAX: it has no box
};

class ThingGrid {
  public:
    ThingGrid() = default;
    /// `buckets` are as many as records.
    ThingGrid(GridRecord* records, std::uint32_t* buckets, std::uint32_t count);

    /// Sets the box of a number.
    void put(std::uint32_t i, const Box& box);
    /// The box that was set last.
    const Box& boxOf(std::uint32_t i) const { return (records_ + i)->box; }
    /// Writes the numbers of all boxes that meet a box, or come within rounding of it. Returns how many these are.
    std::uint32_t find(const Box& box, std::uint32_t* out) const;

  private:
    static constexpr std::uint32_t kLevels = 17, kTop = kLevels - 1;  // the top level has one cell

    static double sizeOf(std::uint32_t level) { return static_cast<double>(64u << level); }
    static std::uint32_t levelOf(const Box& box);
    std::uint32_t* bucketOf(std::uint32_t level, std::int32_t x, std::int32_t y) const;
    void remove(std::uint32_t i);
    double cellsToVisit(const Box& box) const;
    std::uint32_t findInCell(std::uint32_t level, std::int32_t x, std::int32_t y, const Box& box, std::uint32_t found,
                             std::uint32_t* out) const;

    GridRecord* records_ = nullptr;
    std::uint32_t* buckets_ = nullptr;
    std::uint32_t count_ = 0;
    std::uint32_t levelCounts_[kLevels] = {};
};

}  // namespace hullbake::detail
