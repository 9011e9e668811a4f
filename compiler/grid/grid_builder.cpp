#include "compiler/grid/grid_builder.hpp"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "compiler/base/hash_mix.hpp"
#include "compiler/base/negative_zero.hpp"
#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/lattice.hpp"
#include "compiler/grid/pack_cells.hpp"
#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr std::uint32_t kNone = kNoIndex;
constexpr std::size_t kMostBlocks = std::size_t{1} << 13;
// Cells end off the grid of the editors, so that walls seldom lie where cells meet. Parts of a cell.
constexpr double kPhase = 139.0 / 1024;
constexpr double kLeastWall = 1.0 / 32;  // units: narrower ones no trace could be sure to meet
constexpr double kSeed = 1.0 / 64;       // parts of a cell: half the side of a cube that a box grows from

constexpr Triple kCellCounts = {kGridBlock, kGridBlock, kGridBlock};

double volumeOf(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return size.x * size.y * size.z;
}

bool covers(const Box& box, const Box& part) {
    for (int a = 0; a < 3; ++a)
        if (!(box.mins[a] <= part.mins[a] && box.maxs[a] >= part.maxs[a])) return false;
    return true;
}

bool contains(const Box& box, const Vec3& p) {
    for (int a = 0; a < 3; ++a)
        if (!(p[a] > box.mins[a] && p[a] < box.maxs[a])) return false;
    return true;
}

Vec3 middleOf(const Box& box) {
    return (box.mins + box.maxs) * 0.5;
}

class GridMaker {
  public:
    explicit GridMaker(const FreeGridInput& input)
        : tree_(input.nodes, input.planes, input.root), cellTrees_(input.planes) {
        double size = input.cellSize;
        for (std::size_t many = kHugeTrees; input.allNodes > many && size < kMaxCellSize; many *= 4) size *= 2;
        lay(input.around, size);
    }

    GridData run(const std::function<void(const GridLayout&)>& beside) {
        divide(tree_.root(), Range{{0, 0, 0}, counts_}, blocks_,
               [&](const Range& range, ChildRef child) { mark(range, child); });
        layOut();
        tbb::parallel_invoke([&] { makeBoxes(); },
                             [&] {
                                 if (beside) beside(layout_);
                             });
        return emit();
    }

  private:
    struct Cell {
        ChildRef subtree;
        std::uint32_t box = kNone;
        float share = 0, score = 0;  // of the box
        std::uint32_t walls = 0;
    };
    struct Block {
        Triple at;
        bool whole;           // all of it is free: one cell stands for all
        std::uint32_t first;  // of its cells
    };

    // Makes cells larger until there are not too many. They move with the map.
    void lay(const Box& around, double size) {
        for (;; size *= 2) {
            blocks_.size = size * kGridBlock;
            double total = 1;
            for (std::size_t k = 0; k < 3; ++k) {
                const int a = static_cast<int>(k);
                blocks_.origin[a] = around.mins[a] - size * kPhase;
                const double count = std::ceil((around.maxs[a] - blocks_.origin[a]) / blocks_.size);
                counts_[k] = static_cast<std::uint32_t>(count);
                total *= count;
            }
            if (total <= double{kMostBlocks} || size >= kMaxCellSize) break;
        }
        world_ = blocks_.box(Range{{0, 0, 0}, counts_});
        blockAt_.assign(std::size_t{counts_[0]} * counts_[1] * counts_[2], kNone);
    }

    Lattice cellsOf(const Block& block) const { return {blocks_.box(block.at).mins, blocks_.size / kGridBlock}; }

    // Hands out the parts of the range: those that lie in one leaf together, the others one by one with the deepest
    // node that holds them.
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
                cut(low, range, slanted ? -1 : axis,
                    slanted ? 0 : (node.axialDist() - lattice.origin[axis]) / lattice.size);
                divide(child, low, lattice, hand);
            }
        }
        hand(range, child);
    }

    // Beside the plane where it is known, or else in halves.
    static void cut(Range& low, Range& high, int axis, double plane) {
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

    void mark(const Range& range, ChildRef child) {
        if (isLeaf(child) && leafContents(child) != 0) return;
        range.each([&](const Triple& at) {
            byBlock_.clear();
            const ChildRef left = cellTrees_.trim(tree_.nodes(), child, blocks_.box(at), byBlock_);
            if (isLeaf(left) && leafContents(left) != 0) return;
            const bool whole = isLeaf(left);
            const Block block{at, whole, static_cast<std::uint32_t>(cells_.size())};
            cells_.resize(block.first + (whole ? 1 : kBlockCells), Cell{left});
            if (!whole) divideCells(block, left);
            blockAt_[numberIn(at, counts_)] = static_cast<std::uint32_t>(blockList_.size());
            blockList_.push_back(block);
        });
    }

    // By eighths of the block, each with what is left of the block's nodes.
    void divideCells(const Block& block, ChildRef left) {
        constexpr std::uint32_t kHalf = kGridBlock / 2;
        const Lattice lattice = cellsOf(block);
        Range{{0, 0, 0}, {2, 2, 2}}.each([&](const Triple& eighth) {
            Range part{};
            for (std::size_t k = 0; k < 3; ++k) {
                part.from[k] = eighth[k] * kHalf;
                part.to[k] = part.from[k] + kHalf;
            }
            byEighth_.clear();
            const ChildRef inPart = cellTrees_.trim(byBlock_, left, lattice.box(part), byEighth_);
            part.each([&](const Triple& at) {
                cells_[block.first + numberIn(at, kCellCounts)].subtree =
                    isLeaf(inPart) ? inPart : cellTrees_.keep(byEighth_, inPart, lattice.box(at));
            });
        });
    }

    // The blocks between the outermost ones that have something free, in order.
    void layOut() {
        GridRecord& record = layout_.record;
        record.cellSize = blocks_.size / kGridBlock;
        record.cellsPerUnit = 1 / record.cellSize;
        if (blockList_.empty()) return;
        used_ = {counts_, {0, 0, 0}};
        for (const Block& block : blockList_)
            for (std::size_t k = 0; k < 3; ++k) {
                used_.from[k] = std::min(used_.from[k], block.at[k]);
                used_.to[k] = std::max(used_.to[k], block.at[k] + 1);
            }
        const Box all = blocks_.box(used_);
        for (int a = 0; a < 3; ++a) {
            record.origin[a] = all.mins[a];
            record.blocks[a] = used_.to[static_cast<std::size_t>(a)] - used_.from[static_cast<std::size_t>(a)];
        }
        std::uint32_t count = 0;
        used_.each([&](const Triple& at) {
            layout_.places.push_back(blockAt_[numberIn(at, counts_)] == kNone ? kNone : count++);
        });
    }

    void makeBoxes() {
        tree_.eachFreePart(world_, [&](const Box& part) { growFromLeaf(part); });
        growFromBlocks();
        findWalls();
    }

    // Each grown in three orders.
    void growFromLeaf(const Box& box) {
        for (int first = 0; first < 3; ++first) {
            Box grown = box;
            Sides open;
            for (int i = 0; i < 3; ++i) growAlong(grown, (first + i) % 3, world_, open);
            offer(grown);
        }
    }

    // Which sides of a box have not met anything yet. One that has stays where it is: the box only gets wider.
    struct Sides {
        bool low[3] = {true, true, true}, high[3] = {true, true, true};
    };

    void growAlong(Box& box, int axis, const Box& limits, Sides& open) const {
        const auto grow = [&](bool up, double limit, double& side, bool& isOpen) {
            if (!isOpen) return;
            tree_.extend(box, axis, up, limit);
            isOpen = side == limit || (up ? side > limit : side < limit);
        };
        grow(true, limits.maxs[axis], box.maxs[axis], open.high[axis]);
        grow(false, limits.mins[axis], box.mins[axis], open.low[axis]);
    }

    // First to the size of a block, so that slopes leave it some width every way.
    void grow(Box box) {
        const Vec3 middle = middleOf(box), half = Vec3{1, 1, 1} * (0.5 * blocks_.size);
        Sides open;
        for (int a = 0; a < 3; ++a) growAlong(box, a, {middle - half, middle + half}, open);
        for (int a = 0; a < 3; ++a) growAlong(box, a, world_, open);
        offer(box);
    }

    // The box becomes that of all cells that it serves better than what they have.
    void offer(const Box& box) {
        std::uint64_t key = 0;
        for (int a = 0; a < 3; ++a)
            for (const double side : {box.mins[a], box.maxs[a]}) key = hashMix(key, std::bit_cast<std::uint64_t>(side));
        if (!known_.insert(key).second) return;
        const auto number = static_cast<std::uint32_t>(boxes_.size());
        double roomy = 1;
        for (int a = 0; a < 3; ++a) {
            const double width = box.maxs[a] - box.mins[a];
            roomy *= width / (width + blocks_.size / 2);
        }
        bool taken = false;
        const auto take = [&](Cell& cell, double share) {
            const auto score = static_cast<float>(share * roomy);
            if (!(score > cell.score)) return;
            cell.box = number;
            cell.share = static_cast<float>(share);
            cell.score = score;
            taken = true;
        };
        const Lattice cells{blocks_.origin, blocks_.size / kGridBlock};
        const Triple all = {counts_[0] * kGridBlock, counts_[1] * kGridBlock, counts_[2] * kGridBlock};
        const Range reached = cells.reached(box, all);
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = static_cast<int>(k);
            shares_[k].resize(all[k]);
            for (std::uint32_t i = reached.from[k]; i < reached.to[k]; ++i) {
                const double low = cells.origin[a] + i * cells.size;
                shares_[k][i] = (std::min(box.maxs[a], low + cells.size) - std::max(box.mins[a], low)) / cells.size;
            }
        }
        blocks_.reached(box, counts_).each([&](const Triple& at) {
            const std::uint32_t found = blockAt_[numberIn(at, counts_)];
            if (found == kNone) return;
            const Block& block = blockList_[found];
            Range part{};
            for (std::size_t k = 0; k < 3; ++k) {
                part.from[k] = std::max(reached.from[k], at[k] * kGridBlock);
                part.to[k] = std::min(reached.to[k], (at[k] + 1) * kGridBlock);
            }
            if (block.whole) {
                if (covers(box, blocks_.box(at))) take(cells_[block.first], 1);
                return;
            }
            for (std::uint32_t z = part.from[2]; z < part.to[2]; ++z)
                for (std::uint32_t y = part.from[1]; y < part.to[1]; ++y) {
                    const double share = shares_[2][z] * shares_[1][y];
                    Cell* row = &cells_[block.first + (z % kGridBlock * kGridBlock + y % kGridBlock) * kGridBlock];
                    for (std::uint32_t x = part.from[0]; x < part.to[0]; ++x)
                        take(row[x % kGridBlock], share * shares_[0][x]);
                }
        });
        if (taken) boxes_.push_back(box);
    }

    // Where no box serves yet, or only for a part.
    void growFromBlocks() {
        for (const Block& block : blockList_) {
            if (block.whole) {
                if (cells_[block.first].box == kNone) grow(blocks_.box(block.at));
                continue;
            }
            const Lattice lattice = cellsOf(block);
            Range{{0, 0, 0}, kCellCounts}.each([&](const Triple& at) {
                const std::uint32_t number = block.first + numberIn(at, kCellCounts);
                if (needsBox(cells_[number])) growFromCell(number, lattice.box(at));
            });
        }
    }

    static bool needsBox(const Cell& cell) {
        constexpr float kEnough = 0.9F;
        return !(cell.share > kEnough) && !(isLeaf(cell.subtree) && leafContents(cell.subtree) != 0);
    }

    void growFromCell(std::uint32_t number, const Box& box) {
        const Cell& cell = cells_[number];
        if (isLeaf(cell.subtree)) return grow(box);
        Box piece;
        double most = 0;
        const TreeBoxQuery local(cellTrees_.kept(), tree_.planes(), cell.subtree);
        local.eachFreePart(box, [&](const Box& part) {
            if (!(volumeOf(part) > most)) return;
            piece = part;
            most = volumeOf(part);
        });
        const auto served = [&](const Vec3& p) { return cell.box != kNone && contains(boxes_[cell.box], p); };
        if (most > 0) {
            if (!served(middleOf(piece))) grow(piece);
            return;
        }
        const double quarter = (box.maxs.x - box.mins.x) / 4;
        for (int i = 0; i < 9; ++i) {
            Vec3 p = middleOf(box);
            for (int a = 0; a < 3 && i > 0; ++a) p[a] += (i - 1) >> a & 1 ? quarter : -quarter;
            const Vec3 half = Vec3{1, 1, 1} * (kSeed * 4 * quarter);
            const Box seed{p - half, p + half};
            if (served(p) || !local.isFree(seed)) continue;
            grow(seed);
            return;
        }
    }

    void findWalls() {
        wallContents_.assign(boxes_.size(), 0);
        for (const Block& block : blockList_) {
            if (block.whole) continue;
            const Lattice lattice = cellsOf(block);
            Range{{0, 0, 0}, kCellCounts}.each([&](const Triple& at) {
                Cell& cell = cells_[block.first + numberIn(at, kCellCounts)];
                // Cells that are free throughout touch walls only where those lie just between cells.
                if (cell.box != kNone && !isLeaf(cell.subtree)) findWalls(cell, lattice.box(at));
            });
        }
    }

    void findWalls(Cell& cell, const Box& around) {
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

    // All walls of a box have the contents of the first.
    bool isWall(const Cell& cell, const Box& around, const Box& behind) {
        for (int a = 0; a < 3; ++a)
            if (!(behind.maxs[a] - behind.mins[a] >= kLeastWall)) return false;
        const TreeBoxQuery local(cellTrees_.kept(), tree_.planes(), cell.subtree);
        const std::uint32_t contents = (covers(around, behind) ? local : tree_).solidIn(behind);
        std::uint32_t& known = wallContents_[cell.box];
        if (contents == 0 || (known != 0 && known != contents)) return false;
        known = contents;
        return true;
    }

    GridData emit() {
        GridData grid;
        grid.record = layout_.record;
        if (blockList_.empty()) return grid;
        used_.each([&](const Triple& at) {
            const std::uint32_t found = blockAt_[numberIn(at, counts_)];
            grid.blocks.push_back(found == kNone ? BlockRecord{kSolidCells, 0} : emitBlock(blockList_[found], grid));
        });
        packCells(cellTrees_, tree_.planes(), grid);
        return grid;
    }

    BlockRecord emitBlock(const Block& block, GridData& grid) {
        const auto first = static_cast<std::uint32_t>(grid.boxes.size());
        if (block.whole && cells_[block.first].box != kNone) {
            grid.boxes.push_back(record(cells_[block.first].box));
            return {kFreeCells, first};
        }
        const BlockRecord out{kOwnCells + static_cast<std::uint32_t>(grid.cells.size()), first};
        std::vector<std::uint32_t> named;  // boxes in the order of the block's numbers
        for (std::uint32_t i = 0; i < kBlockCells; ++i) {
            const Cell& cell = cells_[block.first + (block.whole ? 0 : i)];
            grid.subtrees.push_back(cell.subtree);
            std::uint32_t number = 0;
            if (cell.box != kNone) {
                const auto known = std::find(named.begin(), named.end(), cell.box);
                number = static_cast<std::uint32_t>(known - named.begin()) + 1;
                if (known == named.end()) named.push_back(cell.box);
            }
            grid.cells.push_back(static_cast<CellRecord>(number << 8 | cell.walls));
        }
        for (const std::uint32_t box : named) grid.boxes.push_back(record(box));
        return out;
    }

    FreeBoxRecord record(std::uint32_t number) const {
        FreeBoxRecord out{};
        for (int a = 0; a < 3; ++a) {
            out.sides[0][a] = withoutNegativeZero(boxes_[number].mins[a]);
            out.sides[1][a] = withoutNegativeZero(boxes_[number].maxs[a]);
        }
        out.wallContents = wallContents_[number];
        return out;
    }

    TreeBoxQuery tree_;
    CellTrees cellTrees_;
    std::vector<NodeRecord> byBlock_, byEighth_;  // what is left in those being divided
    Lattice blocks_;
    Triple counts_{};
    Box world_;
    std::vector<std::uint32_t> blockAt_;  // place in blockList_; kNone where all is solid
    std::vector<Block> blockList_;
    Range used_{};  // of the blocks
    GridLayout layout_;
    std::vector<Cell> cells_;
    std::vector<Box> boxes_;
    std::vector<double> shares_[3];  // of each cell along an axis that the box offered holds
    std::vector<std::uint32_t> wallContents_;
    std::unordered_set<std::uint64_t> known_;
};

}  // namespace

GridData makeFreeGrid(const FreeGridInput& input, const std::function<void(const GridLayout&)>& beside) {
    return GridMaker(input).run(beside);
}

}  // namespace hullbake
