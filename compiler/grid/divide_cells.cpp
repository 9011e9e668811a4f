// Pushes ranges of blocks down the tree, then trims the rest of the tree for each block, each eighth and each cell.

#include "compiler/grid/divide_cells.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake {

using namespace format;

namespace {

constexpr std::size_t kMostBlocks = std::size_t{1} << 13;
// Offset of the first cell from the edge of the space to cover. Parts of a cell. Puts cell borders off the grid of the
// editors, so that walls seldom lie on them.
constexpr double kPhase = 139.0 / 1024;

class CellDivider {
  public:
    CellDivider(const TreeBoxQuery& tree, CellTrees& cellTrees) : tree_(tree), cellTrees_(cellTrees) {}

    CellGrid run(const Box& around, double cellSize) {
        layBlocks(around, cellSize);
        divide(tree_.root(), Range{{0, 0, 0}, grid_.counts}, grid_.blocks,
               [&](const Range& range, ChildRef child) { addBlocks(range, child); });
        findUsed();
        return std::move(grid_);
    }

  private:
    // Doubles the cell size until there are few enough blocks. The cells move with the map.
    void layBlocks(const Box& around, double size) {
        for (;; size *= 2) {
            grid_.blocks.size = size * kGridBlock;
            double total = 1;
            for (std::size_t k = 0; k < 3; ++k) {
                const int a = static_cast<int>(k);
                grid_.blocks.origin[a] = around.mins[a] - size * kPhase;
                const double count = std::ceil((around.maxs[a] - grid_.blocks.origin[a]) / grid_.blocks.size);
                grid_.counts[k] = static_cast<std::uint32_t>(count);
                total *= count;
            }
            if (total <= double{kMostBlocks} || size >= kMaxCellSize) break;
        }
        grid_.world = grid_.blocks.box(Range{{0, 0, 0}, grid_.counts});
        grid_.blockAt.assign(std::size_t{grid_.counts[0]} * grid_.counts[1] * grid_.counts[2], kNoIndex);
    }

    // Calls hand() for the parts of the range. Parts that lie in one leaf together get one call. Every other part gets
    // its own, with the deepest node that contains it.
    template <class Hand>
    void divide(ChildRef child, Range range, const Lattice& lattice, const Hand& hand) {
        while (!isLeaf(child)) {
            const NodeRecord& node = tree_.nodes()[child];
            const bool slanted = node.kind() == kGeneralPlane;
            const int axis = static_cast<int>(node.kind());
            const BoxToPlane d = distances(node, tree_.planes(), lattice.box(range));
            if (d.least >= 0) {
                child = node.front();
            } else if (d.most <= 0) {
                child = node.back;
            } else if (range.isOne()) {
                break;
            } else {
                Range low = range;
                cutRange(low, range, slanted ? -1 : axis,
                         slanted ? 0 : (node.axialDist() - lattice.origin[axis]) / lattice.size);
                divide(child, low, lattice, hand);
            }
        }
        hand(range, child);
    }

    // Cuts a range beside the plane if that is axial, else in halves.
    static void cutRange(Range& low, Range& high, int axis, double plane) {
        if (axis >= 0) {
            const auto k = static_cast<std::size_t>(axis);
            const auto at = static_cast<std::uint32_t>(
                std::clamp(std::floor(plane), static_cast<double>(low.from[k]), low.to[k] - 1.0));
            const std::uint32_t place = at > low.from[k] ? at : at + 1;
            if (place < low.to[k]) {
                low.to[k] = high.from[k] = place;
                return;
            }
        }
        std::size_t longest = 0;
        for (std::size_t k = 1; k < 3; ++k)
            if (low.to[k] - low.from[k] > low.to[longest] - low.from[longest]) longest = k;
        low.to[longest] = high.from[longest] = low.from[longest] + (low.to[longest] - low.from[longest]) / 2;
    }

    void addBlocks(const Range& range, ChildRef child) {
        if (isLeaf(child) && leafContents(child) != 0) return;
        range.each([&](const Triple& at) {
            byBlock_.clear();
            const ChildRef left = cellTrees_.trim(tree_.nodes(), child, grid_.blocks.box(at), byBlock_);
            if (isLeaf(left) && leafContents(left) != 0) return;
            const bool whole = isLeaf(left);
            const GridBlock block{at, whole, static_cast<std::uint32_t>(grid_.cells.size())};
            grid_.cells.resize(block.first + (whole ? 1 : kBlockCells), GridCell{left});
            if (!whole) addCells(block, left);
            grid_.blockAt[numberIn(at, grid_.counts)] = static_cast<std::uint32_t>(grid_.list.size());
            grid_.list.push_back(block);
        });
    }

    // Trims the block's nodes for each eighth of it, and the result for each cell.
    void addCells(const GridBlock& block, ChildRef left) {
        constexpr std::uint32_t kHalf = kGridBlock / 2;
        const Lattice lattice = grid_.cellsOf(block);
        Range{{0, 0, 0}, {2, 2, 2}}.each([&](const Triple& eighth) {
            Range part{};
            for (std::size_t k = 0; k < 3; ++k) {
                part.from[k] = eighth[k] * kHalf;
                part.to[k] = part.from[k] + kHalf;
            }
            byEighth_.clear();
            const ChildRef inPart = cellTrees_.trim(byBlock_, left, lattice.box(part), byEighth_);
            part.each([&](const Triple& at) {
                grid_.cells[block.first + numberIn(at, kCellCounts)].subtree =
                    isLeaf(inPart) ? inPart : cellTrees_.keep(byEighth_, inPart, lattice.box(at));
            });
        });
    }

    // Finds the outermost blocks that are not entirely solid.
    void findUsed() {
        if (grid_.list.empty()) return;
        grid_.used = {grid_.counts, {0, 0, 0}};
        for (const GridBlock& block : grid_.list)
            for (std::size_t k = 0; k < 3; ++k) {
                grid_.used.from[k] = std::min(grid_.used.from[k], block.at[k]);
                grid_.used.to[k] = std::max(grid_.used.to[k], block.at[k] + 1);
            }
    }

    const TreeBoxQuery& tree_;
    CellTrees& cellTrees_;
    CellGrid grid_;
    std::vector<NodeRecord> byBlock_, byEighth_;  // rest of the tree in the current block and eighth
};

}  // namespace

CellGrid divideCells(const TreeBoxQuery& tree, const Box& around, double cellSize, CellTrees& cellTrees) {
    return CellDivider(tree, cellTrees).run(around, cellSize);
}

}  // namespace hullbake
