// The solid in which a ball or capsule overlaps a brush, by its distance function.
//
// In: the planes of a brush, the core of the body (a segment or a point) and a way. Out: where on the way the distance
// between brush and core falls below a radius.
// The core is taken into the brush: the sum of brush and reflected core is a polytope, solved from half-spaces by brute
// force. The distance to it is the least over its corners, edges and faces, and a convex function of the way, so it is
// searched by sections and by parabolas, in extended precision where the compiler has it.
// Invariant: shares no code with the runtime. There are no pieces and no quadratic equations.
#pragma once

#include <vector>

#include "oracle/base/far3.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// Part of a brush that is nearest to a body.
enum class NearPart { Inside, Face, Edge, Corner };

/// Part of a way, in fractions of it. Empty if enter >= leave.
struct WayPart {
    long double enter = 1, leave = 0;
};

/// Where on a way a body is nearest to a brush.
struct NearestPlace {
    long double t = 0, distance = 0;
};

class RoundedSolid {
  public:
    /// The brush, and the core's ends relative to the body's origin.
    RoundedSolid(const BareBrush& brush, const Vec3& a, const Vec3& b);

    /// Returns the distance between brush and core for a body with this origin. 0 if they meet.
    long double distance(const Far3& origin) const;
    /// Returns the length of the least move that takes the core out of the brush. 0 if it is not inside.
    long double depth(const Far3& origin) const;
    /// Returns where on the way the distance is least, or some place where it is less than `deep`, or one where it is
    /// more than `clear` if it is so all the way.
    NearestPlace nearestOn(const Vec3& start, const Vec3& end, long double deep, long double clear) const;
    /// Returns the part of the way within `radius`. `nearest` is that of the way.
    WayPart within(const Vec3& start, const Vec3& end, long double radius, const NearestPlace& nearest) const;
    /// Returns which part of the brush the core is nearest to.
    NearPart nearestPart(const Far3& origin) const;
    const Box& bounds() const { return bounds_; }

  private:
    struct Half {
        Far3 normal;
        long double dist;
    };
    struct Piece {
        Far3 from, along;
        long double square;  ///< of the length of `along`
    };

    bool holds(const Far3& p, long double slack) const;
    void addHalf(const Far3& normal, const std::vector<Far3>& points);
    void findEdges();

    std::vector<Half> halves_;
    std::vector<Far3> corners_;
    long double farthest_ = 0;  ///< largest coordinate of a corner
    std::vector<Piece> edges_;
    Box bounds_;  ///< of the sum
    std::vector<Far3> bare_;
    std::vector<Half> bareHalves_;
    Far3 a_, b_;
};

}  // namespace hullbake::oracle
