// Convex sets against one brush: where a straight way enters and leaves the brush grown by the set.
//
// In: a brush with its corners and edges, a prepared set and a line. Out: an interval of the line, exact to rounding.
//
// The grown brush is a polyhedron. Its faces have the normals of the brush's faces, those of the set's faces reversed,
// and those of an edge of the brush and an edge of the set. Each plane lies as far out as both bodies reach, so a plane
// too many does no harm, and none has to be chosen.
#pragma once

#include <bit>

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
    double reach(const Vec3& direction, unsigned& farthest) const;
    /// Returns reach of the normal of face i.
    double reachOfFace(unsigned i) const {
        if (!reachesKnown_) findReaches();
        return reaches_[i];
    }

  private:
    void findReaches() const;
    mutable bool reachesKnown_ = false;
    mutable double reaches_[kMaxConvexFaces];
};

Box boundsOf(const TurnedConvex& set);

/// As partInside, for a convex set.
LinePart partInConvex(const BrushShape& brush, const TurnedConvex& set, const Vec3& start, const Vec3& delta,
                      double inset);

/// Parts of both ways at once: where the set touches the brush, and where it is deeper than the tolerance.
struct ConvexParts {
    LinePart touch, deep;
};
/// As two calls of partInConvex. Both parts are empty if the deep one is, or if nothing of either begins before `last`.
ConvexParts partsInConvex(const BrushShape& brush, const TurnedConvex& set, const Vec3& start, const Vec3& delta,
                          double last);

/// Arcs on the sphere of normals that come this near cross.
inline constexpr double kNearlyCrossing = 1e-9;

/// Pairs of an edge of a brush and an edge of a set that both support one plane: their normals' arcs cross on the
/// sphere. Nearly crossing is enough.
class CrossingEdges {
  public:
    CrossingEdges(const BrushShape& brush, const TurnedConvex& set);

    /// Calls visit(k) for the edges of the set that cross edge i of the brush, until a call returns false. Returns true
    /// if none does. `along`: the direction of edge i, unit length.
    template <class Visit>
    bool visitEdges(const format::EdgeRecord& edge, const Vec3& along, const Visit& visit) const;

  private:
    static constexpr std::size_t kWords = 3, kMostKept = 32;
    static_assert(kWords * 64 >= kMaxConvexEdges);
    /// The edges of the set that run clearly towards the front of a face, and those that run towards its back.
    struct Sides {
        std::uint64_t front[kWords], back[kWords];
    };
    void find(std::uint32_t face, Sides& sides) const;

    const BrushShape& brush_;
    const TurnedConvex& set_;
    Sides kept_[kMostKept];
};

template <class Visit>
bool CrossingEdges::visitEdges(const format::EdgeRecord& edge, const Vec3& along, const Visit& visit) const {
    // The faces of the set that lie clearly on either side of the plane square to the edge.
    std::uint64_t front[2] = {}, back[2] = {};
    static_assert(kMaxConvexFaces <= 128);
    for (unsigned i = 0; i < set_.faceCount; ++i) {
        const double d = dot(set_.normals[i], along);
        front[i / 64] |= std::uint64_t{d > kNearlyCrossing} << i % 64;
        back[i / 64] |= std::uint64_t{d < -kNearlyCrossing} << i % 64;
    }
    const auto holds = [](const std::uint64_t(&bits)[2], unsigned i) { return (bits[i / 64] >> i % 64 & 1) != 0; };
    Sides other[2];
    const Sides* sides[2];
    for (int i = 0; i < 2; ++i) {
        sides[i] = edge.faces[i] < kMostKept ? &kept_[edge.faces[i]] : &other[i];
        if (edge.faces[i] >= kMostKept) find(edge.faces[i], other[i]);
    }
    for (unsigned w = 0; w * 64 < set_.edgeCount; ++w) {
        const unsigned rest = set_.edgeCount - w * 64;
        const std::uint64_t all = rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
        const std::uint64_t apart = (sides[0]->front[w] & sides[1]->front[w]) | (sides[0]->back[w] & sides[1]->back[w]);
        for (std::uint64_t left = all & ~apart; left != 0; left &= left - 1) {
            const unsigned k = w * 64 + static_cast<unsigned>(std::countr_zero(left));
            const std::uint8_t one = set_.edges[k].faces[0], two = set_.edges[k].faces[1];
            if ((holds(front, one) && holds(front, two)) || (holds(back, one) && holds(back, two))) continue;
            if (!visit(k)) return false;
        }
    }
    return true;
}

/// An edge of a brush, as planes of two edges need it.
struct BrushEdge {
    Vec3 from, along;  ///< `along` has unit length
    Vec3 one, two;     ///< normals of its faces
    double size;       ///< 0: it is none

    BrushEdge(const BrushShape& brush, std::uint32_t i) : BrushEdge(brush, brush.edge(i)) {}
    BrushEdge(const BrushShape& brush, const format::EdgeRecord& edge)
        : from(brush.corner(edge.corners[0])),
          one(vectorOf(brush.faces()[edge.faces[0]].normal)),
          two(vectorOf(brush.faces()[edge.faces[1]].normal)) {
        const Vec3 way = brush.corner(edge.corners[1]) - from;
        size = length(way);
        if (size > 0) along = way * (1 / size);
    }

    /// Finds the normal of the plane of this edge and one of a set. Returns false if there is none.
    bool planeWith(const Vec3& other, Vec3& normal) const {
        const Vec3 across = cross(along, other);
        const double sine = length(across);
        if (!(sine > 0)) return false;
        normal = across * ((dot(across, one + two) < 0 ? -1 : 1) / sine);
        return true;
    }
    /// As CrossingEdges, for one edge of a set.
    bool crosses(const TurnedConvex& set, unsigned k) const {
        const TurnedConvex::Edge& other = set.edges[k];
        return !areOnOneSide(dot(one, other.along), dot(two, other.along)) &&
               !areOnOneSide(dot(set.normals[other.faces[0]], along), dot(set.normals[other.faces[1]], along));
    }

  private:
    static bool areOnOneSide(double a, double b) {
        return (a > kNearlyCrossing && b > kNearlyCrossing) || (a < -kNearlyCrossing && b < -kNearlyCrossing);
    }
};

/// Normals of planes that have been looked at last: many pairs of edges lie in one plane.
class PlanesSeen {
  public:
    bool has(const Vec3& normal) {
        for (const Vec3& seen : seen_)
            if (seen == normal) return true;
        seen_[next_] = normal;
        next_ = (next_ + 1) % kCount;
        return false;
    }

  private:
    static constexpr unsigned kCount = 4;
    Vec3 seen_[kCount];
    unsigned next_ = 0;
};

/// Calls visit(normal, dist) for the planes of the grown brush that belong to faces of the set, and then for those that
/// belong to two edges, until a call returns false. Planes that only touch it may be among them. Leaves out planes for
/// which matters(normal, least) returns false; `least` is not more than the distance, and a farther plane must not
/// matter more.
template <class Matters, class Visit>
void forPlanesOfSet(const BrushShape& brush, const TurnedConvex& set, const Matters& matters, const Visit& visit) {
    for (unsigned i = 0; i < set.faceCount; ++i) {
        const Vec3 n = -set.normals[i];
        if (!visit(n, reachAlong(brush, n) + set.reachOfFace(i))) return;
    }
    const CrossingEdges crossing(brush, set);
    PlanesSeen seen;
    unsigned farthest = 0;  // the corner that lay farthest along the last plane
    for (std::uint32_t i = 0; i < brush.edgeCount(); ++i) {
        const format::EdgeRecord record = brush.edge(i);
        const BrushEdge edge(brush, record);
        if (!(edge.size > 0)) continue;
        const bool goesOn = crossing.visitEdges(record, edge.along, [&](unsigned k) {
            const TurnedConvex::Edge& other = set.edges[k];
            Vec3 n;
            if (!edge.planeWith(other.along, n)) return true;
            const double own = std::max(dot(-n, set.corners[other.corners[0]]), dot(-n, set.corners[farthest]));
            if (seen.has(n) || !matters(n, dot(n, edge.from) + own)) return true;
            return visit(n, reachAlong(brush, n) + set.reach(-n, farthest));
        });
        if (!goesOn) return;
    }
}

/// As forPlanesOfSet, for the planes that run along a face of the brush: their normals equal its normal but for
/// rounding.
template <class Visit>
void forPlanesAlong(const BrushShape& brush, const TurnedConvex& set, const Vec3& face, const Visit& visit) {
    constexpr double kSameNormal = 1e-6;
    const auto isAlong = [&](const Vec3& n) { return dot(n - face, n - face) <= kSameNormal * kSameNormal; };
    for (unsigned i = 0; i < set.faceCount; ++i)
        if (isAlong(-set.normals[i])) visit(-set.normals[i], reachAlong(brush, -set.normals[i]) + set.reachOfFace(i));
    // Both edges run along the face, or they are parallel but for rounding.
    constexpr double kSameRise = 1e-5;
    double rises[kMaxConvexEdges];
    for (unsigned k = 0; k < set.edgeCount; ++k) rises[k] = std::fabs(dot(face, set.edges[k].along));
    PlanesSeen seen;
    for (std::uint32_t i = 0; i < brush.edgeCount(); ++i) {
        const BrushEdge edge(brush, i);
        if (dot(face, edge.one + edge.two) < -kSameRise || !(edge.size > 0)) continue;
        const double rise = std::fabs(dot(face, edge.along));
        for (unsigned k = 0; k < set.edgeCount; ++k) {
            if (std::fabs(rises[k] - rise) > kSameRise || !edge.crosses(set, k)) continue;
            Vec3 n;
            if (!edge.planeWith(set.edges[k].along, n) || !isAlong(n) || seen.has(n)) continue;
            visit(n, reachAlong(brush, n) + set.reach(-n));
        }
    }
}

}  // namespace hullbake::detail
