// What the checks of ClipMap::open share, and those of the grid's sections.
#pragma once

#include <cmath>

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

inline constexpr double kUnitTolerance = 1e-9;  // of the squared length of a normal
// Planes of grown brushes lie at most sqrt(3) * (range + box) out.
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

/// Whether a node names a plane that there is, and no unknown bits.
inline bool goodNode(const format::NodeRecord& node, std::size_t planes) {
    if ((node.back & ~format::kChildMask) != 0) return false;
    if (node.kind() == format::kGeneralPlane) return node.plane < planes;
    return finiteWithin(node.axialDist(), kMaxPlaneDist);
}

/// What is wrong, and where in the block.
struct GridFault {
    Status status = Status::Ok;
    const char* section = "";
    const std::byte* at = nullptr;
};

/// Checks the sections of the grid; all others were found good before. False with the first fault.
bool gridsAreGood(const format::Tables& tables, GridFault& fault);

}  // namespace hullbake::detail
