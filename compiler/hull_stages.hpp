// Runs the stages of every hull, from the grown brushes to the grid.
//
// In: the scene. Out: grown brushes, trees, grids and sample points, by hull. Invariant: each call writes only to
// entries of its own hull and model, so results do not depend on thread timing.
#pragma once

#include <tbb/task_group.h>

#include <cstddef>
#include <vector>

#include "compiler/bake_model.hpp"
#include "compiler/brushes/scene.hpp"
#include "compiler/emit/emit.hpp"
#include "compiler/emit/self_check.hpp"
#include "compiler/fill/point_entities.hpp"
#include "compiler/grid/grid_builder.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/progress.hpp"
#include "compiler/schedule.hpp"
#include "compiler/settings.hpp"
#include "compiler/stage_clock.hpp"

namespace hullbake {

class HullStages {
  public:
    /// Refers to all arguments.
    HullStages(const BrushScene& scene, const std::vector<PointEntity>& entities, const CompileSettings& settings,
               StageClock& clock, Progress& progress);

    /// Grows every brush by the reflected box of the hull.
    void grow(std::size_t hull);
    /// Bakes one tree: boundary, first tree, fill, second tree. Requires grow(). In large maps the tree is packed
    /// later.
    void bake(const BakeJob& job);
    /// Returns true if the grid of a hull can be built before the other trees are finished. Requires bake() of its
    /// world.
    bool gridIsDue(std::size_t hull) const;
    /// Builds the grid over the world of a hull, as if its tree were the only one.
    void makeGrid(std::size_t hull);
    /// Samples points and their contents from the grown brushes, for the final check.
    void takeSamples(std::size_t hull);
    /// Waits for the last trees.
    void finishTrees();
    /// Builds the missing grids. Rebuilds all if there are so many nodes that cells must be larger.
    void finishGrids();

    /// Returns the jobs, in the order of bakes().
    const std::vector<BakeJob>& jobs() const { return jobs_; }
    const std::vector<GrownHull>& grown() const { return grown_; }
    const std::vector<BakeResult>& bakes() const { return bakes_; }
    const std::vector<ModelTrees>& trees() const { return trees_; }
    const std::vector<GridData>& grids() const { return grids_; }
    const std::vector<std::vector<SamplePoint>>& samples() const { return samples_; }

  private:
    BakeInput inputOf(const BakeJob& job);
    void keepTree(const BakeJob& job, BakeResult& baked);
    void makeGrid(std::size_t hull, std::size_t allNodes);

    const BrushScene& scene_;
    const std::vector<PointEntity>& entities_;
    const CompileSettings& settings_;
    StageClock& clock_;
    Progress& progress_;
    bool oneByOne_;  // true if hulls are compiled one after the other
    std::vector<BakeJob> jobs_;
    std::vector<GrownHull> grown_;                   // indexed by hull
    std::vector<BakeResult> bakes_;                  // indexed by job
    std::vector<ModelTrees> trees_;                  // [model * hulls + hull]
    std::vector<GridData> grids_;                    // indexed by hull; empty if there are no cells
    std::vector<std::vector<SamplePoint>> samples_;  // [hull * models + model]
    tbb::task_group packing_;                        // of large trees, while the next hull is compiled
};

}  // namespace hullbake
