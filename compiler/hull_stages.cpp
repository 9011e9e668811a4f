#include "compiler/hull_stages.hpp"

#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "compiler/grid/world_grid.hpp"

namespace hullbake {

namespace {

// Lower bound of the width of the void around everything, for the flood from outside. World units. Any positive width
// works.
constexpr double kVoidMargin = 64;

// Returns the box with a margin, rounded to the grid of the equations: its planes then have equations, and it moves
// with the map.
Box withVoidAround(const Box& brushes) {
    Box box;
    for (int a = 0; a < 3; ++a) {
        box.mins[a] = std::floor((brushes.mins[a] - kVoidMargin) / kEquationUnit) * kEquationUnit;
        box.maxs[a] = std::ceil((brushes.maxs[a] + kVoidMargin) / kEquationUnit) * kEquationUnit;
    }
    return box;
}

}  // namespace

HullStages::HullStages(const BrushScene& scene, const std::vector<PointEntity>& entities,
                       const CompileSettings& settings, StageClock& clock, Progress& progress)
    : scene_(scene),
      entities_(entities),
      settings_(settings),
      clock_(clock),
      progress_(progress),
      oneByOne_(hullRanges(settings.hulls.size(), scene.brushes.size()).size() > 1),
      jobs_(bakeJobs(settings.hulls.size(), scene.models.size())),
      grown_(settings.hulls.size()),
      bakes_(jobs_.size()),
      trees_(scene.models.size() * settings.hulls.size()),
      samples_(trees_.size()) {
    if (settings.cellSize > 0) grids_.resize(settings.hulls.size());
}

void HullStages::grow(std::size_t hull) {
    const StageClock::Scope scope(clock_, Stage::Grow);
    grown_[hull] = growHull(scene_, settings_.hulls[hull], static_cast<std::uint32_t>(hull));
}

BakeInput HullStages::inputOf(const BakeJob& job) {
    GrownHull& hull = grown_[job.hull];
    BakeInput input{.planes = hull.planes,
                    .brushes = {},
                    .around = kEmptyBox,
                    .entities = nullptr,
                    .hullBox = settings_.hulls[job.hull].box,
                    .passage = settings_.passage,
                    .onGrid = hull.onGrid,
                    .clock = clock_,
                    .progress = progress_.baking(),
                    .packLater = oneByOne_};
    for (std::uint32_t i = hull.modelBegin[job.model]; i < hull.modelBegin[job.model + 1]; ++i) {
        GrownBrush& brush = hull.brushes[i];
        if (any(brush.contents & kMaskPassable) != job.liquid || brush.planes.empty()) continue;
        input.brushes.push_back(&brush);
        growBounds(input.around, brush.bounds.mins);
        growBounds(input.around, brush.bounds.maxs);
    }
    input.around = withVoidAround(input.around);
    // Without entities nothing is reached, so nothing can be filled.
    if (job.isWorld() && settings_.fill && !entities_.empty()) input.entities = &entities_;
    return input;
}

void HullStages::bake(const BakeJob& job) {
    const std::size_t hulls = grown_.size();
    BakeResult& out = bakes_[(2 * job.model + (job.liquid ? 1 : 0)) * hulls + job.hull];
    out = bakeModel(inputOf(job));
    if (!out.unpacked) return keepTree(job, out);
    // Packing is serial, so the other threads grow the next hull meanwhile.
    packing_.run([this, job, &out] {
        {
            const StageClock::Scope scope(clock_, Stage::SecondTree);
            packTree(out, grown_[job.hull].planes);
        }
        keepTree(job, out);
    });
}

void HullStages::keepTree(const BakeJob& job, BakeResult& baked) {
    ModelTrees& trees = trees_[job.model * grown_.size() + job.hull];
    (job.liquid ? trees.liquid : trees.blocking) = std::move(baked.tree);
}

// The total number of nodes is only known with the last tree. If this tree, times the number of hulls, is below a
// quarter of kHugeTrees, the cells hardly ever become larger.
bool HullStages::gridIsDue(std::size_t hull) const {
    return !grids_.empty() && !oneByOne_ && 4 * grids_.size() * trees_[hull].blocking.nodes.size() <= kHugeTrees;
}

void HullStages::makeGrid(std::size_t hull) {
    makeGrid(hull, 0);
}

void HullStages::makeGrid(std::size_t hull, std::size_t allNodes) {
    const StageClock::Scope scope(clock_, Stage::Grid);
    grids_[hull] = worldGrid(scene_, settings_.hulls[hull], hull, trees_[hull].blocking, settings_.cellSize, allNodes);
}

void HullStages::takeSamples(std::size_t hull) {
    const StageClock::Scope scope(clock_, Stage::Check);
    const std::size_t models = scene_.models.size();
    for (std::size_t m = 0; m < models; ++m) samples_[hull * models + m] = samplePointsOf(grown_[hull], m);
}

void HullStages::finishTrees() {
    packing_.wait();
}

void HullStages::finishGrids() {
    std::size_t nodes = 0;
    for (const ModelTrees& trees : trees_) nodes += trees.blocking.nodes.size() + trees.liquid.nodes.size();
    // A grid takes one thread most of the time, so the longest begin first.
    std::vector<std::size_t> order(grids_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return trees_[a].blocking.nodes.size() > trees_[b].blocking.nodes.size();
    });
    std::atomic<std::size_t> next = 0;  // outlives the tasks, also where one cannot be started
    tbb::task_group making;
    for (std::size_t i = 0; i < order.size(); ++i)
        making.run([&] {
            const std::size_t h = order[next++];
            if (nodes > kHugeTrees || grids_[h].record.cellSize == 0) makeGrid(h, nodes);
        });
    making.wait();
}

}  // namespace hullbake
