// Concatenates the result lists of a parallel loop.
//
// In: one list for each index of the loop. Out: one list in the order of the indices, whatever thread made which.
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

namespace hullbake {

/// Returns the elements of all lists in order. Frees each list once its elements are moved.
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
