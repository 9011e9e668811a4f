// Builds boxes from their corners, and all other brushes by clipping each face.

#include "compiler/growth/grow.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>
#include <utility>

#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "compiler/growth/plane_hubs.hpp"

namespace hullbake {

namespace {

struct GrownPlane {
    Plane plane;
    PlaneEquation equation;
};

GrownPlane grownPlane(const SidePlane& side, const Box& box) {
    if (!side.grown || box == Box{}) return {side.plane, side.equation};
    const PlaneEquation equation = grownBy(side.equation, box);
    return {planeOf(equation), equation};
}

}  // namespace

std::vector<Plane> grownPlanes(const Solid& solid, const Box& box) {
    std::vector<Plane> planes;
    planes.reserve(solid.sides.size());
    for (const SolidSide& side : solid.sides) planes.push_back(grownPlane(side, box).plane);
    return planes;
}

namespace {

// Builds the six faces of a brush that is a box, the most common case, directly from its corners.
bool axialFaces(const PlaneTable& table, const std::vector<PlaneId>& ids, GrownBrush& brush) {
    if (ids.size() != 6) return false;
    PlaneId low[3] = {kNoPlane, kNoPlane, kNoPlane}, high[3] = {kNoPlane, kNoPlane, kNoPlane};
    for (const PlaneId id : ids) {
        const Plane& plane = table[id];
        const int axis = planeAxis(plane);
        if (axis == 3) return false;
        if (plane.normal[axis] > 0) {
            high[axis] = id;
            brush.bounds.maxs[axis] = plane.dist;
        } else {
            low[axis] = id;
            brush.bounds.mins[axis] = -plane.dist;
        }
    }
    for (int a = 0; a < 3; ++a)
        if (low[a] == kNoPlane || high[a] == kNoPlane || !(brush.bounds.mins[a] < brush.bounds.maxs[a])) return false;
    const bool whole = std::ranges::all_of(ids, [&](PlaneId id) { return table.equations().isGridPlane(id); }) &&
                       isWholePoint(brush.bounds.mins) && isWholePoint(brush.bounds.maxs);
    brush.faces.reserve(6);
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        for (const bool top : {false, true}) {
            Winding face;
            face.plane = top ? high[a] : low[a];
            // Order around the face: each corner, and the plane of the edge that starts there.
            const PlaneId edges[4] = {low[b], high[c], high[b], low[c]};
            const double atB[4] = {brush.bounds.mins[b], brush.bounds.mins[b], brush.bounds.maxs[b],
                                   brush.bounds.maxs[b]};
            const double atC[4] = {brush.bounds.mins[c], brush.bounds.maxs[c], brush.bounds.maxs[c],
                                   brush.bounds.mins[c]};
            for (int i = 0; i < 4; ++i) {
                // Clockwise from outside: this order for the top face, the reverse for the bottom one.
                const int corner = top ? i : 3 - i;
                Vec3 p;
                p[a] = top ? brush.bounds.maxs[a] : brush.bounds.mins[a];
                p[b] = atB[corner];
                p[c] = atC[corner];
                face.vertices.push_back({p, edges[top ? i : (corner + 3) % 4], true, whole});
            }
            brush.faces.push_back(std::move(face));
        }
    }
    return true;
}

// Clips each face by the planes most like it first. Those are its neighbours, so the others rarely cut anything, and
// hardly a corner is computed in vain.
void clippedFaces(const PlaneTable& table, const std::vector<PlaneId>& ids, const Box& around, GrownBrush& brush) {
    const Vec3 centre = (around.mins + around.maxs) * 0.5;
    const double halfSize = length(around.maxs - around.mins) + 1;
    std::vector<std::pair<double, PlaneId>> others(ids.size());
    for (const PlaneId id : ids) {
        for (std::size_t i = 0; i < ids.size(); ++i) others[i] = {-dot(table[id].normal, table[ids[i]].normal), ids[i]};
        if (!table.equations().allOnGrid()) std::sort(others.begin(), others.end());
        Winding face = exactBase(table.equations(), table.cutPlane(id), centre, halfSize);
        for (const auto& [likeness, other] : others)
            if (other != id && !clipToBack(table.equations(), face, table.cutPlane(other))) break;
        if (face.empty()) continue;
        growBounds(brush.bounds, face);
        brush.faces.push_back(std::move(face));
    }
}

// Returns the corners of a solid grown by the box, empty if they are not known.
std::span<const std::uint16_t> cornersOf(const SolidPlanes& solid, const Box& box) {
    const Vec3 size = box.maxs - box.mins;
    if (!std::ranges::all_of(solid.sides, [](const SidePlane& side) { return side.grown; })) return {};
    if (box.mins == box.maxs) return solid.corners.ofSolid;
    if (size.x > 0 && size.y > 0 && size.z > 0) return solid.corners.ofSum;
    return {};
}

// Builds the faces from the sides that meet at each corner, apart from those of hidden sides. Returns false if that
// fails. All sides have faces, so the brush has the planes of all.
bool facesOfCorners(const PlaneTable& table, const std::vector<PlaneId>& ids, const SolidPlanes& solid,
                    std::span<const std::uint16_t> corners, GrownBrush& brush) {
    PlaneEquation axial;  // not written: all planes are in the table
    const auto equationOf = [&](std::size_t side) -> const PlaneEquation& {
        return table.equations().find(ids[side], axial);
    };
    const auto isHidden = [&](std::size_t side) { return solid.sides[side].hidden; };
    if (!windingsOfCorners(corners, ids.size(), equationOf, brush.faces, brush.bounds, isHidden)) return false;
    for (Winding& face : brush.faces) {
        face.plane = ids[face.plane];
        for (WindingVertex& vertex : face.vertices) vertex.edge = ids[vertex.edge];
    }
    brush.planes = ids;
    return true;
}

void dropHidden(const SolidPlanes& solid, const std::vector<PlaneId>& ids, std::vector<Winding>& faces) {
    for (std::size_t side = 0; side < ids.size(); ++side)
        if (solid.sides[side].hidden)
            std::erase_if(faces, [&](const Winding& face) { return face.plane == ids[side]; });
}

bool isOnGrid(const Box& box) {
    for (int a = 0; a < 3; ++a)
        for (const double at : {box.mins[a], box.maxs[a]})
            if (at / kEquationUnit != std::floor(at / kEquationUnit)) return false;
    return true;
}

Box grownBounds(const Box& bounds, const Box& box) {
    return {bounds.mins - box.maxs, bounds.maxs - box.mins};
}

// Adds the planes of each brush in order, which decides their ids in the table.
std::vector<std::vector<PlaneId>> addPlanes(const BrushScene& scene, const HullSpec& hull, GrownHull& grown) {
    const bool point = isPointHull(hull);
    std::vector<std::vector<PlaneId>> ids(grown.brushes.size());
    constexpr std::size_t kBrushesPerRound = 4096;  // brushes whose planes are buffered; bounds memory
    std::vector<GrownPlane> planes;
    std::vector<std::size_t> begins;  // index of each brush's first plane
    for (std::size_t first = 0; first < ids.size(); first += kBrushesPerRound) {
        const std::size_t count = std::min(kBrushesPerRound, ids.size() - first);
        const auto sidesOf = [&](std::size_t i) -> const std::vector<SidePlane>& {
            return scene.brushes[grown.brushes[first + i].scene].solid.sides;
        };
        const auto counts = [point](const SidePlane& side) { return !point || !side.bevel; };
        begins.assign(1, 0);
        for (std::size_t i = 0; i < count; ++i)
            begins.push_back(begins.back() + static_cast<std::size_t>(std::ranges::count_if(sidesOf(i), counts)));
        planes.resize(begins.back());
        tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
            std::size_t at = begins[i];
            for (const SidePlane& side : sidesOf(i))
                if (counts(side)) planes[at++] = grownPlane(side, hull.box);
        });
        for (std::size_t i = 0; i < count; ++i) {
            ids[first + i].reserve(begins[i + 1] - begins[i]);
            for (std::size_t k = begins[i]; k < begins[i + 1]; ++k)
                ids[first + i].push_back(grown.planes.add(planes[k].plane, planes[k].equation));
        }
    }
    return ids;
}

void setAxial(const PlaneTable& planes, GrownBrush& brush) {
    for (const PlaneId id : brush.planes) {
        const int axis = planeAxis(planes[id]);
        if (axis == 3) continue;
        PlaneId& slot = brush.axial[2 * static_cast<std::size_t>(axis) + (planes[id].normal[axis] > 0 ? 1 : 0)];
        if (slot == kNoPlane) slot = id;
    }
}

std::size_t countBevels(const SceneBrush& source, const PlaneTable& planes, const GrownBrush& brush) {
    std::size_t count = 0;
    for (const SidePlane& side : source.solid.sides) {
        if (!side.bevel || planeAxis(side.plane) < 3) continue;
        for (const PlaneId plane : brush.planes) count += side.plane.normal == planes[plane].normal;
    }
    return count;
}

}  // namespace

GrownHull growHull(const BrushScene& scene, const HullSpec& hull, std::uint32_t index) {
    GrownHull grown;
    for (const SceneModel& model : scene.models) {
        grown.modelBegin.push_back(static_cast<std::uint32_t>(grown.brushes.size()));
        for (std::uint32_t b = model.firstBrush; b < model.firstBrush + model.brushCount; ++b) {
            const SceneBrush& source = scene.brushes[b];
            if ((source.hullMask >> index & 1) == 0) continue;
            GrownBrush brush;
            brush.contents = source.contents;
            brush.scene = b;
            grown.brushes.push_back(std::move(brush));
        }
    }
    grown.modelBegin.push_back(static_cast<std::uint32_t>(grown.brushes.size()));
    grown.onGrid = isOnGrid(hull.box) && std::ranges::all_of(grown.brushes, [&](const GrownBrush& brush) {
                       return std::ranges::all_of(scene.brushes[brush.scene].solid.sides,
                                                  [](const SidePlane& side) { return side.bevel || side.onGrid; });
                   });
    grown.planes.setAllOnGrid(grown.onGrid);
    const std::vector<std::vector<PlaneId>> ids = addPlanes(scene, hull, grown);
    std::atomic<std::size_t> bevels = 0;
    tbb::parallel_for(std::size_t{0}, grown.brushes.size(), [&](std::size_t i) {
        GrownBrush& brush = grown.brushes[i];
        brush.faces.reserve(ids[i].size());
        const SolidPlanes& solid = scene.brushes[brush.scene].solid;
        if (!axialFaces(grown.planes, ids[i], brush)) {
            const auto clear = [&] {
                brush.faces.clear();
                brush.bounds = kEmptyBox;
            };
            clear();
            const std::span<const std::uint16_t> corners = cornersOf(solid, hull.box);
            if (grown.onGrid || corners.empty() || !facesOfCorners(grown.planes, ids[i], solid, corners, brush)) {
                clear();
                clippedFaces(grown.planes, ids[i], grownBounds(solid.bounds, hull.box), brush);
            }
        }
        if (brush.planes.empty()) {
            brush.planes.reserve(brush.faces.size());
            for (const Winding& face : brush.faces) brush.planes.push_back(face.plane);
            dropHidden(solid, ids[i], brush.faces);
        }
        if (!brush.faces.empty()) {
            const auto& vertices = brush.faces[i % brush.faces.size()].vertices;
            brush.corner = vertices[i % vertices.size()].p;
        }
        setAxial(grown.planes, brush);
        bevels += countBevels(scene.brushes[brush.scene], grown.planes, brush);
    });
    grown.bevels = bevels;
    // On the grid all decisions are quick.
    if (!grown.onGrid) grown.planes.setHubs(planeHubs(grown.planes, grown.brushes));
    return grown;
}

}  // namespace hullbake
