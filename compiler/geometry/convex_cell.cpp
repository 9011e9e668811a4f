// Takes the polygon between the parts from the plane, clipped by the faces, and cuts the faces one by one.

#include "compiler/geometry/convex_cell.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/grid_rectangle.hpp"

namespace hullbake {

Vec3 ConvexCell::interior() const {
    return interiorOf(facesOf(*this));
}

Box ConvexCell::bounds() const {
    Box box = kEmptyBox;
    for (const CellFace& face : faces) {
        growBounds(box, face.bounds.mins);
        growBounds(box, face.bounds.maxs);
    }
    return box;
}

bool ConvexCell::reachesVoid() const {
    return std::any_of(faces.begin(), faces.end(), [](const CellFace& face) { return face.outer; });
}

Vec3 interiorOf(const CellFaces& cell) {
    Vec3 sum;
    std::size_t count = 0;
    for (const CellFace* face : cell) {
        for (const WindingVertex& vertex : face->winding.vertices) sum = sum + vertex.p;
        count += face->winding.vertices.size();
    }
    return count == 0 ? Vec3{} : sum * (1.0 / static_cast<double>(count));
}

ConvexCell cellOfBox(const Box& box) {
    ConvexCell cell;
    for (int a = 0; a < 3; ++a)
        for (const double facing : {-1.0, 1.0}) {
            CellFace face;
            face.plane.normal[a] = facing;
            face.plane.dist = facing > 0 ? box.maxs[a] : -box.mins[a];
            face.outer = true;
            cell.faces.push_back(std::move(face));
        }
    const double halfSize = length(box.maxs - box.mins);
    const PlaneEquations axial(PlaneEquations::Ids::Paired);
    for (CellFace& face : cell.faces) {
        InlineVector<CutPlane, 6> others;
        for (const CellFace& other : cell.faces)
            if (&other != &face) others.push_back({other.plane, axialPlaneId(other.plane)});
        face.winding = clippedBase(axial, {face.plane, axialPlaneId(face.plane)}, (box.mins + box.maxs) * 0.5, halfSize,
                                   {others.data(), others.size()});
        face.bounds = boundsOf(face.winding);
        face.isGridRectangle = isGridRectangle(axial, face.winding);
    }
    return cell;
}

CellFaces facesOf(const ConvexCell& cell) {
    CellFaces faces;
    for (const CellFace& face : cell.faces) faces.push_back(&face);
    return faces;
}

ConvexCell cellOf(const CellFaces& faces) {
    ConvexCell cell;
    cell.faces.reserve(faces.size());
    for (const CellFace* face : faces) cell.faces.push_back(*face);
    return cell;
}

PlaneSide CellCutter::cut(const CellFaces& cell, const CutPlane& by, CellSplit& out) {
    onGrid_ = equations_.isGridPlane(by.id());
    findSides(cell, by);
    bool anyFront = false, anyBack = false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        anyFront = anyFront || sides_[i].front;
        anyBack = anyBack || sides_[i].back;
    }
    if (!anyFront || !anyBack) return anyFront ? PlaneSide::Front : PlaneSide::Back;
    out.front.clear();
    out.back.clear();
    cutFaces(cell, by, out);
    if (out.cap.empty()) {
        // The plane cuts off at most a sliver, so the side of the middle decides.
        return distanceTo(by.plane(), interiorOf(cell)) > 0 ? PlaneSide::Front : PlaneSide::Back;
    }
    addCap({-by.plane().normal, -by.plane().dist}, out.cap, out.front);
    addCap(by.plane(), out.cap, out.back);
    return PlaneSide::Both;
}

void CellCutter::findSides(const CellFaces& cell, const CutPlane& by) {
    if (sides_.size() < cell.size()) sides_.resize(cell.size());
    for (std::size_t i = 0; i < cell.size(); ++i) {
        WindingSides& sides = sides_[i];
        if (onGrid_ && cell[i]->isGridRectangle) {
            static_cast<PlaneSides&>(sides) = sidesOfBox(cell[i]->bounds, by.plane());
            sides.at.clear();
            continue;
        }
        const BoxDistances reach(by.plane(), cell[i]->bounds);
        if (reach.inFront() || reach.behind()) {
            sides.front = reach.inFront();
            sides.back = !sides.front;
            sides.touches = false;
            sides.at.clear();
        } else {
            sides.find(equations_, cell[i]->winding, by, memo_);
        }
    }
}

void CellCutter::cutFaces(const CellFaces& cell, const CutPlane& by, CellSplit& out) {
    out.cap = polygonIn(cell, by);
    if (out.cap.empty()) return;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const PlaneSide side = sides_[i].side();
        if (side == PlaneSide::Front) out.front.push_back(cell[i]);
        if (side == PlaneSide::Back) out.back.push_back(cell[i]);
        if (side != PlaneSide::Both) continue;
        CellFace &front = made_.take(), &back = made_.take();
        front.isGridRectangle = back.isGridRectangle = onGrid_ && cell[i]->isGridRectangle;
        if (front.isGridRectangle)
            splitRectangle(cell[i]->winding, by, front.winding, back.winding);
        else
            splitWinding(equations_, cell[i]->winding, sides_[i], by, &front.winding, &back.winding, memo_);
        addPart(*cell[i], front, out.front);
        addPart(*cell[i], back, out.back);
    }
}

// Returns the polygon in which the plane cuts the cell. Skips faces that the plane does not touch, as they do not bound
// it.
Winding CellCutter::polygonIn(const CellFaces& cell, const CutPlane& by) const {
    Box box = kEmptyBox;
    for (const CellFace* face : cell) {
        growBounds(box, face->bounds.mins);
        growBounds(box, face->bounds.maxs);
    }
    InlineVector<CutPlane, 20> bounds;
    for (std::size_t i = 0; i < cell.size(); ++i)
        if (sides_[i].side() == PlaneSide::Both || sides_[i].touches)
            bounds.push_back({cell[i]->plane, cell[i]->winding.plane});
    return clippedBase(equations_, by, (box.mins + box.maxs) * 0.5, length(box.maxs - box.mins) + 1,
                       {bounds.data(), bounds.size()}, memo_);
}

void CellCutter::addPart(const CellFace& whole, CellFace& part, CellFaces& out) {
    if (part.winding.empty()) return;
    part.plane = whole.plane;
    part.outer = whole.outer;
    part.bounds = boundsOf(part.winding);
    out.push_back(&part);
}

void CellCutter::addCap(const Plane& plane, const Winding& cap, CellFaces& out) {
    CellFace& face = made_.take();
    face.plane = plane;
    face.winding = cap;
    face.outer = false;
    face.isGridRectangle = onGrid_ && isGridRectangle(equations_, cap);
    face.bounds = boundsOf(cap);
    out.push_back(&face);
}

PlaneSide splitCell(const PlaneEquations& equations, const ConvexCell& cell, const CutPlane& by, ConvexCell& front,
                    ConvexCell& back, Winding& cap) {
    CellCutter cutter(equations);
    CellSplit parts;
    if (const PlaneSide side = cutter.cut(facesOf(cell), by, parts); side != PlaneSide::Both) return side;
    front = cellOf(parts.front);
    back = cellOf(parts.back);
    cap = parts.cap;
    return PlaneSide::Both;
}

}  // namespace hullbake
