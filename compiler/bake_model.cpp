#include "compiler/bake_model.hpp"

#include <algorithm>

#include "compiler/boundary.hpp"
#include "compiler/merge_faces.hpp"
#include "compiler/samples.hpp"
#include "compiler/split_choice.hpp"
#include "compiler/thin_cell.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kMaxSamples = 4000, kSamplesPerFace = 10;
constexpr double kSampleMargin = 64;  // units around a model in which traces start

// What fills a cell: asked at points well inside it, away from every face.
Contents contentsOfCell(const BrushIndex& index, const CellFaces& cell) {
    const Vec3 middle = interiorOf(cell);
    double clearance = 0;
    Contents best = index.contentsAt(middle, clearance);
    if (clearance > kOnPlane) return best;
    // The middle lies on a seam or the cell is thin: take the clearest of points between it and the faces.
    double bestClearance = clearance;
    for (const CellFace* face : cell) {
        const Vec3 p = (middle * 3 + centreOf(face->winding) * 2) * 0.2;
        const Contents contents = index.contentsAt(p, clearance);
        if (clearance <= bestClearance) continue;
        bestClearance = clearance;
        best = contents;
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

// Where the fill closed a crack, its portal bounds the free space like a face.
std::vector<Winding> closedCracks(const FillResult& fill, const Portals& portals, const PlaneTable& known,
                                  PlaneTable& planes) {
    std::vector<Winding> cracks;
    for (const Portal& portal : portals) {
        if (fill.reached[portal.front] == fill.reached[portal.back]) continue;
        if (planes.size() == 0) planes = known;
        Winding crack = portal.winding;
        if (isAxialPlaneId(crack.plane)) {
            // On an auxiliary plane, which now needs a place in the table.
            const PlaneEquation equation = axialEquation(crack.plane);
            crack.plane = planes.add(planeOf(equation), equation);
        } else if (crack.plane == kNoPlane) {
            crack.plane = planes.add(portal.plane);  // the fill's own cut
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
        makeFirstTree();
        std::vector<Winding> faces = fill();
        boundary_ = std::vector<Winding>();
        makeSecondTree(merge(std::move(faces)));
        return std::move(result_);
    }

  private:
    void makeBoundary() {
        const StageClock::Scope scope(input_.clock, Stage::Boundary);
        boundary_ = unionBoundary(input_.planes, index_);
        result_.boundaryFaces = boundary_.size();
        for (GrownBrush* brush : input_.brushes) brush->faces = std::vector<Winding>();
        if (input_.progress) input_.progress(0, 2 * boundary_.size());
    }

    void makeFirstTree() {
        const StageClock::Scope scope(input_.clock, Stage::FirstTree);
        TreeOptions options;
        options.keepGeometry = true;
        options.classify = [this](const CellFaces& cell) { return contentsOfCell(index_, cell); };
        options.brushes = &index_;
        options.classifyThin = [this](const ThinCell& thin) {
            return contentsOfThin(index_, input_.planes, thin.middle);
        };
        options.progress = progress();
        first_ = buildTree(input_.planes, boundary_, cellOfBox(input_.around), options);
        leaves_ = numberLeaves(*first_);
        result_.firstTreeNodes = leaves_.size() - 1;
    }

    // The boundary of the space that is reached; that of everything is used up.
    std::vector<Winding> fill() {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        wanted_.assign(leaves_.size(), true);
        if (input_.entities == nullptr) return std::move(boundary_);
        Portals portals = makePortals(*first_, input_.planes.equations());
        result_.fill =
            fillOutside(input_.planes.equations(), *first_, leaves_, portals, *input_.entities, input_.hullBox);
        wanted_.assign(leaves_.size(), true);  // there may be more of them now
        if (!result_.fill.filled) return std::move(boundary_);
        wanted_ = result_.fill.reached;
        const std::vector<Winding> cracks = closedCracks(result_.fill, portals, input_.planes, planesOfCracks_);
        portals = Portals();
        // Sky keeps its bounds within the walls as well: who hits it must be told so.
        std::vector<bool> kept = wanted_;
        for (const TreeNode* leaf : leaves_)
            kept[leaf->leaf] = kept[leaf->leaf] || any(leaf->contents & ~Contents::Solid);
        const std::vector<bool> used = touchesReached(*first_, input_.planes, kept, boundary_);
        std::vector<Winding> faces;
        faces.reserve(static_cast<std::size_t>(std::count(used.begin(), used.end(), true)) + cracks.size());
        for (std::size_t i = 0; i < boundary_.size(); ++i)
            if (used[i]) faces.push_back(std::move(boundary_[i]));
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
        // A handful of polygons is split by trying, without samples.
        const std::size_t samples =
            faces.size() <= kSmallSplit ? 0 : std::min(kMaxSamples, kSamplesPerFace * faces.size());
        options.samples = sampleSegments(*first_, leaves_, wanted_, sampleBox(input_.brushes), samples);
        dropGeometry(*first_);
        options.classify = [this](const CellFaces& cell) { return leafAt(*first_, interiorOf(cell)).contents; };
        options.brushes = &index_;
        options.classifyThin = [this](const ThinCell& thin) { return contentsOfThin(*first_, thin); };
        options.progress = progress();
        const auto root = buildTree(secondPlanes(), faces, cellOfBox(input_.around), options);
        mergeEqualLeaves(*root);
        result_.tree = flattened(*root);
        result_.nodes = result_.tree.nodes.size();
        result_.depth = result_.tree.depth;
    }

    const PlaneTable& secondPlanes() const { return planesOfCracks_.size() > 0 ? planesOfCracks_ : input_.planes; }

    std::function<void(std::size_t)> progress() const {
        if (!input_.progress) return {};
        return [this](std::size_t placed) { input_.progress(placed, 0); };
    }

    const BakeInput& input_;
    BrushIndex index_;
    std::vector<Winding> boundary_;
    std::unique_ptr<TreeNode> first_;
    std::vector<TreeNode*> leaves_;
    std::vector<bool> wanted_;
    PlaneTable planesOfCracks_;  // the hull's planes and those of closed cracks; empty when there is none
    BakeResult result_;
};

}  // namespace

BakeResult bakeModel(const BakeInput& input) {
    return Baker(input).run();
}

}  // namespace hullbake
