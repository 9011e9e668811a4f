// Traces through baked hulls: one front-to-back walk over the node planes, with the interval of the original segment.
// Plane distances are always taken from the original start and end, so no error can grow with depth.

#include "answers.hpp"
#include "brush_set.hpp"
#include "hullbake/clip_map.hpp"
#include "slow_walk.hpp"

namespace hullbake {

using namespace detail;

namespace {

struct Stretch {
    ChildRef child;
    std::uint32_t node;
    double from, to;
    bool tie;  // other planes are crossed where this one begins; without a default, as each trace has a stack of them
};

// Follows a trace from leaf to leaf and knows when it really enters or leaves solid: stretches shorter than the
// tolerance (a corner that is only touched) change nothing. Whether those that are hardly longer do is a matter of how
// deep they are, for the slow walk.
struct Follower {
    enum class Step : std::uint8_t { Goes, Enters, Unclear };
    bool inside = false;   // in solid since the start
    bool pending = false;  // a change of state that is not yet long enough to count
    double pendingT = 0;
    double leave = 0;

    // One leaf's stretch [from, to]. Enters when it is now certain that solid was entered at pendingT.
    Step advance(bool blocked, double from, double to, double toleranceT) {
        constexpr double kClear = 100;  // tolerances: no stretch that long is only a touch
        if (blocked == inside) {
            const bool unclear = pending && from - pendingT > toleranceT;
            pending = false;
            return unclear ? Step::Unclear : Step::Goes;
        }
        if (!pending) {
            pending = true;
            pendingT = from;
        }
        if (to - pendingT <= kClear * toleranceT) return Step::Goes;
        if (!inside) return Step::Enters;
        inside = pending = false;
        leave = pendingT;
        return Step::Goes;
    }
};

// The end is reached without a hit: a change of state still pending counts when the end itself is clearly in it.
void finishAtEnd(const Trees& trees, const Line& line, const Follower& follower, Contact& contact,
                 std::int64_t& budget) {
    contact.leave = follower.leave;
    const bool endFree = !(follower.inside || follower.pending) || touchPoint(trees, line.end, budget).free;
    if (endFree) {
        contact.contents = 0;
    } else if (follower.inside) {
        contact.allsolid = true;
    } else {
        contact.hit = true;
        contact.t = follower.pendingT;
    }
}

enum class Fast : std::uint8_t { Done, NeedsSlow };

// Distances of both ends to a node's plane, 0 but for rounding when an end lies on it. `near` tells of ends that nearly
// do, and of traces that leave or reach the plane at so flat an angle that they stay near it for a while.
struct Ends {
    double d0, d1;

    Ends(const Trees& trees, const NodeRecord& node, const Line& line, bool& near)
        : d0(nodeDistance(trees.tables, node, line.start)), d1(nodeDistance(trees.tables, node, line.end)) {
        if (std::min(std::fabs(d0), std::fabs(d1)) > kSurfaceTolerance) return;
        constexpr double kFlat = 1e-3;
        near = near || isNear(d0) || isNear(d1) || std::fabs(d0 - d1) < kFlat * line.length;
        if (std::fabs(d0) <= kRounding) d0 = 0;
        if (std::fabs(d1) <= kRounding) d1 = 0;
    }
    static bool isNear(double d) { return std::fabs(d) <= kSurfaceTolerance && std::fabs(d) > kRounding; }
};

// Whether the stretch of solid that the trace has just entered is solid, and not merely a long way through what is less
// deep than the tolerance: between planes that the trace meets at a flat angle.
bool surelySolid(const Trees& trees, const Line& line, std::uint32_t entered, const Stretch* next, double from,
                 double to, std::int64_t& budget) {
    constexpr double kFlat = 0.02;
    const auto flat = [&](std::uint32_t index) {
        const NodeRecord& node = trees.tables.nodes[index];
        const double d0 = nodeDistance(trees.tables, node, line.start), d1 = nodeDistance(trees.tables, node, line.end);
        return std::fabs(d0 - d1) < kFlat * line.length;
    };
    if (!flat(entered) && (next == nullptr || !flat(next->node))) return true;
    return !touchPoint(trees, line.start + line.delta * ((from + to) / 2), budget).free;
}

// The common case: a single tree, no node plane that the segment keeps near to.
Fast walkFast(const Trees& trees, const Line& line, Contact& contact, std::int64_t& budget) {
    Stretch stack[format::kMaxDepth];
    std::uint32_t pendingCount = 0, entered = 0;
    Stretch now{trees.roots[0], 0, 0, 1, false};
    bool first = true;
    Follower follower;
    for (;;) {
        while (!format::isLeaf(now.child)) {
            const std::uint32_t index = now.child;
            const NodeRecord& node = trees.tables.nodes[index];
            bool near = false;
            const auto [d0, d1] = Ends(trees, node, line, near);
            if (near) return Fast::NeedsSlow;
            if (d0 >= 0 && d1 >= 0) {
                now.child = node.front();
                continue;
            }
            if (d0 <= 0 && d1 <= 0) {
                now.child = node.back;
                continue;
            }
            const double t = d0 / (d0 - d1);
            const ChildRef nearChild = d0 > 0 ? node.front() : node.back;
            const ChildRef farChild = d0 > 0 ? node.back : node.front();
            if (std::fabs(t - now.from) <= line.toleranceT) now.tie = true;
            if (std::fabs(t - now.to) <= line.toleranceT && pendingCount > 0) stack[pendingCount - 1].tie = true;
            if (t >= now.to) {
                now.child = nearChild;
            } else if (t <= now.from) {
                now.child = farChild;
            } else {
                stack[pendingCount++] = {farChild, index, t, now.to, false};
                now.child = nearChild;
                now.to = t;
            }
        }
        const bool blocked = trees.blocks(now.child);
        if (first && blocked) {
            const Touch start = touchPoint(trees, line.start, budget);
            follower.inside = contact.startsolid = !start.free;
            if (follower.inside) contact.contents = start.contents;
        }
        first = false;
        if (blocked && !follower.inside) {
            if (!follower.pending) entered = now.node;
            const bool unclear = now.tie || now.from <= line.toleranceT || now.from >= 1 - line.toleranceT;
            if (!follower.pending)
                contact.node = unclear ? -1 : std::int64_t{now.node};
            else if (unclear)
                contact.node = -1;
            contact.contents = format::leafContents(now.child);  // of the last leaf: the first may be a mere point
        }
        const Follower::Step step = follower.advance(blocked, now.from, now.to, line.toleranceT);
        if (step == Follower::Step::Unclear) return Fast::NeedsSlow;
        if (step == Follower::Step::Enters) {
            const Stretch* next = pendingCount > 0 ? &stack[pendingCount - 1] : nullptr;
            if (!surelySolid(trees, line, entered, next, follower.pendingT, now.to, budget)) return Fast::NeedsSlow;
            contact.hit = true;
            contact.t = follower.pendingT;
            contact.leave = follower.leave;
            return Fast::Done;
        }
        if (pendingCount == 0) break;
        now = stack[--pendingCount];
    }
    finishAtEnd(trees, line, follower, contact, budget);
    return Fast::Done;
}

Contact findContact(const Trees& trees, const Line& line, const BrushCheck& brushes, std::int64_t& budget) {
    if (trees.count == 1) {
        Contact contact;
        const bool slow = walkFast(trees, line, contact, budget) == Fast::NeedsSlow;
        return slow ? walkSlow(trees, line, brushes, budget) : contact;
    }
    // Two trees: the nearer entry, unless the trace starts inside one - then leaving one may still be inside the other.
    Contact best;
    for (int i = 0; i < trees.count; ++i) {
        Trees one = trees;
        one.roots[0] = trees.roots[i];
        one.count = 1;
        Contact single;
        if (walkFast(one, line, single, budget) == Fast::NeedsSlow || single.startsolid ||
            (single.hit && single.t <= line.toleranceT))
            return walkSlow(trees, line, brushes, budget);
        if (single.hit && (!best.hit || single.t < best.t)) best = single;
    }
    return best;
}

Trees treesFor(const Tables& tables, const format::RootRecord& root, Contents mask) {
    Trees trees;
    trees.tables = tables;
    trees.mask = static_cast<std::uint32_t>(mask);
    const bool liquid = any(mask & kMaskLiquid) && root.liquid != format::kLeafFlag;
    if (any(mask & kMaskBlocking) || !liquid) trees.roots[trees.count++] = root.blocking;
    if (liquid) trees.roots[trees.count++] = root.liquid;
    return trees;
}

}  // namespace

Trace ClipMap::trace(const TraceInput& input) const noexcept {
    if (!validQuery(input.start, input.hull, input.model) || !validQuery(input.end, input.hull, input.model) ||
        !(input.skin >= 0 && input.skin <= kMaxCoordinate))
        return invalidTrace(input);
    const Trees trees = treesFor({nodes_.data(), planes_.data()}, root(input.hull, input.model), input.mask);
    const Line line = lineOf(input);
    std::int64_t budget = kWalkBudget;
    if (!(line.length > 0)) {
        const Touch touch = touchPoint(trees, input.start, budget);
        if (budget <= 0) return invalidTrace(input);
        return touch.free ? inPlace(input, pointContents(input.start, input.hull, input.model))
                          : stuck(input, Contents{touch.contents});
    }

    const BrushSet set = hullBrushes(input.hull, input.model);
    const auto insideAny = [&](double t, double until) { return insideBrushes(set, input, t, until); };
    const BrushCheck brushes(insideAny);
    const Contact contact = findContact(trees, line, brushes, budget);
    if (budget <= 0) return invalidTrace(input);
    Plane plane;
    if (contact.hit) {
        if (contact.node >= 0) {
            plane = nodePlane(trees.tables, nodes_[static_cast<std::size_t>(contact.node)]);
            if (dot(plane.normal, line.delta) > 0) plane = {-plane.normal, -plane.dist};
        } else if (!enteredSide(set, input, contact.t, std::max(contact.t, contact.until), plane)) {
            plane = leftPlane(trees, line, contact, brushes, budget);
        }
    }
    return answer(input, line, contact, plane);
}

}  // namespace hullbake
