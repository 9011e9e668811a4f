// Solves the solid behind a set of planes in integer arithmetic.
//
// In: the points of a map's faces as decimals, or planes. Out: corners, edges and faces of the solid.
// Each plane starts as a huge polygon, which all other planes cut. A corner is where three planes meet. The side of a
// corner is the sign of a determinant of integers.
// Invariant: only the results are rounded, once each. No corner, edge or face is left out however small it is.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// A vector in extended precision, if the compiler has it.
struct Real3 {
    long double x = 0, y = 0, z = 0;

    friend bool operator==(const Real3&, const Real3&) = default;
};

inline long double dot(const Real3& a, const Vec3& b) {
    return a.x * static_cast<long double>(b.x) + a.y * static_cast<long double>(b.y) +
           a.z * static_cast<long double>(b.z);
}

inline Vec3 rounded(const Real3& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

struct ExactSolid {
    bool bounded = false;           ///< false also past about a million units; then the rest is of no use
    bool planesAreValid = false;    ///< false if a plane has no normal; then the rest is empty
    std::vector<Plane> planes;      ///< rounded, in the order of the input
    std::vector<std::size_t> from;  ///< for each plane: its number in the input, which may have faces without a plane
    std::vector<bool> isFace;    ///< for each plane: it touches the solid in a polygon, and is the first that does so
    std::vector<Real3> corners;  ///< each once
    std::vector<Vec3> edges;     ///< directions of unit length; each component has its own precision
};

using FacePoints = std::array<Vec3, 3>;

/// A face as a text has it: three points, clockwise seen from outside, or normal . (x - origin) + dist = 0.
struct WrittenFace {
    FacePoints points;
    bool isPlane = false;
    Vec3 normal, origin;
    double dist = 0;
};

/// Solves the solid behind the faces. Takes each number for the shortest decimal that reads back to it, as texts have
/// it. Leaves out faces without a plane: their points lie on a line, or their numbers are out of range.
ExactSolid solveFaces(const std::vector<WrittenFace>& faces);

/// Solves the solid behind the planes, exactly as their numbers are.
ExactSolid solveExactly(const std::vector<Plane>& planes);

}  // namespace hullbake::oracle
