// The planes in which a whole trace lies, and a side of each: where the trace meets such a node, it goes on there.
#pragma once

#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

class AlongSides {
  public:
    bool any() const { return count_ > 0; }

    /// Replaces a node by its child on the side taken; of a new plane, the front. Returns false if there are too many
    /// planes, or two so nearly parallel that rounding decides what lies between them.
    bool take(const NodeTables& tables, ChildRef& child) {
        const NodeRecord& node = tables.nodes[child];
        std::uint32_t i = 0;
        while (i < count_ && !samePlane(*taken_[i].node, node)) ++i;
        if (i == count_) {
            if (count_ == kMost || (count_ == 1 && isNearlyParallel(tables, *taken_[0].node, node))) return false;
            taken_[count_++] = {&node, false};
        }
        child = taken_[i].back ? node.back : node.front();
        return true;
    }

    /// Takes the next combination of sides. Returns false after the last.
    bool next() {
        while (count_ > 0 && taken_[count_ - 1].back) --count_;
        if (count_ == 0) return false;
        taken_[count_ - 1].back = true;
        return true;
    }

  private:
    static bool isNearlyParallel(const NodeTables& tables, const NodeRecord& a, const NodeRecord& b) {
        constexpr double kParallel = 0.99;  // cosine
        return std::fabs(dot(nodePlane(tables, a).normal, nodePlane(tables, b).normal)) > kParallel;
    }

    struct Taken {
        const NodeRecord* node;
        bool back;
    };
    static constexpr std::uint32_t kMost = 2;
    Taken taken_[kMost];
    std::uint32_t count_ = 0;
};

}  // namespace hullbake::detail
