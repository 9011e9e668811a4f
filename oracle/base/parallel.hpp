// Tasks that are run in any order by some threads; what they leave behind is stored by their number.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace hullbake::oracle {

/// Runs task(0) .. task(count - 1), in any order.
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

/// The number asked for, or all processors for 0.
inline unsigned threadCount(unsigned asked) {
    return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace hullbake::oracle
