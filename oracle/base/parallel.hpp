// Runs independent tasks on several threads.
//
// In: a count, a number of threads and a task. Out: nothing; each task stores its result under its own number.
// Invariant: the results do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace hullbake::oracle {

/// Calls task(0) .. task(count - 1), in any order, and returns when all are done. At most `threads` run at once.
template <typename Task>
void forEach(std::size_t count, unsigned threads, const Task& task) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) task(i);
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads && i < count; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
}

/// Returns `asked`, or the number of processors for 0.
inline unsigned threadCount(unsigned asked) {
    return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace hullbake::oracle
