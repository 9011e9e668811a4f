// Jobs that all threads take from one list, in its order: the long ones first, so that the short ones fill up the time
// while the last of the long ones comes to its end.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace hullbake {

class WorkList {
  public:
    /// May be called by a job of the list, too.
    void add(std::function<void()> job) {
        const std::scoped_lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }

    /// Until the list is empty. Threads that find it so help with what the others are at. After an exception, which
    /// comes out here, the rest of the list is left undone.
    void run() {
        const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, std::min(threads, jobs_.size()), 1), [this](const auto&) { work(); },
            tbb::simple_partitioner());
    }

  private:
    void work() {
        while (const std::function<void()> job = take()) {
            try {
                // Where a job waits for parts of it that other threads took, it takes no other job: that would have to
                // be done before it goes on.
                tbb::this_task_arena::isolate(job);
            } catch (...) {
                const std::scoped_lock lock(mutex_);
                jobs_.clear();
                throw;
            }
        }
    }

    // Nothing when the list is empty.
    std::function<void()> take() {
        const std::scoped_lock lock(mutex_);
        if (jobs_.empty()) return {};
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

    std::mutex mutex_;
    std::deque<std::function<void()>> jobs_;
};

}  // namespace hullbake
