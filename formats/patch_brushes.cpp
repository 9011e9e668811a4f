// Offsets the points of a mesh, and fills the space between it and its copy.
//
// A cell of the mesh becomes one brush if its eight corners are those of a convex solid with plane faces. Otherwise
// each of its triangles becomes a prism if that is one, else three tetrahedra. Quadrangles between neighbours are
// plane, or both sides divide them by the same diagonal: the one from the point that comes first in the map.

#include "formats/patch_brushes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formats/patch_mesh.hpp"

namespace hullbake {

namespace {

using Triangle = std::array<std::size_t, 3>;

// A point of the front and its copy behind the surface.
struct Pair {
    std::size_t id = 0;  // the order of the points in the map
    LatticePoint front{}, back{};
};

Vec3 unitsOf(const LatticePoint& p) {
    return {static_cast<double>(p[0]) / kLattice, static_cast<double>(p[1]) / kLattice,
            static_cast<double>(p[2]) / kLattice};
}

Vec3 between(const LatticePoint& from, const LatticePoint& to) {
    return {static_cast<double>(to[0] - from[0]), static_cast<double>(to[1] - from[1]),
            static_cast<double>(to[2] - from[2])};
}

// Returns the side of `p` seen from the plane of a, b, c: positive in front, where they run clockwise. Exact for points
// within 8,192 units of each other: products of 57 bits in sums of six. Farther apart they count as too far to decide.
std::optional<std::int64_t> sideOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c,
                                   const LatticePoint& p) {
    constexpr std::int64_t kFar = std::int64_t{1} << 19;
    std::array<LatticePoint, 3> d{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        d[0][axis] = b[axis] - a[axis];
        d[1][axis] = c[axis] - a[axis];
        d[2][axis] = p[axis] - a[axis];
        for (const LatticePoint& one : d)
            if (one[axis] > kFar || one[axis] < -kFar) return std::nullopt;
    }
    const auto minor = [&](std::size_t i, std::size_t j) { return d[1][i] * d[0][j] - d[1][j] * d[0][i]; };
    return minor(1, 2) * d[2][0] + minor(2, 0) * d[2][1] + minor(0, 1) * d[2][2];
}

MapFace faceOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c, const MapPatch& patch) {
    MapFace face;
    face.points = {unitsOf(a), unitsOf(b), unitsOf(c)};
    face.texture = patch.material;
    face.pos = patch.pos;
    return face;
}

// Collects the brushes of one patch.
class Pieces {
  public:
    Pieces(const MapPatch& patch, std::vector<MapBrush>& out) : patch_(patch), out_(out) {}

    /// Adds the solid whose corners are given, if its faces, lists of corners clockwise from outside, are plane and
    /// convex.
    bool addConvex(const std::vector<LatticePoint>& corners, const std::vector<std::vector<std::size_t>>& faces) {
        MapBrush brush;
        brush.pos = patch_.pos;
        for (const std::vector<std::size_t>& face : faces) {
            const LatticePoint &a = corners[face[0]], &b = corners[face[1]], &c = corners[face[2]];
            bool inside = false;
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const std::optional<std::int64_t> side = sideOf(a, b, c, corners[i]);
                const bool mine = std::find(face.begin(), face.end(), i) != face.end();
                if (!side || *side > 0 || (mine && *side != 0)) return false;
                inside = inside || *side < 0;
            }
            if (!inside) return false;
            brush.faces.push_back(faceOf(a, b, c, patch_));
        }
        out_.push_back(std::move(brush));
        return true;
    }

    void addTetrahedron(std::array<LatticePoint, 4> p) {
        const Vec3 a = between(p[0], p[1]), b = between(p[0], p[2]), c = between(p[0], p[3]);
        const double volume = dot(cross(b, a), c);
        if (std::abs(volume) < 0.5) return;  // no volume: products of whole numbers
        if (volume > 0) std::swap(p[1], p[2]);
        MapBrush brush;
        brush.pos = patch_.pos;
        for (const std::array<std::size_t, 3>& f :
             {std::array<std::size_t, 3>{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}})
            brush.faces.push_back(faceOf(p[f[0]], p[f[1]], p[f[2]], patch_));
        out_.push_back(std::move(brush));
    }

    /// Corners clockwise from the front.
    bool addCell(const std::array<Pair, 4>& q) {
        return addConvex({q[0].front, q[1].front, q[2].front, q[3].front, q[0].back, q[1].back, q[2].back, q[3].back},
                         {{0, 1, 2, 3}, {7, 6, 5, 4}, {1, 0, 4, 5}, {2, 1, 5, 6}, {3, 2, 6, 7}, {0, 3, 7, 4}});
    }

    void addPrism(std::array<Pair, 3> t) {
        if (addConvex({t[0].front, t[1].front, t[2].front, t[0].back, t[1].back, t[2].back},
                      {{0, 1, 2}, {5, 4, 3}, {1, 0, 3, 4}, {2, 1, 4, 5}, {0, 2, 5, 3}}))
            return;
        std::sort(t.begin(), t.end(), [](const Pair& a, const Pair& b) { return a.id < b.id; });
        addTetrahedron({t[0].front, t[1].front, t[2].front, t[2].back});
        addTetrahedron({t[0].front, t[1].front, t[1].back, t[2].back});
        addTetrahedron({t[0].front, t[0].back, t[1].back, t[2].back});
    }

  private:
    const MapPatch& patch_;
    std::vector<MapBrush>& out_;
};

// The patches of one entity, whose shells join where their points are the same.
class Shells {
  public:
    Shells(const std::vector<const MapPatch*>& patches, const std::vector<PatchMesh>& meshes)
        : patches_(patches), meshes_(meshes), ids_(meshes.size()) {
        for (std::size_t p = 0; p < meshes.size(); ++p) {
            for (const LatticePoint& point : meshes[p].points)
                ids_[p].push_back(known_.try_emplace(point, known_.size()).first->second);
        }
        normals_.resize(known_.size());
        for (std::size_t p = 0; p < meshes.size(); ++p)
            forEachTriangle(p, [&](const Triangle& t) {
                const Vec3 normal = areaNormal(p, t);
                for (const std::size_t point : t) normals_[ids_[p][point]] = normals_[ids_[p][point]] + normal;
            });
    }

    void build(std::size_t p, std::vector<MapBrush>& out) const {
        const PatchMesh& mesh = meshes_[p];
        Pieces pieces(*patches_[p], out);
        for (std::size_t row = 0; row + 1 < mesh.rows; ++row)
            for (std::size_t column = 0; column + 1 < mesh.columns; ++column) {
                const std::array<Triangle, 2> halves = trianglesOf(p, row, column);
                const auto cell = cellOf(p, row, column);
                const bool whole =
                    hasArea(p, halves[0]) && hasArea(p, halves[1]) && joins(p, halves[0]) && joins(p, halves[1]);
                if (whole &&
                    pieces.addCell({shared(p, cell[0]), shared(p, cell[1]), shared(p, cell[2]), shared(p, cell[3])}))
                    continue;
                for (const Triangle& t : halves)
                    if (hasArea(p, t)) pieces.addPrism(prismOf(p, t));
            }
    }

  private:
    // The corners of a cell, clockwise from the front of the patch.
    std::array<std::size_t, 4> cellOf(std::size_t p, std::size_t row, std::size_t column) const {
        const std::size_t first = row * meshes_[p].columns + column, below = first + meshes_[p].columns;
        return {first, first + 1, below + 1, below};
    }

    // Divides a cell by its shorter diagonal.
    std::array<Triangle, 2> trianglesOf(std::size_t p, std::size_t row, std::size_t column) const {
        const auto c = cellOf(p, row, column);
        const auto length = [&](std::size_t i, std::size_t k) {
            const Vec3 d = between(meshes_[p].points[c[i]], meshes_[p].points[c[k]]);
            return dot(d, d);
        };
        if (length(0, 2) <= length(1, 3)) return {{{c[0], c[1], c[2]}, {c[0], c[2], c[3]}}};
        return {{{c[0], c[1], c[3]}, {c[1], c[2], c[3]}}};
    }

    template <typename Visit>
    void forEachTriangle(std::size_t p, Visit visit) const {
        for (std::size_t row = 0; row + 1 < meshes_[p].rows; ++row)
            for (std::size_t column = 0; column + 1 < meshes_[p].columns; ++column)
                for (const Triangle& t : trianglesOf(p, row, column)) visit(t);
    }

    // Twice the area, along the outward normal.
    Vec3 areaNormal(std::size_t p, const Triangle& t) const {
        const auto& points = meshes_[p].points;
        return cross(between(points[t[0]], points[t[2]]), between(points[t[0]], points[t[1]]));
    }

    bool hasArea(std::size_t p, const Triangle& t) const {
        const Vec3 normal = areaNormal(p, t);
        return dot(normal, normal) > 0.5;
    }

    // Returns true if the shared normals of its points all look to the front of the triangle. They do not where patches
    // meet back to back or in a sharp edge: there a triangle has a shell of its own.
    bool joins(std::size_t p, const Triangle& t) const {
        constexpr double kLeastCosine = 0.35;
        const Vec3 normal = areaNormal(p, t);
        return std::all_of(t.begin(), t.end(), [&](std::size_t point) {
            const Vec3& n = normals_[ids_[p][point]];
            const double along = dot(n, normal);
            return along > 0 && along * along > kLeastCosine * kLeastCosine * dot(n, n) * dot(normal, normal);
        });
    }

    static LatticePoint moved(const LatticePoint& p, const Vec3& normal) {
        const double scale = -kShellThickness * kLattice / std::sqrt(dot(normal, normal));
        return {p[0] + std::llround(normal.x * scale), p[1] + std::llround(normal.y * scale),
                p[2] + std::llround(normal.z * scale)};
    }

    Pair shared(std::size_t p, std::size_t point) const {
        const LatticePoint& front = meshes_[p].points[point];
        return {ids_[p][point], front, moved(front, normals_[ids_[p][point]])};
    }

    std::array<Pair, 3> prismOf(std::size_t p, const Triangle& t) const {
        if (joins(p, t)) return {shared(p, t[0]), shared(p, t[1]), shared(p, t[2])};
        const Vec3 normal = areaNormal(p, t);
        std::array<Pair, 3> prism;
        for (std::size_t i = 0; i < 3; ++i) {
            const LatticePoint& front = meshes_[p].points[t[i]];
            prism[i] = {ids_[p][t[i]], front, moved(front, normal)};
        }
        return prism;
    }

    const std::vector<const MapPatch*>& patches_;
    const std::vector<PatchMesh>& meshes_;
    std::map<LatticePoint, std::size_t> known_;
    std::vector<std::vector<std::size_t>> ids_;  // by patch and point
    std::vector<Vec3> normals_;                  // by id
};

using Place = std::pair<std::uint32_t, std::uint32_t>;  // line and column

Place placeOf(SourcePos pos) {
    return {pos.line, pos.column};
}

// Takes the patches at these places out. A map has all its patches in the order of its lines.
void takeOut(std::vector<MapLeftOut>& leftOut, std::vector<Place> built) {
    std::sort(built.begin(), built.end());
    for (MapLeftOut& kind : leftOut)
        if (kind.kind == "curved patch" || kind.kind == "mesh")
            std::erase_if(kind.places,
                          [&](SourcePos pos) { return std::binary_search(built.begin(), built.end(), placeOf(pos)); });
    std::erase_if(leftOut, [](const MapLeftOut& kind) { return kind.places.empty(); });
}

}  // namespace

PatchCount addPatchBrushes(MapFile& map, double error) {
    // All patches of a map are flattened together: those of two entities can share an edge.
    std::vector<const MapPatch*> patches;
    for (const MapEntity& entity : map.entities)
        for (const MapPatch& patch : entity.patches) patches.push_back(&patch);
    if (patches.empty()) return {};
    const std::vector<PatchMesh> meshes = flattenPatches(patches, error);
    const Shells shells(patches, meshes);
    std::size_t p = 0;
    PatchCount total;
    std::vector<Place> built;
    for (MapEntity& entity : map.entities) {
        std::vector<MapPatch> kept;
        const std::size_t count = entity.patches.size();
        for (std::size_t i = 0; i < count; ++i, ++p) {
            const std::size_t before = entity.brushes.size();
            shells.build(p, entity.brushes);
            const std::size_t pieces = entity.brushes.size() - before;
            total.brushes += pieces;
            if (pieces == 0) {
                kept.push_back(entity.patches[i]);
                continue;
            }
            ++total.patches;
            built.push_back(placeOf(entity.patches[i].pos));
        }
        entity.patches = std::move(kept);
    }
    takeOut(map.leftOut, std::move(built));
    return total;
}

}  // namespace hullbake
