#include "compiler/growth/growth_support.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/brushes/scene.hpp"

namespace hullbake::test {

namespace {

// On-grid generators draw multiples of this, in units.
constexpr double kStep = 1.0 / 16;

double onStep(double value) {
    return std::round(value / kStep) * kStep;
}
Vec3 onStep(const Vec3& p) {
    return {onStep(p.x), onStep(p.y), onStep(p.z)};
}

Box randomBox(Rng& rng) {
    const Vec3 at = rng.gridPointIn({{-512, -512, -512}, {512, 512, 512}});
    const Vec3 size{onStep(rng.between(1, 256)), onStep(rng.between(1, 256)), onStep(rng.between(1, 256))};
    return {at, at + size};
}

MapBrush cutBox(Rng& rng) {
    const Box box = randomBox(rng);
    MapBrush brush = boxBrush(box.mins, box.maxs);
    const int cuts = rng.whole(1, 5);
    for (int i = 0; i < cuts; ++i) {
        // The cut runs some way along the three edges of a corner.
        const int corner = rng.whole(0, 7);
        Vec3 at, towards;
        for (int a = 0; a < 3; ++a) {
            const bool high = (corner >> a & 1) != 0;
            at[a] = high ? box.maxs[a] : box.mins[a];
            const double reach = onStep((box.maxs[a] - box.mins[a]) * rng.between(0.1, 0.9)) + kStep;
            towards[a] = high ? -reach : reach;
        }
        Vec3 p[3] = {at, at, at};
        for (int a = 0; a < 3; ++a) p[a][a] += towards[a];
        // The face must face the corner.
        const bool outward = dot(cross(p[0] - p[1], p[2] - p[1]), at - p[1]) > 0;
        brush.faces.push_back(outward ? faceOf(p[0], p[1], p[2]) : faceOf(p[2], p[1], p[0]));
    }
    return brush;
}

// Returns a prism over a random convex ring, sheared, along any axis.
MapBrush randomPrism(Rng& rng) {
    const int sides = rng.whole(3, 9);
    std::vector<double> angles;
    for (int i = 0; i < sides; ++i) angles.push_back((i + rng.between(0.1, 0.9)) * 6.283185307179586 / sides);
    const double rx = rng.between(16, 200), ry = rng.between(16, 200), height = onStep(rng.between(2, 300));
    const Vec3 lean{onStep(rng.between(-64, 64)), onStep(rng.between(-64, 64)), height};
    const int axis = rng.whole(0, 2);
    const auto place = [&](double x, double y, double z) {
        const double v[3] = {x, y, z};
        return Vec3{v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]};
    };
    std::vector<Vec3> bottom, top;
    for (const double angle : angles) {
        const Vec3 p{onStep(rx * std::cos(angle)), onStep(ry * std::sin(angle)), 0};
        bottom.push_back(place(p.x, p.y, p.z));
        top.push_back(place(p.x + lean.x, p.y + lean.y, lean.z));
    }
    std::vector<Vec3> points = bottom;
    points.insert(points.end(), top.begin(), top.end());
    return hullBrush(points);
}

MapBrush randomPoints(Rng& rng) {
    const int count = rng.whole(4, 9);
    const Vec3 at = rng.gridPointIn({{-256, -256, -256}, {256, 256, 256}});
    const double reach = rng.between(8, 160);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
        points.push_back(at + onStep(rng.pointIn({{-reach, -reach, -reach}, {reach, reach, reach}})));
    return hullBrush(points);
}

// Returns a pyramid about a hundred times as long as thick.
MapBrush needle(Rng& rng) {
    const Vec3 tip = onStep(rng.direction() * rng.between(100, 400));
    std::vector<Vec3> points{tip};
    for (int i = 0; i < 4; ++i) points.push_back(onStep(rng.pointIn({{-2, -2, -2}, {2, 2, 2}})));
    return hullBrush(points);
}

// Returns a wide, thin, tilted slab: two parallel triangles and their sides.
MapBrush slab(Rng& rng) {
    const Box around{{-256, -256, -256}, {256, 256, 256}};
    const Vec3 a = rng.gridPointIn(around), b = rng.gridPointIn(around), c = rng.gridPointIn(around);
    const Vec3 thick = onStep(rng.direction() * rng.between(0.25, 2));
    return hullBrush({a, b, c, a + thick, b + thick, c + thick});
}

// Returns a box with some corners one step off, so that its sides split into nearly axial triangles.
MapBrush nearlyAxial(Rng& rng) {
    const Box box = randomBox(rng);
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) {
        Vec3 p{i & 1 ? box.maxs.x : box.mins.x, i & 2 ? box.maxs.y : box.mins.y, i & 4 ? box.maxs.z : box.mins.z};
        for (int a = 0; a < 3; ++a)
            if (rng.chance(0.3)) p[a] += kStep * rng.whole(-1, 1);
        points.push_back(p);
    }
    return hullBrush(points);
}

struct FacePlane {
    Vec3 normal;
    double dist;
};

std::vector<FacePlane> planesOf(const MapBrush& brush) {
    std::vector<FacePlane> planes;
    for (const MapFace& face : brush.faces) {
        const Vec3 n = cross(face.points[0] - face.points[1], face.points[2] - face.points[1]);
        const Vec3 normal = n * (1 / length(n));
        planes.push_back({normal, dot(normal, face.points[1])});
    }
    return planes;
}

}  // namespace

RandomBrush randomBrush(Rng& rng) {
    RandomBrush made;
    const int kind = rng.whole(0, 13);
    if (kind <= 1) {
        const Box box = randomBox(rng);
        made = {boxBrush(box.mins, box.maxs), "box"};
    } else if (kind <= 4) {
        made = {cutBox(rng), "cut box"};
    } else if (kind <= 6) {
        made = {randomPrism(rng), "prism"};
    } else if (kind <= 9) {
        made = {randomPoints(rng), "points"};
    } else if (kind == 10) {
        made = {needle(rng), "needle"};
    } else if (kind == 11) {
        made = {slab(rng), "slab"};
    } else {
        made = {nearlyAxial(rng), "nearly axial"};
    }
    if (!rng.chance(1.0 / 3)) return made;
    const bool slightly = rng.chance(0.3);
    const double reach = slightly ? 1e-3 : 3;
    const Rotation turn(rng.between(-reach, reach), rng.between(-reach, reach), rng.between(-reach, reach));
    const int decimals = rng.whole(3, 12);
    made.brush = moved(std::move(made.brush), [&](const Vec3& p) { return rounded(turn(p), decimals); });
    made.kind += slightly ? ", turned slightly" : ", turned";
    made.onGrid = false;
    return made;
}

Box randomHullBox(Rng& rng) {
    const auto extent = [&] { return onStep(rng.between(0.0625, 64)); };
    Vec3 size{extent(), extent(), extent()};
    const int kind = rng.whole(0, 9);
    if (kind == 0) size = {};
    if (kind == 1) size[rng.whole(0, 2)] = 0;
    if (kind == 2) size = {0.0625, 0.0625, 256};
    if (kind == 3) size = {rng.between(100, 256), rng.between(0.01, 0.1), 0};
    Vec3 mins;
    for (int a = 0; a < 3; ++a) mins[a] = kind % 2 == 0 ? -size[a] / 2 : onStep(rng.between(-128, 128));
    return {mins, mins + size};
}

std::vector<Vec3> bruteVertices(const MapBrush& brush) {
    const std::vector<FacePlane> planes = planesOf(brush);
    struct Vertex {
        Vec3 p;
        double det;  // largest determinant of the triples that meet there
    };
    std::vector<Vertex> found;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t j = i + 1; j < planes.size(); ++j)
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const FacePlane &a = planes[i], &b = planes[j], &c = planes[k];
                const double det = dot(a.normal, cross(b.normal, c.normal));
                if (std::fabs(det) < 1e-11) continue;
                const Vec3 p = (cross(b.normal, c.normal) * a.dist + cross(c.normal, a.normal) * b.dist +
                                cross(a.normal, b.normal) * c.dist) *
                               (1 / det);
                const auto cutsOff = [&](const FacePlane& plane) { return dot(plane.normal, p) - plane.dist > 1e-8; };
                if (std::any_of(planes.begin(), planes.end(), cutsOff)) continue;
                const auto known =
                    std::find_if(found.begin(), found.end(), [&](const Vertex& v) { return length(v.p - p) < 1e-6; });
                if (known == found.end())
                    found.push_back({p, std::fabs(det)});
                else if (std::fabs(det) > known->det)
                    *known = {p, std::fabs(det)};
            }
    std::vector<Vec3> vertices;
    for (const Vertex& v : found) vertices.push_back(length(onStep(v.p) - v.p) < 1e-8 ? onStep(v.p) : v.p);
    return vertices;
}

std::vector<Vec3> reflectedCorners(const Box& box) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
        const Vec3 corner =
            -Vec3{i & 1 ? box.maxs.x : box.mins.x, i & 2 ? box.maxs.y : box.mins.y, i & 4 ? box.maxs.z : box.mins.z};
        if (std::find(corners.begin(), corners.end(), corner) == corners.end()) corners.push_back(corner);
    }
    return corners;
}

double supportOf(const std::vector<Vec3>& points, const Vec3& normal) {
    double furthest = -1e30;
    for (const Vec3& p : points) furthest = std::max(furthest, dot(normal, p));
    return furthest;
}

namespace {

constexpr double kTouching = 1e-9;      // units: of a vertex and the plane through others
constexpr double kShortestEdge = 1e-4;  // units: edges below are rounding of the input, not shape

// Returns true if the points of the sum furthest along `normal` form a polygon. They are sums of the brush's touching
// vertices and the box's edges across the normal.
bool touchesInPolygon(const std::vector<Vec3>& vertices, const Box& box, const Vec3& normal, double furthest) {
    std::vector<Vec3> spans;
    const Vec3* first = nullptr;
    for (const Vec3& v : vertices) {
        if (dot(normal, v) < furthest - kTouching) continue;
        if (first == nullptr)
            first = &v;
        else if (length(v - *first) > kShortestEdge)
            spans.push_back(v - *first);
    }
    for (int a = 0; a < 3; ++a) {
        Vec3 edge;
        edge[a] = box.maxs[a] - box.mins[a];
        if (edge[a] > 0 && std::fabs(normal[a]) < 1e-12) spans.push_back(edge);
    }
    for (std::size_t i = 0; i < spans.size(); ++i)
        for (std::size_t k = i + 1; k < spans.size(); ++k)
            if (length(cross(spans[i], spans[k])) > kShortestEdge * std::max(length(spans[i]), length(spans[k])))
                return true;
    return false;
}

}  // namespace

std::vector<Facet> bruteFacets(const std::vector<Vec3>& vertices, const Box& box) {
    std::vector<Facet> facets;
    const std::vector<Vec3> corners = reflectedCorners(box);
    const auto consider = [&](const Vec3& spanned) {
        const double len = length(spanned);
        if (len < 1e-6) return;
        for (const double facing : {-1.0, 1.0}) {
            const Vec3 normal = spanned * (facing / len);
            const double furthest = supportOf(vertices, normal);
            if (!touchesInPolygon(vertices, box, normal, furthest)) continue;
            const auto known = [&](const Facet& f) { return length(f.normal - normal) < 1e-9; };
            if (std::none_of(facets.begin(), facets.end(), known))
                facets.push_back({normal, furthest + supportOf(corners, normal)});
        }
    };
    for (int a = 0; a < 3; ++a) {
        Vec3 axis;
        axis[a] = 1;
        consider(axis);
        for (std::size_t i = 0; i < vertices.size(); ++i)
            for (std::size_t j = i + 1; j < vertices.size(); ++j) consider(cross(vertices[j] - vertices[i], axis));
    }
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t j = i + 1; j < vertices.size(); ++j)
            for (std::size_t k = j + 1; k < vertices.size(); ++k) {
                const Vec3 u = vertices[j] - vertices[i], v = vertices[k] - vertices[i];
                if (length(cross(u, v)) > kShortestEdge * std::max(length(u), length(v))) consider(cross(u, v));
            }
    return facets;
}

GrownMap::GrownMap(const MapFile& map, const Box& box) {
    const std::vector<HullSpec> hulls = {{"hull", box}};
    CompileReport report;
    hull = growHull(makeScene(map, gameRules("any"), hulls, report), hulls[0], 0);
    for (const GrownBrush& brush : hull.brushes) {
        brushes.push_back(&brush);
        growBounds(around, brush.bounds.mins);
        growBounds(around, brush.bounds.maxs);
    }
}

}  // namespace hullbake::test
