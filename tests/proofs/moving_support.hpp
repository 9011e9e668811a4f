// Shared by the proofs of moving: levels of slabs at any angle, stairs and ramps, and a body that is checked after each
// tick.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "hullbake/slide.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {

/// Returns a thick square slab. `normal` (unit length) points out of the middle of its front at `middle`.
MapBrush slabBrush(const Vec3& middle, const Vec3& normal, double halfSize = 512, double thickness = 64);
/// Returns a ramp rising to +x: it climbs `rise` over x from 0 to `run`, and extends `width` to both sides of y = 0.
MapBrush rampBrush(double run, double rise, double width);

/// Returns an empty string if the velocity points into no plane, in double and, where the planes leave room, in float.
std::string faultOfVelocity(const Vec3& velocity, std::span<const Vec3> planes);

/// A box that moves through a map, by a hull or as a box at query time.
class Body {
  public:
    Body(const Proof& proof, std::string_view hull, bool query);

    /// Slides for one tick. Checks each piece of the path and the end against the oracle.
    SlideResult slide(const SlideInput& input);
    WalkResult walk(const WalkRules& rules, const WalkState& state, double seconds);

    const Probe& probe() const { return probe_; }
    const SolidSet& solids() const { return solids_; }
    std::size_t faults() const { return faults_.count(); }
    std::size_t contacts() const { return contacts_; }
    /// Returns the path of the last move.
    std::span<const PathPoint> path() const { return std::span(path_).first(points_); }

  private:
    void check(const Vec3& start, const Vec3& end, const Vec3& velocity, std::span<const Vec3> planes,
               std::size_t points, const std::string& what);

    const ClipMap& map_;
    Probe probe_;
    SolidSet solids_;
    Faults faults_;
    std::size_t contacts_ = 0;
    std::vector<PathPoint> path_;
    std::size_t points_ = 0;
};

}  // namespace hullbake::test
