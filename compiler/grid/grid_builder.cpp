// Runs the steps of a grid: divide cells, grow boxes, find walls, write records, pack subtrees.

#include "compiler/grid/grid_builder.hpp"

#include <tbb/parallel_invoke.h>

#include <algorithm>

#include "compiler/base/negative_zero.hpp"
#include "compiler/grid/cell_grid.hpp"
#include "compiler/grid/cell_subtrees.hpp"
#include "compiler/grid/divide_cells.hpp"
#include "compiler/grid/find_walls.hpp"
#include "compiler/grid/grow_boxes.hpp"
#include "compiler/grid/pack_cells.hpp"
#include "compiler/grid/tree_box_query.hpp"

namespace hullbake {

using namespace format;

namespace {

// Number of nodes of all trees from which bounds of solid are found, so that boxes grow past most nodes.
constexpr std::size_t kLargeTrees = kHugeTrees / 4;

double cellSizeFor(const GridInput& input) {
    double size = input.cellSize;
    for (std::size_t many = kHugeTrees; input.allNodes > many && size < kMaxCellSize; many *= 4) size *= 2;
    return size;
}

GridLayout layoutOf(const CellGrid& grid) {
    GridLayout layout;
    GridRecord& record = layout.record;
    record.cellSize = grid.blocks.size / kGridBlock;
    record.cellsPerUnit = 1 / record.cellSize;
    if (grid.list.empty()) return layout;
    const Box all = grid.blocks.box(grid.used);
    for (int a = 0; a < 3; ++a) {
        record.origin[a] = all.mins[a];
        record.blocks[a] = grid.used.to[static_cast<std::size_t>(a)] - grid.used.from[static_cast<std::size_t>(a)];
    }
    std::uint32_t count = 0;
    grid.used.each([&](const Triple& at) {
        layout.places.push_back(grid.blockAt[numberIn(at, grid.counts)] == kNoIndex ? kNoIndex : count++);
    });
    return layout;
}

// Writes the records of a finished grid.
class GridEmitter {
  public:
    GridEmitter(const CellGrid& grid, const std::vector<Box>& boxes, const std::vector<std::uint32_t>& wallContents)
        : grid_(grid), boxes_(boxes), wallContents_(wallContents) {}

    GridData run(const GridRecord& record) {
        GridData grid;
        grid.record = record;
        if (grid_.list.empty()) return grid;
        grid_.used.each([&](const Triple& at) {
            const std::uint32_t found = grid_.blockAt[numberIn(at, grid_.counts)];
            grid.blocks.push_back(found == kNoIndex ? BlockRecord{kSolidCells, 0} : emitBlock(grid_.list[found], grid));
        });
        return grid;
    }

  private:
    BlockRecord emitBlock(const GridBlock& block, GridData& grid) {
        const auto first = static_cast<std::uint32_t>(grid.boxes.size());
        if (block.whole && grid_.cells[block.first].box != kNoIndex) {
            grid.boxes.push_back(boxRecord(grid_.cells[block.first].box));
            return {kFreeCells, first};
        }
        const BlockRecord out{kOwnCells + static_cast<std::uint32_t>(grid.cells.size()), first};
        std::vector<std::uint32_t> named;  // boxes in the order of the block's numbers
        for (std::uint32_t i = 0; i < kBlockCells; ++i) {
            const GridCell& cell = grid_.cells[block.first + (block.whole ? 0 : i)];
            grid.subtrees.push_back(cell.subtree);
            std::uint32_t number = 0;
            if (cell.box != kNoIndex) {
                const auto known = std::find(named.begin(), named.end(), cell.box);
                number = static_cast<std::uint32_t>(known - named.begin()) + 1;
                if (known == named.end()) named.push_back(cell.box);
            }
            grid.cells.push_back(static_cast<CellRecord>(number << 8 | cell.walls));
        }
        for (const std::uint32_t box : named) grid.boxes.push_back(boxRecord(box));
        return out;
    }

    FreeBoxRecord boxRecord(std::uint32_t number) const {
        FreeBoxRecord out{};
        for (int a = 0; a < 3; ++a) {
            out.sides[0][a] = withoutNegativeZero(boxes_[number].mins[a]);
            out.sides[1][a] = withoutNegativeZero(boxes_[number].maxs[a]);
        }
        out.wallContents = wallContents_[number];
        return out;
    }

    const CellGrid& grid_;
    const std::vector<Box>& boxes_;
    const std::vector<std::uint32_t>& wallContents_;  // indexed by box
};

}  // namespace

GridData buildGrid(const GridInput& input, const std::function<void(const GridLayout&)>& beside) {
    TreeBoxQuery tree(input.nodes, input.planes, input.root);
    const bool isLarge = input.allNodes > kLargeTrees, isHuge = input.allNodes > kHugeTrees;
    CellTrees cellTrees(input.planes);
    CellGrid grid = divideCells(tree, input.around, cellSizeFor(input), cellTrees);
    const GridLayout layout = layoutOf(grid);
    std::vector<Box> boxes;
    std::vector<std::uint32_t> wallContents;
    tbb::parallel_invoke(
        [&] {
            if (isLarge) tree.boundSolid(grid.world);
            boxes = growBoxes(tree, cellTrees, isHuge, grid);
            wallContents = findWalls(tree, cellTrees, boxes, grid);
        },
        [&] {
            if (beside) beside(layout);
        });
    GridData data = GridEmitter(grid, boxes, wallContents).run(layout.record);
    if (!grid.list.empty()) packCells(cellTrees, tree.planes(), data);
    return data;
}

}  // namespace hullbake
