// ClipMap::open: checks the sections of the grid.
// Invariant: no index in them leads out of the block. Free boxes, solid walls and complete lists are not verified, as
// the planes of the nodes are not.

#include "block/open_checks.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

struct GridChecker {
    const Tables& tables;
    GridFault& fault;

    template <class T>
    bool failAt(Status status, const char* section, std::span<const T> records, std::size_t index) {
        fault = {status, section, reinterpret_cast<const std::byte*>(records.data() + index)};
        return false;
    }

    bool goodGrid(const GridRecord& grid, std::uint64_t nextBlock) const {
        const std::uint64_t rest = tables.gridBlocks.size() - nextBlock;
        std::uint64_t count = 1;
        for (const std::uint32_t along : grid.blocks) {
            count *= along;
            if (count > rest) return false;  // so the product cannot wrap
        }
        return grid.firstBlock == nextBlock && grid.listReach >= 0 && finiteWithin(grid.origin, kMaxPlaneDist) &&
               grid.cellSize >= kMinCellSize && grid.cellSize <= kMaxCellSize && grid.cellsPerUnit == 1 / grid.cellSize;
    }

    bool grids() {
        if (!tables.grids.empty() && tables.grids.size() != tables.hulls.size())
            return failAt(Status::BadRecord, "GRID", tables.grids, 0);
        std::uint64_t nextBlock = 0;
        for (std::size_t i = 0; i < tables.grids.size(); ++i) {
            const GridRecord& grid = tables.grids[i];
            if (!goodGrid(grid, nextBlock)) return failAt(Status::BadRecord, "GRID", tables.grids, i);
            nextBlock += std::uint64_t{grid.blocks[0]} * grid.blocks[1] * grid.blocks[2];
        }
        if (nextBlock != tables.gridBlocks.size()) return failAt(Status::BadRecord, "GBLK", tables.gridBlocks, 0);
        return gridTables() && gridCuts() && gridNodes() && gridLists();
    }

    // Checks the nodes and their depth. Groups nodes as MapOpener::depth does, but here children come first.
    bool gridNodes() {
        std::size_t group = 0, groups = tables.gridNodes.empty() ? 0 : 1;
        for (std::size_t i = 0; i < tables.gridNodes.size(); ++i) {
            const NodeRecord& node = tables.gridNodes[i];
            if (!goodNode(node, tables.planes.size())) return failAt(Status::BadRecord, "GNOD", tables.gridNodes, i);
            for (const ChildRef child : {node.front(), node.back}) {
                if (!goodLeafOr(child, i)) return failAt(Status::BadTree, "GNOD", tables.gridNodes, i);
                if (isLeaf(child) || child < group) continue;
                group = i;
                ++groups;
            }
            if (groups > tables.header->maxDepth) return failAt(Status::TooDeep, "GNOD", tables.gridNodes, i);
        }
        return true;
    }

    // Returns true for a leaf of a blocking tree, or for the index of one of `nodes` nodes.
    static bool goodLeafOr(ChildRef child, std::size_t nodes) {
        if (!isLeaf(child)) return child < nodes;
        return (leafContents(child) & ~static_cast<std::uint32_t>(kMaskBlocking)) == 0;
    }

    bool goodSubtree(std::uint32_t subtree) const {
        if (subtree == kManyNodes) return true;
        const std::uint32_t cut = subtree ^ kCutFlag;
        return (subtree & kCutFlag) != 0 ? cut < tables.gridCuts.size() : goodLeafOr(subtree, tables.gridNodes.size());
    }

    bool gridCuts() {
        for (std::size_t i = 0; i < tables.gridCutPlanes.size(); ++i) {
            const PlaneRecord& plane = tables.gridCutPlanes[i];
            const double(&n)[3] = plane.normal;
            const bool nothing = n[0] == 0 && n[1] == 0 && n[2] == 0 && plane.dist == -1;
            if (i == 0 ? !nothing : !unitPlane(n, plane.dist))
                return failAt(Status::BadRecord, "GPLN", tables.gridCutPlanes, i);
        }
        for (std::size_t i = 0; i < tables.gridCuts.size(); ++i) {
            const CutRecord& cut = tables.gridCuts[i];
            bool good = (cut.contents & ~static_cast<std::uint32_t>(kMaskBlocking)) == 0;
            for (const std::uint32_t plane : cut.planes) good = good && plane < tables.gridCutPlanes.size();
            for (int k = 0; k < 8; ++k)
                good = good && (cut.planes[k] == 0 || (k < kMostCuts && (k == 0 || cut.planes[k - 1] != 0)));
            if (!good) return failAt(Status::BadRecord, "GCUT", tables.gridCuts, i);
        }
        return true;
    }

    // Returns true if the boxes named by the cells of a group exist.
    bool goodCells(std::uint32_t first, std::uint32_t boxes) const {
        for (std::uint32_t i = 0; i < kBlockCells; ++i) {
            const std::uint32_t cell = tables.gridCells[first + i];
            if (cellBox(cell) == 0 ? cell != 0 : std::uint64_t{boxes} + cellBox(cell) > tables.freeBoxes.size())
                return false;
        }
        return true;
    }

    bool blocks() {
        std::uint64_t next = kOwnCells;
        for (std::size_t i = 0; i < tables.gridBlocks.size(); ++i) {
            const BlockRecord& record = tables.gridBlocks[i];
            bool good = next <= tables.gridCells.size();
            if (record.cells == kFreeCells) {
                good = good && record.boxes < tables.freeBoxes.size();
            } else if (record.cells != kSolidCells) {
                good = good && record.cells == next && next + kBlockCells <= tables.gridCells.size() &&
                       goodCells(record.cells, record.boxes);
                next += kBlockCells;
            }
            if (!good) return failAt(Status::BadRecord, "GBLK", tables.gridBlocks, i);
        }
        const bool none = tables.gridBlocks.empty() && tables.gridCells.empty();
        if (!none && next != tables.gridCells.size()) return failAt(Status::BadRecord, "GCEL", tables.gridCells, 0);
        for (std::size_t i = 0; i < tables.gridCells.size() && i < kOwnCells; ++i)
            if (tables.gridCells[i] != (i < kFreeCells ? 0 : 1 << 8))
                return failAt(Status::BadRecord, "GCEL", tables.gridCells, i);
        return true;
    }

    // Checks that each list names brushes of the world and ends.
    bool gridLists() {
        const std::span<const std::uint32_t> listOf = tables.gridListOf, lists = tables.gridLists;
        if (listOf.size() != tables.gridCells.size()) return failAt(Status::BadRecord, "GBRU", listOf, 0);
        for (std::size_t i = 0; i < listOf.size(); ++i) {
            const std::uint32_t list = listOf[i];
            if (i < kOwnCells ? list != kManyBrushes : list < kNoBrushes && list >= lists.size())
                return failAt(Status::BadRecord, "GBRU", listOf, i);
        }
        const ModelRecord world = tables.models.empty() ? ModelRecord{} : tables.models[0];
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < lists.size(); ++i) {
            const bool last = (lists[i] & kLastListed) != 0;
            const std::uint32_t brush = lists[i] & ~kLastListed;
            if (brush < world.firstBrush || brush - world.firstBrush >= world.brushCount || ++length > kMostListed ||
                (!last && i + 1 == lists.size()))
                return failAt(Status::BadRecord, "GLST", lists, i);
            if (last) length = 0;
        }
        return true;
    }

    bool gridTables() {
        if (!blocks()) return false;
        if (tables.gridSubtrees.size() != tables.gridCells.size())
            return failAt(Status::BadRecord, "GSUB", tables.gridSubtrees, 0);
        for (std::size_t i = 0; i < tables.gridSubtrees.size(); ++i)
            if (!goodSubtree(tables.gridSubtrees[i])) return failAt(Status::BadRecord, "GSUB", tables.gridSubtrees, i);
        for (std::size_t i = 0; i < tables.freeBoxes.size(); ++i) {
            const FreeBoxRecord& box = tables.freeBoxes[i];
            if (!finiteWithin(box.sides[0], kMaxPlaneDist) || !finiteWithin(box.sides[1], kMaxPlaneDist) ||
                (box.wallContents & ~static_cast<std::uint32_t>(kMaskBlocking)) != 0)
                return failAt(Status::BadRecord, "GBOX", tables.freeBoxes, i);
        }
        return true;
    }
};

}  // namespace

bool gridsAreGood(const Tables& tables, GridFault& fault) {
    return GridChecker{tables, fault}.grids();
}

}  // namespace hullbake::detail
