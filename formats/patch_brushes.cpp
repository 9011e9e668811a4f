// Offsets the points of a mesh, and fills the space between it and its copy.
//
// A plane cell of the mesh becomes one brush, and so does a cell of a curved patch that is nearly a plane, divided by
// its ridge. Any other becomes two: the convex hulls of their corners and of these corners moved behind the surface.
// All of a hull lies behind each front that it touches, since every moved corner does. Neighbours share the edge and
// its two moved corners, so nothing passes between them. At sharp edges each triangle is moved along its own normal.

#include "formats/patch_brushes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/curve_section.hpp"
#include "formats/displacement_patches.hpp"
#include "formats/patch_mesh.hpp"

namespace hullbake {

namespace {

std::string overflowText(const PatchOverflow& overflow) {
    const std::string more = "more than " + std::to_string(overflow.bound) + " cells";
    if (overflow.bound == kMostPatchCells) return "the patches and meshes of the map have " + more + "; divide the map";
    const bool alone = overflow.bound == kMostCellsOfCurve;
    return (alone ? "this curved patch needs " : "the curved patches up to this one need ") + more +
           "; allow a larger error of curves (--curve-error)" + (alone ? " or bring its points nearer" : "");
}

using Triangle = std::array<std::size_t, 3>;

// The patches of one entity, whose shells join where their points are the same.
class PatchShells {
  public:
    PatchShells(const std::vector<const MapPatch*>& patches, const std::vector<PatchMesh>& meshes)
        : patches_(patches), meshes_(meshes), ids_(meshes.size()) {
        for (std::size_t p = 0; p < meshes.size(); ++p) {
            for (const LatticePoint& point : meshes[p].points)
                ids_[p].push_back(known_.try_emplace(point, known_.size()).first->second);
        }
        normals_.resize(known_.size());
        for (std::size_t p = 0; p < meshes.size(); ++p)
            for (std::size_t row = 0; row + 1 < meshes[p].rows; ++row)
                for (std::size_t column = 0; column + 1 < meshes[p].columns; ++column) addNormal(p, row, column);
    }

    void build(std::size_t p, std::vector<MapBrush>& out) const {
        const PatchMesh& mesh = meshes_[p];
        const FaceLook look{patches_[p]->material, patches_[p]->pos};
        const auto addHull = [&](const std::vector<LatticePoint>& points) {
            if (std::optional<MapBrush> hull = hullOf(points, look)) {
                hull->contents = patches_[p]->contents;
                out.push_back(std::move(*hull));
            }
        };
        const bool terrain = isTerrain(patches_[p]->kind);
        for (std::size_t row = 0; row + 1 < mesh.rows; ++row)
            for (std::size_t column = 0; column + 1 < mesh.columns; ++column) {
                const std::array<Triangle, 2> halves = trianglesOf(p, row, column);
                const std::array<std::size_t, 4> cell = cellOf(p, row, column);
                const bool joined = joins(p, halves[0]) && joins(p, halves[1]);
                if ((isPlane(p, cell) && (terrain || joined)) || (joined && isConvexShell(p, halves))) {
                    const Vec3 own = upright(areaNormal(p, halves[0]));
                    addHull(shell(p, {cell.begin(), cell.end()}, terrain ? &own : nullptr));
                    continue;
                }
                for (const Triangle& t : halves) {
                    if (!hasArea(p, t)) continue;
                    const Vec3 own = terrain ? upright(areaNormal(p, t)) : areaNormal(p, t);
                    addHull(shell(p, {t.begin(), t.end()}, !terrain && joins(p, t) ? nullptr : &own));
                }
            }
    }

  private:
    // Terrain goes straight down, or up if its front is below: however steep it is, nothing comes out of a front.
    static bool isTerrain(PatchKind kind) { return kind == PatchKind::TerrainDef || kind == PatchKind::TerrainDefMoh; }
    static Vec3 upright(const Vec3& normal) { return {0, 0, normal.z < 0 ? -1.0 : 1.0}; }

    // The corners of a cell, clockwise from the front of the patch.
    std::array<std::size_t, 4> cellOf(std::size_t p, std::size_t row, std::size_t column) const {
        const std::size_t first = row * meshes_[p].columns + column, below = first + meshes_[p].columns;
        return {first, first + 1, below + 1, below};
    }

    // Divides a cell of a mesh by its shorter diagonal; in a displacement and in terrain by one and the other in turn,
    // as the games do.
    std::array<Triangle, 2> trianglesOf(std::size_t p, std::size_t row, std::size_t column) const {
        const auto c = cellOf(p, row, column);
        const auto length = [&](std::size_t i, std::size_t k) {
            const Vec3 d = between(meshes_[p].points[c[i]], meshes_[p].points[c[k]]);
            return dot(d, d);
        };
        const auto at = [&](std::size_t i) { return unitsOf(meshes_[p].points[c[i]]); };
        const PatchKind kind = patches_[p]->kind;
        const bool even = (row + column) % 2 == 0;
        const bool fromFirst = kind == PatchKind::Displacement || kind == PatchKind::TerrainDefMoh ? even
                               : kind == PatchKind::TerrainDef                                     ? !even
                               : isMesh(kind) ? length(0, 2) <= length(1, 3)
                                              : isCutFromFirst({at(0), at(1), at(2), at(3)});
        if (fromFirst) return {{{c[0], c[1], c[2]}, {c[0], c[2], c[3]}}};
        return {{{c[0], c[1], c[3]}, {c[1], c[2], c[3]}}};
    }

    // Adds twice the area of a cell, along its normal, to each of its points. Whole cells keep what is straight
    // straight.
    void addNormal(std::size_t p, std::size_t row, std::size_t column) {
        const auto& points = meshes_[p].points;
        const auto c = cellOf(p, row, column);
        const Vec3 normal = cross(between(points[c[0]], points[c[2]]), between(points[c[3]], points[c[1]]));
        std::array<std::size_t, 4> ids{};
        for (std::size_t i = 0; i < 4; ++i) ids[i] = ids_[p][c[i]];
        for (std::size_t i = 0; i < 4; ++i)  // points that are one are moved once
            if (std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) ==
                ids.begin() + static_cast<std::ptrdiff_t>(i))
                normals_[ids[i]] = normals_[ids[i]] + normal;
    }

    // Returns true if a cell of a curved patch is nearly a plane, and the hull of its shell has both halves as faces.
    bool isConvexShell(std::size_t p, const std::array<Triangle, 2>& halves) const {
        if (isMesh(patches_[p]->kind)) return false;
        const auto& points = meshes_[p].points;
        const auto isBehind = [&](std::size_t corner, const Triangle& t) {
            const auto side = [&](const LatticePoint& q) {
                return sideOf(points[t[0]], points[t[1]], points[t[2]], q);
            };
            const Vec3 normal = areaNormal(p, t);
            const double depth = dot(normal, between(points[corner], points[t[0]]));
            return side(points[corner]) < 0 && side(movedBehind(points[corner], normals_[ids_[p][corner]])) < 0 &&
                   depth <= kMostRidge * kLattice * length(normal);
        };
        return hasArea(p, halves[0]) && hasArea(p, halves[1]) && isBehind(cornerOff(halves[0], halves[1]), halves[0]) &&
               isBehind(cornerOff(halves[1], halves[0]), halves[1]);
    }

    // Returns the corner of `other` that a triangle does not have.
    static std::size_t cornerOff(const Triangle& t, const Triangle& other) {
        return *std::find_if(other.begin(), other.end(),
                             [&](std::size_t corner) { return std::find(t.begin(), t.end(), corner) == t.end(); });
    }

    // Twice the area, along the outward normal.
    Vec3 areaNormal(std::size_t p, const Triangle& t) const {
        const auto& points = meshes_[p].points;
        return hullbake::areaNormal(points[t[0]], points[t[1]], points[t[2]]);
    }

    bool hasArea(std::size_t p, const Triangle& t) const {
        const Vec3 normal = areaNormal(p, t);
        return dot(normal, normal) > 0.5;
    }

    // Returns true if the shared normals of its points all look to the front of the triangle. They do not where patches
    // meet back to back or in a sharp edge: there a triangle has a shell of its own.
    bool joins(std::size_t p, const Triangle& t) const {
        constexpr double kLeastFacing = 0.35;
        const Vec3 normal = areaNormal(p, t);
        return std::all_of(t.begin(), t.end(), [&](std::size_t point) {
            const Vec3& n = normals_[ids_[p][point]];
            const double along = dot(n, normal);
            return along > 0 && along * along > kLeastFacing * kLeastFacing * dot(n, n) * dot(normal, normal);
        });
    }

    // Returns points of the front and their copies behind it, moved along the shared normals or along `own`.
    std::vector<LatticePoint> shell(std::size_t p, const std::vector<std::size_t>& front, const Vec3* own) const {
        std::vector<LatticePoint> points;
        points.reserve(2 * front.size());
        for (const std::size_t at : front) points.push_back(meshes_[p].points[at]);
        for (const std::size_t at : front)
            points.push_back(movedBehind(meshes_[p].points[at], own != nullptr ? *own : normals_[ids_[p][at]]));
        return points;
    }

    // Returns true if the corners of a cell are those of a plane convex quadrangle with an area at every corner.
    bool isPlane(std::size_t p, const std::array<std::size_t, 4>& cell) const {
        const auto& points = meshes_[p].points;
        if (sideOf(points[cell[0]], points[cell[1]], points[cell[2]], points[cell[3]]) != 0) return false;
        const Vec3 whole = areaNormal(p, {cell[0], cell[1], cell[2]});
        for (std::size_t i = 0; i < 4; ++i) {
            const Triangle corner = {cell[i], cell[(i + 1) % 4], cell[(i + 2) % 4]};
            if (!hasArea(p, corner) || dot(areaNormal(p, corner), whole) <= 0) return false;
        }
        return true;
    }

    const std::vector<const MapPatch*>& patches_;
    const std::vector<PatchMesh>& meshes_;
    std::map<LatticePoint, std::size_t> known_;
    std::vector<std::vector<std::size_t>> ids_;  // by patch and point
    std::vector<Vec3> normals_;                  // by id
};

}  // namespace

PatchCount addPatchBrushes(MapFile& map, double error, const ForEach& forEach) {
    addDisplacementPatches(map);
    // All patches of a map are flattened together: those of two entities can share an edge.
    std::vector<const MapPatch*> patches;
    std::size_t all = 0;
    for (const MapEntity& entity : map.entities) all += entity.patches.size();
    patches.reserve(all);
    for (const MapEntity& entity : map.entities)
        for (const MapPatch& patch : entity.patches) patches.push_back(&patch);
    if (patches.empty()) return {};
    const FlatPatches flat = flattenPatches(patches, error, forEach);
    if (flat.overflow) {
        const SourcePos pos = patches[flat.overflow->patch]->pos;
        return {0, 0, Diagnostic{map.pathOf(pos), pos, overflowText(*flat.overflow)}};
    }
    const PatchShells shells(patches, flat.meshes);
    std::vector<std::vector<MapBrush>> pieces(patches.size());
    forEach(patches.size(), [&](std::size_t p) { shells.build(p, pieces[p]); });
    auto next = pieces.begin();
    PatchCount total;
    std::vector<SourcePos> built;
    for (MapEntity& entity : map.entities) {
        std::vector<MapPatch> kept;
        for (MapPatch& patch : entity.patches) {
            std::vector<MapBrush>& ofPatch = *next++;
            total.brushes += ofPatch.size();
            if (ofPatch.empty()) {
                kept.push_back(std::move(patch));
                continue;
            }
            ++total.patches;
            built.push_back(patch.pos);
            std::move(ofPatch.begin(), ofPatch.end(), std::back_inserter(entity.brushes));
        }
        entity.patches = std::move(kept);
    }
    for (const std::string_view kind : {"curved patch", "mesh", "terrain", "displacement"})
        takeLeftOut(map.leftOut, kind, built);
    return total;
}

}  // namespace hullbake
