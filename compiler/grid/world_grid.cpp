#include "compiler/grid/world_grid.hpp"

#include "compiler/grid/cell_brush_lists.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr double kAroundWorld = 128;  // world units covered around the brushes, for maps that are open at the top

}  // namespace

GridData worldGrid(const BrushScene& scene, const HullSpec& hull, std::size_t index, const FlatTree& tree,
                   double cellSize, std::size_t allNodes) {
    Box around = scene.models.front().bounds;
    around.mins = around.mins - Vec3{1, 1, 1} * kAroundWorld;
    around.maxs = around.maxs + Vec3{1, 1, 1} * kAroundWorld;
    std::vector<NodeRecord> nodes;
    nodes.reserve(tree.nodes.size());
    for (const FlatTree::Node& node : tree.nodes) nodes.push_back(recordOf(tree, node, 0));
    const std::span<const Plane> planes = tree.planes != nullptr ? tree.planes->planes() : std::span<const Plane>();
    std::vector<CellBrush> brushes;
    GridData grid = buildGrid({nodes, planes, tree.root, around, cellSize, allNodes}, [&](const GridLayout& layout) {
        brushes = brushesInCells(scene, index, hull.box, layout);
    });
    listBrushes(brushes, grid);
    return grid;
}

}  // namespace hullbake
