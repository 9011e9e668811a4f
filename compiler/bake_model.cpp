// Tries the fill by shells first, which needs one tree; falls back to the fill by leaves, which needs two.

#include "compiler/bake_model.hpp"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <stdexcept>

#include "compiler/brushes/sealing.hpp"
#include "compiler/fill/fill_by_shells.hpp"
#include "compiler/fill/fill_planes.hpp"
#include "compiler/fill/hub_planes.hpp"
#include "compiler/fill/open_air.hpp"
#include "compiler/fill/tolerances.hpp"
#include "compiler/fill/trace_samples.hpp"
#include "compiler/growth/merge_coplanar.hpp"
#include "compiler/growth/union_boundary.hpp"
#include "compiler/tree/cell_contents.hpp"
#include "compiler/tree/split_choice.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

// Upper bound of the samples for each boundary polygon. Keeps the sampling of small models cheap.
constexpr std::size_t kSamplesPerFace = 10;
// Upper bounds of the samples in reached space. More samples improve trees only in worlds with tens of thousands of
// polygons.
constexpr std::size_t kUsualSamples = 600, kFacesPerMore = 50, kMostSamples = 2000;
// Upper bound of the samples in leaves. Larger than kMostSamples, as these samples concentrate in the thin ends of
// leaves.
constexpr std::size_t kMostSamplesInLeaves = 4000;
// Depth from which a tree is built again with planes through the points where very many polygons meet.
constexpr std::size_t kUsualDepth = 128;
// Width of the space around a model in which samples start. World units. Traces begin near what they can hit.
constexpr double kSampleMargin = 64;

Box sampleBox(const std::vector<GrownBrush*>& brushes) {
    Box box = kEmptyBox;
    for (const GrownBrush* brush : brushes) {
        growBounds(box, brush->bounds.mins);
        growBounds(box, brush->bounds.maxs);
    }
    const Vec3 margin{kSampleMargin, kSampleMargin, kSampleMargin};
    return {box.mins - margin, box.maxs + margin};
}

// Returns the portals of the cracks that the fill has closed, which bound free space like faces.
std::vector<Winding> closedCracks(const FillResult& fill, const Portals& portals, FillPlanes& planes) {
    std::vector<Winding> cracks;
    for (const Portal& portal : portals) {
        if (fill.reached[portal.front] == fill.reached[portal.back]) continue;
        Winding crack = portal.winding;
        // An auxiliary plane now needs an entry in the table.
        if (isAxialPlaneId(crack.plane)) crack.plane = planes.addAxial(crack.plane);
        cracks.push_back(std::move(crack));
    }
    return cracks;
}

// Tree of all brushes, for the fill by leaves.
struct FirstTree {
    std::unique_ptr<TreeNode> root;
    std::vector<TreeNode*> leaves;
    std::vector<bool> reached;  // by leaf: true where samples are taken
};

class Baker {
  public:
    explicit Baker(const BakeInput& input)
        : input_(input), index_(input.planes, input.brushes), planes_(input.planes) {}

    BakeResult run() {
        if (input_.brushes.empty()) return std::move(result_);
        makeBoundary();
        const bool isOpen = findOpenAir(Effort::Glance);
        // Off the grid, edges lie closer together than the shells' tolerance of lines. The shells know no widths.
        const bool shellsTell = input_.onGrid && input_.passage <= kGridWidth;
        if ((isOpen || shellsTell || input_.entities == nullptr) && bakeBySurface(isOpen)) return std::move(result_);
        // A leak is the usual reason.
        if (!findOpenAir(Effort::Search) || !bakeBySurface(true)) bakeByLeaves();
        return std::move(result_);
    }

  private:
    // Takes the faces of reached space from the surface alone, without a first tree. Returns false if that is not
    // certain.
    bool bakeBySurface(bool isOpen) {
        std::optional<ShellFill> fill;
        if (!isOpen && !fillShells(fill)) return false;
        if (input_.progress) input_.progress(boundary_.polygons.size(), 0);
        std::vector<Winding> kept = fill ? keptFaces(*fill) : std::move(boundary_.polygons);
        const std::vector<const Winding*> faces = merge(kept);
        if (!makeTreeOfSurface(faces, fill)) {
            if (input_.progress) input_.progress(0, 2 * boundary_.polygons.size());
            return false;
        }
        result_.fill.filled = fill.has_value();
        if (fill) result_.fill.outside = fill->outside();
        return true;
    }

    // Takes the faces from the leaves of a first tree, which are joined by portals.
    void bakeByLeaves() {
        FirstTree first = makeFirstTree();
        std::vector<Winding> faces = fillLeaves(first);
        std::vector<const Winding*> merged;
        std::vector<SampleSegment> samples;
        // Most often the merged faces are enough for as many samples.
        tbb::parallel_invoke([&] { merged = merge(faces); }, [&] { samples = samplesOf(first, faces.size()); },
                             [&] { boundary_ = {}; });
        if (samplesOfLeaves(merged.size()) != samplesOfLeaves(faces.size())) samples = samplesOf(first, merged.size());
        makeSecondTree(first, merged, std::move(samples));
    }

    // Stage Boundary: of the union of all brushes.
    void makeBoundary() {
        const StageClock::Scope scope(input_.clock, Stage::Boundary);
        boundary_ = unionBoundary(input_.planes, index_, input_.brushes);
        result_.boundaryFaces = boundary_.polygons.size();
        if (input_.progress) input_.progress(0, 2 * boundary_.polygons.size());
    }

    // Stage Fill, for maps that are open to the void: they need no fill.
    bool findOpenAir(Effort effort) {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        if (input_.entities == nullptr) return false;
        const auto way = openWay(input_.planes, index_, input_.passage, input_.around, *input_.entities, effort);
        if (!way) return false;
        result_.fill.leaked = true;
        result_.fill.leakEntity = way->start;
        result_.fill.trail = {way->start->origin, way->end};
        return true;
    }

    // Stage Fill, by shells. Leaves `fill` empty without entities. Returns false if the fill is not certain.
    bool fillShells(std::optional<ShellFill>& fill) {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        if (input_.entities == nullptr) return true;
        fill.emplace(input_.planes, index_, boundary_);
        return fill->run(*input_.entities, input_.hullBox, input_.around, input_.passage);
    }

    std::vector<Winding> keptFaces(const ShellFill& fill) const {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        std::vector<Winding> faces;
        const std::vector<bool> kept = fill.keptPolygons();
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (kept[i]) faces.push_back(boundary_.polygons[i]);
        return faces;
    }

    // Stage SecondTree, after a fill by shells or without a fill. Returns false if the fill is not certain at a leaf.
    bool makeTreeOfSurface(std::span<const Winding* const> faces, const std::optional<ShellFill>& fill) {
        const StageClock::Scope scope(input_.clock, Stage::SecondTree);
        std::atomic<bool> unsure = false;
        const auto closed = [&](Contents contents, const Vec3& p) {
            if (!fill || any(contents & kSealing)) return contents;
            const ShellFill::Region region = fill->regionOf(p);
            if (region == ShellFill::Region::Unsure || region == ShellFill::Region::Sealed) unsure = true;
            return region == ShellFill::Region::Reached ? contents : Contents::Solid;
        };
        TreeOptions options = commonOptions();
        options.samples = fill ? samplesReached(*fill, faces.size()) : samplesOutside(faces.size());
        // Without a fill no leaf is unsure, so there is no second try. Trees of terrain need the memory.
        if (!fill) {
            if (boundary_.others.empty()) options.behind = resolveOverlap(input_.brushes.front()->contents);
            boundary_ = {};
        }
        options.classify = [&](const CellFaces& cell) {
            Vec3 at;
            const Contents contents = contentsOfCell(index_, planes_.table(), cell, at);
            return closed(contents, at);
        };
        auto root = treeOf(faces, options);
        if (unsure) return false;
        result_.unpacked = std::move(root);
        if (input_.packLater && !planes_.hasAdded()) return true;
        packTree(result_, planes_.table());
        result_.ownPlanes = planes_.take();
        return true;
    }

    // Stage FirstTree: all brushes, with the geometry of cells and caps.
    FirstTree makeFirstTree() {
        const StageClock::Scope scope(input_.clock, Stage::FirstTree);
        TreeOptions options = commonOptions();
        options.keepGeometry = true;
        options.classify = [this](const CellFaces& cell) {
            Vec3 at;
            return contentsOfCell(index_, planes_.table(), cell, at);
        };
        FirstTree first;
        std::vector<const Winding*> faces;
        for (const Winding& polygon : boundary_.polygons) faces.push_back(&polygon);
        first.root = treeOf(faces, options);
        first.leaves = numberLeaves(*first.root);
        result_.firstTreeNodes = first.leaves.size() - 1;
        return first;
    }

    // Stage Fill, by leaves. Returns the boundary of reached space, and moves polygons out of boundary_.
    std::vector<Winding> fillLeaves(FirstTree& first) {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        first.reached.assign(first.leaves.size(), true);
        if (input_.entities == nullptr) return std::move(boundary_.polygons);
        Portals portals = makePortals(*first.root, planes_.equations());
        const BallSpace space(input_.planes, index_, input_.passage);
        result_.fill =
            fillByLeaves(planes_, space, *first.root, first.leaves, portals, *input_.entities, input_.hullBox);
        first.reached.assign(first.leaves.size(), true);  // the fill may have added leaves
        if (!result_.fill.filled) return std::move(boundary_.polygons);
        first.reached = result_.fill.reached;
        const std::vector<Winding> cracks = closedCracks(result_.fill, portals, planes_);
        portals = Portals();
        return boundaryOfReached(first, cracks);
    }

    std::vector<Winding> boundaryOfReached(FirstTree& first, const std::vector<Winding>& cracks) {
        // Sky keeps its boundary inside walls too, as a trace that hits sky must report it.
        std::vector<bool> kept = first.reached;
        for (const TreeNode* leaf : first.leaves)
            kept[leaf->leaf] = kept[leaf->leaf] || any(leaf->contents & ~Contents::Solid);
        const std::vector<bool> used = touchesReached(*first.root, planes_.table(), kept, boundary_.polygons);
        std::vector<Winding> faces;
        faces.reserve(static_cast<std::size_t>(std::count(used.begin(), used.end(), true)) + cracks.size());
        for (std::size_t i = 0; i < used.size(); ++i)
            if (used[i]) faces.push_back(std::move(boundary_.polygons[i]));
        faces.insert(faces.end(), cracks.begin(), cracks.end());
        return faces;
    }

    // Stage SecondTree, after a fill by leaves. The first tree's leaves classify the new ones.
    void makeSecondTree(FirstTree& first, std::span<const Winding* const> faces, std::vector<SampleSegment> samples) {
        const StageClock::Scope scope(input_.clock, Stage::SecondTree);
        const TreeNode& root = *first.root;
        TreeOptions options = commonOptions();
        options.samples = std::move(samples);
        options.classify = [&](const CellFaces& cell) { return leafOfCell(root, planes_.table(), cell).contents; };
        // Memory is freed beside what one thread does.
        tbb::parallel_invoke([&] { result_.unpacked = treeOf(faces, options); }, [&] { dropGeometry(*first.root); });
        tbb::parallel_invoke([&] { packTree(result_, planes_.table()); }, [&] { first.root.reset(); });
        result_.ownPlanes = planes_.take();
    }

    // Merges faces of one plane that share an edge.
    std::vector<const Winding*> merge(std::vector<Winding>& faces) {
        const StageClock::Scope scope(input_.clock, Stage::Fill);
        return mergeFaces(planes_.table(), faces);
    }

    // Builds a tree. One that grows very deep, as at the apex of a cone, is built again with planes through such
    // points. Those trees are rare, and others need no such planes.
    std::unique_ptr<TreeNode> treeOf(std::span<const Winding* const> faces, TreeOptions& options) {
        const ConvexCell root = cellOfBox(input_.around);
        options.mostDepth = kUsualDepth;
        for (const Hubs hubs : {Hubs::Open, Hubs::Buried}) {
            try {
                return buildTree(planes_.table(), faces, root, options);
            } catch (const std::length_error&) {
                options.halving = addHubPlanes(planes_, faces, hubs);
            }
            options.mostDepth = format::kMaxDepth;
            options.progress = {};  // all has been counted
        }
        return buildTree(planes_.table(), faces, root, options);
    }

    // Returns the options that all trees share.
    TreeOptions commonOptions() const {
        TreeOptions options;
        if (input_.progress) options.progress = [this](std::size_t placed) { input_.progress(placed, 0); };
        return options;
    }

    // A few polygons are split by search, without samples.
    static std::size_t samplesFor(std::size_t faces, std::size_t most) {
        return faces <= kSmallSplit ? 0 : std::min(most, kSamplesPerFace * faces);
    }
    static std::size_t samplesOfLeaves(std::size_t faces) { return samplesFor(faces, kMostSamplesInLeaves); }
    static std::size_t samplesOfSurface(std::size_t faces) {
        return samplesFor(faces, std::min(kMostSamples, kUsualSamples + faces / kFacesPerMore));
    }

    std::vector<SampleSegment> samplesOf(const FirstTree& first, std::size_t faces) const {
        const StageClock::Scope scope(input_.clock, Stage::SecondTree);
        return sampleSegments(*first.root, first.leaves, first.reached, sampleBox(input_.brushes),
                              samplesOfLeaves(faces));
    }

    std::vector<SampleSegment> samplesReached(const ShellFill& fill, std::size_t faces) const {
        return sampleSegments(fill.reachedSpace(), sampleBox(input_.brushes), samplesOfSurface(faces));
    }

    // Takes samples wherever there is no brush.
    std::vector<SampleSegment> samplesOutside(std::size_t faces) const {
        return sampleSegments(index_, sampleBox(input_.brushes), samplesOfSurface(faces));
    }

    const BakeInput& input_;
    BrushIndex index_;
    Boundary boundary_;
    FillPlanes planes_;
    BakeResult result_;
};

}  // namespace

BakeResult bakeModel(const BakeInput& input) {
    return Baker(input).run();
}

void packTree(BakeResult& result, const PlaneTable& planes) {
    mergeEqualLeaves(*result.unpacked);
    result.tree = flattened(*result.unpacked, planes);
    result.unpacked.reset();
    result.nodes = result.tree.nodes.size();
    result.depth = result.tree.depth;
}

}  // namespace hullbake
