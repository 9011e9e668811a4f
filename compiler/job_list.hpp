// Jobs that all threads take from one list, in its order.
//
// Long jobs come first, so that short ones fill the time while the last long one ends.
#pragma once

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace hullbake {

class JobList {
  public:
    /// May be called by a job of the list, too.
    void add(std::function<void()> job) {
        {
            const std::scoped_lock lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        group_.run([this] {
            // While a job waits for parts of it that another thread took it takes no other job: that would have to be
            // done before it goes on.
            const std::function<void()> next = take();
            tbb::this_task_arena::isolate(next);
        });
    }

    /// Until all is done. Threads that find the list empty help with what the others are at. After an exception, which
    /// comes out here, the rest of the list is left undone.
    void wait() { group_.wait(); }

  private:
    // Whatever task it is that begins next: there are as many as jobs.
    std::function<void()> take() {
        const std::scoped_lock lock(mutex_);
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

    std::mutex mutex_;
    std::deque<std::function<void()>> jobs_;
    tbb::task_group group_;
};

}  // namespace hullbake
