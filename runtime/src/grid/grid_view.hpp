// The grid of cells over the world of one hull (format.hpp, GRID): what is known to be free around a place.
#pragma once

#include <cstddef>

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Units that a place must keep from a side of what holds it. Far more than every tolerance, less than the skin.
inline constexpr double kGridMargin = 1.0 / 128;

/// A place or a direction by its axis, and one number more that means nothing: four fill a vector.
struct GridPoint {
    double at[4];
};

/// A trace as the grid sees it.
struct GridLine {
    static constexpr double kNever = 1e30;

    GridPoint start, end, delta;
    GridPoint inverse;  ///< of delta; kNever for a trace that hardly moves along an axis: it crosses nothing that way
    double squared;     ///< of the length
};

/// Where a trace leaves a box.
struct GridExit {
    double t;     ///< by the side of `axis`
    double safe;  ///< before that: still kGridMargin away from all sides
    int axis;
};

/// Holds nothing.
inline constexpr format::FreeBoxRecord kNoBox{{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}}, 0, {}};

class GridView {
  public:
    /// The grid of one hull.
    GridView(const format::Tables& tables, std::size_t hull) : record(tables.grids[hull]), tables_(tables) {}

    /// A cell of the grid.
    struct Place {
        std::int32_t at[4];   ///< its number along each axis; the last means nothing
        std::uint32_t cell;   ///< of GCEL
        std::uint32_t slot;   ///< where in GCEL
        std::uint32_t boxes;  ///< the first of its block's
    };

    /// Fills in the rest of a place from the cell's numbers, which lie in the grid.
    void load(std::uint32_t x, std::uint32_t y, std::uint32_t z, Place& place) const {
        constexpr std::uint32_t k = format::kGridBlock;
        const std::size_t row = std::size_t{z / k} * record.blocks[1] + y / k;
        const format::BlockRecord& block = tables_.gridBlocks[record.firstBlock + row * record.blocks[0] + x / k];
        place.slot = block.cells + (z % k * k + y % k) * k + x % k;
        place.boxes = block.boxes;
        place.cell = tables_.gridCells[place.slot];
    }

    /// The box that holds part of the cell; kNoBox when none does.
    const format::FreeBoxRecord& box(const Place& place) const {
        const std::uint32_t number = format::cellBox(place.cell);
        return number != 0 ? tables_.freeBoxes[std::size_t{place.boxes} + number - 1] : kNoBox;
    }

    /// What divides the cell: of GSUB.
    std::uint32_t subtree(const Place& place) const { return tables_.gridSubtrees[place.slot]; }
    const format::CutRecord& cut(std::uint32_t subtree) const { return tables_.gridCuts[subtree & ~format::kCutFlag]; }
    /// Its brushes: of GBRU, and all the lists.
    std::uint32_t listOf(const Place& place) const { return tables_.gridListOf[place.slot]; }
    const std::uint32_t* lists() const { return tables_.gridLists.data(); }
    const PlaneRecord* cutPlanes() const { return tables_.gridCutPlanes.data(); }
    const NodeRecord* nodes() const { return tables_.gridNodes.data(); }
    const format::Tables& tables() const { return tables_; }

    /// Where a cell ends along an axis: its greater side, or its lesser.
    double side(const Place& place, int axis, bool greater) const {
        return record.origin[axis] + static_cast<double>(place.at[axis] + (greater ? 1 : 0)) * record.cellSize;
    }

    const format::GridRecord& record;

  private:
    const format::Tables& tables_;
};

/// How a trace comes through a cell.
enum class CellEnd : std::uint8_t { Free, Hit, Unclear };

/// Where it enters solid there.
struct CellHit {
    double t;
    Plane plane;  ///< entered; it may face either way
    std::uint32_t contents;
};

}  // namespace hullbake::detail
