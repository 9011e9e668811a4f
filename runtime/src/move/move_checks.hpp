// Shared by all moves: checks of arguments, and the planes of an answer.
#pragma once

#include <algorithm>
#include <cstdint>

#include "block/box_checks.hpp"
#include "move/slider.hpp"

namespace hullbake::detail {

// All comparisons fail for NaN.
/// Returns why a move is refused, or None.
inline Refusal refusalOfMove(const MoveSpace& space, const Vec3& origin, const Vec3& velocity, const Vec3& acceleration,
                             double seconds) {
    const Refusal refusal = space.refusalAt(origin);
    if (refusal != Refusal::None) return refusal;
    if (!(seconds >= 0 && seconds <= kMaxMoveSeconds)) return Refusal::BadTime;
    const bool finite = std::isfinite(length(velocity)) && std::isfinite(length(acceleration));
    return finite ? Refusal::None : Refusal::BadVelocity;
}

/// Returns why ground may not be searched from `origin`, which takes a trace to `reach` units below it, or None.
inline Refusal refusalOfLook(const MoveSpace& space, const Vec3& origin, double reach, double groundNormal) {
    const Refusal refusal = space.refusalAt(origin);
    if (refusal != Refusal::None) return refusal;
    if (!isValidDistance(reach)) return Refusal::BadDistance;
    if (!(groundNormal > 0 && groundNormal <= 1)) return Refusal::BadRules;
    return space.refusalAt(origin - Vec3{0, 0, reach});
}

/// Returns the least z of the unit normal of ground, for the z that is asked for. The z of a plane, and that of a rule
/// stored as float, are rounded: a slope of exactly the limit is ground.
inline double leastGroundNormal(double groundNormal) {
    constexpr double kRoundedNormal = 1e-7;
    return groundNormal - kRoundedNormal;
}

inline bool validRules(const ClassicRules& rules) {
    return rules.bumps >= 1 && rules.bumps <= 64 && rules.overbounce >= 1 && rules.overbounce <= 2 &&
           rules.stopSpeed >= 0 && rules.stopSpeed <= kMaxCoordinate;
}

inline std::uint32_t copyNormals(const PlaneSet& planes, Vec3 (&out)[kMaxMovePlanes]) {
    std::copy(planes.normals().begin(), planes.normals().end(), out);
    return static_cast<std::uint32_t>(planes.normals().size());
}

}  // namespace hullbake::detail
