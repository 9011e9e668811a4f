// Cuts cells exactly where all equations are known, otherwise along one closed border that all faces share.

#include "compiler/geometry/convex_cell.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/grid_rectangle.hpp"

namespace hullbake {

namespace {

// Returns true if a polygon is clockwise seen from behind.
bool facesAway(const Winding& winding, const Vec3& normal) {
    Vec3 area;
    const Vec3& first = winding.vertices[0].p;
    for (std::size_t i = 2; i < winding.vertices.size(); ++i)
        area = area + cross(winding.vertices[i].p - first, winding.vertices[i - 1].p - first);
    return dot(area, normal) < 0;
}

void reverse(Winding& winding) {
    const auto before = winding.vertices;
    const std::size_t count = before.size();
    for (std::size_t i = 0; i < count; ++i) {
        winding.vertices[i] = before[count - 1 - i];
        // The edge that starts here is the one that ended here before the reversal.
        winding.vertices[i].edge = before[i + 1 == count ? count - 1 : count - 2 - i].edge;
    }
}

}  // namespace

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
    const bool exact = isExact(cell, by.id());
    if (!exact) {
        if (onGrid_) findCorners(cell, by);
        settleCorners(cell);
    }
    bool anyFront = false, anyBack = false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        anyFront = anyFront || sides_[i].front;
        anyBack = anyBack || sides_[i].back;
    }
    if (!anyFront || !anyBack) return anyFront ? PlaneSide::Front : PlaneSide::Back;
    out.front.clear();
    out.back.clear();
    if (exact)
        cutExactly(cell, by, out);
    else
        cutClosed(cell, by, out);
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
            sides.find(equations_, cell[i]->winding, by);
        }
    }
}

// Computes vertex sides also for rectangles that the plane cuts or touches.
void CellCutter::findCorners(const CellFaces& cell, const CutPlane& by) {
    for (std::size_t i = 0; i < cell.size(); ++i)
        if (cell[i]->isGridRectangle && (sides_[i].side() == PlaneSide::Both || sides_[i].touches))
            sides_[i].find(equations_, cell[i]->winding, by);
}

// Returns true if every corner and equation that decides the cut is exact.
bool CellCutter::isExact(const CellFaces& cell, PlaneId id) const {
    if (PlaneEquation axial; !equations_.find(id, axial).known()) return false;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i]->isGridRectangle || (sides_[i].side() != PlaneSide::Both && !sides_[i].touches)) continue;
        for (const WindingVertex& vertex : cell[i]->winding.vertices)
            if (!vertex.exact) return false;
    }
    return true;
}

void CellCutter::cutExactly(const CellFaces& cell, const CutPlane& by, CellSplit& out) {
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
            splitWinding(equations_, cell[i]->winding, sides_[i], by, &front.winding, &back.winding);
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
                       {bounds.data(), bounds.size()});
}

// Makes all faces of a corner agree on its side. An exact decision overrides one within the tolerance. All copies of a
// corner have equal coordinates.
void CellCutter::settleCorners(const CellFaces& cell) {
    near_.clear();
    for (std::size_t i = 0; i < cell.size(); ++i)
        for (std::size_t v = 0; v < sides_[i].at.size(); ++v)
            if (std::fabs(sides_[i].at[v].distance) <= kOnPlane)
                near_.push_back({cell[i]->winding.vertices[v].p, &sides_[i], &sides_[i].at[v].sign});
    for (const NearCorner& corner : near_) {
        if (*corner.sign != 0) continue;
        const auto decided = std::find_if(near_.begin(), near_.end(), [&](const NearCorner& other) {
            return *other.sign != 0 && other.p == corner.p;
        });
        if (decided == near_.end()) continue;
        *corner.sign = *decided->sign;
        corner.sides->front = corner.sides->front || *corner.sign > 0;
        corner.sides->back = corner.sides->back || *corner.sign < 0;
    }
}

// Cuts the faces along one line, the border of the cap. Parts with corners in front go to the front, the rest to the
// back. Both parts stay closed even if faces almost coincide within the tolerance.
void CellCutter::cutClosed(const CellFaces& cell, const CutPlane& by, CellSplit& out) {
    border_.clear();
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (!sides_[i].front) {
            out.back.push_back(cell[i]);
        } else if (sides_[i].at.empty()) {
            out.front.push_back(cell[i]);
        } else {
            CellFace &front = made_.take(), &back = made_.take();
            front.isGridRectangle = back.isGridRectangle = false;
            splitAlongBorder(cell[i]->winding, sides_[i], by, front.winding, back.winding);
            addPart(*cell[i], front, out.front);
            addPart(*cell[i], back, out.back);
        }
    }
    out.cap = capInBorder(by);
}

// Cuts a face along the edge between the two crossings of its outline. A corner on the plane between two in front
// counts as in front.
void CellCutter::splitAlongBorder(const Winding& face, const WindingSides& sides, const CutPlane& by, Winding& front,
                                  Winding& back) {
    const auto& vertices = face.vertices;
    const std::size_t count = vertices.size();
    const auto after = [count](std::size_t i) { return i + 1 == count ? 0 : i + 1; };
    const auto isFront = [&](std::size_t i) {
        const int sign = sides.at[i].sign;
        return sign > 0 || (sign == 0 && sides.at[i == 0 ? count - 1 : i - 1].sign > 0 && sides.at[after(i)].sign > 0);
    };
    PlaneEquation axial;
    const bool known = equations_.find(by.id(), axial).known();
    front.plane = back.plane = face.plane;
    front.vertices.clear();
    back.vertices.clear();
    BorderEdge edge;
    edge.face = face.plane;
    for (std::size_t i = 0; i < count; ++i) {
        const WindingVertex& here = vertices[i];
        if (isFront(i))
            front.vertices.push_back(here);
        else
            back.vertices.push_back({here.p, here.edge, here.exact && (sides.at[i].sign != 0 || known)});
        if (isFront(i) == isFront(after(i))) continue;
        const bool leaves = isFront(i);
        const std::size_t behind = leaves ? after(i) : i;
        const bool isCorner = sides.at[behind].sign == 0;
        const CutPoint end = isCorner ? CutPoint{vertices[behind].p, vertices[behind].exact && known}
                                      : crossingOf(face, sides, leaves ? i : after(i), behind, here.edge, by);
        front.vertices.push_back({end.p, leaves ? by.id() : here.edge, end.exact});
        if (!isCorner) back.vertices.push_back({end.p, leaves ? here.edge : by.id(), end.exact});
        if (isCorner && !leaves) back.vertices.back().edge = by.id();
        edge.ends[edge.count++ % 2] = end;
    }
    if (edge.count > 0) border_.push_back(edge);
}

CutPoint CellCutter::crossingOf(const Winding& face, const WindingSides& sides, std::size_t front, std::size_t back,
                                PlaneId edge, const CutPlane& by) const {
    PlaneEquation axial[3];
    const auto endAt = [&](std::size_t i) {
        return CutEnd{face.vertices[i].p, sides.at[i].distance, face.vertices[i].exact};
    };
    return cutPoint(equations_.find(face.plane, axial[0]), equations_.find(edge, axial[1]),
                    equations_.find(by.id(), axial[2]), by.plane(), endAt(front), endAt(back));
}

// Returns the ring of the border's edges, or an empty polygon if they do not form one ring.
Winding CellCutter::capInBorder(const CutPlane& by) {
    Winding cap;
    cap.plane = by.id();
    PlaneEquation axial;
    const auto known = [&](PlaneId of) { return equations_.find(of, axial).known(); };
    for (const BorderEdge& edge : border_)
        if (edge.count != 2) return cap;
    if (border_.size() < 3) return cap;
    Vec3 at = border_[0].ends[0].p;
    for (std::size_t i = 0; i < border_.size(); ++i) {
        // Finds the edge that continues here.
        std::size_t found = border_.size();
        for (std::size_t k = i; k < border_.size() && found == border_.size(); ++k)
            if (border_[k].ends[0].p == at || border_[k].ends[1].p == at) found = k;
        if (found == border_.size()) return {};
        std::swap(border_[i], border_[found]);
        BorderEdge& edge = border_[i];
        if (!(edge.ends[0].p == at)) std::swap(edge.ends[0], edge.ends[1]);
        cap.vertices.push_back({at, edge.face, edge.ends[0].exact});
        at = edge.ends[1].p;
    }
    if (!(at == border_[0].ends[0].p)) return {};
    for (std::size_t i = 0; i < cap.vertices.size(); ++i) {
        const PlaneId before = cap.vertices[i == 0 ? cap.vertices.size() - 1 : i - 1].edge;
        const bool both = cap.vertices[i].exact && border_[i == 0 ? border_.size() - 1 : i - 1].ends[1].exact;
        cap.vertices[i].exact = both && known(by.id()) && known(before) && known(cap.vertices[i].edge);
    }
    if (facesAway(cap, by.plane().normal)) reverse(cap);
    return cap;
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
