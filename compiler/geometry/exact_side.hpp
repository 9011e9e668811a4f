// Exact side of a plane for the meeting point of three planes, and that point in doubles.
//
// In: integer equations. Out: the sign of a 4x4 determinant. A distance in doubles larger than sideError decides
// without it.
// Error bound, with u = 2^-53: planeOf is off by at most 6u relative in each component of the normal and 8u in the
// distance. A vertex of meetingPoint is off by u * (2 |p_i| + 4 kEquationUnit) along each axis. A dot product of three
// terms adds 3u of the sum of their magnitudes. The subtraction adds u of its result, at most u * (|p|_1 + |dist|).
// Together this is below u * (12 |p|_1 + 9 |dist| + 7 kEquationUnit), to first order. sideError is 16u * (|p|_1 +
// |dist| + 1).
#pragma once

#include <cmath>

#include "compiler/geometry/plane_equation.hpp"

namespace hullbake {

/// Returns the error bound of the distance, in doubles, between a vertex of meetingPoint and a plane of planeOf. World
/// units.
inline double sideError(const Vec3& p, const Plane& plane) {
    return 0x1p-49 * (std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z) + std::fabs(plane.dist) + 1);
}

/// Computes where three planes meet, exactly and rounded once. Each coordinate is off by less than 2^-52 of itself plus
/// 2^-51 * kEquationUnit. The order of the planes does not matter.
/// Returns false if they do not meet in one point or an equation is unknown.
bool meetingPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p);

/// Computes axialCoordinate when 64 bits may not suffice.
double longAxialCoordinate(const PlaneEquation& equation);
/// Returns the coordinate, in world units, where an axial plane with an equation crosses its axis. Equal to the
/// coordinate that meetingPoint computes for a point of three axial planes.
inline double axialCoordinate(const PlaneEquation& equation) {
    if (equation.normalBits != 1 || equation.distBits > 62) return longAxialCoordinate(equation);
    // The component is 1 or -1, so no division is needed.
    const double component = static_cast<double>(equation.n[equation.axis]);
    return static_cast<double>(static_cast<std::int64_t>(equation.d.low)) * kEquationUnit * component;
}

/// Returns the sign of n.x - d of `by` at the meeting point of the other planes: 1 in front, -1 behind, 0 on it.
/// `decided` is false if they do not meet in one point. All equations must be known.
int sideOfMeeting(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                  bool& decided);
/// Computes sideOfMeeting for planes that meet within `distance` of `by`, in world units. This is faster: the low
/// digits of a determinant suffice where it is known to be small.
int sideOfNearMeeting(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                      double distance, bool& decided);

/// A whole point has coordinates that are multiples of kEquationUnit, below 2^24 world units. Corners of most brushes
/// and of all patches do.
inline bool isWholePoint(const Vec3& p) {
    constexpr double kMost = 0x1p24;
    for (int a = 0; a < 3; ++a)
        if (!(std::fabs(p[a]) < kMost) || std::floor(p[a] / kEquationUnit) != p[a] / kEquationUnit) return false;
    return true;
}
/// Returns the sign of n.x - d at a whole point. The equation must be known and not wide.
int sideOfWholePoint(const PlaneEquation& equation, const Vec3& p);

}  // namespace hullbake
