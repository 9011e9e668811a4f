// Finds by brute force what is near a position.
//
// In: grown brushes and a position. Out: distances to brushes, the faces in sight, and the nearest position outside all
// brushes.
// Invariant: shares no code with the neighbour queries of the runtime that it checks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hullbake/math.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// Returns the distance from `p` to the closed brush, 0 inside. Tries all feet on one, two and three planes.
double distanceToBrush(const GrownBrush& brush, const Vec3& p);

/// The visible part of a face of a grown brush.
struct NearFace {
    std::uint32_t brush = 0;  ///< index of the brush
    GrownPlane plane;
    double distance = 0;  ///< from `p` to the plane
    double gap = 0;       ///< from `p` to the nearest point of the face that enlarged brushes do not hide
    double exactGap = 0;  ///< from `p` to the nearest point of the face that the exact brushes do not hide
    bool behind = false;  ///< a brush is between `p` and the point of `gap`, deeper than four tolerances
};

/// Returns all faces with 0 <= distance and one of the gaps <= reach, allowing for `slack`. A brush hides a point of a
/// face if it contains the point a little in front of it. For `gap` that is 2.2 tolerances in front, and each brush is
/// one tolerance larger.
std::vector<NearFace> facesNear(const std::vector<GrownBrush>& brushes, const Vec3& p, double reach, double slack);

/// Returns a position nearer to `p` than `limit` that is at least `room` in front of some plane of every brush. It is
/// the nearest foot on the planes moved out by `room`, on their edges or on their corners. Returns nothing if there is
/// none.
std::optional<Vec3> placeOutside(const std::vector<GrownBrush>& brushes, const Vec3& p, double limit, double room);

}  // namespace hullbake::oracle
