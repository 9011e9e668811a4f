// A body is closed if each of its edges is passed once in both directions, and convex if no point of it is in front of
// one of its triangles.

#include "formats/convex_bodies.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "formats/disjoint_sets.hpp"
#include "formats/mesh_brushes.hpp"

namespace hullbake {
namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

// Returns the triangles of each body: those that share points, within one group.
std::vector<std::vector<std::size_t>> bodiesOf(const TriangleMesh& mesh, const Mesh& source) {
    DisjointSets connected(mesh.triangles.size());
    std::map<Edge, std::uint32_t> firstAt;  // by group and point
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        for (const std::uint32_t point : mesh.triangles[t].points) {
            const std::uint32_t group = source.polygons[mesh.triangles[t].polygon].group;
            connected.join(firstAt.try_emplace({group, point}, t).first->second, t);
        }
    std::vector<std::vector<std::size_t>> bodies;
    std::vector<std::size_t> numbers(mesh.triangles.size());  // of bodies, by their first triangle
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const std::uint32_t first = connected.find(t);
        if (first == t) {
            numbers[t] = bodies.size();
            bodies.emplace_back();
        }
        bodies[numbers[first]].push_back(t);
    }
    return bodies;
}

bool isClosed(const TriangleMesh& mesh, std::span<const std::size_t> body) {
    std::set<Edge> edges;
    for (const std::size_t t : body)
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& points = mesh.triangles[t].points;
            if (!edges.insert({points[i], points[(i + 1) % 3]}).second) return false;
        }
    return std::all_of(edges.begin(), edges.end(), [&](const Edge& edge) {
        return edges.contains({edge.second, edge.first});
    });
}

std::vector<std::uint32_t> pointsOf(const TriangleMesh& mesh, std::span<const std::size_t> body) {
    std::vector<std::uint32_t> points;
    for (const std::size_t t : body)
        points.insert(points.end(), mesh.triangles[t].points.begin(), mesh.triangles[t].points.end());
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

}  // namespace

std::vector<bool> takeConvexBodies(const TriangleMesh& mesh, const Mesh& source,
                                   const std::function<FaceLook(const MeshTriangle&)>& lookOf,
                                   const std::function<void(const MapBrush&)>& take) {
    std::vector<bool> taken(mesh.triangles.size(), false);
    for (const std::vector<std::size_t>& body : bodiesOf(mesh, source)) {
        if (body.size() < 4 || body.size() > kMostHullTriangles || !isClosed(mesh, body)) continue;
        const std::vector<std::uint32_t> points = pointsOf(mesh, body);
        MapBrush brush;
        std::set<std::vector<std::uint32_t>> planes;  // the points on each
        bool isConvex = true;
        for (const std::size_t t : body) {
            const MeshTriangle& triangle = mesh.triangles[t];
            const LatticePoint &a = mesh.points[triangle.points[0]], &b = mesh.points[triangle.points[1]],
                               &c = mesh.points[triangle.points[2]];
            std::vector<std::uint32_t> on;
            for (const std::uint32_t point : points) {
                const int side = sideOf(a, b, c, mesh.points[point]);
                isConvex = isConvex && side <= 0;
                if (side == 0) on.push_back(point);
            }
            if (!isConvex) break;
            if (planes.insert(std::move(on)).second) brush.faces.push_back(faceOf(a, b, c, lookOf(triangle)));
        }
        if (!isConvex || brush.faces.size() < 4) continue;
        brush.pos = brush.faces.front().pos;
        for (const std::size_t t : body) taken[t] = true;
        take(brush);
    }
    return taken;
}

}  // namespace hullbake
