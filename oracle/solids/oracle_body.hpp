// A cylinder, or the convex hull of some points, around an origin of its own.
//
// In: a radius, height and axis, or points. Out: how far the body reaches, and which planes bound it.
// Planes of a set are found by brute force over all triples of points, in extended precision.
// Invariant: shares no code with the runtime.
#pragma once

#include <vector>

#include "oracle/base/far3.hpp"

namespace hullbake::oracle {

class OracleBody {
  public:
    /// The axis has unit length.
    static OracleBody cylinder(const Vec3& centre, const Vec3& axis, double radius, double halfHeight);
    static OracleBody convexSet(const std::vector<Vec3>& points);

    bool isCylinder() const { return points_.empty(); }
    const Vec3& centre() const { return centre_; }
    const Vec3& axis() const { return axis_; }
    double radius() const { return radius_; }
    double halfHeight() const { return half_; }
    const std::vector<Vec3>& points() const { return points_; }
    /// Unit normals of planes that the set touches in three of its points; of a flat set, in two points, too.
    const std::vector<Far3>& faces() const { return faces_; }

    /// Returns how far the body reaches against the unit vector from its origin.
    double reachAgainst(const Vec3& normal) const;
    /// Returns the distance by which a point lies before the farthest of the planes that bound the body. The bounds of
    /// a set whose points all lie on one line are not known.
    double outside(const Vec3& point) const;
    Box bounds() const;

  private:
    void findFaces();
    bool addFace(const Far3& normal, const Vec3& touched);

    Vec3 centre_, axis_{0, 0, 1};
    double radius_ = 0, half_ = 0;
    std::vector<Vec3> points_;
    std::vector<Far3> faces_;
};

}  // namespace hullbake::oracle
