#include "oracle/solids/grown_brush.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "hullbake/trace.hpp"
#include "oracle/solids/exact_solid.hpp"

namespace hullbake::oracle {
namespace {

/// Thickness across a face, in units, below which a brush is flat and left out (docs/compile.md).
constexpr double kFlat = 1e-3;
/// Distance, in units, within which two corners are one vertex.
constexpr double kSameVertex = 1e-5;
/// Distance, in units, within which a vertex is on a face, for the polygons that queries aim at.
constexpr double kNearPlane = 2 * kSameVertex;
/// Distance, in units, from a plane of the sum within which a corner touches it, and least width of a polygon. Far
/// above rounding. Planes that the sum touches in less change it by nothing that counts.
constexpr double kTouching = 1e-9;
/// Length of the difference below which two unit normals are equal. A few times the rounding of a normal.
constexpr double kSameNormal = 1e-15;
/// Length of the difference below which rounding may take one of two faces for the other.
constexpr double kCoinciding = 1e-4;

bool flat(const BareBrush& brush) {
    return std::any_of(brush.planes.begin(), brush.planes.end(), [&](const BarePlane& plane) {
        double depth = 0;
        for (const Vec3& v : brush.vertices) depth = std::max(depth, plane.dist - dot(plane.normal, v));
        return plane.isFace && depth < kFlat;
    });
}

bool pastLimit(const BareBrush& brush) {
    return std::any_of(brush.vertices.begin(), brush.vertices.end(), [](const Vec3& v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) > kMaxCoordinate;
    });
}

std::array<Vec3, 8> reflectedCorners(const Box& box) {
    std::array<Vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i)
        corners[i] = -Vec3{(i & 1u) != 0 ? box.maxs.x : box.mins.x, (i & 2u) != 0 ? box.maxs.y : box.mins.y,
                           (i & 4u) != 0 ? box.maxs.z : box.mins.z};
    return corners;
}

template <typename Points>
double furthest(const Points& points, const Vec3& normal) {
    double best = -std::numeric_limits<double>::infinity();
    for (const Vec3& p : points) best = std::max(best, dot(normal, p));
    return best;
}

/// Returns the distance of the furthest sum of a corner and a reflected corner of the box.
double furthestSum(const std::vector<Real3>& corners, const std::array<Vec3, 8>& box, const Vec3& normal) {
    long double best = -std::numeric_limits<long double>::infinity(), bestOfBox = best;
    for (const Real3& p : corners) best = std::max(best, dot(p, normal));
    for (const Vec3& c : box) bestOfBox = std::max(bestOfBox, dot(Real3{c.x, c.y, c.z}, normal));
    return static_cast<double>(best + bestOfBox);
}

/// Returns all sums of a vertex and a reflected corner that are at most `near` less far along `normal` than the
/// furthest of each, duplicates included.
template <typename Points>
std::vector<Vec3> supportPoints(const Points& vertices, const Box& box, const Vec3& normal, double near) {
    const auto corners = reflectedCorners(box);
    const double bestVertex = furthest(vertices, normal), bestCorner = furthest(corners, normal);
    std::vector<Vec3> points;
    for (const Vec3& v : vertices) {
        if (dot(normal, v) < bestVertex - near) continue;
        for (const Vec3& c : corners)
            if (dot(normal, c) >= bestCorner - near) points.push_back(v + c);
    }
    return points;
}

struct Candidate {
    Vec3 normal;
    PlaneKind kind;
    const BarePlane* face;
};

class Candidates {
  public:
    void add(const Vec3& normal, PlaneKind kind, const BarePlane* face = nullptr) {
        // Normals that differ by less are as near along any direction. This one is at right angles to few of a map.
        constexpr double kRounding = 1e-14;
        const double place = dot(normal, Vec3{0.8183, 0.5347, 0.2111});
        const auto end = known_.upper_bound(place + kRounding);
        for (auto known = known_.lower_bound(place - kRounding); known != end; ++known)
            if (length(all_[known->second].normal - normal) < kSameNormal) return;
        known_.emplace(place, all_.size());
        all_.push_back({normal, kind, face});
    }
    /// Adds both normals at right angles to the edge and an axis, for each axis along which the box has edges.
    void addBevels(const Vec3& edge, const Box& box) {
        for (int axis = 0; axis < 3; ++axis) {
            if (box.mins[axis] == box.maxs[axis]) continue;
            Vec3 unit;
            unit[axis] = 1;
            const Vec3 normal = cross(edge, unit);
            if (length(normal) == 0) continue;
            add(normalized(normal), PlaneKind::Edge);
            add(-normalized(normal), PlaneKind::Edge);
        }
    }
    const std::vector<Candidate>& all() const { return all_; }

  private:
    std::vector<Candidate> all_;
    std::multimap<double, std::size_t> known_;  ///< numbers of all_ by a place along a direction
};

/// Returns true if the brush touches the plane, if only in a corner.
bool touches(const BareBrush& brush, const BarePlane& plane) {
    return std::any_of(brush.corners.begin(), brush.corners.end(), [&](const Real3& corner) {
        return std::abs(dot(corner, plane.normal) - static_cast<long double>(plane.dist)) <=
               static_cast<long double>(kTouching);
    });
}

/// Returns the candidates for normals, each once: faces, then axes, then edges crossed with axes. A point has no faces
/// and edges, so only the brush's count.
Candidates candidatesOf(const BareBrush& brush, const Box& box, bool all) {
    Candidates candidates;
    for (const BarePlane& plane : brush.planes)
        if (plane.isFace || all) candidates.add(plane.normal, PlaneKind::Face, &plane);
    if (box.mins == box.maxs) return candidates;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            Vec3 normal;
            normal[axis] = sign;
            candidates.add(normal, PlaneKind::Axial);
        }
    for (const Vec3& edge : brush.edges) candidates.addBevels(edge, box);
    return candidates;
}

/// Returns the candidates for planes that the sum may touch in less than a polygon: faces that the brush touches so,
/// and bevels of these and of faces that all but coincide with another.
Candidates touchingCandidates(const BareBrush& brush, const Box& box) {
    Candidates candidates;
    for (const BarePlane& plane : brush.planes) {
        const bool loose = !plane.isFace && touches(brush, plane);
        const bool twin = std::any_of(brush.planes.begin(), brush.planes.end(), [&](const BarePlane& other) {
            return &other != &plane && length(other.normal - plane.normal) < kCoinciding;
        });
        if (loose) candidates.add(plane.normal, PlaneKind::Face, &plane);
        if (!loose && !(twin && plane.isFace)) continue;
        for (const BarePlane& other : brush.planes)
            if (&other != &plane && touches(brush, other))
                candidates.addBevels(normalized(cross(plane.normal, other.normal)), box);
    }
    return candidates;
}

}  // namespace

Vec3 normalized(const Vec3& v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : v;
}

bool spansPolygon(const std::vector<Vec3>& points, double least) {
    Vec3 first;
    double far = 0;
    for (const Vec3& p : points) {
        const Vec3 d = p - points.front();
        if (length(d) > far) far = length(d), first = d;
    }
    if (far < least) return false;
    const Vec3 along = normalized(first);
    return std::any_of(points.begin(), points.end(), [&](const Vec3& p) {
        const Vec3 d = p - points.front();
        return length(d - along * dot(along, d)) > least;
    });
}

std::array<Vec3, 2> across(const Vec3& way) {
    const Vec3 u = normalized(cross(way, std::abs(way.x) < std::abs(way.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    return {u, normalized(cross(way, u))};
}

/// Merges corners within kSameVertex.
static std::vector<Vec3> verticesOf(const std::vector<Real3>& corners) {
    std::vector<Vec3> vertices;
    for (const Real3& corner : corners) {
        const Vec3 p = rounded(corner);
        if (std::none_of(vertices.begin(), vertices.end(), [&](const Vec3& v) { return length(v - p) <= kSameVertex; }))
            vertices.push_back(p);
    }
    return vertices;
}

static std::optional<BareBrush> brushOf(ExactSolid solid, const std::vector<bool>& grows) {
    if (!solid.planesAreValid || !solid.bounded) return {};
    BareBrush brush;
    for (std::size_t i = 0; i < solid.planes.size(); ++i)
        brush.planes.push_back({solid.planes[i].normal, solid.planes[i].dist, grows[solid.from[i]], solid.isFace[i]});
    brush.vertices = verticesOf(solid.corners);
    brush.corners = std::move(solid.corners);
    brush.edges = std::move(solid.edges);
    if (brush.vertices.size() < 4 || flat(brush) || pastLimit(brush)) return {};
    return brush;
}

std::optional<BareBrush> solvePlanes(const std::vector<BarePlane>& planes) {
    std::vector<Plane> bare;
    std::vector<bool> grows;
    for (const BarePlane& plane : planes) {
        bare.push_back({plane.normal, plane.dist});
        grows.push_back(plane.grows);
    }
    return brushOf(solveExactly(bare), grows);
}

std::optional<BareBrush> solveBrush(const MapBrush& brush, std::vector<bool> grows) {
    std::vector<WrittenFace> faces;
    grows.resize(brush.faces.size(), true);
    for (const MapFace& face : brush.faces) {
        WrittenFace& written = faces.emplace_back();
        written.points = face.points;
        if (face.plane) written = {{}, true, face.plane->normal, face.plane->origin, face.plane->dist};
    }
    return brushOf(solveFaces(faces), grows);
}

/// Returns the bounds of what the planes enclose, or `otherwise` if that is no solid.
static Box boundsOfPlanes(const std::vector<GrownPlane>& planes, const Box& otherwise) {
    std::vector<BarePlane> bare;
    for (const GrownPlane& plane : planes) bare.push_back({plane.normal, plane.dist});
    const auto solid = solvePlanes(bare);
    if (!solid) return otherwise;
    Box box{solid->vertices.front(), solid->vertices.front()};
    for (const Vec3& v : solid->vertices)
        for (int axis = 0; axis < 3; ++axis) {
            box.mins[axis] = std::min(box.mins[axis], v[axis] - kSameVertex);
            box.maxs[axis] = std::max(box.maxs[axis], v[axis] + kSameVertex);
        }
    return box;
}

GrownBrush growBrush(const BareBrush& brush, const Box& box) {
    GrownBrush grown;
    grown.bareVertices = brush.vertices;
    grown.hullBox = box;
    // Behind a plane that does not grow, planes appear that the sum itself hides. Keep all candidates then.
    const bool all = std::any_of(brush.planes.begin(), brush.planes.end(), [](const BarePlane& p) { return !p.grows; });
    const auto corners = reflectedCorners(box);
    std::vector<Vec3> rounds;
    for (const Real3& corner : brush.corners) rounds.push_back(rounded(corner));
    const Candidates candidates = candidatesOf(brush, box, all), loose = touchingCandidates(brush, box);
    for (const Candidate& candidate : candidates.all()) {
        const Vec3& n = candidate.normal;
        const bool isFace = candidate.face != nullptr && candidate.face->isFace;
        if (!all && !isFace && !spansPolygon(supportPoints(rounds, box, n, kTouching), kTouching)) continue;
        const bool stays = candidate.face != nullptr && !candidate.face->grows;
        grown.planes.push_back(
            {n, stays ? candidate.face->dist : furthestSum(brush.corners, corners, n), candidate.kind});
    }
    for (const Candidate& candidate : loose.all())
        grown.touching.push_back(
            {candidate.normal, furthestSum(brush.corners, corners, candidate.normal), candidate.kind});
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 unit;
        unit[axis] = 1;
        grown.bounds.maxs[axis] = furthestSum(brush.corners, corners, unit);
        grown.bounds.mins[axis] = -furthestSum(brush.corners, corners, -unit);
    }
    if (!all) return grown;
    if (box.mins == box.maxs) {
        grown.bounds = boundsOfPlanes(grown.planes, grown.bounds);
        return grown;
    }
    // A face that does not grow may be outside the sum if the box lies on one side of its origin.
    for (const GrownPlane& plane : grown.planes)
        for (int axis = 0; axis < 3; ++axis) {
            if (plane.normal[axis] > 1 - kSameNormal) grown.bounds.maxs[axis] = plane.dist;
            if (plane.normal[axis] < -1 + kSameNormal) grown.bounds.mins[axis] = -plane.dist;
        }
    return grown;
}

double depthIn(const GrownBrush& brush, const Vec3& at) {
    double depth = 1e30;
    for (const GrownPlane& plane : brush.planes) depth = std::min(depth, plane.dist - dot(plane.normal, at));
    return depth;
}

std::vector<Vec3> facePolygon(const GrownBrush& brush, const Vec3& normal) {
    std::vector<Vec3> points = supportPoints(brush.bareVertices, brush.hullBox, normal, kNearPlane);
    if (points.size() < 3 || !spansPolygon(points, kSameVertex)) return {};
    const Vec3 helper = std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = normalized(cross(normal, helper)), v = cross(normal, u);
    const auto before = [&](const Vec3& a, const Vec3& b) {
        const double du = dot(u, a) - dot(u, b);
        return std::abs(du) > kSameVertex ? du < 0 : dot(v, a) < dot(v, b);
    };
    std::sort(points.begin(), points.end(), before);
    // Andrew's monotone chain: lower side, then upper side.
    std::vector<Vec3> hull;
    const auto turnsLeft = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        return dot(normal, cross(b - a, c - b)) > kSameVertex * length(c - a);
    };
    for (int side = 0; side < 2; ++side) {
        const std::size_t base = hull.size();
        for (const Vec3& p : points) {
            while (hull.size() >= base + 2 && !turnsLeft(hull[hull.size() - 2], hull.back(), p)) hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

}  // namespace hullbake::oracle
