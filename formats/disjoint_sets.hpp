// Disjoint sets with path halving.
//
// Invariant: the root of a set is its smallest element, so results do not depend on the order of joins.
// Source: Tarjan and van Leeuwen, 1984.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace hullbake {

class DisjointSets {
  public:
    explicit DisjointSets(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0u); }

    /// Returns the smallest element of the set.
    std::uint32_t find(std::uint32_t element) {
        while (parents_[element] != element) element = parents_[element] = parents_[parents_[element]];
        return element;
    }
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        // Makes the smaller root the parent: find() then does not depend on the order of joins.
        if (a < b) parents_[b] = a;
        if (b < a) parents_[a] = b;
    }
    /// Returns find() of every element.
    std::vector<std::uint32_t> numbers() {
        std::vector<std::uint32_t> all(parents_.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = find(i);
        return all;
    }

  private:
    std::vector<std::uint32_t> parents_;
};

}  // namespace hullbake
