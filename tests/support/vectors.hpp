// Vectors and traces: turned, rounded, compared, and printed for messages.
#pragma once

#include <string>

#include "hullbake/trace.hpp"

namespace hullbake::test {

/// Turns by three angles (radians), about x, then y, then z.
struct Rotation {
    Vec3 rows[3];
    Rotation(double aboutX, double aboutY, double aboutZ);
    Vec3 operator()(const Vec3& p) const { return {dot(rows[0], p), dot(rows[1], p), dot(rows[2], p)}; }
};
/// Turns as Rotation does, without a matrix: the results differ by rounding.
Vec3 turned(const Vec3& p, const Vec3& angles);
/// Undoes turned().
Vec3 turnedBack(const Vec3& p, const Vec3& angles);
/// Rounds every coordinate to that many decimals.
Vec3 rounded(const Vec3& p, int decimals);
/// Returns a vector of length 1 in the direction of `v`, which must not be zero.
inline Vec3 unit(const Vec3& v) {
    return v * (1 / length(v));
}

/// Compares bit by bit, signs of zeros and NaNs included.
bool sameBits(const Vec3& a, const Vec3& b);
bool sameBits(const Trace& a, const Trace& b);

/// Returns "x y z" with all digits, as map files write origins.
std::string coordinates(const Vec3& v);
/// Return texts for messages.
std::string text(const Vec3& v);
std::string text(const Trace& trace);

}  // namespace hullbake::test
