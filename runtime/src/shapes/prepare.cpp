// Finds the corners, edges and faces of the convex hull of up to 64 points.
//
// In: points in any order, with doubles among them, on a line or in a plane.
// Out: a ConvexShape. Its corners are points that were given, to the bit; every corner lies behind every face.
// Invariant: side tests are exact, so the faces found are those of the exact hull, and coplanar points share one face.
// Source: gift wrapping, D. R. Chand and S. S. Kapur, "An algorithm for convex polytopes", 1970.
#include <algorithm>

#include "block/box_checks.hpp"
#include "hullbake/shape.hpp"
#include "shapes/exact_sides.hpp"

namespace hullbake {
namespace {

using namespace detail;

/// The points to wrap: each once, in the order in which they were given.
struct Points {
    Vec3 at[kMaxConvexPoints];
    unsigned count = 0;
};

/// The corners of a face, counter-clockwise seen from the front.
struct Ring {
    std::uint8_t corners[kMaxConvexPoints];
    unsigned count = 0;
};

double withoutDust(double x) {
    return x > -kLeastCoordinate && x < kLeastCoordinate ? 0 : x;
}

bool isBefore(const Vec3& a, const Vec3& b) {
    if (a.x != b.x) return a.x < b.x;
    if (a.y != b.y) return a.y < b.y;
    return a.z < b.z;
}

/// Returns false if a point is not in range.
bool collect(std::span<const Vec3> points, Points& out) {
    for (const Vec3& p : points) {
        if (!isInRange(p)) return false;
        const Vec3 kept{withoutDust(p.x), withoutDust(p.y), withoutDust(p.z)};
        bool isNew = true;
        for (unsigned k = 0; k < out.count && isNew; ++k) isNew = !(out.at[k] == kept);
        if (!isNew) continue;
        out.at[out.count++] = kept;
    }
    return true;
}

class Wrapping {
  public:
    Wrapping(const Points& points, ConvexShape& out) : points_(points), out_(out) {}

    void run() {
        unsigned a = 0;
        for (unsigned i = 1; i < points_.count; ++i)
            if (isBefore(points_.at[i], points_.at[a])) a = i;
        if (points_.count == 1) return finishSegment(a, a);
        unsigned b = a == 0 ? 1 : 0, c = kNone, d = kNone;
        for (unsigned i = 0; i < points_.count && c == kNone; ++i)
            if (!areOnLine(a, b, i)) c = i;
        if (c == kNone) return finishSegment(a, farthestFrom(a));
        for (unsigned i = 0; i < points_.count && d == kNone; ++i)
            if (side(a, b, c, i) != 0) d = i;
        if (d == kNone) return finishPolygon(a, b, c);
        wrap(a);
    }

  private:
    static constexpr unsigned kNone = ~0u;

    int side(unsigned a, unsigned b, unsigned c, unsigned p) const {
        return sideOfPlane(points_.at[a], points_.at[b], points_.at[c], points_.at[p]);
    }
    bool areOnLine(unsigned a, unsigned b, unsigned c) const {
        return directionOfNormal(points_.at[a], points_.at[b], points_.at[c]) == Vec3{};
    }
    /// Of points on one line, returns the end that is not `a`, its least point.
    unsigned farthestFrom(unsigned a) const {
        unsigned end = a;
        for (unsigned i = 0; i < points_.count; ++i)
            if (isBefore(points_.at[end], points_.at[i])) end = i;
        return end;
    }

    void finishSegment(unsigned a, unsigned b) {
        isCorner_[a] = isCorner_[b] = true;
        numberCorners();
        out_.extent = a == b ? ConvexExtent::Point : ConvexExtent::Segment;
        if (a == b) return;
        out_.edges[0].corners[1] = 1;
        out_.edgeCount = 1;
    }

    void finishPolygon(unsigned a, unsigned b, unsigned c) {
        const Ring ring = ringOf(a, b, c);
        for (unsigned i = 0; i < ring.count; ++i) isCorner_[ring.corners[i]] = true;
        numberCorners();
        for (unsigned i = 0; i < ring.count; ++i) {
            ConvexShape::Edge& edge = out_.edges[out_.edgeCount++];
            edge.corners[0] = number_[ring.corners[i]];
            edge.corners[1] = number_[ring.corners[(i + 1) % ring.count]];
            edge.faces[0] = 0;
            edge.faces[1] = 1;
        }
        const Vec3 direction = normalOf(ring);
        out_.faces[0] = planeOf(direction);
        out_.faces[1] = planeOf(-direction);
        out_.faceCount = 2;
        out_.extent = ConvexExtent::Polygon;
    }

    /// Wraps the faces of a solid, beginning at one that has corner `a`.
    void wrap(unsigned a) {
        unsigned b = 0, c = 0;
        findFirstFace(a, b, c);
        addFace(a, b, c);
        for (unsigned f = 0; f < out_.faceCount; ++f)
            for (unsigned i = 0; i < rings_[f].count; ++i) {
                const unsigned u = rings_[f].corners[i], v = rings_[f].corners[(i + 1) % rings_[f].count];
                if (faceBeside_[v][u] == 0) addFace(v, u, nextPoint(f, u, v));
            }
        finishSolid();
    }

    /// Finds b and c such that all points are on or behind the plane of a, b and c.
    void findFirstFace(unsigned a, unsigned& b, unsigned& c) const {
        for (b = 0; b < points_.count; ++b)
            for (c = 0; c < points_.count; ++c)
                if (b != a && c != a && b != c && hasAllBehind(a, b, c)) return;
    }
    bool hasAllBehind(unsigned a, unsigned b, unsigned c) const {
        bool some = false;
        for (unsigned p = 0; p < points_.count; ++p) {
            const int where = side(a, b, c, p);
            if (where > 0) return false;
            some = some || where < 0;
        }
        return some;  // of three points on a line, all points are on "their plane"
    }

    /// Returns the point to which face `f` must be folded about its edge u, v.
    unsigned nextPoint(unsigned f, unsigned u, unsigned v) const {
        const unsigned* const plane = planes_[f];
        unsigned best = kNone;
        for (unsigned p = 0; p < points_.count; ++p) {
            if (side(plane[0], plane[1], plane[2], p) == 0) continue;
            if (best == kNone || side(v, u, best, p) > 0) best = p;
        }
        return best;
    }

    void addFace(unsigned a, unsigned b, unsigned c) {
        const unsigned f = out_.faceCount++;
        planes_[f][0] = a;
        planes_[f][1] = b;
        planes_[f][2] = c;
        rings_[f] = ringOf(a, b, c);
        for (unsigned i = 0; i < rings_[f].count; ++i) {
            const unsigned u = rings_[f].corners[i], v = rings_[f].corners[(i + 1) % rings_[f].count];
            faceBeside_[u][v] = static_cast<std::uint8_t>(f + 1);
            isCorner_[u] = true;
        }
    }

    /// Returns the corners of the polygon of all points in the plane of a, b and c.
    Ring ringOf(unsigned a, unsigned b, unsigned c) const {
        const Vec3 direction = directionOfNormal(points_.at[a], points_.at[b], points_.at[c]);
        int axis = 0;
        for (int i = 1; i < 3; ++i)
            if (std::fabs(direction[i]) > std::fabs(direction[axis])) axis = i;
        const int facing = direction[axis] > 0 ? 1 : -1;
        const auto turns = [&](unsigned p, unsigned q, unsigned r) {
            return facing * signOfNormal(points_.at[p], points_.at[q], points_.at[r], axis);
        };
        unsigned members[kMaxConvexPoints] = {}, count = 0, first = 0;
        for (unsigned p = 0; p < points_.count; ++p) {
            if (side(a, b, c, p) != 0) continue;
            if (count == 0 || isBefore(points_.at[p], points_.at[members[first]])) first = count;
            members[count++] = p;
        }
        // From each corner, the next is the one that has no point on its right; of several on one line, the farthest.
        Ring ring;
        unsigned at = members[first];
        do {
            ring.corners[ring.count++] = static_cast<std::uint8_t>(at);
            unsigned next = kNone;
            for (unsigned i = 0; i < count; ++i) {
                const unsigned p = members[i];
                if (p == at) continue;
                const int turn = next == kNone ? -1 : turns(at, next, p);
                if (turn < 0 || (turn == 0 && isBeyond(at, next, p))) next = p;
            }
            at = next;
        } while (at != members[first] && ring.count < count);
        return ring;
    }
    /// Of points on one line through `from` with both on the same side of it, returns true if `p` is farther than `q`.
    bool isBeyond(unsigned from, unsigned q, unsigned p) const {
        const Vec3 &f = points_.at[from], &near = points_.at[q], &far = points_.at[p];
        return isBefore(f, near) ? isBefore(near, far) : isBefore(far, near);
    }

    void numberCorners() {
        for (unsigned i = 0; i < points_.count; ++i)
            if (isCorner_[i]) {
                number_[i] = out_.cornerCount;
                out_.corners[out_.cornerCount++] = points_.at[i];
            }
    }

    void finishSolid() {
        numberCorners();
        for (unsigned u = 0; u < points_.count; ++u)
            for (unsigned v = u + 1; v < points_.count; ++v) {
                if (faceBeside_[u][v] == 0) continue;
                ConvexShape::Edge& edge = out_.edges[out_.edgeCount++];
                edge.corners[0] = number_[u];
                edge.corners[1] = number_[v];
                edge.faces[0] = static_cast<std::uint8_t>(faceBeside_[u][v] - 1);
                edge.faces[1] = static_cast<std::uint8_t>(faceBeside_[v][u] - 1);
            }
        for (unsigned f = 0; f < out_.faceCount; ++f) out_.faces[f] = planeOf(normalOf(rings_[f]));
        out_.extent = ConvexExtent::Solid;
    }

    Vec3 normalOf(const Ring& ring) const {
        return directionOfNormal(points_.at[ring.corners[0]], points_.at[ring.corners[1]], points_.at[ring.corners[2]]);
    }
    /// Returns the plane that faces along `direction`, as far out as the farthest corner by rounded arithmetic.
    Plane planeOf(const Vec3& direction) const {
        Plane plane;
        plane.normal = direction * (1 / length(direction));
        plane.dist = dot(plane.normal, out_.corners[0]);
        for (unsigned i = 1; i < out_.cornerCount; ++i)
            plane.dist = std::max(plane.dist, dot(plane.normal, out_.corners[i]));
        return plane;
    }

    const Points& points_;
    ConvexShape& out_;
    unsigned planes_[kMaxConvexFaces][3];
    Ring rings_[kMaxConvexFaces];
    std::uint8_t faceBeside_[kMaxConvexPoints][kMaxConvexPoints] = {};  ///< 1 + the face that has the edge from, to
    bool isCorner_[kMaxConvexPoints] = {};
    std::uint8_t number_[kMaxConvexPoints] = {};
};

}  // namespace

PrepareStatus prepare(std::span<const Vec3> points, ConvexShape& out) noexcept {
    out.extent = ConvexExtent::None;
    out.cornerCount = out.faceCount = out.edgeCount = 0;
    if (points.size() > kMaxConvexPoints) return PrepareStatus::TooManyPoints;
    Points unique;
    if (points.empty() || !collect(points, unique)) return PrepareStatus::Invalid;
    Wrapping(unique, out).run();
    return PrepareStatus::Ok;
}

}  // namespace hullbake
