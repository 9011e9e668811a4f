// Job queue that all threads take from, in its order.
//
// Invariant: long jobs are queued first, so that short ones fill the time while the last long one ends.
#pragma once

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>

namespace hullbake {

class JobList {
  public:
    /// Appends a job. A running job may call it too.
    void add(std::function<void()> job) {
        {
            const std::scoped_lock lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        group_.run([this] {
            // Isolates the job: a thread that waits for parts of it must not start another job. The first job could not
            // continue before that one ends.
            const std::function<void()> next = take();
            if (!next) return;
            // An exception that left the group would cancel the parts of the other running jobs, whose results would
            // then lack some without a word.
            try {
                tbb::this_task_arena::isolate(next);
            } catch (...) {
                fail(std::current_exception());
            }
        });
    }

    /// Waits until all jobs are done. Threads that find the list empty help with parts of running jobs. Rethrows the
    /// first exception of a job: running jobs then end, and the rest of the list is skipped.
    void wait() {
        group_.wait();
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

  private:
    // Returns the next job, or none after an exception. There are as many tasks as jobs, so any task may take any job.
    std::function<void()> take() {
        const std::scoped_lock lock(mutex_);
        if (failure_) return {};
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

    void fail(std::exception_ptr failure) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) failure_ = std::move(failure);
    }

    std::mutex mutex_;
    std::deque<std::function<void()>> jobs_;
    std::exception_ptr failure_;
    tbb::task_group group_;
};

}  // namespace hullbake
