// The common trace through one baked tree: visits the leaves along the trace from front to back.
// In: a tree and a line. Out: a Contact, or false if only the exact trace can decide.
// Invariant: crossings are computed from the original start and end, so errors do not grow with depth.
#pragma once

#include "tree/along_sides.hpp"
#include "tree/exact_trace.hpp"

namespace hullbake::detail {

/// A point indexed by axis: the axis that a node needs is as good as random, so no branch may depend on it.
struct AxisPoint {
    double at[3];
    AxisPoint(const Vec3& p) : at{p.x, p.y, p.z} {}
    AxisPoint(double x, double y, double z) : at{x, y, z} {}
    AxisPoint() = default;
};

/// Decides when a trace enters or leaves solid, leaf by leaf. Stretches shorter than the tolerance (a corner that is
/// only touched) change nothing. For stretches slightly longer it depends on their depth, which the exact trace
/// decides.
struct Follower {
    enum class Step : std::uint8_t { Goes, Enters, Unclear };
    bool inside = false;   // in solid since the start of the trace
    bool pending = false;  // a change of state not yet long enough to count
    double pendingT = 0;
    double leave = 0;

    /// Returns true in free space with no change pending.
    bool isIdle() const { return !inside && !pending; }

    /// Advances over one leaf's stretch [from, to]. Returns Enters when it is certain that solid was entered at
    /// pendingT.
    Step advance(bool blocked, double from, double to, double toleranceT) {
        if (blocked == inside) {
            const bool unclear = pending && from - pendingT > toleranceT;
            pending = false;
            return unclear ? Step::Unclear : Step::Goes;
        }
        if (!pending) {
            pending = true;
            pendingT = from;
        }
        if (to - pendingT <= kTouchTolerances * toleranceT) return Step::Goes;
        if (!inside) return Step::Enters;
        inside = pending = false;
        leave = pendingT;
        return Step::Goes;
    }
};

/// Traces through a single tree, for lines that stay clear of all node planes except where they cross them.
class TreeTrace {
  public:
    /// `trees` must contain exactly one tree. `sides` takes a side of each plane in which the whole line lies; without
    /// it, only the exact trace can decide there.
    TreeTrace(const Trees& trees, const Line& line, std::int64_t& budget, AlongSides* sides = nullptr)
        : trees_(trees),
          nodes_(trees.tables.nodes),
          line_(line),
          budget_(budget),
          sides_(sides),
          start_(line.start),
          end_(line.end),
          from_(line.start),
          to_(line.end) {}

    /// Returns false if only the exact trace can decide.
    bool run(Contact& contact) {
        ChildRef child = trees_.roots[0];
        waiting_[0].from = 1;
        for (bool first = true;; first = false) {
            if (!descend(child)) return false;
            if (trees_.blocks(child) || !follower_.isIdle()) {
                const Follower::Step step = visitLeaf(child, first, contact);
                if (step == Follower::Step::Unclear) return false;
                if (step == Follower::Step::Enters) return enter(contact);
            }
            if (count_ == 0) break;
            budget_ -= kPieceCost;
            if (budget_ <= 0) return false;
            child = next();
        }
        finish(contact);
        return true;
    }

  private:
    // A subtree beyond a plane that the trace crosses, visited later. Its piece ends where the entry below it on the
    // stack begins.
    struct Waiting {
        double from;
        ChildRef child;
        std::uint32_t nodeAndTie;
        AxisPoint to;
    };
    static constexpr std::uint32_t kTie = 0x80000000u;  // flag: other planes are crossed where this piece begins
    // Budget charged for each piece. Only a crafted tree, which shares subtrees repeatedly, has that many pieces.
    static constexpr std::int64_t kPieceCost = 16;
    enum class Way : std::uint8_t { Front, Back, Cross, Near };

    double distance(const NodeRecord& node, const AxisPoint& p) const {
        if (node.kind() != format::kGeneralPlane) return p.at[node.kind()] - node.axialDist();
        return nodeDistance(trees_.tables, node, {p.at[0], p.at[1], p.at[2]});
    }

    // Descends to the leaf where the piece [from_, to_] begins and pushes the subtrees beyond crossed planes. Returns
    // false if the trace stays near a plane.
    bool descend(ChildRef& child) {
        while (!format::isLeaf(child)) {
            const NodeRecord& node = nodes_[child];
            const double d0 = distance(node, from_), d1 = distance(node, to_);
            if (d0 > kSettledEnd && d1 > kSettledEnd)
                child = node.front();
            else if (d0 < -kSettledEnd && d1 < -kSettledEnd)
                child = node.back;
            else if (std::min(std::fabs(d0), std::fabs(d1)) > kSettledEnd)
                cross(node, child);
            else if (!decide(node, child))
                return false;
        }
        return true;
    }

    // Descends past a plane that the piece crosses with both ends clear of it.
    void cross(const NodeRecord& node, ChildRef& child) {
        const double d0 = distance(node, start_), d1 = distance(node, end_);
        const ChildRef either = node.front() ^ node.back;
        const ChildRef nearChild = node.front() ^ (either & (d0 < 0 ? ~ChildRef{0} : 0));
        const double t = d0 / (d0 - d1);
        waiting_[++count_] = {t, either ^ nearChild, child, to_};
        to_ = line_.start + line_.delta * t;
        child = nearChild;
    }

    // Descends past a plane that the piece may cross or touch. Returns false if the trace stays near it.
    bool decide(const NodeRecord& node, ChildRef& child) {
        double d0 = distance(node, start_), d1 = distance(node, end_);
        const Way way = wayOf(d0, d1);
        if (way == Way::Near) return sides_ != nullptr && isOn(d0, d1) && sides_->take(trees_.tables, child);
        if (way != Way::Cross) {
            child = way == Way::Front ? node.front() : node.back;
            return true;
        }
        const double t = d0 / (d0 - d1), until = waiting_[count_].from;
        const ChildRef nearChild = d0 > 0 ? node.front() : node.back;
        const ChildRef farChild = d0 > 0 ? node.back : node.front();
        // A plane that is crossed with others is one of a tie, also where a piece of no length is left before it.
        const std::uint32_t tieBefore = std::fabs(t - fromT_) <= line_.toleranceT ? kTie : 0;
        const std::uint32_t tieBehind = std::fabs(t - until) <= line_.toleranceT && count_ > 0 ? kTie : 0;
        nodeAndTie_ |= tieBefore;
        if (count_ > 0) waiting_[count_].nodeAndTie |= tieBehind;
        if (t <= fromT_ && t < until) {
            child = farChild;
            return true;
        }
        if (t < until) {
            waiting_[++count_] = {t, farChild, child | tieBefore | tieBehind, to_};
            to_ = line_.start + line_.delta * t;
        }
        child = nearChild;
        return true;
    }

    // Classifies the whole trace against a plane, given the distances of its ends. Distances within rounding become 0.
    // Near: an end almost lies on the plane, or the trace leaves or reaches it at so flat an angle that it stays near.
    Way wayOf(double& d0, double& d1) const {
        if (std::min(std::fabs(d0), std::fabs(d1)) <= kSurfaceTolerance) {
            if (isNearPlane(d0) || isNearPlane(d1) || std::fabs(d0 - d1) < kGrazingSine * line_.length)
                return Way::Near;
            if (std::fabs(d0) <= kRounding) d0 = 0;
            if (std::fabs(d1) <= kRounding) d1 = 0;
        }
        if (d0 >= 0 && d1 >= 0) return Way::Front;
        if (d0 <= 0 && d1 <= 0) return Way::Back;
        return Way::Cross;
    }

    // Returns true if the whole trace lies in a plane, given the distances of its ends.
    static bool isOn(double d0, double d1) { return std::max(std::fabs(d0), std::fabs(d1)) <= kRounding; }
    // Returns true if the trace goes on beside planes, where only the leaves on the sides taken count.
    bool isBeside() const { return sides_ != nullptr && sides_->any(); }

    ChildRef next() {
        const Waiting& waiting = waiting_[count_--];
        fromT_ = waiting.from;
        nodeAndTie_ = waiting.nodeAndTie;
        from_ = to_;
        to_ = waiting.to;
        return waiting.child;
    }

    // Handles a leaf that blocks, or any leaf while the follower is not idle.
    Follower::Step visitLeaf(ChildRef leaf, bool first, Contact& contact) {
        const bool blocked = trees_.blocks(leaf);
        if (first && blocked) {
            const Touch start =
                isBeside() ? Touch{false, format::leafContents(leaf)} : touchPoint(trees_, line_.start, budget_);
            follower_.inside = contact.startsolid = !start.free;
            if (follower_.inside) contact.contents = start.contents;
        }
        if (blocked && !follower_.inside) {
            const bool unclear =
                (nodeAndTie_ & kTie) != 0 || fromT_ <= line_.toleranceT || fromT_ >= 1 - line_.toleranceT;
            if (!follower_.pending) {
                entered_ = nodeAndTie_ & ~kTie;
                contact.node = entered_;
            }
            if (unclear) contact.node = -1;
            contact.contents = format::leafContents(leaf);  // of the last leaf: the first may be a single point
        }
        return follower_.advance(blocked, fromT_, waiting_[count_].from, line_.toleranceT);
    }

    // Records the hit. Returns false if the trace only passes a long stretch that is less deep than the tolerance,
    // between planes it crosses at a flat angle.
    bool enter(Contact& contact) {
        const double until = waiting_[count_].from;
        const bool flat = isFlat(entered_) || (count_ > 0 && isFlat(waiting_[count_].nodeAndTie & ~kTie));
        if (flat) {
            const Vec3 middle = line_.start + line_.delta * ((follower_.pendingT + until) / 2);
            if (touchPoint(trees_, middle, budget_).free) return false;
        }
        contact.hit = true;
        contact.t = follower_.pendingT;
        contact.leave = follower_.leave;
        return true;
    }

    bool isFlat(std::uint32_t index) const {
        const NodeRecord& node = nodes_[index];
        return std::fabs(distance(node, start_) - distance(node, end_)) < kFlatSine * line_.length;
    }

    // Ends the trace. A pending change of state counts if the end itself is clearly in it.
    void finish(Contact& contact) {
        contact.leave = follower_.leave;
        if (follower_.isIdle() || (!isBeside() && touchPoint(trees_, line_.end, budget_).free)) {
            contact.contents = 0;
        } else if (follower_.inside) {
            contact.allsolid = true;
        } else {
            contact.hit = true;
            contact.t = follower_.pendingT;
        }
    }

    const Trees& trees_;
    const NodeRecord* nodes_;
    const Line& line_;
    std::int64_t& budget_;
    AlongSides* sides_;
    const AxisPoint start_, end_;
    AxisPoint from_, to_;  // of the current piece
    double fromT_ = 0;
    std::uint32_t nodeAndTie_ = 0;  // where the current piece begins
    std::uint32_t entered_ = 0;     // node by whose plane solid may have been entered
    std::uint32_t count_ = 0;
    Follower follower_;
    Waiting waiting_[format::kMaxDepth + 1];  // not initialised: every trace has all of them and uses few
};

}  // namespace hullbake::detail
