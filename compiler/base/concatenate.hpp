// Joins the results of parallel loops, which come as lists placed by index, into one list.
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

namespace hullbake {

/// One list after the other. The memory of each is given back when it was moved.
template <class T>
std::vector<T> concatenate(std::vector<std::vector<T>> lists) {
    std::size_t count = 0;
    for (const std::vector<T>& list : lists) count += list.size();
    std::vector<T> all;
    all.reserve(count);
    for (std::vector<T>& list : lists) {
        std::move(list.begin(), list.end(), std::back_inserter(all));
        list = std::vector<T>();
    }
    return all;
}

}  // namespace hullbake
