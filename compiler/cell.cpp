#include "compiler/cell.hpp"

#include <algorithm>

namespace hullbake {

Vec3 Cell::interior() const {
    return interiorOf(facesOf(*this));
}

Box Cell::bounds() const {
    Box box = kEmptyBox;
    for (const CellFace& face : faces) {
        growBounds(box, face.bounds.mins);
        growBounds(box, face.bounds.maxs);
    }
    return box;
}

bool Cell::reachesVoid() const {
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

bool thinnerThan(const CellFaces& cell, double width) {
    constexpr double kNearlyOpposite = -0.9;
    const auto isShallow = [&](const Plane& plane) {
        for (const CellFace* face : cell)
            for (const WindingVertex& vertex : face->winding.vertices)
                if (-distanceTo(plane, vertex.p) > width) return false;
        return true;
    };
    for (std::size_t i = 0; i < cell.size(); ++i)
        for (std::size_t j = i + 1; j < cell.size(); ++j)
            if (dot(cell[i]->plane.normal, cell[j]->plane.normal) < kNearlyOpposite &&
                (isShallow(cell[i]->plane) || isShallow(cell[j]->plane)))
                return true;
    return false;
}

bool isNeedle(const CellFaces& cell, double width) {
    return std::all_of(cell.begin(), cell.end(),
                       [&](const CellFace* face) { return widthOf(face->winding, face->plane.normal) < width; });
}

Cell cellOfBox(const Box& box) {
    Cell cell;
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
        face.winding = baseWinding(face.plane, axialPlaneId(face.plane), (box.mins + box.maxs) * 0.5, halfSize);
        InlineVector<PlaneRef, 6> others;
        for (const CellFace& other : cell.faces)
            if (&other != &face) others.push_back({&other.plane, axialPlaneId(other.plane)});
        clipToBacks(axial, face.winding, face.plane, {others.data(), others.size()});
        face.bounds = boundsOf(face.winding);
    }
    return cell;
}

CellFaces facesOf(const Cell& cell) {
    CellFaces faces;
    for (const CellFace& face : cell.faces) faces.push_back(&face);
    return faces;
}

Cell cellOf(const CellFaces& faces) {
    Cell cell;
    cell.faces.reserve(faces.size());
    for (const CellFace* face : faces) cell.faces.push_back(*face);
    return cell;
}

PlaneSide CellCutter::cut(const CellFaces& cell, const Plane& plane, PlaneId id, CellCut& out) {
    bool anyFront = false, anyBack = false;
    if (sides_.size() < cell.size()) sides_.resize(cell.size());
    for (std::size_t i = 0; i < cell.size(); ++i) {
        WindingSides& sides = sides_[i];
        const BoxDistances reach(plane, cell[i]->bounds);
        if (reach.inFront() || reach.behind()) {
            sides.front = reach.inFront();
            sides.back = !sides.front;
            sides.touches = false;
        } else {
            sides.find(equations_, cell[i]->winding, plane, id);
        }
        anyFront = anyFront || sides.front;
        anyBack = anyBack || sides.back;
    }
    if (!anyFront || !anyBack) return anyFront ? PlaneSide::Front : PlaneSide::Back;
    out.cap = polygonIn(cell, plane, id);
    if (out.cap.empty()) {
        // A sliver: which side holds the middle?
        return distanceTo(plane, interiorOf(cell)) > 0 ? PlaneSide::Front : PlaneSide::Back;
    }
    out.front.clear();
    out.back.clear();
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const PlaneSide side = sides_[i].side();
        if (side == PlaneSide::Front) out.front.push_back(cell[i]);
        if (side == PlaneSide::Back) out.back.push_back(cell[i]);
        if (side != PlaneSide::Both) continue;
        CellFace &front = made_.take(), &back = made_.take();
        splitWinding(equations_, cell[i]->winding, sides_[i], plane, id, &front.winding, &back.winding);
        addPart(*cell[i], front, out.front);
        addPart(*cell[i], back, out.back);
    }
    addCap({-plane.normal, -plane.dist}, out.cap, out.front);
    addCap(plane, out.cap, out.back);
    return PlaneSide::Both;
}

// What the plane cuts out of the cell. Faces that it does not even touch bound nothing of it.
Winding CellCutter::polygonIn(const CellFaces& cell, const Plane& plane, PlaneId id) const {
    Box box = kEmptyBox;
    for (const CellFace* face : cell) {
        growBounds(box, face->bounds.mins);
        growBounds(box, face->bounds.maxs);
    }
    Winding winding = baseWinding(plane, id, (box.mins + box.maxs) * 0.5, length(box.maxs - box.mins) + 1);
    InlineVector<PlaneRef, 20> bounds;
    for (std::size_t i = 0; i < cell.size(); ++i)
        if (sides_[i].side() == PlaneSide::Both || sides_[i].touches)
            bounds.push_back({&cell[i]->plane, cell[i]->winding.plane});
    clipToBacks(equations_, winding, plane, {bounds.data(), bounds.size()});
    if (PlaneEquation axial; !equations_.find(id, axial).known()) clipToRest(cell, winding);
    return winding;
}

// Off the grid a face within the tolerance of a plane that cut the cell is gone, though what it bounded may be long:
// its neighbours end where it began, and a plane beyond them touches none of these. Their planes bound the cell there
// to within the tolerance.
void CellCutter::clipToRest(const CellFaces& cell, Winding& winding) const {
    for (std::size_t i = 0; i < cell.size() && !winding.empty(); ++i) {
        if (sides_[i].side() == PlaneSide::Both || sides_[i].touches) continue;
        const Plane& plane = cell[i]->plane;
        if (roughSideOf(winding, plane) == PlaneSide::Both)
            clipToBack(equations_, winding, plane, cell[i]->winding.plane);
    }
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
    face.bounds = boundsOf(cap);
    out.push_back(&face);
}

PlaneSide splitCell(const PlaneEquations& equations, const Cell& cell, const Plane& plane, PlaneId id, Cell& front,
                    Cell& back, Winding& cap) {
    CellCutter cutter(equations);
    CellCut parts;
    if (const PlaneSide side = cutter.cut(facesOf(cell), plane, id, parts); side != PlaneSide::Both) return side;
    front = cellOf(parts.front);
    back = cellOf(parts.back);
    cap = parts.cap;
    return PlaneSide::Both;
}

}  // namespace hullbake
