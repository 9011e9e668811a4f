#include "compiler/emit.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "formats/hull_writer.hpp"

namespace hullbake {

using namespace format;

namespace {

using PlaneKey = std::array<double, 4>;  // without -0: equal values, equal bytes

struct PlaneKeyHash {
    std::size_t operator()(const PlaneKey& key) const { return hashBytes(key.data(), sizeof key); }
};

class Emitter {
  public:
    explicit Emitter(const EmitInput& input) : input_(input) {}

    std::vector<std::byte> run() {
        addTrees();
        if (!input_.grids.empty()) addGrids(input_.grids);
        return written();
    }

  private:
    std::vector<std::byte> written() const {
        const BrushSections& brushes = input_.brushes;
        const std::string meta = metaText();
        HullWriter writer;
        writer.add<HullRecord>("HULL", brushes.hulls);
        writer.add<ModelRecord>("MODL", brushes.models);
        writer.add<RootRecord>("ROOT", roots_);
        writer.add<PlaneRecord>("PLAN", planes_);
        writer.add<NodeRecord>("NODE", nodes_);
        writer.add<BrushRecord>("BRSH", brushes.brushes);
        writer.add<SideRecord>("SIDE", brushes.sides);
        writer.add<ShapeRecord>("SHPE", brushes.shapes.shapes);
        writer.add<CornerRecord>("CRNR", brushes.shapes.corners);
        writer.add<EdgeRecord>("EDGE", brushes.shapes.edges);
        writer.add<FaceRecord>("FACE", brushes.faces);
        writer.add<BvhNode>("BVHN", brushes.volumes);
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
        writer.add("STRS", brushes.strings);
        writer.add("ENTS", brushes.entities);
        writer.add("META", meta);
        const std::uint64_t settings = hashBytes(meta.data(), meta.size());
        return writer.finish(hashBytes(input_.sourceText.data(), input_.sourceText.size(), settings), maxDepth_);
    }

    std::uint32_t planeIndex(const Plane& plane) {
        const PlaneKey key = {plane.normal.x + 0.0, plane.normal.y + 0.0, plane.normal.z + 0.0, plane.dist + 0.0};
        const auto [it, isNew] = planeIndex_.try_emplace(key, static_cast<std::uint32_t>(planes_.size()));
        if (isNew) planes_.push_back({{key[0], key[1], key[2]}, key[3]});
        return it->second;
    }

    ChildRef addTree(const FlatTree& tree) {
        const auto first = static_cast<std::uint32_t>(nodes_.size());
        const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : first + child; };
        // How deep each node lies: a parent comes before its children.
        std::vector<std::uint32_t> depths(tree.nodes.size(), 1);
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            const FlatTree::Node& node = tree.nodes[i];
            maxDepth_ = std::max(maxDepth_, depths[i]);
            for (const ChildRef child : {node.front, node.back})
                if (!isLeaf(child)) depths[child] = std::max(depths[child], depths[i] + 1);
            nodes_.push_back(recordOf(node, first));
            if (nodes_.back().kind() == kGeneralPlane) nodes_.back().plane = planeIndex(node.plane);
        }
        return placed(tree.root);
    }

    void addTrees() {
        for (const ModelTrees& trees : input_.trees) {
            firstNodes_.push_back(static_cast<std::uint32_t>(nodes_.size()));
            const ChildRef blocking = addTree(trees.blocking);
            const ChildRef liquid = addTree(trees.liquid);
            roots_.push_back({blocking, liquid});
        }
    }

    void addGrids(const std::vector<FreeGrid>& grids) {
        const std::vector<std::vector<std::uint32_t>> places = addGridNodes(grids);
        gridCells_.assign(kOwnCells, 0);
        gridSubtrees_.assign(kOwnCells, kLeafFlag);
        gridListOf_.assign(kOwnCells, kManyBrushes);
        gridCutPlanes_.push_back({{0, 0, 0}, -1});
        for (std::uint32_t i = 0; i < kBlockCells; ++i) {
            gridSubtrees_[kSolidCells + i] |= static_cast<std::uint32_t>(Contents::Solid);
            gridCells_[kFreeCells + i] = 1 << 8;
        }
        for (std::size_t h = 0; h < grids.size(); ++h) append(grids[h], places[h]);
    }

    // The nodes of all grids by their height, the lowest first: so readers can tell how deep they are. Returns where
    // each came to lie.
    std::vector<std::vector<std::uint32_t>> addGridNodes(const std::vector<FreeGrid>& grids) {
        std::vector<std::uint32_t> next{0};  // where the next node of each height goes
        for (const FreeGrid& grid : grids)
            for (const std::uint32_t height : grid.heights) {
                if (next.size() <= height + 1) next.resize(height + 2);
                ++next[height + 1];
            }
        for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
        gridNodes_.resize(next.back());
        std::vector<std::vector<std::uint32_t>> places;
        for (std::size_t h = 0; h < grids.size(); ++h) {
            const FreeGrid& grid = grids[h];
            std::vector<std::uint32_t>& place = places.emplace_back(grid.nodes.size());
            const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : place[child]; };
            for (std::size_t i = 0; i < place.size(); ++i) {
                place[i] = next[grid.heights[i]]++;
                const NodeRecord& node = grid.nodes[i];
                // Its plane is that of a node of the world's tree.
                const std::uint64_t plane =
                    node.kind() == kGeneralPlane ? nodes_[firstNodes_[h] + node.plane].plane : node.plane;
                gridNodes_[place[i]] = {plane, node.kind() << 30 | placed(node.front()), placed(node.back)};
            }
        }
        return places;
    }

    void append(const FreeGrid& grid, const std::vector<std::uint32_t>& places) {
        const auto firstCell = static_cast<std::uint32_t>(gridCells_.size()) - kOwnCells;
        const auto firstBox = static_cast<std::uint32_t>(freeBoxes_.size());
        grids_.push_back(grid.record);
        grids_.back().firstBlock = static_cast<std::uint32_t>(gridBlocks_.size());
        for (const BlockRecord& block : grid.blocks)
            gridBlocks_.push_back({block.cells >= kOwnCells ? block.cells + firstCell : block.cells,
                                   block.cells == kSolidCells ? 0 : block.boxes + firstBox});
        gridCells_.insert(gridCells_.end(), grid.cells.begin(), grid.cells.end());
        const auto firstCut = static_cast<std::uint32_t>(gridCuts_.size());
        for (const std::uint32_t subtree : grid.subtrees)
            gridSubtrees_.push_back(isLeaf(subtree)             ? subtree
                                    : (subtree & kCutFlag) != 0 ? subtree + firstCut
                                                                : places[subtree]);
        appendCuts(grid);
        const auto firstList = static_cast<std::uint32_t>(gridLists_.size());
        for (const std::uint32_t list : grid.listOf) gridListOf_.push_back(list < kNoBrushes ? list + firstList : list);
        gridLists_.insert(gridLists_.end(), grid.lists.begin(), grid.lists.end());
        freeBoxes_.insert(freeBoxes_.end(), grid.boxes.begin(), grid.boxes.end());
    }

    void appendCuts(const FreeGrid& grid) {
        if (grid.cutPlanes.empty()) return;
        const auto before = static_cast<std::uint32_t>(gridCutPlanes_.size()) - 1;
        for (CutRecord cut : grid.cuts) {
            for (std::uint32_t& plane : cut.planes)
                if (plane != 0) plane += before;
            gridCuts_.push_back(cut);
        }
        gridCutPlanes_.insert(gridCutPlanes_.end(), grid.cutPlanes.begin() + 1, grid.cutPlanes.end());
    }

    std::string metaText() const {
        nlohmann::ordered_json meta;
        meta["generator"] = "hullbake " HULLBAKE_VERSION;
        meta["fill"] = input_.fill;
        meta["cellSize"] = input_.cellSize;
        for (const HullSpec& hull : input_.hulls)
            meta["hulls"].push_back({{"name", hull.name},
                                     {"mins", {hull.box.mins.x, hull.box.mins.y, hull.box.mins.z}},
                                     {"maxs", {hull.box.maxs.x, hull.box.maxs.y, hull.box.maxs.z}}});
        return meta.dump();
    }

    const EmitInput& input_;
    std::vector<RootRecord> roots_;
    std::vector<PlaneRecord> planes_;
    std::vector<NodeRecord> nodes_;
    std::vector<std::uint32_t> firstNodes_;  // of the trees of a model in a hull
    std::vector<GridRecord> grids_;
    std::vector<BlockRecord> gridBlocks_;
    std::vector<CellRecord> gridCells_;
    std::vector<std::uint32_t> gridSubtrees_;
    std::vector<CutRecord> gridCuts_;
    std::vector<PlaneRecord> gridCutPlanes_;
    std::vector<NodeRecord> gridNodes_;
    std::vector<std::uint32_t> gridListOf_, gridLists_;
    std::vector<FreeBoxRecord> freeBoxes_;
    std::unordered_map<PlaneKey, std::uint32_t, PlaneKeyHash> planeIndex_;
    std::uint32_t maxDepth_ = 0;
};

}  // namespace

std::vector<std::byte> emitHull(const EmitInput& input) {
    return Emitter(input).run();
}

}  // namespace hullbake
