// A grid under construction: its blocks of cells, the rest of the tree in each cell, and the box of each cell.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/grid/lattice.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Cells of a block along each axis.
inline constexpr Triple kCellCounts = {format::kGridBlock, format::kGridBlock, format::kGridBlock};

struct GridCell {
    format::ChildRef subtree;              ///< a leaf, or one of CellTrees::kept()
    std::uint32_t box = format::kNoIndex;  ///< number of its box
    float share = 0, score = 0;            ///< of the box: covered share of the cell, and that share times roominess
    std::uint32_t walls = 0;               ///< by side of the box: bit set if solid lies behind all of it
};

struct GridBlock {
    Triple at;
    bool whole;           ///< true if all of it is free: one cell represents it
    std::uint32_t first;  ///< index of its first cell
};

struct CellGrid {
    Lattice blocks;
    Triple counts{};                     ///< of blocks, along each axis
    Box world;                           ///< around all blocks
    std::vector<std::uint32_t> blockAt;  ///< by position, index into `list`; kNoIndex for solid blocks
    std::vector<GridBlock> list;
    Range used{};  ///< positions of the blocks in the list
    std::vector<GridCell> cells;

    Lattice cellsOf(const GridBlock& block) const {
        return {blocks.box(block.at).mins, blocks.size / format::kGridBlock};
    }
};

/// Returns whether `part` lies within `box`.
inline bool covers(const Box& box, const Box& part) {
    for (int a = 0; a < 3; ++a)
        if (!(box.mins[a] <= part.mins[a] && box.maxs[a] >= part.maxs[a])) return false;
    return true;
}

}  // namespace hullbake
