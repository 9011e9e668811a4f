// Finds the corners of a displaced face, and the points between them.

#include "formats/displacement_patches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace hullbake {

namespace {

struct FacePlane {
    Vec3 normal;  // outward, of unit length
    double dist = 0;
};

std::optional<FacePlane> planeOf(const MapFace& face) {
    const Vec3 normal = cross(face.points[2] - face.points[0], face.points[1] - face.points[0]);
    const double size = length(normal);
    if (!(size > 1e-9)) return std::nullopt;
    return FacePlane{normal * (1 / size), dot(normal, face.points[0]) / size};
}

// Returns the point on three planes; nullopt if they have none in common, or a whole line.
std::optional<Vec3> commonPoint(const FacePlane& a, const FacePlane& b, const FacePlane& c) {
    const Vec3 bc = cross(b.normal, c.normal);
    const double volume = dot(a.normal, bc);
    if (std::abs(volume) < 1e-9) return std::nullopt;
    return (bc * a.dist + cross(c.normal, a.normal) * b.dist + cross(a.normal, b.normal) * c.dist) * (1 / volume);
}

// Returns the corners of a face, clockwise from outside.
std::vector<Vec3> cornersOf(const MapBrush& brush, std::size_t face) {
    constexpr double kNear = 0.01;  // Hammer writes coordinates with fewer decimals than the planes need
    std::vector<FacePlane> planes;
    for (const MapFace& one : brush.faces) {
        const std::optional<FacePlane> plane = planeOf(one);
        if (!plane) return {};
        planes.push_back(*plane);
    }
    std::vector<Vec3> corners;
    for (std::size_t i = 0; i < planes.size(); ++i)
        for (std::size_t k = i + 1; k < planes.size(); ++k) {
            if (i == face || k == face) continue;
            const std::optional<Vec3> p = commonPoint(planes[face], planes[i], planes[k]);
            if (!p) continue;
            const bool inside = std::all_of(planes.begin(), planes.end(), [&](const FacePlane& plane) {
                return dot(plane.normal, *p) <= plane.dist + kNear;
            });
            const bool known = std::any_of(corners.begin(), corners.end(),
                                           [&](const Vec3& corner) { return length(corner - *p) < kNear; });
            if (inside && !known) corners.push_back(*p);
        }
    if (corners.size() != 4) return {};
    const Vec3 middle = (corners[0] + corners[1] + corners[2] + corners[3]) * 0.25;
    const Vec3 right = corners[0] - middle, up = cross(planes[face].normal, right);
    std::sort(corners.begin(), corners.end(), [&](const Vec3& a, const Vec3& b) {
        return std::atan2(dot(a - middle, up), dot(a - middle, right)) >
               std::atan2(dot(b - middle, up), dot(b - middle, right));
    });
    return corners;
}

// Whom a displacement stops by its flags: shots alone, bodies alone, nothing, or as its texture says.
Contents contentsByFlags(const MapDisplacement& shape) {
    constexpr std::uint32_t kNoBodies = 4, kNoRays = 8;
    if ((shape.flags & kNoBodies) == 0) return (shape.flags & kNoRays) != 0 ? Contents::Clip : Contents::Empty;
    return (shape.flags & kNoRays) != 0 ? Contents::Illusionary : Contents::User6;
}

std::optional<MapPatch> patchOf(const MapBrush& brush, const MapDisplacement& shape) {
    if (shape.face >= brush.faces.size()) return std::nullopt;
    std::vector<Vec3> corners = cornersOf(brush, shape.face);
    if (corners.empty()) return std::nullopt;
    const auto first = std::min_element(corners.begin(), corners.end(), [&](const Vec3& a, const Vec3& b) {
        return length(a - shape.startPosition) < length(b - shape.startPosition);
    });
    std::rotate(corners.begin(), first, corners.end());
    const Vec3 raised = planeOf(brush.faces[shape.face])->normal * shape.elevation;
    const std::uint32_t side = (1u << shape.power) + 1;
    MapPatch patch;
    patch.pos = shape.pos;
    patch.kind = PatchKind::Displacement;
    patch.material = brush.faces[shape.face].texture;
    patch.rows = patch.columns = side;
    patch.contents = contentsByFlags(shape);
    // Rows of the text go from the first corner to the second, points of a row to the fourth. The front of a patch is
    // where its columns turn into its rows, so they change places.
    for (std::uint32_t column = 0; column < side; ++column)
        for (std::uint32_t row = 0; row < side; ++row) {
            const double u = static_cast<double>(row) / (side - 1), v = static_cast<double>(column) / (side - 1);
            const Vec3 left = corners[0] + (corners[1] - corners[0]) * u;
            const Vec3 right = corners[3] + (corners[2] - corners[3]) * u;
            Vec3 p = left + (right - left) * v + raised;
            const std::size_t at = std::size_t{row} * side + column;
            if (at < shape.normals.size() && at < shape.distances.size())
                p = p + shape.normals[at] * shape.distances[at];
            if (at < shape.offsets.size()) p = p + shape.offsets[at];
            patch.points.push_back({p, u, v});
        }
    return patch;
}

}  // namespace

void addDisplacementPatches(MapFile& map) {
    std::vector<SourcePos> taken;
    for (MapEntity& entity : map.entities)
        std::erase_if(entity.displaced, [&](const MapDisplacedBrush& displaced) {
            std::vector<MapPatch> patches;
            for (const MapDisplacement& shape : displaced.displacements)
                if (std::optional<MapPatch> patch = patchOf(displaced.brush, shape))
                    patches.push_back(std::move(*patch));
            if (patches.size() != displaced.displacements.size()) return false;
            taken.push_back(displaced.brush.pos);
            entity.patches.insert(entity.patches.end(), patches.begin(), patches.end());
            return true;
        });
    takeLeftOut(map.leftOut, "brush of a displacement", std::move(taken));
}

}  // namespace hullbake
