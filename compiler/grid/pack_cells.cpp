#include "compiler/grid/pack_cells.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compiler/grid/cut_tables.hpp"

namespace hullbake {

using namespace format;

namespace {

// Upper bound of the nodes of a cell's own tree. Above it, traversing the whole tree takes no longer than cell by cell.
constexpr std::uint32_t kMostCellNodes = 96;

}  // namespace

void packCells(const CellTrees& trees, std::span<const Plane> planes, GridData& grid) {
    const std::span<const NodeRecord> nodes = trees.kept();
    CutTables cuts(nodes, planes);
    std::vector<std::uint32_t> sizes(nodes.size());  // in nodes, capped just above the limit
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        sizes[i] = 1;
        for (const ChildRef child : {nodes[i].front(), nodes[i].back})
            if (!isLeaf(child)) sizes[i] = std::min(sizes[i] + sizes[child], kMostCellNodes + 1);
    }
    std::vector<std::uint32_t> places(nodes.size(), kNoIndex);  // 0 for nodes that stay, then their final index
    for (std::uint32_t& subtree : grid.subtrees) {
        if (isLeaf(subtree)) continue;
        const std::uint32_t cut = cuts.add(subtree);
        if (cut != kNoIndex)
            subtree = kCutFlag | cut;
        else if (sizes[subtree] > kMostCellNodes)
            subtree = kManyNodes;
        else
            places[subtree] = 0;
    }
    for (std::size_t i = nodes.size(); i-- > 0;)
        if (places[i] != kNoIndex)
            for (const ChildRef child : {nodes[i].front(), nodes[i].back})
                if (!isLeaf(child)) places[child] = 0;
    const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : places[child]; };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (places[i] == kNoIndex) continue;
        places[i] = static_cast<std::uint32_t>(grid.nodes.size());
        grid.nodes.push_back({nodes[i].plane, nodes[i].kind() << 30 | placed(nodes[i].front()), placed(nodes[i].back)});
        grid.heights.push_back(trees.heights()[i]);
    }
    for (std::uint32_t& subtree : grid.subtrees)
        if ((subtree & kCutFlag) == 0) subtree = placed(subtree);
    grid.cuts = cuts.cuts();
    grid.cutPlanes = cuts.planes();
}

}  // namespace hullbake
