// The grid of cells over the world of one hull (format.hpp, GRID): what is known to be free around a place.
#pragma once

#include <cstddef>

#include "walk.hpp"

namespace hullbake::detail {

/// Units that a place must keep from a side of what holds it. Far more than every tolerance, less than the skin.
inline constexpr double kGridMargin = 1.0 / 128;

/// How far a place lies from the nearest side of a box, inwards.
inline double depthIn(const format::FreeBoxRecord& box, const AxisPoint& p) {
    double least[3];
    for (int a = 0; a < 3; ++a) least[a] = std::min(p.at[a] - box.sides[0][a], box.sides[1][a] - p.at[a]);
    return std::min(std::min(least[0], least[1]), least[2]);
}

inline bool holds(const format::FreeBoxRecord& box, const AxisPoint& p) {
    return depthIn(box, p) > kGridMargin;
}

class FreeGrid {
  public:
    FreeGrid(const format::GridRecord& record, const format::BlockRecord* blocks, const format::CellRecord* cells,
             const ChildRef* subtrees, const format::FreeBoxRecord* boxes)
        : record_(record), blocks_(blocks + record.firstBlock), cells_(cells), subtrees_(subtrees), boxes_(boxes) {}

    /// A cell of the grid.
    struct Place {
        std::uint32_t cell;   ///< of GCEL
        std::uint32_t slot;   ///< where in GCEL
        std::uint32_t boxes;  ///< the first of its block's
        std::uint32_t at[3];  ///< its number along each axis
    };

    /// The cell of a place; false outside the grid.
    bool find(const AxisPoint& p, Place& place) const {
        constexpr std::uint32_t k = format::kGridBlock;
        bool inside = true;
        for (int a = 0; a < 3; ++a) {
            // Shifted by one, as rounding goes towards zero.
            const double along = (p.at[a] - record_.origin[a]) * record_.cellsPerUnit + 1;
            place.at[a] = static_cast<std::uint32_t>(static_cast<std::int32_t>(along)) - 1;
            inside = inside & (place.at[a] / k < record_.blocks[a]);
        }
        if (!inside) return false;
        const std::size_t row = std::size_t{place.at[2] / k} * record_.blocks[1] + place.at[1] / k;
        const format::BlockRecord& block = blocks_[row * record_.blocks[0] + place.at[0] / k];
        place.slot = block.cells + (place.at[2] % k * k + place.at[1] % k) * k + place.at[0] % k;
        place.boxes = block.boxes;
        place.cell = cells_[place.slot];
        return true;
    }

    /// The box that holds part of the cell; null when none does.
    const format::FreeBoxRecord* box(const Place& place) const {
        const std::uint32_t number = format::cellBox(place.cell);
        return number != 0 ? boxes_ + (place.boxes + number - 1) : nullptr;
    }

    /// What divides the cell.
    ChildRef subtree(const Place& place) const { return subtrees_[place.slot]; }

    /// Where a cell ends along an axis: its greater side, or its lesser.
    double side(const Place& place, int axis, bool greater) const {
        return record_.origin[axis] + (static_cast<double>(place.at[axis]) + (greater ? 1 : 0)) * record_.cellSize;
    }

  private:
    const format::GridRecord& record_;
    const format::BlockRecord* blocks_;
    const format::CellRecord* cells_;
    const ChildRef* subtrees_;
    const format::FreeBoxRecord* boxes_;
};

/// What a trace is told at once: whether a box holds all of it.
struct GridStart {
    FreeGrid::Place place;
    const format::FreeBoxRecord* box = nullptr;  ///< that holds the start; null without one
    bool known = false;                          ///< the start lies in the grid
    bool free = false;                           ///< the box holds the end, too

    GridStart(const FreeGrid& grid, const TraceInput& input) {
        const AxisPoint start(input.start);
        known = grid.find(start, place);
        if (!known) return;
        box = grid.box(place);
        if (box != nullptr && !holds(*box, start)) box = nullptr;
        free = box != nullptr && holds(*box, input.end);
    }
};

}  // namespace hullbake::detail
