// What is in a mover's way: the brushes of one model, or of several, each model for itself.
//
// Models are solids of their own: the seam between a door and its frame is solid in neither, and a box that is thin
// enough may slide in it.
#pragma once

#include <vector>

#include "oracle/trace/solid_set.hpp"

namespace hullbake::oracle {

class MoveSolids {
  public:
    /// The brushes of each model.
    explicit MoveSolids(std::vector<std::vector<GrownBrush>> models);

    /// All brushes, for what asks of them one by one.
    const SolidSet& all() const { return all_; }

    bool inside(const Vec3& p, Contents mask, const Tolerance& tolerance = {}) const;
    /// Those of each model that the segment comes near, solid or not.
    std::vector<SegmentProfile> profiles(const Vec3& start, const Vec3& end, Contents mask,
                                         const Tolerance& tolerance) const;

  private:
    SolidSet all_;
    std::vector<SolidSet> models_;  ///< empty for a single one
};

}  // namespace hullbake::oracle
