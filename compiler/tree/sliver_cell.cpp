// Represents a sliver by its widest face, and splits that face by the planes of the brushes.

#include "compiler/tree/sliver_cell.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/brushes/sealing.hpp"
#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

// Lower bound of the cosine between the normals of planes that almost coincide. No unit. An angle of a thousandth of a
// radian.
constexpr double kCoincidentCosine = 1 - 5e-7;
// Upper bound of a needle's width in any of its faces. World units. Wider cells lose little at their tips. Needles of a
// millionth of a degree are as narrow as slivers for tens of units and a hundred times as wide at the other end.
constexpr double kNeedle = 1e-3;

// Returns how thick the cell is behind a point of a face: the distance to the opposite faces. In a needle without
// opposite faces it is the distance to the first face hit.
double thicknessAt(const ConvexCell& cell, const Vec3& p, const Vec3& out) {
    double thickness = kSurfaceTolerance, met = kNeedle;
    bool hasOpposite = false;
    for (const CellFace& other : cell.faces) {
        const double slope = dot(other.plane.normal, out);
        if (slope < kOppositeCosine) {
            thickness = std::min(thickness, -distanceTo(other.plane, p));
            hasOpposite = true;
        } else if (slope < 0) {
            met = std::min(met, distanceTo(other.plane, p) / slope);
        }
    }
    return hasOpposite ? thickness : met;
}

SliverCell thinPart(const ConvexCell& cell, std::size_t face, Winding polygon) {
    const Vec3& out = cell.faces[face].plane.normal;
    const Vec3 centre = centreOf(polygon);
    return {&cell, face, std::move(polygon), centre - out * (thicknessAt(cell, centre, out) / 2)};
}

// Returns a face of a cell as its planes bound it. The cell's own polygon may lack corners. A plane that cuts it at a
// millionth of a degree lies within the tolerance for many units, and vertices on a plane are not clipped.
// Other faces that almost coincide with it bound parts of the cell too; the polygon covers all of them.
Winding sharpFace(const ConvexCell& cell, std::size_t face) {
    constexpr double kLost = 4096;  // world units; upper bound of how far the cell extends beyond its corners
    const CellFace& own = cell.faces[face];
    const Box bounds = cell.bounds();
    const Vec3 centre = (bounds.mins + bounds.maxs) * 0.5;
    const Vec3 onPlane = centre - own.plane.normal * distanceTo(own.plane, centre);
    Winding polygon = baseWinding({own.plane, own.winding.plane}, onPlane, length(bounds.maxs - bounds.mins) + kLost);
    for (std::size_t i = 0; i < cell.faces.size() && !polygon.empty(); ++i)
        if (i != face && dot(cell.faces[i].plane.normal, own.plane.normal) < kCoincidentCosine)
            polygon = sharplyClipped(polygon, {cell.faces[i].plane, cell.faces[i].winding.plane});
    return polygon.empty() ? own.winding : polygon;
}

// Returns the part of the polygon inside the brush; `cut` becomes the first plane that splits it from the rest. A plane
// along the cell splits nothing, even if it crosses the polygon. Behind one point of the polygon, the cell has points
// on both sides of such a plane.
Winding partIn(const GrownBrush& brush, const PlaneTable& planes, const SliverCell& thin, PlaneId& cut) {
    Winding rest = thin.polygon;
    const Vec3& own = thin.cell->faces[thin.face].plane.normal;
    for (const PlaneId id : brush.planes) {
        const Plane& plane = planes[id];
        const PlaneSide side = sideOf(planes.equations(), rest, {plane, id});
        const bool along = side == PlaneSide::On || std::fabs(dot(plane.normal, own)) > kCoincidentCosine;
        if (side == PlaneSide::Front || (along && distanceTo(plane, thin.middle) > 0)) return {};
        if (along || side != PlaneSide::Both) continue;
        if (cut == kNoPlane) cut = id;
        if (!clipToBack(planes.equations(), rest, {plane, id})) return {};
    }
    return rest;
}

// Returns the first sealing contents between two points, or empty if there are none.
Contents sealingBetween(const TreeNode& node, const Vec3& from, const Vec3& to) {
    if (node.isLeaf()) return node.contents & kSealing;
    const double before = distanceTo(node.plane, from), after = distanceTo(node.plane, to);
    const TreeNode &near = before >= 0 ? *node.front : *node.back, &far = before >= 0 ? *node.back : *node.front;
    if ((before >= 0) == (after >= 0)) return sealingBetween(near, from, to);
    const Vec3 between = from + (to - from) * (before / (before - after));
    const Contents there = sealingBetween(near, from, between);
    return any(there) ? there : sealingBetween(far, between, to);
}

}  // namespace

bool isSliver(const CellFaces& cell) {
    return thinnerThan(cell, kSurfaceTolerance) || isNeedle(cell, kNeedle);
}

SliverCell thinCellOf(const ConvexCell& cell) {
    std::size_t widest = 0;
    double most = -1;
    for (std::size_t i = 0; i < cell.faces.size(); ++i) {
        const double width = widthOf(cell.faces[i].winding, cell.faces[i].plane.normal);
        if (width > most) most = width, widest = i;
    }
    return thinPart(cell, widest, sharpFace(cell, widest));
}

bool splitSliver(const PlaneEquations& equations, const SliverCell& whole, const SplitPlane& by, SliverCell& front,
                 SliverCell& back) {
    Winding inFront, behind;
    if (splitWinding(equations, whole.polygon, by, &inFront, &behind) != PlaneSide::Both) return false;
    if (inFront.empty() || behind.empty()) return false;
    front = thinPart(*whole.cell, whole.face, std::move(inFront));
    back = thinPart(*whole.cell, whole.face, std::move(behind));
    return true;
}

std::optional<SplitPlane> partingPlane(const BrushIndex& brushes, const PlaneTable& planes, const SliverCell& cell) {
    Box bounds = kEmptyBox;
    growBounds(bounds, cell.polygon);
    for (const std::uint32_t index : brushes.meeting(bounds)) {
        PlaneId cut = kNoPlane;
        if (partIn(*brushes.brushes()[index], planes, cell, cut).empty() || cut == kNoPlane) continue;
        const PlaneId canonical = cut & ~1u;
        return SplitPlane{planes[canonical], canonical};
    }
    return {};
}

Contents contentsOfSliver(const BrushIndex& brushes, const PlaneTable& planes, const Vec3& middle) {
    Contents contents = Contents::Empty;
    for (const std::uint32_t index : brushes.meeting({middle, middle})) {
        const GrownBrush& brush = *brushes.brushes()[index];
        const bool inside = std::all_of(brush.planes.begin(), brush.planes.end(),
                                        [&](PlaneId plane) { return distanceTo(planes[plane], middle) <= 0; });
        if (inside) contents |= brush.contents;
    }
    return resolveOverlap(contents);
}

Contents contentsOfSliver(const TreeNode& root, const SliverCell& thin) {
    const Contents contents = leafAt(root, thin.middle).contents;
    const double width = widthOf(thin.polygon, thin.cell->faces[thin.face].plane.normal);
    if (any(contents & kSealing) || width >= 2 * kSurfaceTolerance) return contents;
    constexpr double kInside = 0.95;  // of the distance to a corner; stays clear of the corner's own planes
    for (const WindingVertex& corner : thin.polygon.vertices) {
        const Vec3 end = thin.middle + (corner.p - thin.middle) * kInside;
        if (const Contents there = sealingBetween(root, thin.middle, end); any(there)) return there;
    }
    return contents;
}

}  // namespace hullbake
