// Decides whether a point is inside a union of brushes or on its boundary.
//
// In: a point, the brushes near it and a tolerance. Out: whether the brushes cover a small cube around the point.
// A point on the seam of two touching brushes is inside neither, yet inside the union. A point at the apex of a crack
// is on both, yet on the boundary of the union. What the brushes leave of the cube distinguishes the two. Leftovers
// into which no ball fits that is about as thick as a sliver are rounding. So the brushes are moved out by the radius
// of the ball, and the cube is smaller by it: then nothing at all may be left.
#pragma once

#include <optional>
#include <span>

#include "hullbake/math.hpp"
#include "oracle/solids/grown_brush.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

/// Returns true if the closed brushes `cover` contain the whole cube around `p` and no interior of `excluded` overlaps
/// it. If a brush is missing at some point of the cube, `missing` may become such a point.
bool coversNeighbourhood(const Vec3& p, const Tolerance& tolerance, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> excluded, std::optional<Vec3>* missing = nullptr);

/// Returns a tolerance whose cube contains those of `tolerance` around all points that lie within `depth` along each
/// axis. What counts as rounding is as thick.
inline Tolerance twiceAsDeep(Tolerance tolerance) {
    tolerance.depth *= 2;
    tolerance.sliver /= 2;
    return tolerance;
}

/// What tests of some places tell about others: where hundreds of brushes meet, a segment asks for thousands of places
/// next to each other.
struct KnownCover {
    std::optional<Vec3> covered;  ///< the cube of twiceAsDeep() around it is covered
    std::optional<Vec3> missing;  ///< no brush contains it
    double triedUpTo = -1;        ///< position along the segment up to which a larger cube was tried

    /// Returns whether the cube around `p` is covered, if that is known.
    std::optional<bool> at(const Vec3& p, const Tolerance& tolerance) const;
};

}  // namespace hullbake::oracle
