// Classifies the vertices once, then collects the part in front, the part behind, or both in one pass.

#include "compiler/geometry/split_winding.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/geometry/meeting_memo.hpp"

namespace hullbake {

CutPoint cutPoint(const Vec3* met, const Plane& plane, const CutEnd& front, const CutEnd& back) {
    // Upper bound of the distance between the planes' meeting point and the cut in doubles. World units. A point
    // farther off belongs to planes that almost coincide and meet elsewhere.
    constexpr double kSameCut = 1e-4;
    if (met != nullptr && front.known && back.known) return {*met, true};
    Vec3 p = front.p + (back.p - front.p) * (front.distance / (front.distance - back.distance));
    for (int axis = 0; axis < 3; ++axis)
        if (std::fabs(plane.normal[axis]) == 1) p[axis] = plane.dist * plane.normal[axis];
    // An end may be off its edge by the tolerance. The meeting point of the planes is used unless it lies elsewhere.
    const bool exact = met != nullptr && length(*met - p) < kSameCut;
    return {exact ? *met : p, exact};
}

namespace {

// Cuts one winding by one plane, given the sides of its vertices.
class WindingCut {
  public:
    WindingCut(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides, const CutPlane& by,
               MeetingMemo* memo)
        : equations_(equations),
          memo_(memo),
          winding_(winding),
          sides_(sides),
          plane_(by),
          own_(equations.find(winding.plane, axialOwn_)),
          by_(equations.find(by.id(), axialBy_)) {}

    // Cuts off the requested parts; reads and writes nothing for the others.
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
            cut.edge = signA > 0 ? plane_.id() : a.edge;
            if constexpr (kFront) front->vertices.push_back(cut);
            cut.edge = signA < 0 ? plane_.id() : a.edge;
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

    // Appends a vertex of the winding to a part if it belongs there. The signs are positive on the part's side.
    void append(Winding& part, const WindingVertex& a, int sign, int nextSign) const {
        if (sign > 0) part.vertices.push_back(a);
        // A vertex on the plane becomes the meeting point with it. It is exact only if that was decided exactly.
        if (sign != 0) return;
        const bool exact = a.exact && by_.known();
        part.vertices.push_back({a.p, nextSign < 0 ? plane_.id() : a.edge, exact, exact && a.whole});
    }

    // Returns true for an end on the border of a base polygon, whose edge has no plane.
    bool isOpen(std::size_t i) const {
        const std::size_t before = i == 0 ? winding_.vertices.size() - 1 : i - 1;
        return winding_.vertices[i].edge == kNoPlane || winding_.vertices[before].edge == kNoPlane;
    }

    WindingVertex crossing(std::size_t front, std::size_t back, PlaneId edge) const {
        PlaneEquation axialAlong;
        const PlaneEquation& along = equations_.find(edge, axialAlong);
        Vec3 met;
        const bool meets = memo_ ? memo_->point({own_, along, by_, winding_.plane, edge, plane_.id()}, met)
                                 : meetingPoint(own_, along, by_, met);
        const CutPoint cut = cutPoint(meets ? &met : nullptr, plane_.plane(), endAt(front), endAt(back));
        return {cut.p, kNoPlane, cut.exact};
    }

    CutEnd endAt(std::size_t i) const {
        return {winding_.vertices[i].p, sides_.at[i].distance, winding_.vertices[i].exact || isOpen(i)};
    }

    const PlaneEquations& equations_;
    MeetingMemo* memo_;
    const Winding& winding_;
    const WindingSides& sides_;
    const CutPlane& plane_;
    PlaneEquation axialOwn_, axialBy_;
    const PlaneEquation &own_, &by_;
};

}  // namespace

PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const CutPlane& by, Winding* front,
                       Winding* back, MeetingMemo* memo) {
    return splitWinding(equations, winding, WindingSides(equations, winding, by, memo), by, front, back, memo);
}

PlaneSide splitWinding(const PlaneEquations& equations, const Winding& winding, const WindingSides& sides,
                       const CutPlane& by, Winding* front, Winding* back, MeetingMemo* memo) {
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
    const WindingCut whole(equations, winding, sides, by, memo);
    if (front != nullptr && back != nullptr)
        whole.cut<true, true>(front, back);
    else if (front != nullptr)
        whole.cut<true, false>(front, nullptr);
    else if (back != nullptr)
        whole.cut<false, true>(nullptr, back);
    return side;
}

bool clipToBack(const PlaneEquations& equations, Winding& winding, const CutPlane& by, MeetingMemo* memo) {
    const WindingSides sides(equations, winding, by, memo);
    const PlaneSide side = sides.side();
    if (side == PlaneSide::Back || side == PlaneSide::On) return true;
    if (side == PlaneSide::Front) {
        winding.vertices.clear();
        return false;
    }
    Winding kept;
    WindingCut(equations, winding, sides, by, memo).cut<false, true>(nullptr, &kept);
    winding = std::move(kept);
    return !winding.empty();
}

Winding sharplyClipped(const Winding& winding, const CutPlane& by) {
    Winding behind;
    behind.plane = winding.plane;
    const std::size_t count = winding.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const WindingVertex &from = winding.vertices[i], &to = winding.vertices[(i + 1) % count];
        const double d0 = distanceTo(by.plane(), from.p), d1 = distanceTo(by.plane(), to.p);
        if (d0 <= 0) behind.vertices.push_back(from);
        if ((d0 <= 0) == (d1 <= 0)) continue;
        // The edge along the cutting plane begins where the outline leaves the part.
        behind.vertices.push_back({from.p + (to.p - from.p) * (d0 / (d0 - d1)), d0 <= 0 ? by.id() : from.edge, false});
    }
    return behind;
}

}  // namespace hullbake
