#include "compiler/grid/find_walls.hpp"

#include <algorithm>

namespace hullbake {

using namespace format;

namespace {

// Lower bound of the width of a wall. World units. No trace could be sure to hit a narrower one.
constexpr double kLeastWall = 1.0 / 32;

class WallFinder {
  public:
    WallFinder(const TreeBoxQuery& tree, const CellTrees& cellTrees, std::span<const Box> boxes, CellGrid& grid)
        : tree_(tree), cellTrees_(cellTrees), boxes_(boxes), grid_(grid), contents_(boxes.size(), 0) {}

    std::vector<std::uint32_t> run() {
        for (const GridBlock& block : grid_.list) {
            if (block.whole) continue;
            const Lattice lattice = grid_.cellsOf(block);
            Range{{0, 0, 0}, kCellCounts}.each([&](const Triple& at) {
                GridCell& cell = grid_.cells[block.first + numberIn(at, kCellCounts)];
                // Cells that are entirely free touch walls only on the border between cells.
                if (cell.box != kNoIndex && !isLeaf(cell.subtree)) findWalls(cell, lattice.box(at));
            });
        }
        return std::move(contents_);
    }

  private:
    void findWalls(GridCell& cell, const Box& around) {
        const Box& box = boxes_[cell.box];
        for (int a = 0; a < 3; ++a)
            for (const bool up : {false, true}) {
                const double side = up ? box.maxs[a] : box.mins[a];
                if (!(side >= around.mins[a] && side <= around.maxs[a])) continue;
                Box behind = around;
                for (int k = 0; k < 3; ++k) {
                    behind.mins[k] = std::max(behind.mins[k], box.mins[k]);
                    behind.maxs[k] = std::min(behind.maxs[k], box.maxs[k]);
                }
                behind.mins[a] = up ? side : side - kWallDepth;
                behind.maxs[a] = up ? side + kWallDepth : side;
                if (isWall(cell, around, behind)) cell.walls |= std::uint32_t{1} << (2 * a + (up ? 1 : 0));
            }
    }

    // Returns true if solid fills the space behind. All walls of a box must have the contents of the first.
    bool isWall(const GridCell& cell, const Box& around, const Box& behind) {
        for (int a = 0; a < 3; ++a)
            if (!(behind.maxs[a] - behind.mins[a] >= kLeastWall)) return false;
        const TreeBoxQuery local(cellTrees_.kept(), tree_.planes(), cell.subtree);
        const std::uint32_t contents = (covers(around, behind) ? local : tree_).solidIn(behind);
        std::uint32_t& known = contents_[cell.box];
        if (contents == 0 || (known != 0 && known != contents)) return false;
        known = contents;
        return true;
    }

    const TreeBoxQuery& tree_;
    const CellTrees& cellTrees_;
    std::span<const Box> boxes_;
    CellGrid& grid_;
    std::vector<std::uint32_t> contents_;  // indexed by box
};

}  // namespace

std::vector<std::uint32_t> findWalls(const TreeBoxQuery& tree, const CellTrees& cellTrees, std::span<const Box> boxes,
                                     CellGrid& grid) {
    return WallFinder(tree, cellTrees, boxes, grid).run();
}

}  // namespace hullbake
