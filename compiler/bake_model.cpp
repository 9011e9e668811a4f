#include "compiler/bake_model.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "compiler/fill/fill_by_shells.hpp"
#include "compiler/fill/trace_samples.hpp"
#include "compiler/growth/merge_coplanar.hpp"
#include "compiler/growth/union_boundary.hpp"
#include "compiler/tree/sliver_cell.hpp"
#include "compiler/tree/split_choice.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kSamplesPerFace = 10;
// More do not make better trees of levels, but of worlds with tens of thousands of polygons.
constexpr std::size_t kUsualSamples = 600, kFacesPerMore = 50, kMostSamples = 2000;
constexpr std::size_t kMostSamplesInLeaves = 4000;  // these gather in the thin ends of leaves
constexpr double kSampleMargin = 64;                // units around a model in which traces start

// What fills a cell: asked at points well inside it, away from every face. `at` becomes the point.
Contents contentsOfCell(const BrushIndex& index, const CellFaces& cell, Vec3& at) {
    const Vec3 middle = interiorOf(cell);
    double clearance = 0;
    Contents best = index.contentsAt(middle, clearance);
    at = middle;
    if (clearance > kOnPlane) return best;
    // The middle lies on a seam or the cell is thin: take the clearest of points between it and the faces.
    double bestClearance = clearance;
    for (const CellFace* face : cell) {
        const Vec3 p = (middle * 3 + centreOf(face->winding) * 2) * 0.2;
        const Contents contents = index.contentsAt(p, clearance);
        if (clearance <= bestClearance) continue;
        bestClearance = clearance;
        best = contents;
        at = p;
    }
    return best;
}

Box sampleBox(const std::vector<GrownBrush*>& brushes) {
    Box box = kEmptyBox;
    for (const GrownBrush* brush : brushes) {
        growBounds(box, brush->bounds.mins);
        growBounds(box, brush->bounds.maxs);
    }
    const Vec3 margin{kSampleMargin, kSampleMargin, kSampleMargin};
    return {box.mins - margin, box.maxs + margin};
}

// Where the fill closed a crack, its portal bounds the free space like a face. The first crack makes a copy of the
// table: other models read the hull's at the same time, and a crack's plane may make one of it exact.
std::vector<Winding> closedCracks(const FillResult& fill, const Portals& portals, const PlaneTable& known,
                                  std::unique_ptr<PlaneTable>& planes) {
    std::vector<Winding> cracks;
    for (const Portal& portal : portals) {
        if (fill.reached[portal.front] == fill.reached[portal.back]) continue;
        if (planes == nullptr) planes = std::make_unique<PlaneTable>(known);
        Winding crack = portal.winding;
        if (isAxialPlaneId(crack.plane)) {
            // On an auxiliary plane, which now needs a place in the table.
            const PlaneEquation equation = axialEquation(crack.plane);
            crack.plane = planes->add(planeOf(equation), equation);
        } else if (crack.plane == kNoPlane) {
            crack.plane = planes->add(portal.plane);  // the fill's own cut
        }
        cracks.push_back(std::move(crack));
    }
    return cracks;
}

class Baker {
  public:
    explicit Baker(const BakeInput& input) : input_(input), index_(input.planes, input.brushes) {}

    BakeResult run() {
        if (input_.brushes.empty()) return std::move(result_);
        makeBoundary();
        const bool isExact = input_.planes.exactCount() == input_.planes.size();
        if (!isExact || !bakeBySurface()) bakeByLeaves();
        return std::move(result_);
    }

  private:
    // What bounds reached space is known from the surface alone. False where that leaves a doubt.
    bool bakeBySurface() {
        std::optional<ShellFill> fill;
        std::vector<Winding> faces;
        {
            const StageClock::Scope scope(input_.clock, Stage::Fill);
            if (input_.entities != nullptr) {
                fill.emplace(input_.planes, index_, boundary_);
                if (!fill->run(*input_.entities, input_.hullBox)) return false;
                const std::vector<bool> kept = fill->keptPolygons();
                for (std::size_t i = 0; i < kept.size(); ++i)
                    if (kept[i]) faces.push_back(boundary_.polygons[i]);
            } else {
                faces = boundary_.polygons;
            }
        }
        if (input_.progress) input_.progress(boundary_.polygons.size(), 0);
        faces = merge(std::move(faces));
        const StageClock::Scope scope(input_.clock, Stage::SecondTree);
        std::atomic<bool> unsure = false;
        const auto closed = [&](Contents contents, const Vec3& p) {
            if (!fill || any(contents & kSealing)) return contents;
            const ShellFill::Place place = fill->placeOf(p);
            if (place == ShellFill::Place::Unsure || place == ShellFill::Place::Sealed) unsure = true;
            return place == ShellFill::Place::Reached ? contents : Contents::Solid;
        };
        TreeOptions options;
        const Box around = sampleBox(input_.brushes);
        const std::size_t most = std::min(kMostSamples, kUsualSamples + faces.size() / kFacesPerMore);
        options.samples = fill ? sampleSegments(fill->reachedSpace(), around, samplesFor(faces, most))
                               : samplesAnywhere(around, samplesFor(faces, most));
        options.classify = [&](const CellFaces& cell) {
            Vec3 at;
            const Contents contents = contentsOfCell(index_, cell, at);
            return closed(contents, at);
        };
        options.brushes = &index_;
        options.classifySliver = [&](const SliverCell& thin) {
            return closed(contentsOfSliver(index_, input_.planes, thin.middle), thin.middle);
        };
        options.progress = progress();
        const auto root = buildTree(input_.planes, faces, cellOfBox(input_.around), options);
        if (unsure) {
            if (input_.progress) input_.progress(0, 2 * boundary_.polygons.size());
            return false;
        }
        result_.fill.filled = fill.has_value();
        finish(*root, input_.planes);
        return true;
    }

    // Wherever there is no brush.
    std::vector<SampleSegment> samplesAnywhere(const Box& around, std::size_t count) const {
        if (count == 0) return {};
        std::vector<SurfacePiece> pieces;
        for (std::uint32_t i = 0; i < boundary_.polygons.size(); ++i) pieces.push_back({&boundary_.polygons[i], i});
        const SurfaceRays rays(input_.planes, pieces);
        const auto isFree = [&](const Vec3& p) {
            double clearance = 0;
            return !any(index_.contentsAt(p, clearance));
        };
        const std::vector<std::uint32_t> unbounded;
        return sampleSegments({input_.planes, pieces, rays, unbounded, isFree}, around, count);
    }

    void bakeByLeaves() {
        makeFirstTree();
        std::vector<Winding> faces = fill();
        boundary_ = {};
        makeSecondTree(merge(std::move(faces)));
    }

    // A handful of polygons is split by trying, without samples.
    static std::size_t samplesFor(const std::vector<Winding>& faces, std::size_t most) {
        return faces.size() <= kSmallSplit ? 0 : std::min(most, kSamplesPerFace * faces.size());
    }

    void finish(TreeNode& root, const PlaneTable& planes) {
        mergeEqualLeaves(root);
        result_.tree = flattened(root, planes);
        result_.nodes = result_.tree.nodes.size();
        result_.depth = result_.tree.depth;
    }

    void makeBoundary() {
        const StageClock::Scope scope(input_.clock, Stage::Boundary);
        boundary_ = unionBoundary(input_.planes, index_);
        result_.boundaryFaces = boundary_.polygons.size();
        for (GrownBrush* brush : input_.brushes) brush->faces = std::vector<Winding>();
        if (input_.progress) input_.progress(0, 2 * boundary_.polygons.size());
    }

    void makeFirstTree() {
        const StageClock::Scope scope(input_.clock, Stage::FirstTree);
        TreeOptions options;
        options.keepGeometry = true;
        options.classify = [this](const CellFaces& cell) {
            Vec3 at;
            return contentsOfCell(index_, cell, at);
        };
        options.brushes = &index_;
        options.classifySliver = [this](const SliverCell& thin) {
            return contentsOfSliver(index_, input_.planes, thin.middle);
        };
        options.progress = progress();
        first_ = buildTree(input_.planes, boundary_.polygons, cellOfBox(input_.around), options);
        leaves_ = numberLeaves(*first_);
        result_.firstTreeNodes = leaves_.size() - 1;
    }

    // The boundary of the space that is reached; that of everything is used up.
    std::vector<Winding> fill() {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        wanted_.assign(leaves_.size(), true);
        if (input_.entities == nullptr) return std::move(boundary_.polygons);
        Portals portals = makePortals(*first_, input_.planes.equations());
        result_.fill =
            fillByLeaves(input_.planes.equations(), *first_, leaves_, portals, *input_.entities, input_.hullBox);
        wanted_.assign(leaves_.size(), true);  // there may be more of them now
        if (!result_.fill.filled) return std::move(boundary_.polygons);
        wanted_ = result_.fill.reached;
        const std::vector<Winding> cracks = closedCracks(result_.fill, portals, input_.planes, planesOfCracks_);
        portals = Portals();
        // Sky keeps its bounds within the walls as well: who hits it must be told so.
        std::vector<bool> kept = wanted_;
        for (const TreeNode* leaf : leaves_)
            kept[leaf->leaf] = kept[leaf->leaf] || any(leaf->contents & ~Contents::Solid);
        const std::vector<bool> used = touchesReached(*first_, input_.planes, kept, boundary_.polygons);
        std::vector<Winding> faces;
        faces.reserve(static_cast<std::size_t>(std::count(used.begin(), used.end(), true)) + cracks.size());
        for (std::size_t i = 0; i < used.size(); ++i)
            if (used[i]) faces.push_back(std::move(boundary_.polygons[i]));
        faces.insert(faces.end(), cracks.begin(), cracks.end());
        return faces;
    }

    std::vector<Winding> merge(std::vector<Winding> faces) {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        return mergeFaces(secondPlanes(), std::move(faces));
    }

    void makeSecondTree(const std::vector<Winding>& faces) {
        const StageClock::Scope scope(input_.clock, Stage::SecondTree);
        TreeOptions options;
        options.samples = sampleSegments(*first_, leaves_, wanted_, sampleBox(input_.brushes),
                                         samplesFor(faces, kMostSamplesInLeaves));
        dropGeometry(*first_);
        options.classify = [this](const CellFaces& cell) { return leafAt(*first_, interiorOf(cell)).contents; };
        options.brushes = &index_;
        options.classifySliver = [this](const SliverCell& thin) { return contentsOfSliver(*first_, thin); };
        options.progress = progress();
        const auto root = buildTree(secondPlanes(), faces, cellOfBox(input_.around), options);
        finish(*root, secondPlanes());
        result_.planesOfCracks = std::move(planesOfCracks_);
    }

    const PlaneTable& secondPlanes() const { return planesOfCracks_ != nullptr ? *planesOfCracks_ : input_.planes; }

    std::function<void(std::size_t)> progress() const {
        if (!input_.progress) return {};
        return [this](std::size_t placed) { input_.progress(placed, 0); };
    }

    const BakeInput& input_;
    BrushIndex index_;
    Boundary boundary_;
    std::unique_ptr<TreeNode> first_;
    std::vector<TreeNode*> leaves_;
    std::vector<bool> wanted_;
    std::unique_ptr<PlaneTable> planesOfCracks_;  // the hull's planes and those of closed cracks; null if there is none
    BakeResult result_;
};

}  // namespace

BakeResult bakeModel(const BakeInput& input) {
    return Baker(input).run();
}

}  // namespace hullbake
