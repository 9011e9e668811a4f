// Traces of any box against the bare brushes, each grown by the box when the trace comes to it.
//
// The quick look clips the segment against the brushes that its sweep meets, front to back, and takes the nearest
// entry. It knows when it does not know: where the trace stays near a plane, begins or ends near one, cuts a corner, or
// begins in solid. Then the slow walk follows the free space between the brushes.

#include <bit>
#include <utility>

#include "answers.hpp"
#include "brush_chain.hpp"
#include "brush_set.hpp"
#include "grid_lanes.hpp"
#include "hullbake/clip_map.hpp"
#include "side_cut.hpp"
#include "turned_set.hpp"
#include "volume_test.hpp"

namespace hullbake {

using namespace detail;
using namespace format;

namespace {

constexpr double kClear = 100;    // tolerances: a stretch that long in a brush, and deep, is no mere touch
constexpr double kFlat = 1e-3;    // of the trace's direction across a plane: flatter ones stay near it for a while
constexpr double kBehind = 5e-4;  // units behind a contact, where its contents are looked for
constexpr double kNever = SideCut::kNever;

bool isNear(double d) {
    return std::fabs(d) <= kSurfaceTolerance && std::fabs(d) > kRounding;
}

// How the segment meets one grown brush.
struct Meeting : SideCut {
    bool near = false;     // an end lies near a plane, or the trace stays near one
    bool outside = false;  // the segment only touches, if that
};

template <class Set>
class QuickLook {
  public:
    QuickLook(const Set& set, const Line& line, Contents mask)
        : set_(set), line_(line), mask_(mask), flat_(isFlat(set.box)), cut_(set.box, line.start, line.end) {}

    // False when only the slow walk can tell.
    bool run(Contact& contact, Plane& plane) {
        if (set_.root != kNoIndex) {
#ifdef HULLBAKE_AVX
            if (kHasAvx)
                visitWide();
            else
#endif
                visitBrushes<Narrow>();
        }
        const double clear = kClear * line_.toleranceT;
        if (unclear_ <= std::min(best_, 1.0) + clear) return false;
        if (best_ > 1) return true;
        // Two brushes at the start may close in on it. At the very end, the end decides.
        if ((best_ <= clear && atStart_ > 1) || 1 - best_ <= clear || !deepBehind()) return false;
        contact.hit = true;
        contact.t = best_;
        const bool tie = next_ - best_ <= line_.toleranceT || best_ - second_ <= line_.toleranceT;
        // Grown by a flat box, the sum may touch an axial bevel in an edge only.
        const bool known = side_ != kNoIndex;
        const SideRecord side = known ? set_.sidesOf(set_.brushes[brush_])[side_] : SideRecord{};
        const bool unsure = tie || !known || (flat_ && (side.flags & kSideIsBevel) != 0);
        contact.node = unsure || best_ <= line_.toleranceT || best_ >= 1 - line_.toleranceT ? -1 : 0;
        contact.contents = set_.brushes[brush_].contents;
        if (contact.node == 0) plane = grownPlane(side, set_.box);
        return true;
    }

  private:
    // How the eight children of a node, and the sides of a brush, are met at once.
    struct Narrow {
        static Met meet(const BvhNode& node, const Sweep& sweep, float limit) { return meetVector(node, sweep, limit); }
        static CutResult cut(std::span<const SideRecord>, const CutLine&, SideCut&) { return CutResult::Unclear; }
    };
#ifdef HULLBAKE_AVX
    struct Wide {
        HULLBAKE_WITH_AVX static Met meet(const BvhNode& node, const Sweep& sweep, float limit) {
            return meetWide(node, sweep, limit);
        }
        HULLBAKE_WITH_AVX static CutResult cut(std::span<const SideRecord> sides, const CutLine& line, SideCut& out) {
            return cutByFours(sides, line, out);
        }
    };
    HULLBAKE_WITH_AVX void visitWide() {
        visitBrushes<Wide>();
    }
#endif

    struct Pending {
        float enter;
        std::uint32_t child;
    };

    // Front to back.
    template <class Test>
    HULLBAKE_INLINE void visitBrushes() {
        const Sweep sweep = sweepOf(set_, line_.start, line_.delta);
        Pending stack[8 * kMaxBvhDepth];  // each level leaves at most seven siblings behind
        std::uint32_t pending = 0;
        for (Pending now{0, set_.root};;) {
            if ((now.child & kBvhLeaf) != 0) {
                visit<Test>(now.child & ~kBvhLeaf);
            } else {
                const BvhNode& node = set_.volumes[now.child];
                const Met met = Test::meet(node, sweep, static_cast<float>(limit_));
                if (met.mask != 0) {
                    const std::uint32_t base = pending;
                    unsigned left = met.mask;
                    const int first = std::countr_zero(left);
                    now = {met.enter[first], node.child[first]};
                    while ((left &= left - 1) != 0) {
                        const int slot = std::countr_zero(left);
                        Pending other{met.enter[slot], node.child[slot]};
                        if (other.enter <= now.enter) std::swap(other, now);
                        // The nearest on top.
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

    template <class Test>
    HULLBAKE_INLINE void visit(std::uint32_t index) {
        const BrushRecord& brush = set_.brushes[index];
        const Role role = roleOf(static_cast<Contents>(brush.contents), mask_);
        if (role == Role::None || !set_.rule.takesPart(brush)) return;
        Meeting meeting;
        if (!meet<Test>(brush, meeting)) return;
        if (meeting.start <= kSurfaceTolerance) ++atStart_;
        const bool apart = meeting.outside || meeting.enter > meeting.leave + line_.toleranceT;
        if (apart && !meeting.near) return;
        const double enter = std::max(meeting.enter, 0.0), leave = std::min(meeting.leave, 1.0);
        if (apart || meeting.near || role == Role::Hole || meeting.start < -kSurfaceTolerance ||
            leave - enter <= kClear * line_.toleranceT) {
            // Corners that are passed at a distance are none to look at.
            const double reached = apart ? reachedAt(brush) : enter;
            unclear_ = std::min(unclear_, reached);
            return;
        }
        offer(enter, leave, meeting, index);
    }

    // Cuts the segment by the brush's planes; false when it keeps away from it by more than the tolerance.
    template <class Test>
    HULLBAKE_INLINE bool meet(const BrushRecord& brush, Meeting& meeting) const {
        const typename Set::Sides sides = set_.sidesOf(brush);
        if constexpr (!Set::kTurned) {
            if (!flat_) {
                const CutResult result = Test::cut(sides, cut_, meeting);
                if (result != CutResult::Unclear) return result == CutResult::Clear;
            }
        }
        return meetClosely(sides, meeting);
    }

    // The same, side by side.
    bool meetClosely(const typename Set::Sides& sides, Meeting& meeting) const {
        for (std::uint32_t i = 0; i < sides.size(); ++i) {
            const SideRecord& side = sides[i];  // or a copy, which then lives as long
            if ((Set::kTurned || flat_) && !sideCounts(side, set_.box)) continue;
            const Plane plane = grownPlane(side, set_.box);
            double d0 = distanceTo(plane, line_.start), d1 = distanceTo(plane, line_.end);
            if (d0 > kSurfaceTolerance && d1 > kSurfaceTolerance) return false;
            meeting.start = std::max(meeting.start, d0);
            if (std::min(std::fabs(d0), std::fabs(d1)) <= kSurfaceTolerance) {
                const bool stays = std::max(std::fabs(d0), std::fabs(d1)) <= kSurfaceTolerance;
                meeting.near =
                    meeting.near || stays || isNear(d0) || isNear(d1) || std::fabs(d0 - d1) < kFlat * line_.length;
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
        }
        return true;
    }

    // Where the segment first comes within twice the tolerance of the brush; kNever when it does not.
    double reachedAt(const BrushRecord& brush) const {
        constexpr double kReach = 2 * kSurfaceTolerance;
        double enter = 0, leave = 1;
        for (const SideRecord& side : set_.sidesOf(brush)) {
            if (!sideCounts(side, set_.box)) continue;
            const double d0 = grownDistance(side, set_.box, line_.start) - kReach;
            const double d1 = grownDistance(side, set_.box, line_.end) - kReach;
            if (d0 > 0 && d1 > 0) return kNever;
            if (d0 > 0)
                enter = std::max(enter, d0 / (d0 - d1));
            else if (d1 > 0)
                leave = std::min(leave, d0 / (d0 - d1));
        }
        return enter <= leave ? enter : kNever;
    }

    void offer(double enter, double leave, const Meeting& meeting, std::uint32_t index) {
        // Brushes side by side, grown, share their planes: which of them is entered makes no difference.
        const bool same = side_ != kNoIndex && meeting.side != kNoIndex && samePlane(meeting.side, index);
        if (enter < best_ || (enter == best_ && index < brush_)) {
            if (!same) next_ = best_;
            best_ = enter;
            bestLeave_ = leave;
            second_ = meeting.side == kNoIndex ? enter : meeting.second;
            side_ = meeting.side;
            brush_ = index;
            limit_ = (best_ + kClear * line_.toleranceT) * (1 + 4.0 * static_cast<double>(kSweepRounding));
        } else if (!same) {
            next_ = std::min(next_, enter);
        }
    }

    // Whether a side lies in the plane of the one that is entered first.
    bool samePlane(std::uint32_t side, std::uint32_t brush) const {
        const Plane one = grownPlane(set_.sidesOf(set_.brushes[brush_])[side_], set_.box);
        const Plane two = grownPlane(set_.sidesOf(set_.brushes[brush])[side], set_.box);
        return one.normal == two.normal && one.dist == two.dist;
    }

    // Whether the stretch in the brush comes to be deeper than the tolerance.
    bool deepBehind() const {
        const Vec3 middle = line_.start + line_.delta * ((best_ + bestLeave_) / 2);
#ifdef HULLBAKE_AVX
        if constexpr (!Set::kTurned) {
            if (!flat_ && kHasAvx)
                return distanceByFours(set_.sidesOf(set_.brushes[brush_]), cut_, middle) <= -2 * kSurfaceTolerance;
        }
#endif
        for (const SideRecord& side : set_.sidesOf(set_.brushes[brush_]))
            if (sideCounts(side, set_.box) && grownDistance(side, set_.box, middle) > -2 * kSurfaceTolerance)
                return false;
        return true;
    }

    const Set& set_;
    const Line& line_;
    Contents mask_;
    bool flat_;
    CutLine cut_;
    double best_ = kNever, bestLeave_ = kNever;  // of the nearest brush that is surely entered
    double next_ = kNever;                       // the second nearest entry
    double second_ = -kNever;                    // where the side before the last of that brush is entered
    double unclear_ = kNever;                    // the nearest place that needs a closer look
    double limit_ = 1;                           // nothing further matters
    std::uint32_t side_ = kNoIndex, brush_ = 0, atStart_ = 0;
};

// The bits of all brushes that hold the place, of the kinds that the mask asks for.
template <class Set>
std::uint32_t contentsAt(const Set& set, const Vec3& p, Contents mask) {
    std::uint32_t bits = 0, kinds = 0;
    for (const Contents kind : {kMaskBlocking, kMaskLiquid})
        if (any(mask & kind)) kinds |= static_cast<std::uint32_t>(kind);
    set.forBrushesAt(p, [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if ((brush.contents & kinds) == 0 || (brush.contents & ~bits) == 0 || !set.rule.takesPart(brush)) return;
        for (const SideRecord& side : set.sidesOf(brush))
            if (grownDistance(side, set.box, p) > 0) return;
        bits |= brush.contents;
    });
    return bits;
}

constexpr std::uint32_t kSolidBit = static_cast<std::uint32_t>(Contents::Solid);

// Fills in what is behind the contact. What the walk found there may only touch the trace.
template <class Set>
void addContents(const Set& set, const TraceInput& input, const Line& line, Contact& contact) {
    const double t = std::min(1.0, std::max(contact.t, contact.until) + kBehind / line.length);
    std::uint32_t behind = contentsAt(set, line.start + line.delta * t, input.mask);
    // Solid that the mask does not ask for is left just there.
    if (!any(input.mask & Contents::Solid)) behind &= ~kSolidBit;
    if ((behind & static_cast<std::uint32_t>(input.mask)) != 0) contact.contents = behind;
}

template <class Set>
Trace traceThrough(const Set& set, const TraceInput& input) {
    const Line line = lineOf(input);
    std::int64_t budget = kWalkBudget;
    if (!(line.length > 0)) {
        const BrushChain<Set> chain(set, input.mask, line, budget);
        const bool covered = chain.cover(0);
        const Touch touch = covered ? touchPoint(chain, input.start, budget) : Touch{};
        if (!covered || budget <= 0) return invalidTrace(input);
        return touch.free ? inPlace(input, contentsIn(set, input.start)) : stuck(input, Contents{touch.contents});
    }
    Contact contact;
    Plane plane;
    if (QuickLook<Set>(set, line, input.mask).run(contact, plane)) {
        if (contact.hit && contact.node < 0 && !enteredSide(set, input, contact.t, contact.t, plane)) contact.until = 2;
    } else {
        contact.until = 2;
    }
    if (contact.until > 1) {
        const auto insideAny = [&](double t, double until) { return insideBrushes(set, input, t, until); };
        const BrushCheck brushes(insideAny);
        const BrushChain<Set> chain(set, input.mask, line, budget);
        contact = walkSlow(chain, line, brushes, budget);
        if (contact.hit && !contact.allsolid &&
            !enteredSide(set, input, contact.t, std::max(contact.t, contact.until), plane))
            plane = leftPlane(chain, set, input, line, contact, brushes, budget);
        if (budget <= 0) return invalidTrace(input);
    }
    // Of a brush entered for sure, solid swallows all the rest.
    const bool sure = contact.node >= 0 && (contact.contents & kSolidBit) != 0;
    if (contact.hit && !sure) addContents(set, input, line, contact);
    return answer(input, line, contact, plane);
}

}  // namespace

Trace detail::traceIn(const TurnedSet& set, const TraceInput& input) {
    return traceThrough(set, input);
}

// What is free for a hull's box is free for every box in it: no brush counts for it that does not count for the hull,
// but for points (clip) and for boxes that are another hull's.
bool ClipMap::freeByGrid(const Box& box, const TraceInput& input) const noexcept {
    if (input.model.value != 0 || grid_.grids.empty() || any(input.mask & kMaskLiquid)) return false;
    std::size_t found = hulls_.size();
    for (std::size_t h = 0; h < hulls_.size(); ++h) {
        const HullRecord& hull = hulls_[h];
        bool holdsBox = true, same = true;
        for (int a = 0; a < 3; ++a) {
            // And the origin: sides that do not grow would else move inwards for the hull only.
            holdsBox = holdsBox && hull.mins[a] <= box.mins[a] && box.maxs[a] <= hull.maxs[a] && hull.mins[a] <= 0 &&
                       hull.maxs[a] >= 0;
            same = same && hull.mins[a] == box.mins[a] && box.maxs[a] == hull.maxs[a];
        }
        if (same || (holdsBox && found == hulls_.size())) found = h;
        if (same) break;
    }
    if (found == hulls_.size() || !(dot(input.end - input.start, input.end - input.start) > 0)) return false;
    return isFree<ScalarGrid>(FreeGrid(grid_, found), input);
}

Trace ClipMap::traceBox(const Box& box, const TraceInput& input) const noexcept {
    if (!validBox(box) || !validPlace(input.start, input.model) || !validPlace(input.end, input.model) ||
        !(input.skin >= 0 && input.skin <= kMaxCoordinate))
        return invalidTrace(input);
    if (freeByGrid(box, input)) {
        Trace trace;
        trace.endpos = input.end;
        return trace;
    }
    return traceThrough(boxBrushes(box, input.model), input);
}

}  // namespace hullbake
