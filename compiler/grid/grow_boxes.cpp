// Offers the boxes of the tree's free leaves, then boxes grown from cells that are not served well; each cell keeps the
// best.

#include "compiler/grid/grow_boxes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "compiler/base/hash_mix.hpp"

namespace hullbake {

using namespace format;

namespace {

// Half the side of the cube that a box grows from where slopes leave no free part. Parts of a cell. Small enough to fit
// between slopes.
constexpr double kSeed = 1.0 / 64;

double volumeOf(const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    return size.x * size.y * size.z;
}

bool contains(const Box& box, const Vec3& p) {
    for (int a = 0; a < 3; ++a)
        if (!(p[a] > box.mins[a] && p[a] < box.maxs[a])) return false;
    return true;
}

Vec3 middleOf(const Box& box) {
    return (box.mins + box.maxs) * 0.5;
}

// Returns the cube of a lattice that contains a point.
Triple placeOf(const Vec3& p, const Lattice& lattice, const Triple& counts) {
    Triple at{};
    for (std::size_t k = 0; k < 3; ++k) {
        const int a = static_cast<int>(k);
        const double place = std::floor((p[a] - lattice.origin[a]) / lattice.size);
        at[k] = static_cast<std::uint32_t>(std::clamp(place, 0.0, counts[k] - 1.0));
    }
    return at;
}

class BoxGrower {
  public:
    BoxGrower(const TreeBoxQuery& tree, const CellTrees& cellTrees, bool sparing, CellGrid& grid)
        : tree_(tree), cellTrees_(cellTrees), sparing_(sparing), grid_(grid) {}

    std::vector<Box> run() {
        tree_.eachFreePart(grid_.world, [&](const Box& part) { growFromLeaf(part); });
        growFromBlocks();
        return std::move(boxes_);
    }

  private:
    // Grows the box of a leaf in three orders of the axes.
    void growFromLeaf(const Box& box) {
        if (sparing_ && isServed(box)) return;
        for (int first = 0; first < 3; ++first) {
            Box grown = box;
            Sides open;
            for (int i = 0; i < 3; ++i) growAlong(grown, (first + i) % 3, grid_.world, open);
            offer(grown);
        }
    }

    // Returns true if the box of the cell at the middle contains the leaf.
    bool isServed(const Box& leaf) const {
        const Vec3 middle = middleOf(leaf);
        const Triple at = placeOf(middle, grid_.blocks, grid_.counts);
        const std::uint32_t found = grid_.blockAt[numberIn(at, grid_.counts)];
        if (found == kNoIndex) return false;
        const GridBlock& block = grid_.list[found];
        std::uint32_t inside = 0;
        if (!block.whole) inside = numberIn(placeOf(middle, grid_.cellsOf(block), kCellCounts), kCellCounts);
        const std::uint32_t box = grid_.cells[block.first + inside].box;
        return box != kNoIndex && covers(boxes_[box], leaf);
    }

    // Sides of a box that have not touched anything yet. A side that has touched something stays, and the box only gets
    // wider.
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

    // Grows to the size of a block first, so that slopes leave the box some width along every axis.
    void grow(Box box) {
        const Vec3 middle = middleOf(box), half = Vec3{1, 1, 1} * (0.5 * grid_.blocks.size);
        Sides open;
        for (int a = 0; a < 3; ++a) growAlong(box, a, {middle - half, middle + half}, open);
        for (int a = 0; a < 3; ++a) growAlong(box, a, grid_.world, open);
        offer(box);
    }

    // A box offered to the cells that it overlaps.
    struct Offer {
        const Box& box;
        std::uint32_t number;
        double roominess;  // 0..1; larger for boxes that are wide along every axis
        Range reached;     // overlapped cells
        bool taken = false;

        void to(GridCell& cell, double share) {
            const auto score = static_cast<float>(share * roominess);
            if (!(score > cell.score)) return;
            cell.box = number;
            cell.share = static_cast<float>(share);
            cell.score = score;
            taken = true;
        }
    };

    // Assigns the box to all cells that it serves better than their current box.
    void offer(const Box& box) {
        if (!isNew(box)) return;
        const Lattice cells{grid_.blocks.origin, grid_.blocks.size / kGridBlock};
        const Triple all = {grid_.counts[0] * kGridBlock, grid_.counts[1] * kGridBlock, grid_.counts[2] * kGridBlock};
        Offer offer{box, static_cast<std::uint32_t>(boxes_.size()), roominessOf(box), cells.reached(box, all)};
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = static_cast<int>(k);
            shares_[k].resize(all[k]);
            for (std::uint32_t i = offer.reached.from[k]; i < offer.reached.to[k]; ++i) {
                const double low = cells.origin[a] + i * cells.size;
                shares_[k][i] = (std::min(box.maxs[a], low + cells.size) - std::max(box.mins[a], low)) / cells.size;
            }
        }
        grid_.blocks.reached(box, grid_.counts).each([&](const Triple& at) {
            const std::uint32_t found = grid_.blockAt[numberIn(at, grid_.counts)];
            if (found != kNoIndex) offerTo(grid_.list[found], offer);
        });
        if (offer.taken) boxes_.push_back(box);
    }

    void offerTo(const GridBlock& block, Offer& offer) {
        if (block.whole) {
            if (covers(offer.box, grid_.blocks.box(block.at))) offer.to(grid_.cells[block.first], 1);
            return;
        }
        Range part{};
        for (std::size_t k = 0; k < 3; ++k) {
            part.from[k] = std::max(offer.reached.from[k], block.at[k] * kGridBlock);
            part.to[k] = std::min(offer.reached.to[k], (block.at[k] + 1) * kGridBlock);
        }
        for (std::uint32_t z = part.from[2]; z < part.to[2]; ++z)
            for (std::uint32_t y = part.from[1]; y < part.to[1]; ++y) {
                const double share = shares_[2][z] * shares_[1][y];
                GridCell* row = &grid_.cells[block.first + (z % kGridBlock * kGridBlock + y % kGridBlock) * kGridBlock];
                for (std::uint32_t x = part.from[0]; x < part.to[0]; ++x)
                    offer.to(row[x % kGridBlock], share * shares_[0][x]);
            }
    }

    bool isNew(const Box& box) {
        std::uint64_t key = 0;
        for (int a = 0; a < 3; ++a)
            for (const double side : {box.mins[a], box.maxs[a]}) key = hashMix(key, std::bit_cast<std::uint64_t>(side));
        return known_.insert(key).second;
    }

    double roominessOf(const Box& box) const {
        double roominess = 1;
        for (int a = 0; a < 3; ++a) {
            const double width = box.maxs[a] - box.mins[a];
            roominess *= width / (width + grid_.blocks.size / 2);
        }
        return roominess;
    }

    // Grows boxes for cells that have none, or one that covers only a part.
    void growFromBlocks() {
        for (const GridBlock& block : grid_.list) {
            if (block.whole) {
                if (grid_.cells[block.first].box == kNoIndex) grow(grid_.blocks.box(block.at));
                continue;
            }
            const Lattice lattice = grid_.cellsOf(block);
            Range{{0, 0, 0}, kCellCounts}.each([&](const Triple& at) {
                const std::uint32_t number = block.first + numberIn(at, kCellCounts);
                if (needsBox(grid_.cells[number])) growFromCell(number, lattice.box(at));
            });
        }
    }

    static bool needsBox(const GridCell& cell) {
        constexpr float kEnough = 0.9F;
        return !(cell.share > kEnough) && !(isLeaf(cell.subtree) && leafContents(cell.subtree) != 0);
    }

    void growFromCell(std::uint32_t number, const Box& box) {
        const GridCell& cell = grid_.cells[number];
        if (isLeaf(cell.subtree)) return grow(box);
        Box piece;
        double most = 0;
        const TreeBoxQuery local(cellTrees_.kept(), tree_.planes(), cell.subtree);
        local.eachFreePart(box, [&](const Box& part) {
            if (!(volumeOf(part) > most)) return;
            piece = part;
            most = volumeOf(part);
        });
        const auto served = [&](const Vec3& p) { return cell.box != kNoIndex && contains(boxes_[cell.box], p); };
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

    const TreeBoxQuery& tree_;
    const CellTrees& cellTrees_;
    bool sparing_;
    CellGrid& grid_;
    std::vector<Box> boxes_;
    std::vector<double> shares_[3];            // by axis: share of each cell that the offered box covers
    std::unordered_set<std::uint64_t> known_;  // keys of the offered boxes
};

}  // namespace

std::vector<Box> growBoxes(const TreeBoxQuery& tree, const CellTrees& cellTrees, bool sparing, CellGrid& grid) {
    return BoxGrower(tree, cellTrees, sparing, grid).run();
}

}  // namespace hullbake
