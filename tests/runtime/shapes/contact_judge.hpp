// Proves a contact right or wrong in long double, fast enough for ten million of them. Bodies apart: points on both, as
// far from each other as the gap between two parallel planes, are nearest points. Bodies that overlap: no direction
// that the surface of their sum has where it is nearest to the origin has a wider gap. Shares nothing with the runtime
// but the definition of a shape, and nothing with contact_brute.hpp but its vectors.
#pragma once

#include <string>
#include <vector>

#include "hullbake/contact.hpp"
#include "shapes/contact_brute.hpp"

namespace hullbake::test {

/// The core of a body: corners, a box, or a cylinder around its middle; rounded by a radius.
struct JudgedBody {
    LongVec middle;
    std::vector<LongVec> corners;              ///< relative to the middle; of a cylinder none
    std::vector<LongVec> normals;              ///< of faces, unit vectors; of two that are opposite, one
    std::vector<long double> highest, lowest;  ///< of the corners, along each normal
    std::vector<LongVec> edges;                ///< directions, unit vectors; more than there are is fine
    LongVec axis;                              ///< of a cylinder
    long double disc = 0, halfHeight = 0, radius = 0;
    bool isBox = false;
    double size = 0;  ///< half of the sum of its sides, with the radius
    double place = 0;

    JudgedBody(const Shape& shape, const Vec3& origin);
    bool isRound() const { return disc > 0; }
    /// How far the core reaches from its middle along a unit vector, and against it.
    void reach(const LongVec& n, long double& along, long double& against) const;
    /// How far a point lies outside of the core; less than 0 inside.
    long double outside(const LongVec& point) const;
};

/// Returns what is wrong with a contact that says that it is exact, or nothing. `tolerance` is relative to the sizes.
std::string contactFault(const BodyContact& contact, const JudgedBody& a, const JudgedBody& b, double tolerance);

}  // namespace hullbake::test
