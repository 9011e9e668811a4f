// Schedules the work on all hulls: which jobs run when, and on how many hulls at a time.
//
// In: the jobs of a hull as functions. Out: all of them done. Invariant: a job starts after the jobs whose results it
// reads, whatever the number of threads.
// Long jobs start first, so that short ones fill the time while the last long one ends.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace hullbake {

/// A tree to bake: of a model in a hull, from its blocking or its liquid brushes.
struct BakeJob {
    std::size_t hull, model;
    bool liquid;

    /// Returns true for the world's blocking tree, the longest job of a hull.
    bool isWorld() const { return model == 0 && !liquid; }
};

/// Returns all trees of a compile: models in order, for each the blocking trees of all hulls before the liquid ones.
std::vector<BakeJob> bakeJobs(std::size_t hulls, std::size_t models);

/// Job functions. Any thread may call them, at the same time as jobs of other hulls.
struct HullWork {
    std::function<void(std::size_t hull)> grow;         ///< first
    std::function<void(const BakeJob&)> bake;           ///< after grow() of its hull
    std::function<bool(std::size_t hull)> gridIsDue;    ///< after the world's bake(): true if makeGrid() follows now
    std::function<void(std::size_t hull)> makeGrid;     ///< after the world's bake()
    std::function<void(std::size_t hull)> takeSamples;  ///< after grow() of its hull; short
    std::function<void()> describe;                     ///< at most once, independent of hulls; short
};

/// Hulls from `first` up to `last`, exclusive.
struct HullRange {
    std::size_t first, last;
};

/// Returns which hulls to compile at the same time. In a large map it is one after the other: each needs much memory
/// and has work for all threads. Otherwise it is all of them.
std::vector<HullRange> hullRanges(std::size_t hulls, std::size_t brushes);

/// Runs the jobs of these hulls. describe() runs with the range of the last hull, beside the grid of the world that is
/// baked last. If that is not due, the caller describes. `jobs` are those of bakeJobs().
void runHulls(const HullWork& work, const HullRange& range, const std::vector<BakeJob>& jobs);

}  // namespace hullbake
