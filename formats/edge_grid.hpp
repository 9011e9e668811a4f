// A grid that finds the edges near a segment.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/polygons.hpp"

namespace hullbake {

/// Cells over the bounds of points, each with the edges that come through it. An edge that meets a segment shares a
/// cell with it.
class EdgeGrid {
  public:
    explicit EdgeGrid(const std::vector<FlatPoint>& points) {
        if (points.empty()) return;
        low_ = points[0];
        FlatPoint high = points[0];
        for (const FlatPoint& p : points)
            for (std::size_t i = 0; i < 2; ++i) {
                low_[i] = std::min(low_[i], p[i]);
                high[i] = std::max(high[i], p[i]);
            }
        // Squares, about as many as points.
        const double wide = static_cast<double>(high[0] - low_[0] + 1),
                     tall = static_cast<double>(high[1] - low_[1] + 1);
        const double side = std::sqrt(wide * tall / static_cast<double>(points.size()));
        size_ = static_cast<std::int64_t>(std::max({side, wide / kMostCells, tall / kMostCells})) + 1;
        columns_ = (high[0] - low_[0]) / size_ + 1;
        rows_ = (high[1] - low_[1]) / size_ + 1;
        cells_.resize(static_cast<std::size_t>(columns_ * rows_));
    }

    void add(std::size_t edge, const FlatPoint& from, const FlatPoint& to) {
        visit(from, to, [&](std::vector<std::size_t>& cell) {
            cell.push_back(edge);
            return false;
        });
    }

    /// Calls `test` for edges near a segment, for some more than once, until it returns true. Returns whether it did.
    template <class Test>
    bool any(const FlatPoint& from, const FlatPoint& to, const Test& test) {
        return visit(from, to,
                     [&](const std::vector<std::size_t>& cell) { return std::any_of(cell.begin(), cell.end(), test); });
    }

  private:
    /// Visits the cells of a segment, column by column.
    template <class Cell>
    bool visit(FlatPoint from, FlatPoint to, const Cell& cell) {
        if (to[0] < from[0]) std::swap(from, to);
        const std::int64_t first = (from[0] - low_[0]) / size_, last = (to[0] - low_[0]) / size_;
        const double rise =
            first == last ? 0 : static_cast<double>(to[1] - from[1]) / static_cast<double>(to[0] - from[0]);
        for (std::int64_t column = first; column <= last; ++column) {
            // Heights at the borders of the column. They are off by much less than the step that is added.
            const auto heightAt = [&](std::int64_t x) {
                return static_cast<double>(from[1]) + rise * static_cast<double>(x - from[0]);
            };
            const std::int64_t left = low_[0] + column * size_;
            double a = column == first ? static_cast<double>(from[1]) : heightAt(left);
            double b = column == last ? static_cast<double>(to[1]) : heightAt(left + size_);
            if (b < a) std::swap(a, b);
            for (std::int64_t row = rowOf(a - 1); row <= rowOf(b + 1); ++row)
                if (cell(cells_[static_cast<std::size_t>(column * rows_ + row)])) return true;
        }
        return false;
    }
    std::int64_t rowOf(double y) const {
        const auto row = static_cast<std::int64_t>((y - static_cast<double>(low_[1])) / static_cast<double>(size_));
        return std::clamp(row, std::int64_t{0}, rows_ - 1);
    }

    static constexpr double kMostCells = 1000;  // in a row or column

    FlatPoint low_{};
    std::int64_t size_ = 1;  // of a cell
    std::int64_t columns_ = 1, rows_ = 1;
    std::vector<std::vector<std::size_t>> cells_;
};

}  // namespace hullbake
