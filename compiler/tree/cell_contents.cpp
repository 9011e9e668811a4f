// Asks at a point first. Where that is not certain, cuts the cell by the planes of the brushes or of the tree.

#include "compiler/tree/cell_contents.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hullbake {

namespace {

Box boundsOf(const CellFaces& cell) {
    Box box = kEmptyBox;
    for (const CellFace* face : cell) {
        growBounds(box, face->bounds.mins);
        growBounds(box, face->bounds.maxs);
    }
    return box;
}

// Cuts the cell down to what lies within two units of equations around its middle. Where many brushes share a corner,
// most cells are thin and reach it, but only few brushes come near their middles.
void cutToMiddle(CellCutter& cutter, CellSplit& parts, CellFaces& cell) {
    const Vec3 middle = interiorOf(cell);
    for (int axis = 0; axis < 3; ++axis) {
        const double nearest = std::floor(middle[axis] / kEquationUnit + 0.5);
        for (const double end : {nearest - 1, nearest + 1}) {
            Plane plane;
            plane.normal[axis] = 1;
            plane.dist = end * kEquationUnit + 0.0;  // not -0
            if (cutter.cut(cell, {plane, axialPlaneId(plane)}, parts) == PlaneSide::Both)
                cell = end < nearest ? parts.front : parts.back;
        }
    }
}

// Cuts the cell down to a part that each brush contains or does not touch. Brushes may end within the cell, where
// others go on, but every part has the same contents.
Contents contentsByCutting(const BrushIndex& index, const PlaneTable& planes, CellFaces cell) {
    constexpr std::size_t kManyBrushes = 24;  // fewer are looked at as quickly as the cell is cut
    CellCutter cutter(planes.equations());
    CellSplit parts;
    Contents contents = Contents::Empty;
    std::vector<std::uint32_t> near = index.meeting(boundsOf(cell));
    if (near.size() > kManyBrushes) {
        cutToMiddle(cutter, parts, cell);
        near = index.meeting(boundsOf(cell));
    }
    for (const std::uint32_t number : near) {
        const GrownBrush& brush = *index.brushes()[number];
        CellFaces inside = cell;
        const bool overlaps = std::all_of(brush.planes.begin(), brush.planes.end(), [&](PlaneId id) {
            const PlaneSide side = cutter.cut(inside, planes.cutPlane(id), parts);
            if (side == PlaneSide::Both) inside = parts.back;
            return side != PlaneSide::Front;
        });
        if (!overlaps) continue;
        contents |= brush.contents;
        if (any(contents & Contents::Solid)) break;  // swallows the others
        cell = inside;
    }
    return resolveOverlap(contents);
}

// Descends with the cell itself and keeps the part of it on the side that is chosen.
const TreeNode& leafByCutting(const TreeNode& root, const PlaneTable& planes, CellFaces cell) {
    CellCutter cutter(planes.equations());
    CellSplit parts;
    const TreeNode* node = &root;
    while (!node->isLeaf()) {
        const PlaneSide side = cutter.cut(cell, {node->plane, node->id}, parts);
        bool isFront = side == PlaneSide::Front;
        if (side == PlaneSide::Both) {
            isFront =
                distanceTo(node->plane, interiorOf(parts.front)) >= -distanceTo(node->plane, interiorOf(parts.back));
            cell = isFront ? parts.front : parts.back;
        }
        node = isFront ? node->front.get() : node->back.get();
    }
    return *node;
}

}  // namespace

Contents contentsOfCell(const BrushIndex& index, const PlaneTable& planes, const CellFaces& cell, Vec3& at) {
    const Vec3 middle = interiorOf(cell);
    double clearance = 0;
    Contents contents = index.contentsAt(middle, clearance);
    at = middle;
    if (clearance > kOnPlane) return contents;
    // The middle lies on a seam or the cell is thin, so points between it and the faces are tried. The one with the
    // most clearance is used.
    double best = clearance;
    for (const CellFace* face : cell) {
        const Vec3 p = (middle * 3 + centreOf(face->winding) * 2) * 0.2;
        const Contents there = index.contentsAt(p, clearance);
        if (clearance <= best) continue;
        best = clearance;
        contents = there;
        at = p;
    }
    return best > kOnPlane ? contents : contentsByCutting(index, planes, cell);
}

const TreeNode& leafOfCell(const TreeNode& root, const PlaneTable& planes, const CellFaces& cell) {
    const Vec3 middle = interiorOf(cell);
    const TreeNode* node = &root;
    while (!node->isLeaf()) {
        const double distance = distanceTo(node->plane, middle);
        if (std::fabs(distance) <= kOnPlane) return leafByCutting(root, planes, cell);
        node = distance > 0 ? node->front.get() : node->back.get();
    }
    return *node;
}

}  // namespace hullbake
