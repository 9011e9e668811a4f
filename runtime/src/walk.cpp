#include "walk.hpp"

namespace hullbake::detail {

void finishAtEnd(const Trees& trees, const Line& line, const Follower& follower, Contact& contact, std::int64_t& budget) {
    const bool undecided = follower.inside || follower.pending;
    const bool endFree = !undecided || touchPoint(trees, line.end, budget).free;
    contact.leave = follower.leave;
    if (follower.inside) {
        contact.allsolid = !endFree;
    } else if (follower.pending && !endFree) {
        contact.hit = true;
        contact.t = follower.pendingT;
    }
    if (endFree) contact.contents = 0;
}

namespace {

// How a node's plane lies to a trace.
struct Crossing {
    double d0, d1;  // snapped distances of the ends

    bool inPlane() const { return d0 == 0 && d1 == 0; }
    /// Passes from one side to the other, a start on the plane included.
    bool crosses() const { return (d0 >= 0 && d1 < 0) || (d0 <= 0 && d1 > 0); }
    double t() const { return d0 / (d0 - d1); }
    Side after() const { return d1 < 0 || (d1 == 0 && d0 < 0) ? Side::Back : Side::Front; }
    Side before() const { return d0 < 0 || (d0 == 0 && d1 > 0) ? Side::Back : Side::Front; }
};

Crossing crossingOf(const Trees& trees, const Line& line, const NodeRecord& node) {
    return {snapped(nodeDistance(trees.tables, node, line.start)), snapped(nodeDistance(trees.tables, node, line.end))};
}

}  // namespace

Contact walkSlow(const Trees& trees, const Line& line, std::int64_t& budget) {
    Contact contact;
    Follower follower;
    // Every step but the last moves `now` on to the crossing of some node's plane, so there are at most as many as nodes.
    for (double now = 0, next = 1;; now = next) {
        next = 1;
        const Touch touch = touchingLeaves(
            trees,
            [&](const NodeRecord& node) {
                const Crossing crossing = crossingOf(trees, line, node);
                if (crossing.inPlane()) return Side::Both;
                if (!crossing.crosses()) return crossing.after();
                const double t = crossing.t();
                if (t <= now) return crossing.after();
                next = std::min(next, t);
                return crossing.before();
            },
            budget);
        if (now == 0 && !touch.free) {
            follower.inside = contact.startsolid = !touchPoint(trees, line.start, budget).free;
            if (follower.inside) contact.contents = touch.contents;
        }
        if (!touch.free && !follower.inside && !follower.pending) contact.contents = touch.contents;
        if (follower.advance(!touch.free, now, next, line.toleranceT)) {
            contact.hit = true;
            contact.t = follower.pendingT;
            contact.leave = follower.leave;
            return contact;
        }
        if (next >= 1 || budget <= 0) break;
    }
    finishAtEnd(trees, line, follower, contact, budget);
    return contact;
}

namespace {

constexpr int kMaxCandidates = 16;  // planes through one point of contact that are looked at

class EntryPlaneFinder {
  public:
    EntryPlaneFinder(const Trees& trees, const Line& line, double t, std::int64_t& budget)
        : trees_(trees), line_(line), t_(t), contact_(line.start + line.delta * t), budget_(budget) {}

    Plane find() {
        collect();
        const NodeRecord* best = nullptr;
        double bestRank = -1;
        for (int i = 0; i < count_; ++i) {
            const double rank = rankOf(*candidates_[i]);
            if (rank <= bestRank) continue;
            best = candidates_[i];
            bestRank = rank;
        }
        if (best == nullptr) {
            // No plane at the contact: only a file that is no tree of grown brushes gets here. Face the trace squarely.
            const Vec3 normal = line_.delta * (-1 / line_.length);
            return {normal, dot(normal, contact_)};
        }
        const Plane plane = nodePlane(trees_.tables, *best);
        if (crossingOf(trees_, line_, *best).after() == Side::Front) return {-plane.normal, -plane.dist};
        return plane;
    }

  private:
    bool atContact(const NodeRecord& node) const {
        return std::fabs(nodeDistance(trees_.tables, node, contact_)) <= kSurfaceTolerance;
    }

    // Which side of a node the space just before or after the contact lies on.
    Side sideAt(const NodeRecord& node, bool after) const {
        const Crossing crossing = crossingOf(trees_, line_, node);
        if (crossing.inPlane()) return Side::Both;
        if (!crossing.crosses()) return crossing.after();
        if (atContact(node)) return after ? crossing.after() : crossing.before();
        return crossing.t() <= t_ ? crossing.after() : crossing.before();
    }

    void collect() {
        touchingLeaves(
            trees_,
            [&](const NodeRecord& node) {
                if (crossingOf(trees_, line_, node).crosses() && atContact(node)) add(node);
                return sideAt(node, true);
            },
            budget_);
    }

    void add(const NodeRecord& node) {
        for (int i = 0; i < count_; ++i)
            if (samePlane(*candidates_[i], node)) return;
        if (count_ < kMaxCandidates) candidates_[count_++] = &node;
    }

    /// Whether the contact is free when only `flipped` is taken from the other side.
    bool freeWith(const NodeRecord& flipped, bool after) {
        return touchingLeaves(
                   trees_,
                   [&](const NodeRecord& node) {
                       const bool other = samePlane(node, flipped) && atContact(node);
                       return sideAt(node, after != other);
                   },
                   budget_)
            .free;
    }

    // A plane bounds solid at the contact when crossing it alone changes things there: from solid back to free (it is
    // a side of a convex corner), or from free into solid (one of the sides that meet in a recess).
    double rankOf(const NodeRecord& node) {
        const Plane plane = nodePlane(trees_.tables, node);
        const double facing = std::fabs(dot(plane.normal, line_.delta)) / line_.length;  // 0..1
        const double axial = node.kind() != format::kGeneralPlane ? 1 : 0;
        const bool bounds = count_ == 1 || freeWith(node, true) || !freeWith(node, false);
        return (bounds ? 4 : 0) + axial + facing;
    }

    const Trees& trees_;
    const Line& line_;
    double t_;
    Vec3 contact_;
    std::int64_t& budget_;
    std::array<const NodeRecord*, kMaxCandidates> candidates_{};
    int count_ = 0;
};

}  // namespace

Plane entryPlane(const Trees& trees, const Line& line, double t, std::int64_t& budget) {
    return EntryPlaneFinder(trees, line, t, budget).find();
}

}  // namespace hullbake::detail
