// On which side of a plane the meeting point of three planes lies, and where that point is.
//
// All planes have integer equations, so the answer is the sign of a 4x4 determinant. A distance in doubles further from
// zero than sideError decides without it. Bound: let u = 2^-53. planeOf is off by at most 6u relative in each component
// of the normal and 8u in the distance; a vertex that meetingPoint made is off by u * (|p_i| + 4 kEquationUnit) along
// each axis; a dot product of three terms adds 3u of the sum of their magnitudes, the subtraction u of its result, at
// most u * (|p|_1 + |dist|). Together below u * (11 |p|_1 + 9 |dist| + 7 kEquationUnit), to first order; sideError is
// 16u * (|p|_1 + |dist| + 1).
#pragma once

#include <cmath>

#include "compiler/geometry/plane_equation.hpp"

namespace hullbake {

/// How far the distance in doubles between a vertex of meetingPoint and a plane of planeOf can be from the true one.
inline double sideError(const Vec3& p, const Plane& plane) {
    return 0x1p-49 * (std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z) + std::fabs(plane.dist) + 1);
}

/// Where three planes meet, computed exactly and rounded once: each coordinate is off by less than 2^-53 of itself plus
/// 2^-51 * kEquationUnit, the order of the planes does not matter. False when they do not meet in one point or an
/// equation is unknown.
bool meetingPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p);

/// axialCoordinate where 64 bits may not do.
double longAxialCoordinate(const PlaneEquation& equation);
/// Where an axial plane with an equation meets its axis: the coordinate that meetingPoint gives to a point of three
/// axial planes.
inline double axialCoordinate(const PlaneEquation& equation) {
    if (equation.normalBits != 1 || equation.distBits > 62) return longAxialCoordinate(equation);
    // A component of 1 or -1: no division.
    const double component = static_cast<double>(equation.n[equation.axis]);
    return static_cast<double>(static_cast<std::int64_t>(equation.d.low)) * kEquationUnit * component;
}

/// Sign of n.x - d of `by` at the point where the others meet: 1 in front, -1 behind, 0 on it. `decided` is false when
/// they do not meet in one point; all equations must be known.
int sideOfMeeting(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                  bool& decided);

}  // namespace hullbake
