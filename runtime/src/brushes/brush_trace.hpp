// Common trace of a box against the bare brushes, each grown by the box.
// In: the brushes of a model, a line and a mask; the brushes come from their bounding-volume tree or from the lists of
// the grid's cells. Out: the first contact, or false.
// Clips the segment against the brushes from front to back and keeps the nearest entry.
// Invariant: it answers only what is certain. The exact trace decides the rest: traces near a plane, ends near a plane,
// corners and starts in solid.
#pragma once

#include <array>
#include <bit>
#include <type_traits>
#include <utility>

#include "block/box_checks.hpp"
#include "brushes/along_cells.hpp"
#include "brushes/brush_ops.hpp"
#include "brushes/brush_set.hpp"
#include "brushes/brush_space.hpp"
#include "brushes/slide_planes.hpp"
#include "brushes/start_planes.hpp"
#include "brushes/turned_box_clip.hpp"
#include "brushes/turned_set.hpp"
#include "grid/grid_march.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Result of clipping the segment by one grown brush.
struct Meeting : SegmentClip {
    enum class Near : std::uint8_t { No, Along, Yes };
    Near near = Near::No;  // Yes: an end lies near a plane, or the trace stays near one; Along: in one, and no other
    bool outside = false;  // the segment touches the brush at most
    std::uint32_t along;   // the side in whose plane the whole segment lies, if near is Along
};

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
        : set_(set), line_(line), mask_(mask), flat_(flat), clipLine_(Ops::layOut(swept)) {}

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
        bool met = false;
        if constexpr (Set::kTurned) {
            const Answer answer = meetTurnedBox(brush, meeting);
            if (answer == Answer::Apart || (answer == Answer::Unclear && passesTurned(brush))) return;
            met = answer == Answer::Enters;
        }
        if (!met && !meet<Ops>(brush, meeting)) return;
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
            const double reached = apart ? reachedAt(brush) : enter;
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
        visitBvh<BrushOpsScalar>();
    }

    /// Scalar or AVX part of traceByBvh(). The set must not be empty.
    template <class Ops>
    HULLBAKE_INLINE void traceByBvhWith() {
        clipLine_ = Ops::layOut({set_.box, line_.start, line_.end});
        visitBvh<Ops>();
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
        if (slides_.any() && (contact.contents & static_cast<std::uint32_t>(Contents::Solid)) == 0) return false;
        if (best_ <= 0 && startsOnOnePlane(plane)) return true;
        // Two brushes at the start may close in on it.
        if (best_ <= clear && atStart_ > 1) return false;
        const bool tie = next_ - best_ <= line_.toleranceT || best_ - second_ <= line_.toleranceT;
        // A brush grown by a flat box may touch an axial bevel in an edge only.
        const bool known = side_ != format::kNoIndex;
        const bool inside = best_ > line_.toleranceT && best_ < 1 - line_.toleranceT;
        if constexpr (Set::kTurned) {
            if (const Kept& kept = kept_[keptBest_]; kept.hasEntered) {
                contact.node = tie || !inside ? -1 : 0;
                if (contact.node == 0) plane = {{kept.entered.x, kept.entered.y, kept.entered.z}, kept.entered.dist};
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
        if constexpr (Set::kTurned) {
            const Kept& kept = kept_[keptBest_];
            if (kept.count <= kMostKept) {
                for (std::uint32_t i = 0; i < kept.count; ++i) {
                    const auto& [x, y, z, dist] = kept.planes[i];
                    if (distanceTo({{x, y, z}, dist}, middle) > -kCertainDepth) return false;
                }
                return true;
            }
        }
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
    using Answer = TurnedBoxClip::Answer;
    using Near = Meeting::Near;
    enum class Prepared : std::uint8_t { Not, Yes, Never };
    struct NoClip {};

    struct Pending {
        float enter;
        std::uint32_t child;
    };

    // Visits the brushes from front to back.
    template <class Ops>
    HULLBAKE_INLINE void visitBvh() {
        const Sweep sweep = sweepOf(set_, line_.start, line_.delta);
        Pending stack[8 * format::kMaxBvhDepth];  // each level leaves at most seven siblings
        std::uint32_t pending = 0;
        for (Pending now{0, set_.root};;) {
            if ((now.child & format::kBvhLeaf) != 0) {
                visit<Ops>(now.child & ~format::kBvhLeaf);
            } else {
                const format::BvhNode& node = set_.volumes[now.child];
                const Met met = Ops::meet(node, sweep, static_cast<float>(limit_));
                if (met.mask != 0) {
                    const std::uint32_t base = pending;
                    unsigned left = met.mask;
                    const int first = std::countr_zero(left);
                    now = {met.enter[first], node.child[first]};
                    while ((left &= left - 1) != 0) {
                        const int slot = std::countr_zero(left);
                        Pending other{met.enter[slot], node.child[slot]};
                        if (other.enter <= now.enter) std::swap(other, now);
                        // Keeps the nearest on top.
                        std::uint32_t at = pending++;
                        for (; at > base && stack[at - 1].enter < other.enter; --at) stack[at] = stack[at - 1];
                        stack[at] = other;
                    }
                    continue;
                }
            }
            do {
                if (pending == 0) return;
                now = stack[--pending];
            } while (static_cast<double>(now.enter) > limit_);
        }
    }

    // Clips the segment by the planes of the brush. Returns false if it stays farther away than the tolerance.
    template <class Ops>
    HULLBAKE_INLINE bool meet(const format::BrushRecord& brush, Meeting& meeting) const {
        const typename Set::Sides sides = set_.sidesOf(brush);
        if constexpr (!Set::kTurned) {
            if (!flat_) {
                const ClipResult result = Ops::clip(brush, sides, clipLine_, meeting);
                if (result != ClipResult::Unclear) return result == ClipResult::Clear;
            }
        }
        return meetClosely(sides, meeting);
    }

    // Scalar version of meet(): clips against one side after the other.
    HULLBAKE_NOINLINE bool meetClosely(const typename Set::Sides& sides, Meeting& meeting) const {
        if constexpr (Set::kTurned) {
            Kept& kept = kept_[1 - keptBest_];
            kept.count = 0;
            kept.hasEntered = false;
            return sides.forEach(
                [&](std::uint32_t i, const format::SideRecord& side) {
                    if (!sideCounts(side, set_.box)) return true;
                    const Plane plane = grownPlane(side, set_.box);
                    if (kept.count < kMostKept)
                        kept.planes[kept.count] = {plane.normal.x, plane.normal.y, plane.normal.z, plane.dist};
                    ++kept.count;
                    return meetPlane(i, plane, meeting);
                },
                [&](const BevelSketch& sketch) { return skipsBevel(sketch, meeting); });
        } else {
            for (std::uint32_t i = 0; i < sides.size(); ++i)
                if (!(flat_ && !sideCounts(sides[i], set_.box)) &&
                    !meetPlane(i, grownPlane(sides[i], set_.box), meeting))
                    return false;
            return true;
        }
    }

    // Returns true if a bevel that the segment is clear of at both ends changes nothing: the segment stays behind it,
    // or crosses it well before another side is entered, or well after one is left.
    HULLBAKE_INLINE bool skipsBevel(const BevelSketch& sketch, Meeting& meeting) const {
        constexpr double kClear = 0.01;          // units
        constexpr double kClearFraction = 2e-3;  // of the segment
        const int a = (sketch.axis + 1) % 3, b = (sketch.axis + 2) % 3;
        const Box& box = set_.box;
        const double shift = std::max(-sketch.one * box.mins[a], -sketch.one * box.maxs[a]) +
                             std::max(-sketch.two * box.mins[b], -sketch.two * box.maxs[b]);
        const double d0 = sketch.one * line_.start[a] + sketch.two * line_.start[b] - (sketch.dist + shift);
        const double d1 = sketch.one * line_.end[a] + sketch.two * line_.end[b] - (sketch.dist + shift);
        const double clear = kClear * sketch.most;
        if (d0 < -clear && d1 < -clear) return true;
        if (!(line_.toleranceT < kClearFraction / 2)) return false;
        if (d0 < -clear && d1 > clear) return d0 / (d0 - d1) > meeting.leave + kClearFraction;
        if (!(d0 > clear && d1 < -clear && d0 / (d0 - d1) < meeting.enter - kClearFraction)) return false;
        meeting.start = std::max(meeting.start, kClear);
        return true;
    }

    // Returns false if the segment stays in front of the side.
    HULLBAKE_INLINE bool meetPlane(std::uint32_t i, const Plane& plane, Meeting& meeting) const {
        double d0 = distanceTo(plane, line_.start), d1 = distanceTo(plane, line_.end);
        if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return false;
        meeting.start = std::max(meeting.start, d0);
        if (std::min(std::fabs(d0), std::fabs(d1)) <= kSurfaceTolerance) {
            const double farther = std::max(std::fabs(d0), std::fabs(d1));
            if (farther <= kRounding && meeting.near == Near::No) {
                meeting.near = Near::Along;
                meeting.along = i;
            } else if (farther <= kSurfaceTolerance || isNearPlane(d0) || isNearPlane(d1) ||
                       std::fabs(d0 - d1) < kGrazingSine * line_.length) {
                meeting.near = Near::Yes;
            }
            if (std::fabs(d0) <= kRounding) d0 = 0;
            if (std::fabs(d1) <= kRounding) d1 = 0;
        }
        if (d0 >= 0 && d1 >= 0) {
            meeting.outside = true;
        } else if (d0 > 0) {
            const double t = d0 / (d0 - d1);
            if (t > meeting.enter) {
                meeting.second = meeting.enter;
                meeting.enter = t;
                meeting.side = i;
            } else {
                meeting.second = std::max(meeting.second, t);
            }
        } else if (d1 > 0) {
            meeting.leave = std::min(meeting.leave, d0 / (d0 - d1));
        }
        return true;
    }

    // As meet(), for a turned brush that is a box, where the answer is clear: computes only the plane that is entered,
    // to the bit. `start` is a lower bound, `second` an upper one, `leave` right to rounding, each with room to spare.
    Answer meetTurnedBox(const format::BrushRecord& brush, Meeting& meeting) {
        if (boxClip_ == Prepared::Never || flat_ || !format::impliesShape(brush)) return Answer::Unclear;
        const typename Set::Sides sides = set_.sidesOf(brush);
        if (!sides.isBox()) return Answer::Unclear;
        if (boxClip_ == Prepared::Not)
            boxClip_ = turnedBox_.prepare(set_, line_.start, line_.end) ? Prepared::Yes : Prepared::Never;
        if (boxClip_ != Prepared::Yes) return Answer::Unclear;
        BoxEntry entry;
        const Answer answer = turnedBox_.clip(set_, brush, limit_, entry);
        if (answer != Answer::Enters) return answer;
        meeting.side = TurnedBoxClip::sideOf(set_, brush, entry);
        const format::SideRecord side = sides[meeting.side];
        if (!sideCounts(side, set_.box)) return Answer::Unclear;
        const Plane plane = grownPlane(side, set_.box);
        const double d0 = distanceTo(plane, line_.start), d1 = distanceTo(plane, line_.end);
        if (!(d0 > kSurfaceTolerance && d1 < -kSurfaceTolerance)) return Answer::Unclear;
        meeting.enter = d0 / (d0 - d1);
        meeting.second = entry.second;
        meeting.leave = entry.leave;
        meeting.start = d0;
        // What lies behind is deep.
        kept_[1 - keptBest_].count = 0;
        kept_[1 - keptBest_].hasEntered = true;
        kept_[1 - keptBest_].entered = {plane.normal.x, plane.normal.y, plane.normal.z, plane.dist};
        return Answer::Enters;
    }

    // Returns true if the segment stays well clear of a turned brush, or reaches it after all that matters. Asks the
    // faces, and the bounds of the brush in its own space, because the other sides cost more.
    bool passesTurned(const format::BrushRecord& brush) const {
        constexpr double kClear = 0.01;  // units
        double enter = 0, leave = limit_;
        const auto clip = [&](double d0, double d1) {
            if (d0 > 0 && d1 > 0) return true;
            if (d0 > 0)
                enter = std::max(enter, d0 / (d0 - d1));
            else if (d1 > 0)
                leave = std::min(leave, d0 / (d0 - d1));
            return enter > leave;
        };
        const Vec3 mins{brush.mins[0], brush.mins[1], brush.mins[2]}, maxs{brush.maxs[0], brush.maxs[1], brush.maxs[2]};
        const Vec3 half = (maxs - mins) * 0.5, centre = set_.turn.place((mins + maxs) * 0.5);
        for (int a = 0; a < 3; ++a) {
            double reach = kClear;
            for (int i = 0; i < 3; ++i) reach += std::fabs(set_.turn.axes[i][a]) * half[i];
            const double up = centre[a] + reach - set_.box.mins[a], down = centre[a] - reach - set_.box.maxs[a];
            if (clip(line_.start[a] - up, line_.end[a] - up) || clip(down - line_.start[a], down - line_.end[a]))
                return true;
        }
        const typename Set::Sides sides = set_.sidesOf(brush);
        for (std::uint32_t i = 0; i < sides.faceCount(); ++i) {
            const Plane plane = grownPlane(sides.face(i), set_.box);
            if (clip(distanceTo(plane, line_.start) - kClear, distanceTo(plane, line_.end) - kClear)) return true;
        }
        return false;
    }

    // Returns t where the segment comes within kBrushReach of the brush, or SegmentClip::kNever.
    HULLBAKE_NOINLINE double reachedAt(const format::BrushRecord& brush) const {
        double enter = 0, leave = 1;
        for (const format::SideRecord& side : set_.sidesOf(brush)) {
            if (!sideCounts(side, set_.box)) continue;
            const double d0 = grownDistance(side, set_.box, line_.start) - kBrushReach;
            const double d1 = grownDistance(side, set_.box, line_.end) - kBrushReach;
            if (d0 > 0 && d1 > 0) return SegmentClip::kNever;
            if (d0 > 0)
                enter = std::max(enter, d0 / (d0 - d1));
            else if (d1 > 0)
                leave = std::min(leave, d0 / (d0 - d1));
        }
        return enter <= leave ? enter : SegmentClip::kNever;
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
            keptBest_ = 1 - keptBest_;
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

    // The planes of the turned brush that is met, and those of the nearest one: making them costs most.
    static constexpr std::uint32_t kMostKept = 64;
    struct KeptPlane {
        double x, y, z, dist;
    };
    struct Kept {
        std::uint32_t count;
        bool hasEntered;  // the plane that is entered is known
        KeptPlane entered;
        KeptPlane planes[Set::kTurned ? kMostKept : 1];
    };

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
    std::uint32_t keptBest_ = 0;
    mutable std::array<Kept, Set::kTurned ? 2 : 1> kept_;
    Prepared boxClip_ = Prepared::Not;
    std::conditional_t<Set::kTurned, TurnedBoxClip, NoClip> turnedBox_;
};

}  // namespace hullbake::detail
