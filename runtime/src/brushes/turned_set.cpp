#include "brushes/turned_set.hpp"

#include <algorithm>

#include "shapes/nearest_rotation.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

constexpr double kSameDirection = 1e-10;  // upper bound of the difference of unit normals that rounding explains
constexpr double kThinnest = 1e-5;        // least width of a bevel, units; a narrower one is an edge

SideRecord sideOf(const Vec3& normal, double dist, std::uint32_t face, std::uint32_t flags) {
    return {{normal.x, normal.y, normal.z}, dist, face, flags};
}

// Returns true if unit vectors differ by no more than rounding. Most differ by more, which no root has to tell.
bool areSame(const Vec3& one, const Vec3& two) {
    const Vec3 off = one - two;
    return dot(off, off) < 4 * kSameDirection * kSameDirection && length(off) < kSameDirection;
}

// Returns true if a parallelogram is an edge. `across`: one side, as far as it lies across the other, of length `side`.
bool isThin(const Vec3& across, const Vec3& along, double side) {
    const double area = dot(across, across) * side * side, sides = dot(along, along) + side * side;
    if (area > 4 * kThinnest * kThinnest * sides) return false;
    return length(across) * side <= kThinnest * (length(along) + side);
}

}  // namespace

Turn::Turn(const Transform& transform) {
    std::copy(std::begin(transform.axes), std::end(transform.axes), axes);
    toNearestRotation(axes);
    shift = transform.displacement + (transform.pivot - direction(transform.pivot));
}

Box Turn::reachBack(const Box& box) const {
    const Vec3 middle = (box.mins + box.maxs) * 0.5, half = (box.maxs - box.mins) * 0.5;
    const Vec3 centre = directionBack(middle);
    Vec3 reach;
    for (int a = 0; a < 3; ++a)
        reach[a] = std::fabs(axes[a].x) * half.x + std::fabs(axes[a].y) * half.y + std::fabs(axes[a].z) * half.z;
    return {centre - reach, centre + reach};
}

bool isTurnable(const Tables& tables, ModelId model) {
    return model.value < tables.models.size() && hasShapes(tables, model);
}

TurnedSet turnedBrushes(const Tables& tables, const Box& box, ModelId model, const Turn& turn) {
    TurnedSet set{boxBrushes(tables, box, model), &tables, turn, {}};
    set.reach = set.turn.reachBack(reachOf(box));
    return set;
}

TurnedSides::TurnedSides(const TurnedSet& set, const BrushRecord& brush)
    : turn_(set.turn),
      box_(set.box),
      shape_(*set.tables, brush),
      faces_(shape_.faces()),
      size_(shape_.empty() ? 0 : brush.faceCount + 6 + 3 * shape_.edgeCount()) {}

SideRecord TurnedSides::operator[](std::uint32_t i) const {
    if (i < faces_.size()) return face(i);
    i -= static_cast<std::uint32_t>(faces_.size());
    if (i < 6) return axialBevel(static_cast<int>(i / 2), i % 2 == 0 ? -1 : 1);
    i -= 6;
    return edgeBevel(shape_.edge(i / 3), static_cast<int>(i % 3));
}

Vec3 TurnedSides::turnedNormal(std::uint32_t face) const {
    return turn_.direction(vectorOf(faces_[face].normal));
}

SideRecord TurnedSides::faceOf(const Vec3& normal, std::uint32_t i) const {
    return sideOf(normal, faces_[i].dist + dot(normal, turn_.shift), faces_[i].face, faces_[i].flags);
}

double TurnedSides::furthestAlong(int axis, double sign) const {
    const Vec3 back = Vec3{turn_.axes[0][axis], turn_.axes[1][axis], turn_.axes[2][axis]} * sign;
    double furthest = -1e30;
    for (std::uint32_t i = 0; i < shape_.cornerCount(); ++i) furthest = std::max(furthest, dot(back, shape_.corner(i)));
    return furthest + sign * turn_.shift[axis];
}

SideRecord TurnedSides::axialBevel(int axis, double sign) const {
    Vec3 normal;
    normal[axis] = sign;
    // Takes its surface from the face whose normal is nearest to this direction.
    std::uint32_t nearest = 0;
    double facing = -2;
    for (std::uint32_t i = 0; i < faces_.size(); ++i) {
        const Vec3 other = turnedNormal(i);
        if (length(other - normal) < kSameDirection) return kNoSide;
        if (other[axis] * sign <= facing) continue;
        facing = other[axis] * sign;
        nearest = i;
    }
    return sideOf(normal, furthestAlong(axis, sign), faces_.empty() ? 0 : faces_[nearest].face, kSideIsBevel);
}

void TurnedSides::turnParts(Parts& parts) const {
    for (std::uint32_t i = 0; i < faces_.size(); ++i) parts.normals[i] = turnedNormal(i);
    for (std::uint32_t i = 0; i < shape_.cornerCount(); ++i) parts.corners[i] = turn_.place(shape_.corner(i));
}

SideRecord TurnedSides::axialBevelOf(const Parts& parts, int axis, double sign) const {
    Vec3 normal;
    normal[axis] = sign;
    for (std::uint32_t i = 0; i < faces_.size(); ++i) {
        const Vec3& other = parts.normals[i];
        if (areSame(other, normal)) return kNoSide;
    }
    return sideOf(normal, furthestAlong(axis, sign), faces_.empty() ? 0 : faces_[0].face, kSideIsBevel);
}

SideRecord TurnedSides::edgeBevel(const EdgeRecord& edge, int axis) const {
    const Vec3 one = turnedNormal(edge.faces[0]), two = turnedNormal(edge.faces[1]);
    const Vec3 from = turn_.place(shape_.corner(edge.corners[0]));
    const Vec3 to = turn_.place(shape_.corner(edge.corners[1]));
    return edgeBevelOf({one, two, from, to, faces_[edge.faces[0]].face}, axis);
}

// Returns the plane through the edge and along the axis, if the faces of the edge face both sides of it: |n2[a]| n1 +
// |n1[a]| n2.
SideRecord TurnedSides::edgeBevelOf(const TurnedEdge& edge, int axis) const {
    const Vec3 &one = edge.one, &two = edge.two, &from = edge.from, &to = edge.to;
    const double c1 = one[axis], c2 = two[axis];
    if (!((c1 < 0 && c2 > 0) || (c1 > 0 && c2 < 0))) return kNoSide;
    // An edge along the axis has axial bevels only; its other components are rounding.
    if (std::fabs(c1) < kSameDirection && std::fabs(c2) < kSameDirection) return kNoSide;
    Vec3 normal = one * std::fabs(c2) + two * std::fabs(c1);
    normal[axis] = 0;
    const double size = length(normal);
    if (!(size > 0)) return kNoSide;
    normal = normal * (1 / size);
    const double least = std::min(std::fabs(normal[(axis + 1) % 3]), std::fabs(normal[(axis + 2) % 3]));
    if (least < kSameDirection || areSame(normal, one) || areSame(normal, two)) return kNoSide;
    // The bevel of the grown brush is a parallelogram of the edge and the box's edge along the axis.
    Vec3 across = to - from;
    across[axis] = 0;
    const double side = box_.maxs[axis] - box_.mins[axis];
    if (isThin(across, to - from, side)) return kNoSide;
    const double dist = std::max(dot(normal, from), dot(normal, to));
    return sideOf(normal, dist, edge.face, kSideIsBevel);
}

}  // namespace hullbake::detail
