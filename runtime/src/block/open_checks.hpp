// Checks shared by ClipMap::open and by the checks of the grid's sections.
#pragma once

#include <cmath>

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

inline constexpr double kUnitTolerance = 1e-9;  // upper bound of the error of the squared length of a normal
// Upper bound of the distance of a plane. Planes of grown brushes lie at most sqrt(3) * (range + box) from the origin.
inline constexpr double kMaxPlaneDist = 4.0 * 1024 * 1024;

// False for NaN.
inline bool finiteWithin(double value, double limit) {
    return std::fabs(value) <= limit;
}

inline bool finiteWithin(const double (&v)[3], double limit) {
    return finiteWithin(v[0], limit) && finiteWithin(v[1], limit) && finiteWithin(v[2], limit);
}

inline bool unitPlane(const double (&n)[3], double dist) {
    const double squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    return std::fabs(squared - 1) <= kUnitTolerance && finiteWithin(dist, kMaxPlaneDist);
}

/// Returns true if the plane of a node exists and the node has no unknown bits.
inline bool goodNode(const format::NodeRecord& node, std::size_t planes) {
    if ((node.back & ~format::kChildMask) != 0) return false;
    if (node.kind() == format::kGeneralPlane) return node.plane < planes;
    return finiteWithin(node.axialDist(), kMaxPlaneDist);
}

/// A fault and its position in the block.
struct GridFault {
    Status status = Status::Ok;
    const char* section = "";
    const std::byte* at = nullptr;
};

/// Checks the sections of the grid. All other sections must have passed their checks. Returns false at the first fault.
bool gridsAreGood(const format::Tables& tables, GridFault& fault);

}  // namespace hullbake::detail
