// Shared by all moves: checks of arguments, and the planes of an answer.
#pragma once

#include <algorithm>
#include <cstdint>

#include "move/slider.hpp"

namespace hullbake::detail {

// All checks are false for NaN.
inline bool validMove(const Vec3& velocity, const Vec3& acceleration, double seconds) {
    return std::isfinite(length(velocity)) && std::isfinite(length(acceleration)) && seconds >= 0 &&
           seconds <= kMaxMoveSeconds;
}

/// Returns true if ground may be searched from `origin`, which takes a trace to `reach` units below it.
inline bool validLook(const MoveSpace& space, const Vec3& origin, double reach, double groundNormal) {
    return reach >= 0 && reach <= kMaxCoordinate && space.validAt(origin) &&
           space.validAt(origin - Vec3{0, 0, reach}) && groundNormal > 0 && groundNormal <= 1;
}

/// Returns the least z of the unit normal of ground, for the z that is asked for. The z of a plane, and that of a rule
/// stored as float, are rounded: a slope of exactly the limit is ground.
inline double leastGroundNormal(double groundNormal) {
    constexpr double kRounding = 1e-7;
    return groundNormal - kRounding;
}

inline bool validNudge(double nudge) {
    return nudge >= 0 && nudge <= kMaxCoordinate;
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
