// What contacts are measured by: a signed distance by brute force in long double, and the certificate of an answer.
// Shares nothing with the runtime but the definition of a shape.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hullbake/contact.hpp"

namespace hullbake::test {

struct LongVec {
    long double x = 0, y = 0, z = 0;
    LongVec() = default;
    LongVec(long double px, long double py, long double pz) : x(px), y(py), z(pz) {}
    explicit LongVec(const Vec3& v) : x(v.x), y(v.y), z(v.z) {}
    friend LongVec operator+(const LongVec& a, const LongVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend LongVec operator-(const LongVec& a, const LongVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend LongVec operator*(const LongVec& a, long double s) { return {a.x * s, a.y * s, a.z * s}; }
};

inline long double dotOf(const LongVec& a, const LongVec& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline LongVec crossOf(const LongVec& a, const LongVec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A body as its corners, the ends of its edges and the normals of its faces, rounded by a radius.
struct BruteBody {
    std::vector<LongVec> corners;
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    std::vector<LongVec> normals;
    long double radius = 0;
    LongVec axis;          ///< of a cylinder, whose corners are the middles of its discs
    long double disc = 0;  ///< radius of the discs
    double size = 0;       ///< half of the sum of its sides, with the radius

    double place = 0;  ///< how far it lies from the origin of the frame: what sets the rounding of its places

    BruteBody(const Shape& shape, const Vec3& origin);
};

/// Does not hold for cylinders.
/// Returns the largest gap over all directions that two features can have: across faces, square to two edges, from a
/// corner square to an edge, from corner to corner. That is the distance, or minus the depth.
long double bruteDistance(const BruteBody& a, const BruteBody& b);

/// Returns how far apart the bodies are along a unit vector from `a` to `b`, by their supports.
long double gapAlong(const BruteBody& a, const BruteBody& b, const LongVec& n);

/// Returns the error that a contact may have: `tolerance` of the size of both bodies, and the rounding of their places.
double allowedError(const BruteBody& a, const BruteBody& b, double tolerance);

/// Returns what is wrong with a contact by itself, or nothing: the normal is no unit vector, the gap along it is not
/// the distance, a point is not on its body's surface, or the flags do not fit. `tolerance` is relative to the size;
/// `pointTolerance` is for how far a point may be beside its body, if it is larger.
std::string certificateFault(const BodyContact& contact, const Shape& a, const Vec3& originA, const Shape& b,
                             const Vec3& originB, double tolerance, double pointTolerance = 0);

/// Returns true if both contacts are the same but for the sides, to the bit.
bool mirrors(const BodyContact& contact, const BodyContact& other);

}  // namespace hullbake::test
