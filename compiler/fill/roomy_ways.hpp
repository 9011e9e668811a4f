// Finds paths of a small ball from its position to a place with more room around it.
//
// In: points where the ball fits. Out: for each the path to more room, in steps that the ball can take. Invariant: the
// solid does not change, so each path is searched once.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "compiler/fill/ball_clearance.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

class RoomyWays {
  public:
    /// Keeps a reference to the space.
    explicit RoomyWays(const BallSpace& space) : space_(space) {}

    /// Returns the path from `p`, which is its first point, in at most three steps.
    const std::vector<Vec3>& from(const Vec3& p) const;

  private:
    std::vector<Vec3> find(const Vec3& p) const;

    const BallSpace& space_;
    mutable std::map<std::array<double, 3>, std::vector<Vec3>> known_;  // by coordinates of the start
};

}  // namespace hullbake
