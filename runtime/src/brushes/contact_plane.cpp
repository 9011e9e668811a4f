// Finds the plane that a contact reports.
// In: the brushes, a trace and its contact [t, until]. Out: a plane, or false.
// Several planes meet where a trace enters solid at an edge, and not all of them belong to the brush that is entered.
// So each bare brush is grown by the box, and the segment is clipped against it.

#include "brushes/contact_plane.hpp"

#include <algorithm>
#include <cmath>

#include "block/box_checks.hpp"
#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/turned_set.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

constexpr double kAlong = 1.0002 * kSurfaceTolerance;  // distance, units, up to which a point lies on a plane
constexpr double kAtContact =
    2 * kSurfaceTolerance;  // units along the trace, or across a side, between its contact and a brush's entry
constexpr double kShortlyBefore = 0.1;  // units along the trace
constexpr double kJustBefore = 1e-3;    // units along the trace
constexpr double kMetCloseBy = 4e-5;    // units along the trace
constexpr double kSameEntry = 1e-7;  // units across a side: within this of the brush's entry, a side is entered there

bool isAxial(const Vec3& normal) {
    return std::fabs(normal.x) == 1 || std::fabs(normal.y) == 1 || std::fabs(normal.z) == 1;
}

struct Best {
    Plane plane;
    double rank = -1;
    std::uint32_t brush = 0, side = 0;
    bool found = false;

    void offer(const Best& other) {
        if (other.found) offer(other.plane, other.rank, other.brush, other.side);
    }
    void offer(const Plane& candidate, double candidateRank, std::uint32_t brushIndex, std::uint32_t sideIndex) {
        const bool earlier = brushIndex != brush ? brushIndex < brush : sideIndex < side;
        if (found && (candidateRank < rank || (candidateRank == rank && !earlier))) return;
        plane = candidate;
        rank = candidateRank;
        brush = brushIndex;
        side = sideIndex;
        found = true;
    }
};

// Returns the direction of a vector across a line: 1 for each right angle, 4 all around.
double angleAcross(const Vec3& line, const Vec3& v) {
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(line[i]) < std::fabs(line[least])) least = i;
    Vec3 axis;
    axis[least] = 1;
    const Vec3 one = cross(line, axis), two = cross(line, one);
    const double x = dot(v, one) / hullbake::length(one), y = dot(v, two) / hullbake::length(two);
    const double size = std::fabs(x) + std::fabs(y), share = size > 0 ? y / size : 0;
    if (x < 0) return 2 - share;
    return share < 0 ? 4 + share : share;
}

// The directions across a trace in which a brush lies that the trace slides along, as angles.
struct Wedge {
    double from = 0, to = 4;
    bool any = false;

    // Keeps what lies behind a face.
    void cut(double normal) {
        double middle = normal + 2;
        const double own = (from + to) / 2;
        while (any && middle > own + 2) middle -= 4;
        while (any && middle < own - 2) middle += 4;
        from = any ? std::max(from, middle - 1) : middle - 1;
        to = any ? std::min(to, middle + 1) : middle + 1;
        any = true;
    }
};

// The brushes that a trace slides along.
class SeamBrushes {
  public:
    void add(const Wedge& wedge) {
        if (!(wedge.from < wedge.to) || holds(wedge)) return;
        if (count_ < kMost) wedges_[count_] = wedge;
        ++count_;
    }
    // Returns true if they lie all around the trace. That they leave less than a flat angle is rounding.
    bool closed() const {
        if (count_ == 0 || count_ > kMost) return count_ > 0;
        double reached = wedges_[0].to;
        const double all = wedges_[0].from + 4 - kFlatSine;
        for (bool further = true; further && reached < all;) {
            further = false;
            for (std::uint32_t i = 0; i < count_; ++i) {
                const Wedge& wedge = wedges_[i];
                const double turns = std::floor((reached + kFlatSine - wedge.from) / 4);
                if (wedge.to + 4 * turns <= reached) continue;
                reached = wedge.to + 4 * turns;
                further = true;
            }
        }
        return reached >= all;
    }

  private:
    // Returns true if one brush alone lies there, too. Any number of tiles may share a face.
    bool holds(const Wedge& wedge) const {
        constexpr double kSameAngle = 1e-6;
        for (std::uint32_t i = 0; i < std::min(count_, kMost); ++i) {
            const double turns = 4 * std::floor((wedge.from - wedges_[i].from + kSameAngle) / 4);
            if (wedge.to - turns <= wedges_[i].to + kSameAngle) return true;
        }
        return false;
    }

    static constexpr std::uint32_t kMost = 32;
    Wedge wedges_[kMost];
    std::uint32_t count_ = 0;
};

// Clips the segment against one brush.
template <class Sides>
class BrushClip {
  public:
    // Grows the brush by another `room` units.
    BrushClip(const Sides& sides, const Box& box, const TraceQuery& input, double t, double until, double room)
        : sides_(sides),
          box_(box),
          input_(input),
          delta_(input.end - input.start),
          length_(hullbake::length(delta_)),
          t_(t),
          until_(until),
          room_(room),
          flatBox_(isFlat(box)) {}

    // Returns true if the segment enters the closed brush at the contact and is inside just behind it.
    bool entered() {
        if (!clip() || enter_ > 1 || (leave_ - until_) * length_ <= kSurfaceTolerance) return false;
        // Measures along the trace, or across the side if that is met at a flat angle. Ahead of the contact, measures
        // across all sides.
        const double away = std::fabs(enter_ - t_);
        return away * std::min(length_, approach_) <= kAtContact && away * length_ <= kShortlyBefore &&
               (enter_ <= t_ || outside_ <= kAtContact);
    }

    // Returns true if the segment is inside at `until`, where it is certainly in solid.
    bool holds() {
        return clip() && (enter_ - until_) * length_ <= kAtContact && (leave_ - until_) * length_ > kSurfaceTolerance;
    }

    // Returns true if the segment arrives at `until` from inside the brush.
    bool leadsThere() {
        return clip() && !grazes_ && (until_ - enter_) * length_ > kSameEntry &&
               (leave_ - until_) * length_ >= -kSameEntry;
    }
    double enter() const { return enter_; }
    bool grazes() const { return grazes_; }
    const Wedge& wedge() const { return wedge_; }  // if it grazes
    double length() const { return length_; }

    // Returns true if the segment leaves the brush at the contact or touches it there.
    bool left() {
        return clip() && std::fabs(leave_ - t_) * length_ <= kAtContact && (enter_ - leave_) * length_ <= kAtContact;
    }

    // Offers the sides entered at the contact; with `turned` the sides left there, facing the trace. A brush grown by a
    // flat box may touch an axial bevel in an edge only, where other sides, of this brush or the next, are really met.
    // If there are no other sides, offers bevels to `edges` and returns false.
    bool offerSides(std::uint32_t brush, bool turned, Best& best, Best& edges) const {
        const double near = !turned && enter_ == 0 ? kAlong : kSameEntry;
        if (!flatBox_) {
            offerSides(brush, turned, near, true, best);
            return true;
        }
        return offerSides(brush, turned, near, false, best) || offerSides(brush, turned, kAlong, false, best) ||
               !offerSides(brush, turned, near, true, edges);
    }

    // Returns true if the entry is at most kShortlyBefore the contact and not before the start.
    bool enteredInTime() const { return enter_ >= 0 && (t_ - enter_) * length_ <= kShortlyBefore; }

  private:
    // Offers the sides within `near` of the contact. Returns false if there is none.
    bool offerSides(std::uint32_t brush, bool turned, double near, bool axialBevels, Best& best) const {
        const Vec3 contact = input_.start + delta_ * (turned ? leave_ : enter_);
        bool offered = false;
        for (std::uint32_t i = 0; i < sides_.size(); ++i) {
            const SideRecord& side = sides_[i];  // or a copy, whose lifetime the reference extends
            if (!counts(side)) continue;
            Plane plane = grownPlane(side, box_);
            if (turned) plane = {-plane.normal, -plane.dist};
            const Vec3& normal = plane.normal;
            const bool axial = isAxial(normal);
            const bool face = (side.flags & kSideIsBevel) == 0;
            if (axial && !face && !axialBevels) continue;
            const double facing = -dot(normal, delta_) / length_;  // 0..1 for sides entered
            const double away = std::fabs(distanceTo(plane, contact) - (turned ? -room_ : room_));
            // A side that is not met exactly there must be met nearby, not only come near.
            if (!(facing > 0) || away > near || (near > kSameEntry && enter_ > 0 && away > facing * kMetCloseBy) ||
                slidesAlong(distanceTo(plane, input_.start), distanceTo(plane, input_.end)))
                continue;
            const double rank = (turned ? 0 : 8) + (face ? 4 : 0) + (axial ? (flatBox_ && !face ? -1 : 2) : 0) + facing;
            best.offer(plane, rank, brush, i);
            offered = true;
        }
        return offered;
    }

    // Computes sideCounts().
    bool counts(const SideRecord& side) const {
        return flatBox_ ? sideCounts(side, box_) : (side.flags & kSideIsNone) == 0;
    }

    // Returns true if the segment stays within the tolerance of a plane, given the distances of its ends, and not only
    // because it is short.
    bool slidesAlong(double d0, double d1) const {
        constexpr double kSlidingSine = 0.01;
        return std::fabs(d0) <= kAlong && std::fabs(d1) <= kAlong && std::fabs(d0 - d1) < kSlidingSine * length_;
    }

    // Clips the segment to [enter_, leave_]. Returns false if it misses the brush.
    bool clip() {
        enter_ = -1e30;
        leave_ = approach_ = 1e30;
        outside_ = 0;
        wedge_ = {};
        bool startsOnIt = false;
        for (const SideRecord& side : sides_) {
            if (!counts(side)) continue;
            const Plane plane = grownPlane(side, box_);
            const double d0 = distanceTo(plane, input_.start) - room_, d1 = distanceTo(plane, input_.end) - room_;
            if (std::min(d0, d1) > kAtContact) return false;  // most brushes are clear of it
            if (slidesAlong(d0 + room_, d1 + room_)) {
                // A brush is entered along a seam. Along its open surface the tree reports no contact.
                grazes_ = true;
                wedge_.cut(angleAcross(delta_, plane.normal));
                continue;
            }
            if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return false;
            outside_ = std::max(outside_, d0 + (d1 - d0) * t_);
            if (d0 > d1) {
                const double t = d0 / (d0 - d1);
                startsOnIt = startsOnIt || std::fabs(d0) <= kAlong;
                if (t > enter_) approach_ = d0 - d1;
                enter_ = std::max(enter_, t);
            } else if (d1 > d0) {
                leave_ = std::min(leave_, d0 / (d0 - d1));
            } else if (d0 > kSurfaceTolerance) {
                return false;
            }
        }
        // A start inside a side by at most the tolerance enters there, however deep it is behind others.
        if (enter_ < 0 && startsOnIt) enter_ = 0;
        return true;
    }

    Sides sides_;
    const Box& box_;
    const TraceQuery& input_;
    Vec3 delta_;
    double length_;
    double t_, until_;  // the contact, and t where the segment is certainly inside
    double room_;
    bool flatBox_;
    double enter_ = -1e30, leave_ = 1e30;
    double approach_ = 1e30;  // units by which the segment approaches the side entered last
    double outside_ = 0;      // greatest distance of the contact in front of a side
    bool grazes_ = false;
    Wedge wedge_;
};

template <class Set, class Visit>
void clipBrushesAt(const Set& set, const TraceQuery& input, double t, double until, double room, const Visit& visit) {
    set.forBrushesAt(input.start + (input.end - input.start) * until, [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if (!set.rule.takesPart(brush)) return;
        BrushClip<typename Set::Sides> clip(set.sidesOf(brush), set.box, input, t, until, room);
        visit(index, static_cast<Contents>(brush.contents), clip);
    });
}

// Finds the side entered at `t`, among the brushes that the segment is still in at `until` and enters after `earliest`.
template <class Set>
bool sideEnteredAt(const Set& set, const TraceQuery& input, double t, double until, double room, Plane& plane,
                   double earliest = -1e30) {
    // A brush along whose face the trace slides is entered only in a seam, with other brushes on the other side. Unless
    // all are found here, other brushes come first.
    Best best, inSeam, edges;
    double firstEnter = 1e30, firstInSeam = 1e30;
    SeamBrushes seam;
    clipBrushesAt(set, input, t, until, room, [&](std::uint32_t index, Contents contents, auto& clip) {
        if (any(contents & input.probe.mask)) {
            const bool entered = clip.entered();
            if (clip.grazes() && (entered || clip.holds())) seam.add(clip.wedge());
            if (!entered || clip.enter() < earliest) return;
            Best offered;
            if (!clip.offerSides(index, false, offered, edges)) return;
            Best& mine = clip.grazes() ? inSeam : best;
            double& first = clip.grazes() ? firstInSeam : firstEnter;
            const double later = (clip.enter() - first) * clip.length();
            if (later > kSameEntry) return;
            if (later < -kSameEntry) mine = {};
            first = std::min(first, clip.enter());
            mine.offer(offered);
        } else if (contents == Contents::Solid && clip.left()) {
            // Solid swallows contents of the mask, so leaving it may enter them.
            clip.offerSides(index, true, best, edges);
        }
    });
    if (!best.found || (inSeam.found && seam.closed() && firstInSeam < firstEnter)) best = inSeam;
    if (!best.found) best = edges;
    if (best.found) plane = best.plane;
    return best.found;
}

// Calls visit(plane, distance, brush, side, record) for all planes of the brushes that a point of the trace touches.
template <class Set, class Visit>
void forPlanesTouched(const Set& set, const TraceQuery& input, const Vec3& p, const Visit& visit) {
    set.forBrushesAt(p, [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if (!any(static_cast<Contents>(brush.contents) & input.probe.mask) || !set.rule.takesPart(brush)) return;
        const auto sides = set.sidesOf(brush);
        for (const SideRecord& side : sides)
            if (sideCounts(side, set.box) && grownDistance(side, set.box, p) > kAtContact) return;
        for (std::uint32_t i = 0; i < sides.size(); ++i) {
            const SideRecord& side = sides[i];  // or a copy, whose lifetime the reference extends
            if (!sideCounts(side, set.box)) continue;
            const Plane plane = grownPlane(side, set.box);
            visit(plane, distanceTo(plane, p), index, i, side);
        }
    });
}

}  // namespace

template <class Set>
bool contactPlane(const Set& set, const TraceQuery& input, double t, double until, Plane& plane, double leave) {
    if (until <= t && sideEnteredAt(set, input, t, t, 0, plane)) return true;
    // A trace that stayed within the tolerance of free space for a while is stopped by the brush entered last.
    // Brushes entered before it left solid did not stop it there: along their faces it slid on in a crack.
    const double size = length(input.end - input.start);
    const double earliest = leave > 0 ? leave - kSurfaceTolerance / size : -1e30;
    const auto isEarly = [&](double enter) { return enter < earliest; };
    double last = -1e30;
    until = std::max(t, until);
    clipBrushesAt(set, input, t, until, 0, [&](std::uint32_t, Contents contents, auto& clip) {
        if (any(contents & input.probe.mask) && clip.holds() && clip.enteredInTime() &&
            !(clip.grazes() && isEarly(clip.enter())))
            last = std::max(last, clip.enter());
    });
    if (last == -1e30) {  // then only what the trace leaves can have blocked it
        if (until > t && solidSwallows(input.probe.mask) && sideEnteredAt(set, input, t, t, 0, plane)) return true;
        last = t;
    }
    const double enteredLast = last;
    // The brush entered last may have been entered from within another one. Solid began where that one was entered.
    bool fromStart = false;
    for (bool earlier = true; earlier && !fromStart && last * size > kSurfaceTolerance;) {
        earlier = false;
        clipBrushesAt(set, input, t, last, 0, [&](std::uint32_t, Contents contents, auto& clip) {
            if (!any(contents & input.probe.mask) || !clip.leadsThere() || clip.enter() >= last) return;
            fromStart = fromStart || !clip.enteredInTime();
            if (clip.enteredInTime() && isEarly(clip.enter())) return;
            earlier = true;
            last = clip.enter();
        });
    }
    fromStart = fromStart || isEarly(last);  // what was entered before solid was left began no contact after it
    const double solidFrom = std::clamp(last, 0.0, until);
    // Otherwise only brushes that still contain the segment later count: others may end before.
    const double inTheWay = last < enteredLast ? solidFrom : until;
    if (!fromStart && sideEnteredAt(set, input, solidFrom, inTheWay, 0, plane, earliest)) return true;
    // The trace was inside all the time, within the tolerance, and free space ended. Finds the brush that came within
    // the tolerance there, or the last one entered just before or after the contact.
    if (sideEnteredAt(set, input, until, until, kSurfaceTolerance, plane)) return true;
    // Free space that was only near, beside an edge along which the trace runs, may end before a brush at a flat angle.
    if (!fromStart) return until > t && sideEnteredAt(set, input, until, until, 0, plane);
    return (enteredLast >= t || (until - enteredLast) * size <= kJustBefore) &&
           sideEnteredAt(set, input, std::clamp(enteredLast, 0.0, until), until, 0, plane);
}

template <class Set>
bool insideBrushes(const Set& set, const TraceQuery& input, double t, double until) {
    // Along a face of one brush the trace is inside only if other brushes lie on the other side, whenever all were
    // entered: a crack between them may have closed. Leaving solid that the mask lacks enters what it swallowed.
    const bool swallows = solidSwallows(input.probe.mask);
    bool inside = false, held = false, uncovered = false;
    SeamBrushes seam;
    clipBrushesAt(set, input, t, until, 0, [&](std::uint32_t, Contents contents, auto& clip) {
        if (inside) return;
        if (!any(contents & input.probe.mask)) {
            uncovered = uncovered || (swallows && any(contents & Contents::Solid) && clip.left());
            return;
        }
        if (!clip.holds()) return;
        if (!clip.grazes()) {
            inside = clip.enteredInTime();
            held = held || any(contents & kMaskBlocking);
            return;
        }
        seam.add(clip.wedge());
    });
    return inside || (held && uncovered) || seam.closed();
}

template <class Set>
bool hasPlaneAt(const Set& set, const TraceQuery& input, double t, const Plane& plane) {
    constexpr double kSamePlane = 1e-6;
    const Vec3 p = input.start + (input.end - input.start) * t;
    bool found = false;
    forPlanesTouched(set, input, p,
                     [&](const Plane& own, double away, std::uint32_t, std::uint32_t, const SideRecord&) {
                         found = found || (length(own.normal - plane.normal) <= kSamePlane &&
                                           std::fabs(away - distanceTo(plane, p)) <= kSamePlane);
                     });
    return found;
}

template <class Set>
bool planeTouched(const Set& set, const TraceQuery& input, double t, Plane& plane) {
    const Vec3 delta = input.end - input.start;
    const double size = length(delta);
    const bool flatBox = isFlat(set.box);
    Best best;
    const auto visit = [&](const Plane& own, double away, std::uint32_t brush, std::uint32_t i,
                           const SideRecord& side) {
        const double facing = -dot(own.normal, delta) / size;
        if (!(facing > 0) || std::fabs(away) > kAlong) return;
        // A plane in which the trace lies does not stop it.
        if (facing * size <= kRounding && std::fabs(away) <= kRounding) return;
        // A box without width may touch an axial bevel in an edge only.
        const bool edge = flatBox && (side.flags & kSideIsBevel) != 0 && isAxial(own.normal);
        best.offer(own, edge ? facing - 1 : facing, brush, i);
    };
    forPlanesTouched(set, input, input.start + delta * t, visit);
    if (best.found) plane = best.plane;
    return best.found;
}

template bool hasPlaneAt(const BrushSet&, const TraceQuery&, double, const Plane&);
template bool hasPlaneAt(const TurnedSet&, const TraceQuery&, double, const Plane&);
template bool planeTouched(const BrushSet&, const TraceQuery&, double, Plane&);
template bool planeTouched(const TurnedSet&, const TraceQuery&, double, Plane&);
template bool contactPlane(const BrushSet&, const TraceQuery&, double, double, Plane&, double);
template bool contactPlane(const TurnedSet&, const TraceQuery&, double, double, Plane&, double);
template bool insideBrushes(const BrushSet&, const TraceQuery&, double, double);
template bool insideBrushes(const TurnedSet&, const TraceQuery&, double, double);

}  // namespace hullbake::detail
