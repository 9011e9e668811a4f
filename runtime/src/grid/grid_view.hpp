// View of the grid of cells over the world of one hull (format.hpp, GRID): free boxes, subtrees and brush lists near a
// position.
#pragma once

#include <cstddef>

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Least distance, units, between a position and the sides of the box or cell that contains it. Far more than every
/// tolerance, less than the skin.
inline constexpr double kGridMargin = 1.0 / 128;

/// Returns true if a grid can tell what stops a trace of the mask: it knows no liquids, and blocks full of sky, clip or
/// solid alike as solid.
inline bool isMaskOfGrid(Contents mask) {
    return (mask & (kMaskPassable | Contents::Solid)) == Contents::Solid;
}

/// A position or a direction by axis. The fourth number means nothing and fills a vector.
struct GridPoint {
    double at[4];
};

/// A trace, prepared for the grid.
struct GridLine {
    static constexpr double kNever = 1e30;

    GridPoint start, end, delta;
    GridPoint inverse;  ///< of delta; kNever for an axis along which the trace hardly moves and crosses nothing
    double squared;     ///< of the length
};

/// Exit of a trace from a box.
struct GridExit {
    double t;     ///< t where it leaves by the side across `axis`
    double safe;  ///< last t at which it is still kGridMargin away from all sides
    int axis;
};

/// A box that contains nothing.
inline constexpr format::FreeBoxRecord kNoBox{{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}}, 0, {}};

class GridView {
  public:
    /// Views the grid of one hull.
    GridView(const format::Tables& tables, std::size_t hull) : record(tables.grids[hull]), tables_(tables) {}

    /// A cell of the grid.
    struct Place {
        std::int32_t at[4];   ///< number of the cell along each axis; the last means nothing
        std::uint32_t cell;   ///< its entry in GCEL
        std::uint32_t slot;   ///< index into GCEL
        std::uint32_t boxes;  ///< index of the first box of its block
    };

    /// Loads the rest of a place from the numbers of its cell, which must lie in the grid.
    void load(std::uint32_t x, std::uint32_t y, std::uint32_t z, Place& place) const {
        constexpr std::uint32_t k = format::kGridBlock;
        const std::size_t row = std::size_t{z / k} * record.blocks[1] + y / k;
        const format::BlockRecord& block = tables_.gridBlocks[record.firstBlock + row * record.blocks[0] + x / k];
        place.slot = block.cells + (z % k * k + y % k) * k + x % k;
        place.boxes = block.boxes;
        place.cell = tables_.gridCells[place.slot];
    }

    /// Returns the box that contains part of the cell, or kNoBox.
    const format::FreeBoxRecord& box(const Place& place) const {
        const std::uint32_t number = format::cellBox(place.cell);
        return number != 0 ? tables_.freeBoxes[std::size_t{place.boxes} + number - 1] : kNoBox;
    }

    /// Returns the cell's entry in GSUB: a leaf, cuts or nodes.
    std::uint32_t subtree(const Place& place) const { return tables_.gridSubtrees[place.slot]; }
    const format::CutRecord& cut(std::uint32_t subtree) const { return tables_.gridCuts[subtree & ~format::kCutFlag]; }
    /// Returns the start of the cell's brush list in lists(), from GBRU.
    std::uint32_t listOf(const Place& place) const { return tables_.gridListOf[place.slot]; }
    const std::uint32_t* lists() const { return tables_.gridLists.data(); }
    const PlaneRecord* cutPlanes() const { return tables_.gridCutPlanes.data(); }
    const NodeRecord* nodes() const { return tables_.gridNodes.data(); }
    const format::Tables& tables() const { return tables_; }

    /// Returns the coordinate of a side of the cell along an axis: the greater or the lesser one.
    double side(const Place& place, int axis, bool greater) const {
        return record.origin[axis] + static_cast<double>(place.at[axis] + (greater ? 1 : 0)) * record.cellSize;
    }

    const format::GridRecord& record;

  private:
    const format::Tables& tables_;
};

/// Result of a trace through a cell.
enum class CellEnd : std::uint8_t { Free, Hit, Unclear };

/// Entry of a trace into solid within a cell.
struct CellHit {
    double t;
    Plane plane;  ///< plane entered; it may face either way
    std::uint32_t contents;
};

}  // namespace hullbake::detail
