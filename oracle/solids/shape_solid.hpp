// The solid in which a cylinder or a convex set of points overlaps a brush.
//
// In: a brush, a body and a way. Out: where on the way they overlap.
//
// A convex set: all normals that the sum of brush and reflected set may have, from the faces of both and all pairs of
// an edge and two points. Each plane is as far out as the corners reach. The way is clipped by them.
//
// A cylinder: the part of the brush between the planes of both discs, seen along the axis, is a polygon. The bodies
// overlap where it is nearer to the axis than the radius. That distance is a convex function of the way, so it is
// searched by sections and by parabolas.
//
// All in extended precision where the compiler has it.
// Invariant: shares no code with the runtime. There are no pieces, no arcs of normals and no quadratic equations.
#pragma once

#include <utility>
#include <vector>

#include "oracle/solids/oracle_body.hpp"
#include "oracle/solids/rounded_solid.hpp"

namespace hullbake::oracle {

class ShapeSolid {
  public:
    ShapeSolid(const BareBrush& brush, const OracleBody& body);

    /// Returns the part of the way on which the body is deeper than `depth`. A cylinder is made smaller by `depth`.
    WayPart within(const Vec3& start, const Vec3& end, long double depth) const;
    /// Returns true if the body is deeper than `depth` at the origin.
    bool isInside(const Vec3& origin, long double depth) const;

    /// A point in the plane across a cylinder's axis.
    struct Flat {
        long double x = 0, y = 0;
    };

  private:
    /// A point as seen along the axis.
    struct Seen {
        Flat flat;
        long double height;
    };
    struct Scratch {
        std::vector<Flat> points, hull;
    };
    struct Half {
        Far3 normal;
        long double dist;
    };

    void findEdges(const BareBrush& brush);
    void findHalves(const BareBrush& brush, const OracleBody& body);
    void addHalf(const Far3& normal, long double most);
    WayPart clipped(const Far3& start, const Far3& delta, long double depth) const;
    void takeFrame();
    Seen seen(const Far3& p) const;
    long double distanceFromAxis(const Far3& place, long double half, Scratch& scratch) const;
    WayPart searched(const Far3& start, const Far3& delta, long double depth) const;

    std::vector<Far3> corners_, points_;
    std::vector<Half> halves_;
    std::vector<std::pair<std::size_t, std::size_t>> edges_;  ///< of the brush
    Far3 centre_, axis_, side_, other_;                       ///< the axis and two vectors across it
    std::vector<Seen> seen_;                                  ///< the corners, from the middle of a cylinder
    long double radius_ = 0, half_ = 0;
};

}  // namespace hullbake::oracle
