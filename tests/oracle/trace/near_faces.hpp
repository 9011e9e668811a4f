// What is near a place, by brute force: how far a convex brush is, which parts of faces other brushes leave in sight,
// and whether any place outside all brushes is nearer than a given one.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hullbake/math.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// How deep `p` is in the brush: the distance to the nearest of its planes, negative when it is in front of one.
double depthIn(const GrownBrush& brush, const Vec3& p);

/// From `p` to the nearest point of the closed brush, 0 inside. By all feet on one, two and three planes.
double distanceToBrush(const GrownBrush& brush, const Vec3& p);

/// A face of a grown brush, as much of it as can be seen.
struct NearFace {
    std::uint32_t brush = 0;  ///< number of the brush
    GrownPlane plane;
    double distance = 0;  ///< from `p` to the plane
    double gap = 0;       ///< from `p` to the nearest point of the face that nothing hides
    double exactGap = 0;  ///< the same, when brushes hide no more and no less than what is inside them
    bool behind = false;  ///< a brush stands between `p` and the first of those, deeper than four tolerances
};

/// All faces with 0 <= distance and one of the gaps <= reach, give or take `slack`. A point of a face is hidden when
/// the point 2.2 tolerances in front of it is inside another brush, or no further than one tolerance outside the planes
/// of one.
std::vector<NearFace> facesNear(const std::vector<GrownBrush>& brushes, const Vec3& p, double reach, double slack);

/// A place nearer to `p` than `limit` that lies at least `room` in front of some plane of every brush: the nearest of
/// all feet on the planes moved out by `room`, their edges and their corners. Nothing when there is none.
std::optional<Vec3> placeOutside(const std::vector<GrownBrush>& brushes, const Vec3& p, double limit, double room);

}  // namespace hullbake::oracle
