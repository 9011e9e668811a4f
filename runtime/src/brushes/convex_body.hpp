// Convex sets against one brush: where a straight way enters and leaves the brush grown by the set.
//
// In: a brush with its corners and edges, a prepared set and a line. Out: an interval of the line, exact to rounding.
//
// The grown brush is a polyhedron. Its faces have the normals of the brush's faces, those of the set's faces reversed,
// and those of an edge of the brush and an edge of the set. Each plane lies as far out as both bodies reach, so a plane
// too many does no harm, and none has to be chosen.
#pragma once

#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// A prepared set, turned as its shape says. It is large: keep it out of what other shapes need.
struct TurnedConvex {
    struct Edge {
        Vec3 along;  ///< unit length
        std::uint8_t corners[2], faces[2];
    };
    unsigned cornerCount = 0, faceCount = 0, edgeCount = 0;
    Vec3 corners[kMaxConvexPoints];
    Vec3 normals[kMaxConvexFaces];  ///< of the faces, unit length
    Edge edges[kMaxConvexEdges];

    /// `axes`: those of the set, in the frame of its origin. The set must be prepared, a polygon or solid.
    TurnedConvex(const ConvexShape& set, const Vec3 (&axes)[3]);
    /// A box, perhaps without thickness, upright in the frame of the axes.
    TurnedConvex(const Box& box, const Vec3 (&axes)[3]);
    /// Returns the distance that the set reaches along a direction.
    double reach(const Vec3& direction) const;
};

Box boundsOf(const TurnedConvex& set);

/// As partInside, for a convex set.
LinePart partInConvex(const BrushShape& brush, const TurnedConvex& set, const Vec3& start, const Vec3& delta,
                      double inset);

/// Calls visit(normal, dist) for the planes of the grown brush that belong to faces of the set, and then for those that
/// belong to two edges, until a call returns false. Planes that only touch it may be among them.
template <class Visit>
void forPlanesOfSet(const BrushShape& brush, const TurnedConvex& set, const Visit& visit) {
    const auto offer = [&](const Vec3& n) { return visit(n, reachAlong(brush, n) + set.reach(-n)); };
    for (unsigned i = 0; i < set.faceCount; ++i)
        if (!offer(-set.normals[i])) return;
    // Both edges support one plane only where their normals' arcs cross on the sphere. Nearly crossing is enough.
    constexpr double kNearly = 1e-9;
    const auto apart = [](double one, double two) {
        return (one > kNearly && two > kNearly) || (one < -kNearly && two < -kNearly);
    };
    for (std::uint32_t i = 0; i < brush.edgeCount(); ++i) {
        const format::EdgeRecord edge = brush.edge(i);
        const Vec3 one = vectorOf(brush.faces()[edge.faces[0]].normal),
                   two = vectorOf(brush.faces()[edge.faces[1]].normal);
        const Vec3 way = brush.corner(edge.corners[1]) - brush.corner(edge.corners[0]);
        const double size = length(way);
        if (!(size > 0)) continue;
        const Vec3 along = way * (1 / size);
        for (unsigned k = 0; k < set.edgeCount; ++k) {
            const TurnedConvex::Edge& other = set.edges[k];
            if (apart(dot(one, other.along), dot(two, other.along))) continue;
            if (apart(dot(set.normals[other.faces[0]], along), dot(set.normals[other.faces[1]], along))) continue;
            const Vec3 normal = cross(along, other.along);
            const double sine = length(normal);
            if (!(sine > 0)) continue;
            const Vec3 n = normal * ((dot(normal, one + two) < 0 ? -1 : 1) / sine);
            if (!offer(n)) return;
        }
    }
}

}  // namespace hullbake::detail
