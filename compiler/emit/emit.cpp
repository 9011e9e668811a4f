// Concatenates the trees and grids of all hulls into sections, converting indices and plane ids to those of the file.

#include "compiler/emit/emit.hpp"

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <unordered_map>

#include "compiler/geometry/plane_records.hpp"
#include "formats/hull_writer.hpp"

namespace hullbake {

using namespace format;

namespace {

class Emitter {
  public:
    explicit Emitter(const EmitInput& input) : input_(input) {}

    std::vector<std::byte> run() {
        if (!input_.grids.empty()) addGrids(input_.grids);
        return written();
    }

  private:
    std::vector<std::byte> written() const {
        const MapSections& map = input_.map;
        HullWriter writer;
        writer.add<HullRecord>("HULL", map.hulls);
        writer.add<ModelRecord>("MODL", map.models);
        writer.add<RootRecord>("ROOT", input_.treeSections.roots());
        writer.add<PlaneRecord>("PLAN", input_.treeSections.planes().all());
        writer.add<NodeRecord>("NODE", input_.treeSections.nodes());
        writer.add<BrushRecord>("BRSH", map.brushes);
        writer.add<SideRecord>("SIDE", map.sides);
        writer.add<ShapeRecord>("SHPE", map.shapes.shapes);
        writer.add<CornerRecord>("CRNR", map.shapes.corners);
        writer.add<EdgeRecord>("EDGE", map.shapes.edges);
        writer.add<ShapeRecord>("WSHP", map.worldShapes.shapes);
        writer.add<CornerRecord>("WCRN", map.worldShapes.corners);
        writer.add<EdgeRecord>("WEDG", map.worldShapes.edges);
        writer.add<FaceRecord>("FACE", map.faces);
        writer.add<BvhNode>("BVHN", map.volumes);
        if (!grids_.empty()) {
            writer.add<GridRecord>("GRID", grids_);
            writer.add<BlockRecord>("GBLK", gridBlocks_);
            writer.add<CellRecord>("GCEL", gridCells_);
            writer.add<std::uint32_t>("GSUB", gridSubtrees_);
            writer.add<CutRecord>("GCUT", gridCuts_);
            writer.add<PlaneRecord>("GPLN", gridCutPlanes_);
            writer.add<NodeRecord>("GNOD", gridNodes_);
            writer.add<std::uint32_t>("GBRU", gridListOf_);
            writer.add<std::uint32_t>("GLST", gridLists_);
            writer.add<FreeBoxRecord>("GBOX", freeBoxes_);
        }
        writer.add("STRS", map.strings);
        writer.add("ENTS", map.entities);
        writer.add("META", map.meta);
        return writer.assemble(map.sourceHash, input_.treeSections.maxDepth());
    }

    void addGrids(const std::vector<GridData>& grids) {
        placeGrids(grids, addGridNodes(grids));
        // Fills the entries that belong to no hull.
        std::fill_n(gridSubtrees_.begin(), kOwnCells, kLeafFlag);
        std::fill_n(gridListOf_.begin(), kOwnCells, kManyBrushes);
        gridCutPlanes_.front() = {{0, 0, 0}, -1};
        for (std::uint32_t i = 0; i < kBlockCells; ++i) {
            gridSubtrees_[kSolidCells + i] |= static_cast<std::uint32_t>(Contents::Solid);
            gridCells_[kFreeCells + i] = 1 << 8;
        }
    }

    // Adds the nodes of all grids, sorted by height, lowest first, so that readers can compute their depth. Returns the
    // index of each node.
    std::vector<std::vector<std::uint32_t>> addGridNodes(const std::vector<GridData>& grids) {
        std::vector<std::uint32_t> next{0};  // next index for each height
        for (const GridData& grid : grids)
            for (const std::uint32_t height : grid.heights) {
                if (next.size() <= height + 1) next.resize(height + 2);
                ++next[height + 1];
            }
        for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
        gridNodes_.resize(next.back());
        std::vector<std::vector<std::uint32_t>> places;
        for (std::size_t h = 0; h < grids.size(); ++h) {
            const GridData& grid = grids[h];
            std::vector<std::uint32_t>& place = places.emplace_back(grid.nodes.size());
            const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : place[child]; };
            for (std::size_t i = 0; i < place.size(); ++i) {
                place[i] = next[grid.heights[i]]++;
                const NodeRecord& node = grid.nodes[i];
                gridNodes_[place[i]] = {input_.treeSections.planeIn(node, input_.trees[h].blocking),
                                        node.kind() << 30 | placed(node.front()), placed(node.back)};
            }
        }
        return places;
    }

    // Indices where a hull's grid begins in the sections of all grids.
    struct GridPlace {
        std::size_t blocks = 0, cells = 0, cuts = 0, cutPlanes = 0, lists = 0, boxes = 0;
    };

    // Copies everything except the nodes.
    void placeGrids(const std::vector<GridData>& grids, const std::vector<std::vector<std::uint32_t>>& nodePlaces) {
        std::vector<GridPlace> places;
        GridPlace next{.cells = kOwnCells, .cutPlanes = 1};
        for (const GridData& grid : grids) {
            places.push_back(next);
            next.blocks += grid.blocks.size();
            next.cells += grid.cells.size();
            next.cuts += grid.cuts.size();
            next.cutPlanes += grid.cutPlanes.empty() ? 0 : grid.cutPlanes.size() - 1;
            next.lists += grid.lists.size();
            next.boxes += grid.boxes.size();
        }
        grids_.resize(grids.size());
        tbb::parallel_invoke([&] { gridBlocks_.resize(next.blocks); }, [&] { gridCells_.resize(next.cells); },
                             [&] { gridSubtrees_.resize(next.cells); }, [&] { gridListOf_.resize(next.cells); },
                             [&] { gridCuts_.resize(next.cuts); }, [&] { gridCutPlanes_.resize(next.cutPlanes); },
                             [&] { gridLists_.resize(next.lists); }, [&] { freeBoxes_.resize(next.boxes); });
        tbb::parallel_for(std::size_t{0}, grids.size(), [&](std::size_t h) {
            grids_[h] = grids[h].record;
            grids_[h].firstBlock = static_cast<std::uint32_t>(places[h].blocks);
            placeBlocks(grids[h], places[h]);
            placeCells(grids[h], places[h], nodePlaces[h]);
            placeCuts(grids[h], places[h]);
        });
    }

    void placeBlocks(const GridData& grid, const GridPlace& place) {
        const auto firstCell = static_cast<std::uint32_t>(place.cells - kOwnCells);
        const auto firstBox = static_cast<std::uint32_t>(place.boxes);
        for (std::size_t i = 0; i < grid.blocks.size(); ++i) {
            const BlockRecord& block = grid.blocks[i];
            gridBlocks_[place.blocks + i] = {block.cells >= kOwnCells ? block.cells + firstCell : block.cells,
                                             block.cells == kSolidCells ? 0 : block.boxes + firstBox};
        }
        std::copy(grid.boxes.begin(), grid.boxes.end(), freeBoxes_.data() + place.boxes);
    }

    void placeCells(const GridData& grid, const GridPlace& place, const std::vector<std::uint32_t>& nodePlaces) {
        const auto firstCut = static_cast<std::uint32_t>(place.cuts),
                   firstList = static_cast<std::uint32_t>(place.lists);
        for (std::size_t i = 0; i < grid.cells.size(); ++i) {
            const std::uint32_t subtree = grid.subtrees[i], list = grid.listOf[i];
            gridCells_[place.cells + i] = grid.cells[i];
            gridSubtrees_[place.cells + i] = isLeaf(subtree)             ? subtree
                                             : (subtree & kCutFlag) != 0 ? subtree + firstCut
                                                                         : nodePlaces[subtree];
            gridListOf_[place.cells + i] = list < kNoBrushes ? list + firstList : list;
        }
        std::copy(grid.lists.begin(), grid.lists.end(), gridLists_.data() + place.lists);
    }

    void placeCuts(const GridData& grid, const GridPlace& place) {
        if (grid.cutPlanes.empty()) return;
        const auto before = static_cast<std::uint32_t>(place.cutPlanes) - 1;
        for (std::size_t i = 0; i < grid.cuts.size(); ++i) {
            CutRecord cut = grid.cuts[i];
            for (std::uint32_t& plane : cut.planes)
                if (plane != 0) plane += before;
            gridCuts_[place.cuts + i] = cut;
        }
        std::copy(grid.cutPlanes.begin() + 1, grid.cutPlanes.end(), gridCutPlanes_.data() + place.cutPlanes);
    }

    const EmitInput& input_;
    std::vector<GridRecord> grids_;
    std::vector<BlockRecord> gridBlocks_;
    std::vector<CellRecord> gridCells_;
    std::vector<std::uint32_t> gridSubtrees_;
    std::vector<CutRecord> gridCuts_;
    std::vector<PlaneRecord> gridCutPlanes_;
    std::vector<NodeRecord> gridNodes_;
    std::vector<std::uint32_t> gridListOf_, gridLists_;
    std::vector<FreeBoxRecord> freeBoxes_;
};

}  // namespace

TreeSections::TreeSections(const std::vector<ModelTrees>& trees) {
    for (const ModelTrees& each : trees) {
        const ChildRef blocking = addTree(each.blocking);
        const ChildRef liquid = addTree(each.liquid);
        roots_.push_back({blocking, liquid});
    }
}

std::uint64_t TreeSections::planeIn(const NodeRecord& node, const FlatTree& tree) {
    if (node.kind() != kGeneralPlane) return node.plane;
    std::vector<std::uint32_t>& indices = planeIndices_[tree.planes];
    indices.resize(tree.planes->planes().size(), kNoIndex);
    std::uint32_t& index = indices[node.plane];
    if (index == kNoIndex) index = planes_.add(recordOf((*tree.planes)[static_cast<PlaneId>(node.plane)]));
    return index;
}

ChildRef TreeSections::addTree(const FlatTree& tree) {
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : first + child; };
    // Depth of each node: a parent comes before its children.
    std::vector<std::uint32_t> depths(tree.nodes.size(), 1);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const FlatTree::Node& node = tree.nodes[i];
        maxDepth_ = std::max(maxDepth_, depths[i]);
        for (const ChildRef child : {node.front, node.back})
            if (!isLeaf(child)) depths[child] = std::max(depths[child], depths[i] + 1);
        NodeRecord& record = nodes_.emplace_back(recordOf(tree, node, first));
        record.plane = planeIn(record, tree);
    }
    return placed(tree.root);
}

std::vector<std::byte> emitHull(const EmitInput& input) {
    return Emitter(input).run();
}

}  // namespace hullbake
