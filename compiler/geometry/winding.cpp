#include "compiler/geometry/winding.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/geometry/exact_side.hpp"

namespace hullbake {

Winding baseWinding(const Plane& plane, PlaneId id, const Vec3& centre, double halfSize) {
    // The axis that the normal leans on least serves to span the plane.
    int least = 0;
    for (int a = 1; a < 3; ++a)
        if (std::fabs(plane.normal[a]) < std::fabs(plane.normal[least])) least = a;
    Vec3 axis;
    axis[least] = 1;
    Vec3 right = cross(plane.normal, axis);
    right = right * (1 / length(right));
    const Vec3 up = cross(plane.normal, right);
    const Vec3 middle = centre - plane.normal * distanceTo(plane, centre);
    Winding winding;
    winding.plane = id;
    // right, up, normal: clockwise from the front is right -> up turned against the right-hand rule.
    const Vec3 corners[] = {middle - right * halfSize - up * halfSize, middle - right * halfSize + up * halfSize,
                            middle + right * halfSize + up * halfSize, middle + right * halfSize - up * halfSize};
    const bool rightHanded = dot(cross(right, up), plane.normal) > 0;
    for (int i = 0; i < 4; ++i) winding.vertices.push_back({corners[rightHanded ? i : 3 - i], kNoPlane, false});
    return winding;
}

CutPoint cutPoint(const PlaneEquation& own, const PlaneEquation& edge, const PlaneEquation& by, const Plane& plane,
                  const CutEnd& front, const CutEnd& back) {
    constexpr double kSamePlace = 1e-4;  // units
    Vec3 met;
    const bool meets = meetingPoint(own, edge, by, met);
    if (meets && front.known && back.known) return {met, true};
    Vec3 p = front.p + (back.p - front.p) * (front.distance / (front.distance - back.distance));
    for (int axis = 0; axis < 3; ++axis)
        if (std::fabs(plane.normal[axis]) == 1) p[axis] = plane.dist * plane.normal[axis];
    // An end off its edge by the tolerance: the planes' own point counts unless it lies elsewhere.
    const bool exact = meets && length(met - p) < kSamePlace;
    return {exact ? met : p, exact};
}

namespace {

// Cuts one winding by one plane; the sides say where.
class WindingCut {
  public:
    WindingCut(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides, const Plane& plane,
               PlaneId id)
        : equations_(equations),
          winding_(winding),
          sides_(sides),
          plane_(plane),
          id_(id),
          own_(equations.find(winding.plane, axialOwn_)),
          by_(equations.find(id, axialBy_)) {}

    // The parts in front and behind; for those not wanted nothing is read or written.
    template <bool kFront, bool kBack>
    void cut(Winding* front, Winding* back) const {
        if constexpr (kFront) start(*front);
        if constexpr (kBack) start(*back);
        const std::size_t n = winding_.vertices.size();
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t next = i + 1 == n ? 0 : i + 1;
            const WindingVertex& a = winding_.vertices[i];
            const int signA = sides_.at[i].sign, signB = sides_.at[next].sign;
            if constexpr (kFront) append(*front, a, signA, signB);
            if constexpr (kBack) append(*back, a, -signA, -signB);
            if (signA * signB >= 0) continue;
            WindingVertex cut = signA > 0 ? crossing(i, next, a.edge) : crossing(next, i, a.edge);
            cut.edge = signA > 0 ? id_ : a.edge;
            if constexpr (kFront) front->vertices.push_back(cut);
            cut.edge = signA < 0 ? id_ : a.edge;
            if constexpr (kBack) back->vertices.push_back(cut);
        }
        if constexpr (kFront) finish(*front);
        if constexpr (kBack) finish(*back);
    }

  private:
    void start(Winding& part) const {
        part.plane = winding_.plane;
        part.vertices.clear();
    }
    static void finish(Winding& part) {
        if (part.vertices.size() < 3) part.vertices.clear();
    }

    // A vertex of the winding, to the part that it belongs to: `sign` and that of the next vertex are positive there.
    void append(Winding& part, const WindingVertex& a, int sign, int nextSign) const {
        if (sign > 0) part.vertices.push_back(a);
        // A vertex on the plane is now the meeting point with it: exactly so only when that was decided exactly.
        if (sign == 0) part.vertices.push_back({a.p, nextSign < 0 ? id_ : a.edge, a.exact && by_.known()});
    }

    // An end on the border of a base polygon: its edge is as good as any.
    bool isOpen(std::size_t i) const {
        const std::size_t before = i == 0 ? winding_.vertices.size() - 1 : i - 1;
        return winding_.vertices[i].edge == kNoPlane || winding_.vertices[before].edge == kNoPlane;
    }

    WindingVertex crossing(std::size_t front, std::size_t back, PlaneId edge) const {
        PlaneEquation axialAlong;
        const PlaneEquation& along = equations_.find(edge, axialAlong);
        const CutPoint cut = cutPoint(own_, along, by_, plane_, endAt(front), endAt(back));
        return {cut.p, kNoPlane, cut.exact};
    }

    CutEnd endAt(std::size_t i) const {
        return {winding_.vertices[i].p, sides_.at[i].distance, winding_.vertices[i].exact || isOpen(i)};
    }

    const PlaneEquations& equations_;
    const Winding& winding_;
    const WindingSides& sides_;
    const Plane& plane_;
    PlaneId id_;
    PlaneEquation axialOwn_, axialBy_;
    const PlaneEquation &own_, &by_;
};

}  // namespace

PlaneSide sideOf(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id) {
    const std::size_t count = winding.vertices.size();
    bool front = false, back = false;
    for (std::size_t i = 0; i < count; ++i) {
        const int sign = sideOfVertex(equations, winding, i, plane, id);
        front = front || sign > 0;
        back = back || sign < 0;
        if (front && back) return PlaneSide::Both;
    }
    return front ? PlaneSide::Front : back ? PlaneSide::Back : PlaneSide::On;
}

PlaneSide roughSideOf(const Winding& winding, const Plane& plane) {
    bool front = false, back = false;
    for (const WindingVertex& vertex : winding.vertices) {
        const double distance = distanceTo(plane, vertex.p);
        front = front || distance > kOnPlane;
        back = back || distance < -kOnPlane;
        if (front && back) return PlaneSide::Both;
    }
    return front ? PlaneSide::Front : back ? PlaneSide::Back : PlaneSide::On;
}

void WindingSides::find(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id) {
    const WindingVertex* const vertices = winding.vertices.data();
    const std::size_t count = winding.vertices.size();
    at.resizeForOverwrite(count);
    Vertex* const out = at.data();
    bool anyFront = false, anyBack = false, anyOn = false;
    for (std::size_t i = 0; i < count; ++i) {
        const double distance = distanceTo(plane, vertices[i].p);
        int sign = 1;
        if (distance > kOnPlane) {
            anyFront = true;
        } else if (distance < -kOnPlane) {
            sign = -1;
            anyBack = true;
        } else {
            sign = nearSide(equations, winding, i, plane, id);
            anyFront = anyFront || sign > 0;
            anyBack = anyBack || sign < 0;
            anyOn = anyOn || sign == 0;
        }
        out[i] = {distance, sign};
    }
    front = anyFront;
    back = anyBack;
    touches = anyOn;
}

PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const Plane& plane, PlaneId id,
                       Winding* front, Winding* back) {
    return splitWinding(equations, winding, WindingSides(equations, winding, plane, id), plane, id, front, back);
}

PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides,
                       const Plane& plane, PlaneId id, Winding* front, Winding* back) {
    const PlaneSide side = sides.side();
    if (front != nullptr) {
        front->vertices.clear();
        if (side == PlaneSide::Front) *front = winding;
    }
    if (back != nullptr) {
        back->vertices.clear();
        if (side == PlaneSide::Back) *back = winding;
    }
    if (side != PlaneSide::Both) return side;
    const WindingCut whole(equations, winding, sides, plane, id);
    if (front != nullptr && back != nullptr)
        whole.cut<true, true>(front, back);
    else if (front != nullptr)
        whole.cut<true, false>(front, nullptr);
    else if (back != nullptr)
        whole.cut<false, true>(nullptr, back);
    return side;
}

bool clipToBack(const PlaneEquations& equations, Winding& winding, const Plane& plane, PlaneId id) {
    const WindingSides sides(equations, winding, plane, id);
    const PlaneSide side = sides.side();
    if (side == PlaneSide::Back || side == PlaneSide::On) return true;
    if (side == PlaneSide::Front) {
        winding.vertices.clear();
        return false;
    }
    Winding kept;
    WindingCut(equations, winding, sides, plane, id).cut<false, true>(nullptr, &kept);
    winding = std::move(kept);
    return !winding.empty();
}

Winding sharplyClipped(const Winding& winding, const Plane& plane, PlaneId id) {
    Winding behind;
    behind.plane = winding.plane;
    const std::size_t count = winding.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const WindingVertex &from = winding.vertices[i], &to = winding.vertices[(i + 1) % count];
        const double d0 = distanceTo(plane, from.p), d1 = distanceTo(plane, to.p);
        if (d0 <= 0) behind.vertices.push_back(from);
        if ((d0 <= 0) == (d1 <= 0)) continue;
        // Where the polygon is left, its edge along the plane begins.
        behind.vertices.push_back({from.p + (to.p - from.p) * (d0 / (d0 - d1)), d0 <= 0 ? id : from.edge, false});
    }
    return behind;
}

Vec3 centreOf(const Winding& winding) {
    Vec3 sum;
    for (const WindingVertex& vertex : winding.vertices) sum = sum + vertex.p;
    return sum * (1.0 / static_cast<double>(winding.vertices.size()));
}

double widthOf(const Winding& winding, const Vec3& normal) {
    double least = 1e30;
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 a = winding.vertices[i].p;
        const Vec3 along = winding.vertices[i + 1 == n ? 0 : i + 1].p - a;
        const double edgeLength = length(along);
        if (edgeLength < kOnPlane) continue;
        const Vec3 across = cross(normal, along) * (1 / edgeLength);
        double furthest = 0;
        for (const WindingVertex& vertex : winding.vertices)
            furthest = std::max(furthest, std::fabs(dot(vertex.p - a, across)));
        least = std::min(least, furthest);
    }
    return least < 1e30 ? least : 0;
}

bool meetsBox(const Winding& winding, const Box& box) {
    Winding rest = winding;
    for (int a = 0; a < 3; ++a)
        for (const double facing : {-1.0, 1.0}) {
            Plane side;
            side.normal[a] = facing;
            side.dist = facing < 0 ? -box.mins[a] : box.maxs[a];
            rest = sharplyClipped(rest, side, kNoPlane);
            if (rest.vertices.empty()) return false;
        }
    return true;
}

}  // namespace hullbake
