#include "compiler/cell.hpp"

#include <algorithm>

namespace hullbake {

Vec3 Cell::interior() const {
    Vec3 sum;
    std::size_t count = 0;
    for (const CellFace& face : faces)
        for (const WindingVertex& vertex : face.winding.vertices) {
            sum = sum + vertex.p;
            ++count;
        }
    return count == 0 ? Vec3{} : sum * (1.0 / static_cast<double>(count));
}

Box Cell::bounds() const {
    Box box = kEmptyBox;
    for (const CellFace& face : faces) growBounds(box, face.winding);
    return box;
}

bool Cell::reachesVoid() const {
    return std::any_of(faces.begin(), faces.end(), [](const CellFace& face) { return face.outer; });
}

bool Cell::thinnerThan(double width) const {
    constexpr double kNearlyOpposite = -0.9;
    const auto depthBelow = [&](const Plane& plane) {
        double depth = 0;
        for (const CellFace& face : faces)
            for (const WindingVertex& vertex : face.winding.vertices)
                depth = std::max(depth, -distanceTo(plane, vertex.p));
        return depth;
    };
    for (std::size_t i = 0; i < faces.size(); ++i)
        for (std::size_t j = i + 1; j < faces.size(); ++j)
            if (dot(faces[i].plane.normal, faces[j].plane.normal) < kNearlyOpposite &&
                std::min(depthBelow(faces[i].plane), depthBelow(faces[j].plane)) <= width)
                return true;
    return false;
}

bool Cell::isNeedle(double width) const {
    return std::all_of(faces.begin(), faces.end(),
                       [&](const CellFace& face) { return widthOf(face.winding, face.plane.normal) < width; });
}

namespace {

// What the plane cuts out of the cell. Faces that it does not even touch bound nothing of it.
Winding polygonInCell(const PlaneEquations& equations, const Cell& cell, const std::vector<WindingSides>& sides,
                      const Plane& plane, PlaneId id) {
    const Box box = cell.bounds();
    Winding winding = baseWinding(plane, id, (box.mins + box.maxs) * 0.5, length(box.maxs - box.mins) + 1);
    for (std::size_t i = 0; i < cell.faces.size(); ++i) {
        const CellFace& face = cell.faces[i];
        if (sides[i].side() != PlaneSide::Both && !sides[i].touches) continue;
        if (!clipToBack(equations, winding, face.plane, face.winding.plane)) break;
    }
    return winding;
}

}  // namespace

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
        for (const CellFace& other : cell.faces)
            if (&other != &face) clipToBack(axial, face.winding, other.plane, axialPlaneId(other.plane));
    }
    return cell;
}

PlaneSide splitCell(const PlaneEquations& equations, const Cell& cell, const Plane& plane, PlaneId id, Cell& front,
                    Cell& back, Winding& cap) {
    bool anyFront = false, anyBack = false;
    std::vector<WindingSides> sides;
    sides.reserve(cell.faces.size());
    for (const CellFace& face : cell.faces) {
        sides.emplace_back(equations, face.winding, plane, id);
        anyFront = anyFront || sides.back().front;
        anyBack = anyBack || sides.back().back;
    }
    if (!anyFront || !anyBack) return anyFront ? PlaneSide::Front : PlaneSide::Back;
    cap = polygonInCell(equations, cell, sides, plane, id);
    if (cap.empty()) {
        // A sliver: which side holds the middle?
        return distanceTo(plane, cell.interior()) > 0 ? PlaneSide::Front : PlaneSide::Back;
    }
    front.faces.clear();
    back.faces.clear();
    for (std::size_t i = 0; i < cell.faces.size(); ++i) {
        const CellFace& face = cell.faces[i];
        CellFace f{face.plane, {}, face.outer}, b{face.plane, {}, face.outer};
        splitWinding(equations, face.winding, sides[i], plane, id, &f.winding, &b.winding);
        if (!f.winding.empty()) front.faces.push_back(std::move(f));
        if (!b.winding.empty()) back.faces.push_back(std::move(b));
    }
    front.faces.push_back({{-plane.normal, -plane.dist}, cap, false});
    back.faces.push_back({plane, cap, false});
    return PlaneSide::Both;
}

}  // namespace hullbake
