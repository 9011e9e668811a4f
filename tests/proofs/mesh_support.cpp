#include "proofs/mesh_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "formats/mesh_brushes.hpp"

namespace hullbake::test {
namespace {

// The nearest way from a point to a triangle (Ericson, "Real-Time Collision Detection", 2005, section 5.1.5).
double distanceToTriangle(const Triangle& t, const Vec3& p) {
    const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], normal = cross(ab, ac);
    const auto inside = [&](const Vec3& a, const Vec3& b) { return dot(cross(b - a, p - a), normal) >= 0; };
    if (inside(t[0], t[1]) && inside(t[1], t[2]) && inside(t[2], t[0]))
        return std::fabs(dot(normal, p - t[0])) / length(normal);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 a = t[i], along = t[(i + 1) % 3] - a;
        const double share = std::min(1.0, std::max(0.0, dot(p - a, along) / dot(along, along)));
        least = std::min(least, length(p - a - along * share));
    }
    return least;
}

// Returns the fraction at which a segment meets a triangle from any side, 2 if it does not.
double hitOf(const Triangle& t, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from, ab = t[1] - t[0], ac = t[2] - t[0], p = cross(way, ac);
    const double det = dot(ab, p);
    if (det == 0) return 2;
    const Vec3 s = from - t[0], q = cross(s, ab);
    const double u = dot(s, p) / det, v = dot(way, q) / det, at = dot(ac, q) / det;
    return u >= 0 && v >= 0 && u + v <= 1 && at >= 0 && at <= 1 ? at : 2;
}

// Adds the two triangles of a cell, whose corners run clockwise seen from the front.
void appendCell(const std::array<Vec3, 4>& corners, std::vector<Triangle>& to) {
    constexpr double kNearlyPlane = 0.125;
    const auto at = [&](std::size_t i) { return corners[i % 4]; };
    const auto outward = [&](std::size_t i) { return cross(at(i + 2) - at(i), at(i + 1) - at(i)); };
    bool isConvex = true;
    for (std::size_t i = 1; i < 4; ++i) isConvex = isConvex && dot(outward(0), outward(i)) > 0;
    // How far the last corner lies in front of the other three.
    const double front = isConvex ? dot(outward(0), at(3) - at(0)) / length(outward(0)) : 1;
    const bool hasRidge = front != 0 && std::abs(front) <= kNearlyPlane;
    const bool fromFirst = hasRidge ? front < 0 : length(at(2) - at(0)) <= length(at(3) - at(1));
    const std::size_t first = fromFirst ? 0 : 1;
    to.push_back({at(first), at(first + 1), at(first + 2)});
    to.push_back({at(first), at(first + 2), at(first + 3)});
}

}  // namespace

void appendTriangles(const PatchMesh& mesh, std::vector<Triangle>& to) {
    for (std::size_t r = 0; r + 1 < mesh.rows; ++r)
        for (std::size_t c = 0; c + 1 < mesh.columns; ++c)
            appendCell({unitsOf(mesh.at(r, c)), unitsOf(mesh.at(r, c + 1)), unitsOf(mesh.at(r + 1, c + 1)),
                        unitsOf(mesh.at(r + 1, c))},
                       to);
}

MeshBody closedSurface(bool looksIn, double least, double most, SplitMix& random) {
    constexpr int kRings = 9, kAround = 12;
    std::vector<Vec3> points;
    const auto add = [&](double polar, double around) {
        const double radius = least + (most - least) * random.unit();
        points.push_back({std::round(radius * std::sin(polar) * std::cos(around)),
                          std::round(radius * std::sin(polar) * std::sin(around)),
                          std::round(radius * std::cos(polar))});
    };
    add(0, 0);
    for (int ring = 1; ring < kRings; ++ring)
        for (int i = 0; i < kAround; ++i)
            add(3.141592653589793 * ring / kRings, 6.283185307179586 * (i + 0.5 * (ring % 2)) / kAround);
    add(3.141592653589793, 0);
    std::vector<std::array<std::size_t, 3>> faces;
    const auto at = [](int ring, int i) {
        return std::size_t{1} + std::size_t(ring - 1) * kAround + std::size_t(i % kAround);
    };
    for (int i = 0; i < kAround; ++i) {
        faces.push_back({0, at(1, i), at(1, i + 1)});
        for (int ring = 1; ring + 1 < kRings; ++ring) {
            const int shift = ring % 2;  // rings are turned by half a step in turn
            faces.push_back({at(ring, i), at(ring + 1, i + shift), at(ring, i + 1)});
            faces.push_back({at(ring + 1, i + shift), at(ring + 1, i + shift + 1), at(ring, i + 1)});
        }
        faces.push_back({at(kRings - 1, i), points.size() - 1, at(kRings - 1, i + 1)});
    }
    MeshBody body;
    for (const Vec3& p : points)
        body.obj += "v " + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "\n";
    for (std::array<std::size_t, 3> face : faces) {
        if (looksIn) std::swap(face[1], face[2]);
        body.obj += "f " + std::to_string(face[0] + 1) + " " + std::to_string(face[1] + 1) + " " +
                    std::to_string(face[2] + 1) + "\n";
        body.triangles.push_back({points[face[0]], points[face[1]], points[face[2]]});
    }
    return body;
}

Proof bakeMesh(const std::string& obj, const std::vector<HullSpec>& hulls) {
    const auto mesh = parseObj(obj, "t.obj");
    EXPECT_TRUE(std::holds_alternative<Mesh>(mesh));
    std::vector<MapBrush> brushes;
    const auto made =
        makeMeshBrushes(std::get<Mesh>(mesh), {}, "t.obj", [&](const MapBrush& brush) { brushes.push_back(brush); });
    EXPECT_TRUE(std::holds_alternative<MeshCount>(made));
    return bakeProof(worldOf(std::move(brushes)), false, hulls);
}

double distanceTo(const std::vector<Triangle>& all, const Vec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : all) least = std::min(least, distanceToTriangle(t, p));
    return least;
}

double firstHit(const std::vector<Triangle>& all, const Vec3& from, const Vec3& to) {
    double first = 2;
    for (const Triangle& t : all) first = std::min(first, hitOf(t, from, to));
    return first;
}

bool isWithin(const std::vector<Triangle>& all, const Vec3& p) {
    const Vec3 way{3000.123, 1234.567, 777.89};
    int crossed = 0;
    for (const Triangle& t : all) crossed += hitOf(t, p, p + way) <= 1 ? 1 : 0;
    return crossed % 2 == 1;
}

}  // namespace hullbake::test
