// Stores the brushes in a mover's way, each model apart.
//
// In: the grown brushes of one or several models. Out: whether points and segments are free.
// Invariant: each model is a solid of its own. The seam between a door and its frame is solid in neither, and a box
// that is thin enough may slide in it.
#pragma once

#include <vector>

#include "oracle/trace/solid_set.hpp"

namespace hullbake::oracle {

class MoveSolids {
  public:
    /// `models`: the brushes of each model.
    explicit MoveSolids(std::vector<std::vector<GrownBrush>> models);

    /// Returns all brushes as one set, for queries about single brushes.
    const SolidSet& all() const { return all_; }

    bool inside(const Vec3& p, Contents mask, const Tolerance& tolerance = {}) const;
    /// Returns one profile for each model that the segment comes near, solid or not.
    std::vector<SegmentProfile> profiles(const Vec3& start, const Vec3& end, Contents mask,
                                         const Tolerance& tolerance) const;

  private:
    SolidSet all_;
    std::vector<SolidSet> models_;  ///< empty for a single model
};

}  // namespace hullbake::oracle
