// Common trace of a box against the bare brushes, each grown by the box.
// In: the brushes of a model, a line and a mask; the brushes come from their bounding-volume tree or from the lists of
// the grid's cells. Out: the first contact, or false.
// Clips the segment against the brushes from front to back and keeps the nearest entry.
// Invariant: it answers only what is certain. The exact trace decides the rest: traces near a plane, ends near a plane,
// corners and starts in solid.
#pragma once

#include <array>
#include <type_traits>

#include "block/box_checks.hpp"
#include "brushes/along_bvh.hpp"
#include "brushes/along_cells.hpp"
#include "brushes/brush_meeting.hpp"
#include "brushes/brush_ops.hpp"
#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/contact_cone.hpp"
#include "brushes/slide_planes.hpp"
#include "brushes/start_planes.hpp"
#include "brushes/turned_meeting.hpp"
#include "brushes/turned_set.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

template <class Set>
class BrushTrace;

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
template <class Set>
void traceByBvhAvx(BrushTrace<Set>& trace) {
    trace.template traceByBvhWith<BrushOpsAvx>();
}
template <class Set>
bool isDeepBehindAvx(const BrushTrace<Set>& trace) {
    return trace.template isDeepBehindWith<BrushOpsAvx>();
}
HULLBAKE_END_TARGET
#endif

template <class Set>
class BrushTrace {
  public:
    BrushTrace(const Set& set, const Line& line, Contents mask)
        : BrushTrace(set, line, mask, isFlat(set.box), {set.box, line.start, line.end}, BrushOpsScalar{}) {}
    /// `flat`: isFlat of the set's box. `swept`: the set's box on the line. `Ops` lays out clipLine().
    template <class Ops>
    HULLBAKE_INLINE BrushTrace(const Set& set, const Line& line, Contents mask, bool flat, const SweptBox& swept, Ops)
        : set_(set), line_(line), mask_(mask), flat_(flat), clipLine_(Ops::layOut(swept)), turned_(set, line, flat) {}

    // For AlongCells.
    const format::BrushRecord* brushRecords() const { return set_.brushes.data(); }
    const ClipLine& clipLine() const { return clipLine_; }
    double limit() const { return limit_; }
    template <class Ops>
    HULLBAKE_INLINE void visit(std::uint32_t index) {
        const format::BrushRecord& brush = set_.brushes[index];
        const Role role = roleOf(static_cast<Contents>(brush.contents), mask_);
        if (role == Role::None || !set_.rule.takesPart(brush)) return;
        Meeting meeting;
        if (!meet<Ops>(brush, meeting)) return;
        if (meeting.start <= kSurfaceTolerance) {
            if (atStart_ < kMostAtStart) startBrushes_[atStart_] = index;
            ++atStart_;
        }
        const bool apart = meeting.outside || meeting.enter > meeting.leave + line_.toleranceT;
        if (apart && (meeting.near == Near::No || (meeting.near == Near::Along && slidesOn(brush, role, meeting))))
            return;
        const double enter = std::max(meeting.enter, 0.0), leave = std::min(meeting.leave, 1.0);
        if (apart || meeting.near != Near::No || role == Role::Swallows || meeting.start < -kSurfaceTolerance ||
            leave - enter <= kTouchTolerances * line_.toleranceT) {
            // A brush that the segment misses by more than two tolerances needs no exact trace.
            const double reached = apart ? reachedAt(set_.sidesOf(brush), set_.box, line_) : enter;
            unclear_ = std::min(unclear_, reached);
            return;
        }
        offer(enter, leave, meeting, index);
    }

    /// Traces by the bounding-volume tree of the brushes.
    void traceByBvh() {
        if (set_.root == format::kNoIndex) return;
#ifdef HULLBAKE_AVX
        if (kHasAvx) return traceByBvhAvx(*this);
#endif
        visitAlongBvh<BrushOpsScalar>(set_, sweepOf(set_, line_.start, line_.delta), *this);
    }

    /// Scalar or AVX part of traceByBvh(). The set must not be empty.
    template <class Ops>
    HULLBAKE_INLINE void traceByBvhWith() {
        clipLine_ = Ops::layOut({set_.box, line_.start, line_.end});
        visitAlongBvh<Ops>(set_, sweepOf(set_, line_.start, line_.delta), *this);
    }

    /// Fills in the contact and, if it is certain, its plane. Returns false if only the exact trace can decide.
    bool decide(Contact& contact, Plane& plane) const {
        const double clear = kTouchTolerances * line_.toleranceT;
        if (unclear_ <= std::min(best_, 1.0) + clear) return false;
        if (best_ > 1) return true;
        // At the very end of the trace the position of the end decides.
        if (1 - best_ <= clear || !isDeepBehind()) return false;
        contact.hit = true;
        contact.t = best_;
        contact.contents = set_.brushes[brush_].contents;
        contact.node = 0;
        // What else is met on a plane that the trace slides over is a matter of rounding. Solid swallows it.
        if (slidesToOthers()) {
            contact.node = -1;
            return !Set::kTurned && best_ > clear;
        }
        if (best_ <= 0 && startsOnOnePlane(plane)) return true;
        // Two brushes at the start may close in on it.
        if (best_ <= clear && atStart_ > 1) return best_ <= 0 && entersAtStart(plane);
        const bool tie = next_ - best_ <= line_.toleranceT || best_ - second_ <= line_.toleranceT;
        // A brush grown by a flat box may touch an axial bevel in an edge only.
        const bool known = side_ != format::kNoIndex;
        const bool inside = best_ > line_.toleranceT && best_ < 1 - line_.toleranceT;
        if constexpr (Set::kTurned) {
            if (Plane entered; turned_.isEntered(entered)) {
                contact.node = tie || !inside ? -1 : 0;
                if (contact.node == 0) plane = entered;
                return true;
            }
        }
        const typename Set::Sides sides = set_.sidesOf(set_.brushes[brush_]);
        const format::SideRecord& side = sides[known ? side_ : 0];  // or a copy, whose lifetime the reference extends
        const bool unsure = tie || !known || (flat_ && (side.flags & format::kSideIsBevel) != 0);
        contact.node = unsure || !inside ? -1 : 0;
        if (contact.node == 0) plane = grownPlane(side, set_.box);
        return true;
    }

    /// Returns true if the start touches a brush.
    bool startsOnSurface() const {
        return atStart_ > 0;
    }
    /// Returns true if the trace slides and then enters contents that solid swallows.
    bool slidesToOthers() const {
        return slides_.any() && (set_.brushes[brush_].contents & static_cast<std::uint32_t>(Contents::Solid)) == 0;
    }

    /// Traces by the brush lists of the cells along the line. Returns false if the lists cannot decide.
    template <class Ops>
    HULLBAKE_INLINE bool traceByCells(const GridView& grid, const TraceQuery& input) {
        return AlongCells<Ops, BrushTrace>(*this, grid).run(input);
    }

    /// Traces a turned box by the lists along its way through the world. Returns false if they cannot decide.
    template <class Ops>
    HULLBAKE_INLINE bool traceListed(const GridWay& listed, const Box& bounds) {
        clipLine_ = Ops::layOut({bounds, listed.input.start, listed.input.end});
        return visitListed<Ops>(*this, listed.grid, listed.slot, listed.input, line_.length);
    }

    /// Traces by a list of brushes. No other brush may affect the trace.
    template <class Ops>
    HULLBAKE_INLINE void traceBrushes(const NearBrushes& near) {
        for (std::uint32_t i = 0; i < near.count; ++i) visit<Ops>(near.brushes[i]);
    }

    /// Returns true if the segment's part within the nearest brush is deeper than the tolerance at its middle.
    template <class Ops>
    HULLBAKE_INLINE bool isDeepBehindWith() const {
        const Vec3 middle = line_.start + line_.delta * ((best_ + bestLeave_) / 2);
        const format::BrushRecord& brush = set_.brushes[brush_];
        if constexpr (Set::kTurned)
            return turned_.isDeep(brush, clipLine_, middle);
        else
            return Ops::isDeep(brush, set_.sidesOf(brush), set_.box, clipLine_, middle);
    }

    /// For a segment that settle() says hits: returns true if no adjacent brush, and none that it slides over, is
    /// entered by another plane there.
    bool entersOnePlane() const {
        return slidFrom_ <= 0 && best_ - adjacentSecond_ > line_.toleranceT;
    }

    /// Returns true and a new trace if the answer is certain: free, or solid entered clearly by one side.
    template <class Ops>
    HULLBAKE_INLINE bool settle(const TraceQuery& input, Trace& trace) const {
        const double clear = kTouchTolerances * line_.toleranceT;
        if (unclear_ <= std::min(best_, 1.0) + clear) return false;
        if (best_ > 1) {
            trace.endpos = input.end;
            return true;
        }
        constexpr auto kSolid = static_cast<std::uint32_t>(Contents::Solid);
        const format::BrushRecord& brush = set_.brushes[brush_];
        const bool sure = (best_ > clear) & (best_ < 1 - clear) & (next_ - best_ > line_.toleranceT) &
                          (best_ - second_ > line_.toleranceT) & (side_ != format::kNoIndex) &
                          ((brush.contents & kSolid) != 0);
        if (!sure || !isDeepBehindWith<Ops>()) return false;
        const MetSide met = Ops::metSide(set_.sidesOf(brush)[side_], set_.box, clipLine_);
        recordHit(input, met.plane, met.start, met.end, brush.contents, trace);
        return true;
    }

  private:
    using Near = Meeting::Near;
    struct NotTurned {
        NotTurned(const Set&, const Line&, bool) {}
    };

    // Clips the segment by the planes of the brush. Returns false if it stays farther away than the tolerance.
    template <class Ops>
    HULLBAKE_INLINE bool meet(const format::BrushRecord& brush, Meeting& meeting) {
        if constexpr (Set::kTurned) {
            return turned_.meet(brush, limit_, meeting);
        } else {
            const typename Set::Sides sides = set_.sidesOf(brush);
            const ClipResult result = flat_ ? ClipResult::Unclear : Ops::clip(brush, sides, clipLine_, meeting);
            return result == ClipResult::Unclear ? meetSides(sides, set_.box, flat_, line_, meeting)
                                                 : result == ClipResult::Clear;
        }
    }

    HULLBAKE_INLINE void offer(double enter, double leave, const Meeting& meeting, std::uint32_t index) {
        // Adjacent brushes share their grown planes: which of them is entered makes no difference. Others are no tie.
        const bool same = std::fabs(enter - best_) <= line_.toleranceT && side_ != format::kNoIndex &&
                          meeting.side != format::kNoIndex && samePlane(meeting.side, index);
        if (same) adjacentSecond_ = std::max(adjacentSecond_, meeting.second);
        if (enter < best_ || (enter == best_ && index < brush_)) {
            if (same)
                adjacentSecond_ = std::max(adjacentSecond_, second_);
            else
                next_ = best_;
            best_ = enter;
            bestLeave_ = leave;
            second_ = meeting.side == format::kNoIndex ? enter : meeting.second;
            side_ = meeting.side;
            brush_ = index;
            if constexpr (Set::kTurned) turned_.keep();
            limit_ = (best_ + kTouchTolerances * line_.toleranceT) * (1 + 4.0 * static_cast<double>(kSweepRounding));
        } else if (!same) {
            next_ = std::min(next_, enter);
        }
    }

    // Returns true if the segment only slides over a brush that blocks, and all such brushes leave room beside it.
    HULLBAKE_NOINLINE bool slidesOn(const format::BrushRecord& brush, Role role, const Meeting& meeting) {
        slidFrom_ = std::max(slidFrom_, meeting.enter);
        return (role == Role::Blocks || role == Role::Liquid) &&
               slides_.add(grownPlane(set_.sidesOf(brush)[meeting.along], set_.box).normal);
    }

    // Returns true if solid begins at the start, at one plane of all brushes there.
    bool startsOnOnePlane(Plane& plane) const {
        if (Set::kTurned || atStart_ > kMostAtStart) return false;  // the sides of turned brushes take long to make
        return detail::startsOnOnePlane(set_, flat_, line_, std::span(startBrushes_.data(), atStart_), plane);
    }

    // Returns true if the start lies in an edge or a corner of free space, and solid is entered there.
    bool entersAtStart(Plane& plane) const {
        if constexpr (Set::kTurned) {
            return false;
        } else {
            if (flat_ || atStart_ > kMostAtStart || line_.length < ContactCone::kClear) return false;
            const ClipLine at = BrushOpsScalar::layOut({set_.box, line_.start, line_.end});
            ContactCone cone(set_, line_, mask_, line_.start, at);
            for (std::uint32_t i = 0; i < atStart_; ++i)
                if (!cone.template add<BrushOpsScalar>(startBrushes_[i])) return false;
            ContactCone::Entered entered;
            const bool enters = cone.enters(entered) && entered.isSolid();
            if (enters) plane = entered.plane;
            return enters;
        }
    }

    // Returns true if the side lies in the plane of the side entered first.
    bool samePlane(std::uint32_t side, std::uint32_t brush) const {
        const Plane one = grownPlane(set_.sidesOf(set_.brushes[brush_])[side_], set_.box);
        const Plane two = grownPlane(set_.sidesOf(set_.brushes[brush])[side], set_.box);
        return one.normal == two.normal && one.dist == two.dist;
    }

    bool isDeepBehind() const {
#ifdef HULLBAKE_AVX
        if constexpr (!Set::kTurned) {
            if (!flat_ && kHasAvx) return isDeepBehindAvx(*this);
        }
#endif
        return isDeepBehindWith<BrushOpsScalar>();
    }

    const Set& set_;
    const Line& line_;
    Contents mask_;
    bool flat_;
    ClipLine clipLine_;
    double best_ = SegmentClip::kNever,
           bestLeave_ = SegmentClip::kNever;  // of the nearest brush that is certainly entered
    double next_ = SegmentClip::kNever;       // the second nearest entry
    double second_ = -SegmentClip::kNever;    // t where that brush's last side but one is entered
    double unclear_ = SegmentClip::kNever;    // the first t that needs the exact trace
    double limit_ = 1;                        // later brushes do not matter
    std::uint32_t side_ = format::kNoIndex, brush_ = 0, atStart_ = 0;
    static constexpr std::uint32_t kMostAtStart = 8;
    std::array<std::uint32_t, kMostAtStart> startBrushes_;  // the first of those that the start touches
    SlidePlanes slides_;
    double slidFrom_ = 0;                           // where the last brush begins that the segment slides over
    double adjacentSecond_ = -SegmentClip::kNever;  // as second_, of brushes that share the plane entered
    std::conditional_t<Set::kTurned, TurnedMeeting, NotTurned> turned_;
};

}  // namespace hullbake::detail
