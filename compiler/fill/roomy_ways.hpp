// Ways of a small ball from where it is to where it has room around it.
//
// In: points where the ball fits. Out: for each the way to more room, by steps that the ball can take. Invariant: what
// is solid does not change, so that each way is looked for once.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "compiler/tree/build_tree.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

class RoomyWays {
  public:
    /// Refers to the tree, whose leaves may be cut while their contents stay.
    explicit RoomyWays(const TreeNode& root) : root_(root) {}

    /// The way from `p`, which comes first, by at most three steps.
    const std::vector<Vec3>& from(const Vec3& p) const;

  private:
    std::vector<Vec3> find(const Vec3& p) const;

    const TreeNode& root_;
    mutable std::map<std::array<double, 3>, std::vector<Vec3>> known_;  // by coordinates
};

}  // namespace hullbake
