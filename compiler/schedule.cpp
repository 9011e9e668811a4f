#include "compiler/schedule.hpp"

#include <atomic>

#include "compiler/job_list.hpp"

namespace hullbake {

namespace {

// Upper bound of the brushes of a map whose hulls are compiled at the same time. Beyond it memory matters more than
// idle threads.
constexpr std::size_t kLargeMap = 20000;

class Schedule {
  public:
    Schedule(const HullWork& work, const HullRange& range, const std::vector<BakeJob>& jobs)
        : work_(work),
          range_(range),
          jobs_(jobs),
          hullsToGrow_(range.last - range.first),
          worldsToBake_(range.last - range.first) {}

    void run() {
        for (std::size_t h = range_.first; h < range_.last; ++h)
            list_.add([this, h] {
                work_.grow(h);
                list_.add([this, h] { bakeWorld(h); });
                if (--hullsToGrow_ == 0) addOtherJobs();
            });
        list_.wait();
    }

  private:
    void bakeWorld(std::size_t hull) {
        work_.bake({hull, 0, false});
        if (work_.gridIsDue(hull)) list_.add([this, hull] { work_.makeGrid(hull); });
        // Queued last, to fill the idle threads beside the last grid. Where grids wait, it waits with them.
        const bool isLast = --worldsToBake_ == 0 && range_.last == jobs_.back().hull + 1;
        if (isLast && work_.gridIsDue(hull)) list_.add(work_.describe);
    }

    // Jobs beside the trees of the world.
    void addOtherJobs() {
        for (const BakeJob& job : jobs_)
            if (job.hull >= range_.first && job.hull < range_.last && !job.isWorld())
                list_.add([this, job] { work_.bake(job); });
        // Fills the time in which the largest world leaves threads idle.
        for (std::size_t h = range_.first; h < range_.last; ++h) list_.add([this, h] { work_.takeSamples(h); });
    }

    const HullWork& work_;
    HullRange range_;
    const std::vector<BakeJob>& jobs_;
    std::atomic<std::size_t> hullsToGrow_, worldsToBake_;
    JobList list_;
};

}  // namespace

std::vector<BakeJob> bakeJobs(std::size_t hulls, std::size_t models) {
    std::vector<BakeJob> jobs;
    for (std::size_t m = 0; m < models; ++m)
        for (const bool liquid : {false, true})
            for (std::size_t h = 0; h < hulls; ++h) jobs.push_back({h, m, liquid});
    return jobs;
}

std::vector<HullRange> hullRanges(std::size_t hulls, std::size_t brushes) {
    if (brushes <= kLargeMap) return {{0, hulls}};
    std::vector<HullRange> ranges;
    for (std::size_t h = 0; h < hulls; ++h) ranges.push_back({h, h + 1});
    return ranges;
}

void runHulls(const HullWork& work, const HullRange& range, const std::vector<BakeJob>& jobs) {
    Schedule(work, range, jobs).run();
}

}  // namespace hullbake
