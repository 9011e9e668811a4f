// The order of the work on all hulls: which jobs run when, on how many hulls at a time.
//
// In: the jobs of a hull as functions. Out: all of them done. Invariant: a job starts after those whose results it
// reads, whatever the number of threads; long jobs start first, so that short ones fill the time while the last long
// one ends.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace hullbake {

/// One tree to bake: of a model in a hull, from its blocking or its liquid brushes.
struct BakeJob {
    std::size_t hull, model;
    bool liquid;

    /// The longest of a hull.
    bool isWorld() const { return model == 0 && !liquid; }
};

/// All trees of a compile: the world's first, for each model the blocking ones of all hulls before the liquid ones.
std::vector<BakeJob> bakeJobs(std::size_t hulls, std::size_t models);

/// The jobs. Each may be called from any thread, at the same time as jobs of other hulls.
struct HullWork {
    std::function<void(std::size_t hull)> grow;         ///< first
    std::function<void(const BakeJob&)> bake;           ///< after grow() of its hull
    std::function<bool(std::size_t hull)> gridIsDue;    ///< after the world's bake(): whether makeGrid() follows now
    std::function<void(std::size_t hull)> makeGrid;     ///< after the world's bake()
    std::function<void(std::size_t hull)> takeSamples;  ///< after grow() of its hull; short
    std::function<void()> describe;                     ///< once, depends on no hull; short
};

/// Hulls from `first` up to `last`, which is beyond.
struct HullRange {
    std::size_t first, last;
};

/// Which hulls to work on at a time: all of them; in a large map one after the other, as each takes much memory and has
/// work for all threads.
std::vector<HullRange> hullRanges(std::size_t hulls, std::size_t brushes);

/// Does the work on these hulls. describe() comes with the range that begins with hull 0. `jobs` are those of
/// bakeJobs().
void runHulls(const HullWork& work, const HullRange& range, const std::vector<BakeJob>& jobs);

}  // namespace hullbake
