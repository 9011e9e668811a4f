#include "compiler/emit.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "compiler/brush_lists.hpp"
#include "compiler/free_grid.hpp"
#include "compiler/shapes.hpp"
#include "compiler/volume_tree.hpp"
#include "formats/hull_writer.hpp"

namespace hullbake {

using namespace format;

namespace {

constexpr double kAroundWorld = 128;  // units around the brushes that grids cover, for maps that are open at the top

class StringPool {
  public:
    StringRef add(std::string_view text) {
        const auto [it, isNew] = known_.try_emplace(std::string(text));
        if (isNew) {
            it->second = {static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(text.size())};
            bytes_ += text;
        }
        return it->second;
    }
    const std::string& bytes() const { return bytes_; }

  private:
    std::unordered_map<std::string, StringRef> known_;
    std::string bytes_;
};

using PlaneKey = std::array<double, 4>;  // without -0: equal values, equal bytes

struct PlaneKeyHash {
    std::size_t operator()(const PlaneKey& key) const { return hashBytes(key.data(), sizeof key); }
};

void store(const Vec3& v, double (&out)[3]) {
    for (int a = 0; a < 3; ++a) out[a] = v[a] + 0.0;  // no -0: equal values, equal bytes
}

float roundedDown(double value) {
    const auto f = static_cast<float>(value);
    return double{f} > value ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}

float roundedUp(double value) {
    return -roundedDown(-value);
}

class Emitter {
  public:
    explicit Emitter(const EmitInput& input) : input_(input) {}

    std::vector<std::byte> run() {
        {
            const StageClock::Scope scope(input_.clock, Stage::Emit);
            addTrees();
        }
        // The grids take longest, all else is done beside them.
        const std::size_t hulls = input_.hulls.size();
        std::vector<FreeGrid> grids(hulls);
        Shapes shapes;
        std::string entities;
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, hulls + 1, 1),
            [&](const tbb::blocked_range<std::size_t>& range) {
                for (std::size_t i = range.begin(); i < range.end(); ++i) {
                    if (i < hulls) {
                        makeGrid(i, grids[i]);
                        continue;
                    }
                    const StageClock::Scope scope(input_.clock, Stage::Emit);
                    addHulls();
                    addBrushes();
                    addModels();
                    shapes = makeShapes(input_.scene);
                    entities = entityText();
                }
            },
            tbb::simple_partitioner());
        const StageClock::Scope scope(input_.clock, Stage::Emit);
        if (input_.cellSize > 0) addGrids(grids);
        return written(shapes, entities);
    }

  private:
    std::vector<std::byte> written(const Shapes& shapes, const std::string& entities) const {
        const std::string meta = metaText();
        HullWriter writer;
        writer.add<HullRecord>("HULL", hulls_);
        writer.add<ModelRecord>("MODL", models_);
        writer.add<RootRecord>("ROOT", roots_);
        writer.add<PlaneRecord>("PLAN", planes_);
        writer.add<NodeRecord>("NODE", nodes_);
        writer.add<BrushRecord>("BRSH", brushes_);
        writer.add<SideRecord>("SIDE", sides_);
        writer.add<ShapeRecord>("SHPE", shapes.shapes);
        writer.add<CornerRecord>("CRNR", shapes.corners);
        writer.add<EdgeRecord>("EDGE", shapes.edges);
        writer.add<FaceRecord>("FACE", faces_);
        writer.add<BvhNode>("BVHN", volumes_);
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
        writer.add("STRS", strings_.bytes());
        writer.add("ENTS", entities);
        writer.add("META", meta);
        const std::uint64_t settings = hashBytes(meta.data(), meta.size());
        return writer.finish(hashBytes(input_.sourceText.data(), input_.sourceText.size(), settings), maxDepth_);
    }

    void addHulls() {
        for (const HullSpec& hull : input_.hulls) {
            HullRecord record{};
            store(hull.box.mins, record.mins);
            store(hull.box.maxs, record.maxs);
            record.name = strings_.add(hull.name);
            hulls_.push_back(record);
        }
    }

    void addModels() {
        for (const SceneModel& model : input_.scene.models) {
            ModelRecord record{};
            store(model.bounds.mins, record.mins);
            store(model.bounds.maxs, record.maxs);
            store(model.origin, record.origin);
            record.entity = model.entity;
            record.firstBrush = model.firstBrush;
            record.brushCount = model.brushCount;
            record.bvhRoot = appendVolumeTree(brushes_, model.firstBrush, model.brushCount, volumes_);
            const bool isWorld = models_.empty();
            record.classname = strings_.add(isWorld ? "worldspawn" : input_.map.entities[model.entity].classname());
            models_.push_back(record);
        }
    }

    void addBrushes() {
        for (const SceneBrush& brush : input_.scene.brushes) {
            BrushRecord record{};
            for (int a = 0; a < 3; ++a) {
                record.mins[a] = roundedDown(brush.solid.bounds.mins[a]);
                record.maxs[a] = roundedUp(brush.solid.bounds.maxs[a]);
            }
            record.contents = static_cast<std::uint32_t>(brush.contents);
            record.hullMask = brush.hullMask;
            record.firstSide = static_cast<std::uint32_t>(sides_.size());
            record.entity = brush.entity;
            record.number = brush.number;
            record.line = brush.source->pos.line;
            addSides(brush, record);
            record.flags = brushFlags(record, sides_);
            brushes_.push_back(record);
        }
    }

    void addSides(const SceneBrush& brush, BrushRecord& record) {
        std::vector<std::uint32_t> faceIndex(brush.source->faces.size(), kNoIndex);
        for (const SidePlane& side : brush.solid.sides) {
            if (faceIndex[side.face] == kNoIndex) {
                faceIndex[side.face] = static_cast<std::uint32_t>(faces_.size());
                const MapFace& face = brush.source->faces[side.face];
                faces_.push_back({strings_.add(face.texture), face.pos.line, side.face});
            }
            SideRecord out{};
            store(side.plane.normal, out.normal);
            out.dist = side.plane.dist + 0.0;
            out.face = faceIndex[side.face];
            out.flags = (side.bevel ? kSideIsBevel : 0) | (side.grown ? 0 : kSideNotGrown);
            sides_.push_back(out);
            if (!side.bevel) ++record.faceCount;
            ++record.sideCount;
        }
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
            std::uint32_t kind = kGeneralPlane;
            for (std::uint32_t a = 0; a < 3; ++a)
                if (node.plane.normal[static_cast<int>(a)] == 1) kind = a;
            NodeRecord record{};
            record.plane =
                kind == kGeneralPlane ? planeIndex(node.plane) : std::bit_cast<std::uint64_t>(node.plane.dist + 0.0);
            record.frontAndKind = kind << 30 | placed(node.front);
            record.back = placed(node.back);
            nodes_.push_back(record);
        }
        return placed(tree.root);
    }

    void addTrees() {
        for (const ModelTrees& trees : input_.trees) {
            const ChildRef blocking = addTree(trees.blocking);
            const ChildRef liquid = addTree(trees.liquid);
            roots_.push_back({blocking, liquid});
        }
    }

    // Of the world only: models are small and their trees shallow.
    void makeGrid(std::size_t hull, FreeGrid& grid) const {
        if (input_.cellSize <= 0) return;
        const StageClock::Scope scope(input_.clock, Stage::Grid);
        Box around = input_.scene.models.front().bounds;
        around.mins = around.mins - Vec3{1, 1, 1} * kAroundWorld;
        around.maxs = around.maxs + Vec3{1, 1, 1} * kAroundWorld;
        grid = makeFreeGrid({nodes_, planes_, roots_[hull].blocking, around, input_.cellSize});
        listBrushes(input_.scene, hull, input_.hulls[hull].box, grid);
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
        for (const FreeGrid& grid : grids) {
            std::vector<std::uint32_t>& place = places.emplace_back(grid.nodes.size());
            const auto placed = [&](ChildRef child) { return isLeaf(child) ? child : place[child]; };
            for (std::size_t i = 0; i < place.size(); ++i) {
                place[i] = next[grid.heights[i]]++;
                const NodeRecord& node = grid.nodes[i];
                gridNodes_[place[i]] = {node.plane, node.kind() << 30 | placed(node.front()), placed(node.back)};
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

    std::string entityText() const {
        std::string text;
        for (const MapEntity& entity : input_.map.entities) {
            text += "{\n";
            for (const MapKey& key : entity.keys) text += fmt::format("\"{}\" \"{}\"\n", key.key, key.value);
            text += "}\n";
        }
        return text;
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
    StringPool strings_;
    std::vector<HullRecord> hulls_;
    std::vector<ModelRecord> models_;
    std::vector<RootRecord> roots_;
    std::vector<PlaneRecord> planes_;
    std::vector<NodeRecord> nodes_;
    std::vector<BrushRecord> brushes_;
    std::vector<SideRecord> sides_;
    std::vector<FaceRecord> faces_;
    std::vector<BvhNode> volumes_;
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
