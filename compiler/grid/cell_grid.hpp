// A grid under construction: its blocks of cells, what is left of the tree in each cell, and the box of each cell.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/grid/lattice.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// How many cells a block has along each axis.
inline constexpr Triple kCellCounts = {format::kGridBlock, format::kGridBlock, format::kGridBlock};

struct GridCell {
    format::ChildRef subtree;              ///< a leaf, or one of CellTrees::kept()
    std::uint32_t box = format::kNoIndex;  ///< number of its box
    float share = 0, score = 0;            ///< of the box: how much of the cell it covers, and how well it serves
    std::uint32_t walls = 0;               ///< by side of the box: whether solid lies behind all of it
};

struct GridBlock {
    Triple at;
    bool whole;           ///< all of it is free: one cell stands for all
    std::uint32_t first;  ///< of its cells
};

struct CellGrid {
    Lattice blocks;
    Triple counts{};                     ///< of blocks, along each axis
    Box world;                           ///< around all blocks
    std::vector<std::uint32_t> blockAt;  ///< by place, an index into `list`; kNoIndex where all is solid
    std::vector<GridBlock> list;
    Range used{};  ///< places of the blocks in the list
    std::vector<GridCell> cells;

    Lattice cellsOf(const GridBlock& block) const {
        return {blocks.box(block.at).mins, blocks.size / format::kGridBlock};
    }
};

}  // namespace hullbake
