// How to call a function for each of many indices: one after another, or on the threads of whoever calls.
#pragma once

#include <cstddef>
#include <functional>

namespace hullbake {

/// Calls `work` once for each index below a count, in any order, maybe at the same time. Returns when all are done.
using ForEach = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

inline void oneAfterAnother(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace hullbake
