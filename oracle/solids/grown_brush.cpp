#include "oracle/solids/grown_brush.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hullbake/trace.hpp"
#include "oracle/solids/exact_corners.hpp"

namespace hullbake::oracle {
namespace {

/// Distance, in units, within which a point is on a plane. Far above rounding, far below any feature of a map.
constexpr double kOnBrushPlane = 1e-6;
/// Distance, in units, within which two solutions are one vertex.
constexpr double kSameVertex = 1e-5;
/// Distance, in units, within which a plane belongs to a vertex. Off the grid more than three planes almost share a
/// vertex.
constexpr double kNearPlane = 2 * kSameVertex;
/// Largest error, in units, of a vertex in extended precision where three planes meet at large angles.
constexpr double kVertexRounding = 1e-10;
/// Sine of an angle, or volume of three unit normals, below which planes count as parallel.
constexpr double kParallelSine = 1e-9;
/// Length of the difference below which two unit normals are equal.
constexpr double kSameNormal = 1e-9;

/// A vector in extended precision, if the compiler has it. Vertices are then exact to the last bit of a double.
struct Real3 {
    long double x, y, z;
};

Real3 wide(const Vec3& v) {
    return {v.x, v.y, v.z};
}
long double dotWide(const Real3& a, const Real3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Real3 crossWide(const Real3& a, const Real3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct WidePlane {
    Real3 normal;
    long double dist;
};

std::optional<WidePlane> planeOf(const MapFace& face) {
    const Vec3 &a = face.points[0], &b = face.points[1], &c = face.points[2];
    const Real3 n = crossWide(wide(a - b), wide(c - b));
    const long double size = std::sqrt(dotWide(n, n));
    const double spread = length(a - b) * length(c - b);
    if (!(size > static_cast<long double>(kParallelSine * spread)) || !std::isfinite(static_cast<double>(size)))
        return {};
    const Real3 unit{n.x / size, n.y / size, n.z / size};
    return WidePlane{unit, dotWide(unit, wide(b))};
}

struct Corner {
    Vec3 point;
    long double volume;   ///< volume of the three unit normals: the larger, the better the point is defined
    long double outside;  ///< largest distance in front of a plane
};

/// Calls `visit(Corner)` for all points in which three planes meet, at most kOnBrushPlane outside the brush.
template <typename Visit>
void forCorners(const std::vector<WidePlane>& planes, Visit visit) {
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            const Real3 line = crossWide(planes[i].normal, planes[j].normal);
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const long double volume = dotWide(line, planes[k].normal);
                if (std::abs(volume) < static_cast<long double>(kParallelSine)) continue;
                const Real3 jk = crossWide(planes[j].normal, planes[k].normal);
                const Real3 ki = crossWide(planes[k].normal, planes[i].normal);
                const long double a = planes[i].dist / volume, b = planes[j].dist / volume, c = planes[k].dist / volume;
                const Real3 p{jk.x * a + ki.x * b + line.x * c, jk.y * a + ki.y * b + line.y * c,
                              jk.z * a + ki.z * b + line.z * c};
                long double outside = 0;
                const bool inside = std::all_of(planes.begin(), planes.end(), [&](const WidePlane& plane) {
                    outside = std::max(outside, dotWide(plane.normal, p) - plane.dist);
                    return outside <= static_cast<long double>(kOnBrushPlane);
                });
                if (inside)
                    visit(Corner{{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)},
                                 std::abs(volume),
                                 outside});
            }
        }
}

/// Adds a vertex, or keeps the better defined of two solutions for it. Returns the distance between the two.
double addVertex(std::vector<Corner>& corners, const Corner& corner) {
    for (Corner& known : corners) {
        const double apart = length(known.point - corner.point);
        if (apart > kSameVertex) continue;
        if (corner.volume > known.volume) known = corner;
        return apart;
    }
    corners.push_back(corner);
    return 0;
}

/// Returns true if some direction stays in all half-spaces. The extreme rays of that cone are intersections of two
/// planes.
bool unbounded(const std::vector<BarePlane>& planes) {
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = 0; j < planes.size(); ++j) {
            const Vec3 line = cross(planes[i].normal, planes[j].normal);
            if (length(line) < kParallelSine) continue;
            const Vec3 ray = normalized(line);
            const bool stays = std::all_of(planes.begin(), planes.end(), [&](const BarePlane& plane) {
                return dot(plane.normal, ray) <= kParallelSine;
            });
            if (stays) return true;
        }
    return false;
}

bool flat(const BareBrush& brush) {
    return std::any_of(brush.planes.begin(), brush.planes.end(), [&](const BarePlane& plane) {
        double depth = 0;
        for (const Vec3& v : brush.vertices) depth = std::max(depth, plane.dist - dot(plane.normal, v));
        return depth < kOnBrushPlane;
    });
}

bool pastLimit(const BareBrush& brush) {
    return std::any_of(brush.vertices.begin(), brush.vertices.end(), [](const Vec3& v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) > kMaxCoordinate;
    });
}

/// Returns the directions of the intersections of two planes that contain two vertices.
std::vector<Vec3> edgesOf(const BareBrush& brush) {
    std::vector<Vec3> edges;
    for (std::size_t i = 0; i < brush.planes.size(); ++i)
        for (std::size_t j = i + 1; j < brush.planes.size(); ++j) {
            const BarePlane &a = brush.planes[i], &b = brush.planes[j];
            const Vec3 line = cross(a.normal, b.normal);
            if (length(line) < kParallelSine) continue;
            const auto shared = std::count_if(brush.vertices.begin(), brush.vertices.end(), [&](const Vec3& v) {
                return std::abs(dot(a.normal, v) - a.dist) < kNearPlane &&
                       std::abs(dot(b.normal, v) - b.dist) < kNearPlane;
            });
            if (shared >= 2) edges.push_back(normalized(line));
        }
    return edges;
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

/// Returns all sums of a vertex and a reflected corner that are farthest along `normal`, duplicates included.
std::vector<Vec3> supportPoints(const std::vector<Vec3>& vertices, const Box& box, const Vec3& normal) {
    const auto corners = reflectedCorners(box);
    const double bestVertex = furthest(vertices, normal), bestCorner = furthest(corners, normal);
    std::vector<Vec3> points;
    for (const Vec3& v : vertices) {
        if (dot(normal, v) < bestVertex - kNearPlane) continue;
        for (const Vec3& c : corners)
            if (dot(normal, c) >= bestCorner - kOnBrushPlane) points.push_back(v + c);
    }
    return points;
}

/// Returns true if the points span a polygon.
bool spansPolygon(const std::vector<Vec3>& points) {
    Vec3 first;
    double far = 0;
    for (const Vec3& p : points) {
        const Vec3 d = p - points.front();
        if (length(d) > far) far = length(d), first = d;
    }
    if (far < kSameVertex) return false;
    const Vec3 along = normalized(first);
    return std::any_of(points.begin(), points.end(), [&](const Vec3& p) {
        const Vec3 d = p - points.front();
        return length(d - along * dot(along, d)) > kSameVertex;
    });
}

struct Candidate {
    Vec3 normal;
    PlaneKind kind;
    const BarePlane* face;
};

/// Returns the candidates for normals, each once: faces, then axes, then edges crossed with axes.
std::vector<Candidate> candidatesOf(const BareBrush& brush) {
    std::vector<Candidate> candidates;
    const auto add = [&](const Vec3& normal, PlaneKind kind, const BarePlane* face) {
        for (const Candidate& known : candidates)
            if (length(known.normal - normal) < kSameNormal) return;
        candidates.push_back({normal, kind, face});
    };
    for (const BarePlane& plane : brush.planes) add(plane.normal, PlaneKind::Face, &plane);
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            Vec3 normal;
            normal[axis] = sign;
            add(normal, PlaneKind::Axial, nullptr);
        }
    for (const Vec3& edge : brush.edges)
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 unit;
            unit[axis] = 1;
            const Vec3 normal = cross(edge, unit);
            if (length(normal) < kParallelSine) continue;
            add(normalized(normal), PlaneKind::Edge, nullptr);
            add(-normalized(normal), PlaneKind::Edge, nullptr);
        }
    return candidates;
}

}  // namespace

Vec3 normalized(const Vec3& v) {
    const double size = length(v);
    return size > 0 ? v * (1 / size) : v;
}

std::array<Vec3, 2> across(const Vec3& way) {
    const Vec3 u = normalized(cross(way, std::abs(way.x) < std::abs(way.y) ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
    return {u, normalized(cross(way, u))};
}

static std::vector<Plane> planesOf(const std::vector<BarePlane>& bare) {
    std::vector<Plane> planes;
    for (const BarePlane& plane : bare) planes.push_back({plane.normal, plane.dist});
    return planes;
}

static std::optional<BareBrush> solve(const std::vector<WidePlane>& planes, std::vector<BarePlane> bare) {
    BareBrush brush;
    brush.planes = std::move(bare);
    std::vector<Corner> vertices;
    bool clear = true;
    forCorners(planes, [&](const Corner& corner) {
        const double apart = addVertex(vertices, corner);
        clear = clear && apart <= kVertexRounding && corner.outside <= static_cast<long double>(kVertexRounding);
    });
    for (const Corner& corner : vertices) brush.vertices.push_back(corner.point);
    brush.extremes = clear ? brush.vertices : exactCorners(planesOf(brush.planes));
    if (brush.vertices.size() < 4 || brush.extremes.size() < 4 || flat(brush) || unbounded(brush.planes) ||
        pastLimit(brush))
        return {};
    brush.edges = edgesOf(brush);
    return brush;
}

std::optional<BareBrush> solvePlanes(const std::vector<BarePlane>& planes) {
    std::vector<WidePlane> wider;
    for (const BarePlane& plane : planes) wider.push_back({wide(plane.normal), plane.dist});
    return solve(wider, planes);
}

std::optional<BareBrush> solveBrush(const MapBrush& brush) {
    std::vector<BarePlane> bare;
    std::vector<WidePlane> planes;
    for (const MapFace& face : brush.faces) {
        const auto plane = planeOf(face);
        if (!plane) return {};
        planes.push_back(*plane);
        std::string name = face.texture.substr(face.texture.find_last_of('/') + 1);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        const Real3& n = plane->normal;
        bare.push_back({{static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z)},
                        static_cast<double>(plane->dist),
                        name != "bevel"});
    }
    return solve(planes, std::move(bare));
}

GrownBrush growBrush(const BareBrush& brush, const Box& box) {
    GrownBrush grown;
    grown.bareVertices = brush.vertices;
    grown.hullBox = box;
    // Behind a plane that does not grow, planes appear that the sum itself hides. Keep all candidates then.
    const bool all = std::any_of(brush.planes.begin(), brush.planes.end(), [](const BarePlane& p) { return !p.grows; });
    const auto corners = reflectedCorners(box);
    for (const Candidate& candidate : candidatesOf(brush)) {
        const Vec3& n = candidate.normal;
        if (!all && !spansPolygon(supportPoints(brush.vertices, box, n))) continue;
        const double bare = candidate.face != nullptr && !all ? candidate.face->dist : furthest(brush.extremes, n);
        const bool stays = candidate.face != nullptr && !candidate.face->grows;
        grown.planes.push_back({n, stays ? candidate.face->dist : bare + furthest(corners, n), candidate.kind});
    }
    for (int axis = 0; axis < 3; ++axis) {
        Vec3 unit;
        unit[axis] = 1;
        grown.bounds.maxs[axis] = furthest(brush.extremes, unit) + furthest(corners, unit);
        grown.bounds.mins[axis] = -(furthest(brush.extremes, -unit) + furthest(corners, -unit));
    }
    if (!all) return grown;
    // A face that does not grow may be outside the sum if the box lies on one side of its origin.
    for (const GrownPlane& plane : grown.planes)
        for (int axis = 0; axis < 3; ++axis) {
            if (plane.normal[axis] > 1 - kSameNormal) grown.bounds.maxs[axis] = plane.dist;
            if (plane.normal[axis] < -1 + kSameNormal) grown.bounds.mins[axis] = -plane.dist;
        }
    return grown;
}

std::vector<Vec3> facePolygon(const GrownBrush& brush, const Vec3& normal) {
    std::vector<Vec3> points = supportPoints(brush.bareVertices, brush.hullBox, normal);
    if (points.size() < 3 || !spansPolygon(points)) return {};
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
