// Finds the grown brushes that overlap a box or contain a point.
//
// In: grown brushes. Out: an index of their bounds. Invariant: results do not depend on the order of the index.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/geometry/box_index.hpp"
#include "compiler/growth/grow.hpp"

namespace hullbake {

class BrushIndex {
  public:
    BrushIndex(const PlaneTable& planes, std::span<const GrownBrush* const> brushes);

    /// Returns the indices of the brushes whose bounds overlap `box` within kOnPlane, ascending.
    std::vector<std::uint32_t> meeting(const Box& box) const { return boxes_.meeting(box); }

    /// Returns the contents of the closed brushes at `p`, overlaps resolved. `clearance` becomes the distance (world
    /// units) to the nearest plane that could change the answer. Below kOnPlane the point is too close to a face to be
    /// certain.
    Contents contentsAt(const Vec3& p, double& clearance) const;

    /// Returns the distance at which a ray enters the first brush, or `reach` if it enters none before. It must start
    /// outside of all brushes. `direction` must have length 1.
    double distanceToFirst(const Vec3& from, const Vec3& direction, double reach) const;

    std::span<const GrownBrush* const> brushes() const { return brushes_; }

  private:
    std::span<const GrownBrush* const> brushes_;
    std::vector<Plane> planes_;               // of all faces, brush by brush
    std::vector<std::uint32_t> planesBegin_;  // index of each brush's first plane
    BoxIndex boxes_;
};

}  // namespace hullbake
