#include "compiler/grid/world_grid.hpp"

#include <array>

#include "compiler/base/index_table.hpp"
#include "compiler/grid/cell_brush_lists.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr double kAroundWorld = 128;  // units around the brushes that grids cover, for maps that are open at the top

// A tree as the file would have it.
struct PackedTree {
    std::vector<NodeRecord> nodes;
    std::vector<PlaneRecord> planes;  // by the first node that has them
};

PackedTree packed(const FlatTree& tree) {
    PackedTree out;
    out.nodes.reserve(tree.nodes.size());
    out.planes.resize(tree.nodes.size());
    IndexTable known;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        NodeRecord& record = out.nodes.emplace_back(recordOf(tree.nodes[i], 0));
        if (record.kind() != kGeneralPlane) continue;
        const Plane& plane = tree.nodes[i].plane;
        const std::array<double, 4> key = {plane.normal.x + 0.0, plane.normal.y + 0.0, plane.normal.z + 0.0,
                                           plane.dist + 0.0};  // without -0: equal values, equal bytes
        const std::uint64_t hash = hashBytes(key.data(), sizeof key);
        std::uint32_t first = known.find(hash, [&](std::uint32_t k) {
            return tree.nodes[k].plane.normal == plane.normal && tree.nodes[k].plane.dist == plane.dist;
        });
        if (first == IndexTable::kNone) {
            first = i;
            out.planes[i] = {{key[0], key[1], key[2]}, key[3]};
            known.enter(hash, i);
        }
        record.plane = first;
    }
    return out;
}

}  // namespace

GridData worldGrid(const Scene& scene, const HullSpec& hull, std::size_t index, const FlatTree& tree, double cellSize,
                   std::size_t allNodes) {
    Box around = scene.models.front().bounds;
    around.mins = around.mins - Vec3{1, 1, 1} * kAroundWorld;
    around.maxs = around.maxs + Vec3{1, 1, 1} * kAroundWorld;
    const PackedTree packedTree = packed(tree);
    std::vector<CellBrush> brushes;
    GridData grid =
        buildGrid({packedTree.nodes, packedTree.planes, tree.root, around, cellSize, allNodes},
                     [&](const GridLayout& layout) { brushes = brushesInCells(scene, index, hull.box, layout); });
    listBrushes(brushes, grid);
    return grid;
}

}  // namespace hullbake
