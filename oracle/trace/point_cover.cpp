#include "oracle/trace/point_cover.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hullbake::oracle {
namespace {

/// Bounds rounding, in half sizes of the cube, when the vertices of a remainder are solved and compared with its
/// planes.
constexpr double kCubeRounding = 1e-7;

struct HalfSpace {
    Vec3 normal;  ///< outward
    double dist;
};
using HalfSpaces = std::vector<HalfSpace>;

HalfSpaces unitCube() {
    HalfSpaces cube;
    for (int axis = 0; axis < 3; ++axis)
        for (const double sign : {1.0, -1.0}) {
            HalfSpace side{{}, 1};
            side.normal[axis] = sign;
            cube.push_back(side);
        }
    return cube;
}

/// Solves the vertices from all triples of planes. Fast enough, because a remainder has few planes.
void solveVertices(const HalfSpaces& body, std::vector<Vec3>& vertices) {
    vertices.clear();
    for (std::size_t i = 0; i < body.size(); ++i)
        for (std::size_t j = i + 1; j < body.size(); ++j) {
            const Vec3 line = cross(body[i].normal, body[j].normal);
            for (std::size_t k = j + 1; k < body.size(); ++k) {
                const double volume = dot(line, body[k].normal);
                if (std::abs(volume) < kCubeRounding) continue;
                const Vec3 p = (cross(body[j].normal, body[k].normal) * body[i].dist +
                                cross(body[k].normal, body[i].normal) * body[j].dist + line * body[k].dist) *
                               (1 / volume);
                const bool inside = std::all_of(body.begin(), body.end(), [&](const HalfSpace& side) {
                    return dot(side.normal, p) <= side.dist + kCubeRounding;
                });
                if (inside) vertices.push_back(p);
            }
        }
}

/// Returns true if the body is wider than a sliver along the normal of each plane. Removes planes that do not touch it.
bool isThick(HalfSpaces& body, double sliver) {
    std::vector<Vec3> vertices;
    solveVertices(body, vertices);
    if (vertices.size() < 4) return false;
    const auto width = [&](const HalfSpace& side) {
        double deepest = 0;
        for (const Vec3& v : vertices) deepest = std::max(deepest, side.dist - dot(side.normal, v));
        return deepest;
    };
    if (std::any_of(body.begin(), body.end(), [&](const HalfSpace& side) { return width(side) < sliver; }))
        return false;
    std::erase_if(body, [&](const HalfSpace& side) {
        return std::none_of(vertices.begin(), vertices.end(),
                            [&](const Vec3& v) { return dot(side.normal, v) > side.dist - 2 * kCubeRounding; });
    });
    return true;
}

enum class Meets { No, Wholly, Partly };

/// Collects the planes of the brush that cut the cube around `p`, in units of `reach`.
Meets localPlanes(const GrownBrush& brush, const Vec3& p, double reach, HalfSpaces& planes) {
    planes.clear();
    for (const GrownPlane& plane : brush.planes) {
        const double dist = (plane.dist - dot(plane.normal, p)) / reach;
        const Vec3& n = plane.normal;
        const double extent = std::abs(n.x) + std::abs(n.y) + std::abs(n.z);
        if (dist <= -extent) return Meets::No;
        if (dist < extent) planes.push_back({n, dist});
    }
    return planes.empty() ? Meets::Wholly : Meets::Partly;
}

/// Returns true if anything thicker than a sliver is left of `body` after subtracting `brushes`.
bool anythingLeft(const HalfSpaces& body, std::span<const HalfSpaces> brushes, double sliver) {
    if (brushes.empty()) return true;
    HalfSpaces inside = body;
    for (const HalfSpace& side : brushes.front()) {
        HalfSpaces outside = inside;
        outside.push_back({-side.normal, -side.dist});
        if (isThick(outside, sliver) && anythingLeft(outside, brushes.subspan(1), sliver)) return true;
        inside.push_back(side);
        if (!isThick(inside, sliver)) return false;
    }
    return false;
}

/// Tests samples of the cube before the slow subtraction. Returns true if no brush covers one of them.
bool sampleIsFree(std::span<const HalfSpaces> brushes, double sliver) {
    for (int i = 0; i < 27; ++i) {
        const Vec3 p =
            Vec3{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1), static_cast<double>(i / 9 - 1)} *
            0.9;
        const bool covered = std::any_of(brushes.begin(), brushes.end(), [&](const HalfSpaces& planes) {
            return std::all_of(planes.begin(), planes.end(),
                               [&](const HalfSpace& side) { return dot(side.normal, p) <= side.dist + 2 * sliver; });
        });
        if (!covered) return true;
    }
    return false;
}

}  // namespace

bool coversNeighbourhood(const Vec3& p, const Tolerance& tolerance, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> excluded) {
    HalfSpaces planes;
    for (const GrownBrush* brush : excluded) {
        const Meets meets = localPlanes(*brush, p, tolerance.depth, planes);
        if (meets == Meets::Wholly) return false;
        if (meets == Meets::No) continue;
        HalfSpaces part = unitCube();
        part.insert(part.end(), planes.begin(), planes.end());
        if (isThick(part, tolerance.sliver)) return false;
    }
    std::vector<HalfSpaces> brushes;
    for (const GrownBrush* brush : cover) {
        const Meets meets = localPlanes(*brush, p, tolerance.depth, planes);
        if (meets == Meets::Wholly) return true;
        if (meets == Meets::Partly) brushes.push_back(planes);
    }
    if (brushes.empty() || sampleIsFree(brushes, tolerance.sliver)) return false;
    return !anythingLeft(unitCube(), brushes, tolerance.sliver);
}

}  // namespace hullbake::oracle
