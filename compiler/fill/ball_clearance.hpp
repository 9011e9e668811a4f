// Moves balls of a given radius between the brushes.
//
// In: grown brushes, the width of the narrowest passage, and the segment that a ball moves along. Out: whether the ball
// fits everywhere on it. Invariant: a
// ball that does not fit never passes. How a tree divides space has no influence.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "compiler/geometry/tolerances.hpp"
#include "compiler/growth/brush_index.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// Returns true if a leaf is neither solid nor sky.
bool passable(const TreeNode& leaf);

/// The space outside all sealing brushes.
class BallSpace {
  public:
    /// Keeps references to the planes and the index. `passage` is CompileSettings::passage.
    BallSpace(const PlaneTable& planes, const BrushIndex& index, double passage)
        : planes_(planes), index_(index), passage_(passage) {}

    /// Returns the width of the narrowest passage that the flood takes.
    double passage() const { return passage_; }
    /// Returns the radius of the ball that the flood moves. Slightly less than half of passage(), so that a passage of
    /// exactly that width lets the ball through despite rounding. Narrower than that, it is a point.
    double ballRadius() const { return ballRadius(2 * kOnPlane); }
    /// Returns half of passage() less `slack`, or 0.
    double ballRadius(double slack) const { return std::max(passage_ / 2 - slack, 0.0); }

    /// Returns true if a ball of that radius passes from `from` to `to` without meeting a sealing brush. A ball of
    /// radius 0 is a point, whose path must not even touch one.
    /// Never true for a ball that does not fit. May be false for a ball that fits close to acute corners (not edges) of
    /// brushes.
    bool passes(const Vec3& from, const Vec3& to, double radius) const;

    /// Sealing brushes, all that are near enough to matter among them.
    using NearBrushes = std::span<const GrownBrush* const>;
    /// Does the same with brushes that were searched for before: those within the radius and 2 kOnPlane of the way.
    bool passes(NearBrushes near, const Vec3& from, const Vec3& to, double radius) const;

    /// Returns the centre of a ball of that radius that covers `p`, or comes as close as the corner of three walls
    /// allows. The centre is `p`, or `p` moved by up to `reach` along the diagonals of a frame with unit axis `up`.
    /// Without `alongUp` it only moves across `up`. Centres for which `suits` returns false are passed over.
    std::optional<Vec3> ballAround(const Vec3& p, const Vec3& up, double radius, double reach, bool alongUp = true,
                                   const std::function<bool(const Vec3&)>& suits = {}) const;

    /// Returns true if `p` lies between two faces less than `width` apart that face each other, and behind the other
    /// faces of both sealing brushes.
    bool isInCrack(const Vec3& p, double width) const;

    /// Returns the sealing brushes whose bounds overlap a box, in the order of the index.
    std::vector<const GrownBrush*> sealingNear(const Box& box) const;

  private:
    bool isClear(NearBrushes near, const Vec3& from, const Vec3& to, double reach) const;
    bool isClearOf(const GrownBrush& brush, const Vec3& p, double reach) const;
    bool isClearOf(const GrownBrush& brush, const Vec3& from, const Vec3& to, double reach) const;

    const PlaneTable& planes_;
    const BrushIndex& index_;
    double passage_;
};

}  // namespace hullbake
