// Shared by all queries on baked trees: node distances, and the walk over every leaf that touches a place.
//
// Solid is the interior of the closed union of grown brushes: a place counts as blocked only when *every* leaf that
// touches it is blocked. The seam of two touching brushes is therefore solid, the surface of one is not.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "hullbake/clip_map.hpp"

namespace hullbake::detail {

using format::ChildRef;
using format::NodeRecord;
using format::PlaneRecord;

struct Tables {
    const NodeRecord* nodes = nullptr;
    const PlaneRecord* planes = nullptr;
};

/// Signed distance of `p` to a node's plane.
inline double nodeDistance(const Tables& tables, const NodeRecord& node, const Vec3& p) {
    const std::uint32_t kind = node.kind();
    if (kind != format::kGeneralPlane) return p[static_cast<int>(kind)] - node.axialDist();
    const PlaneRecord& plane = tables.planes[node.plane];
    return plane.normal[0] * p.x + plane.normal[1] * p.y + plane.normal[2] * p.z - plane.dist;
}

inline Plane nodePlane(const Tables& tables, const NodeRecord& node) {
    if (node.kind() != format::kGeneralPlane) {
        Plane plane{{}, node.axialDist()};
        plane.normal[static_cast<int>(node.kind())] = 1;
        return plane;
    }
    const PlaneRecord& record = tables.planes[node.plane];
    return {{record.normal[0], record.normal[1], record.normal[2]}, record.dist};
}

/// The same plane, wherever it stands in the trees: general planes are unique in their table.
inline bool samePlane(const NodeRecord& a, const NodeRecord& b) {
    return a.plane == b.plane && a.kind() == b.kind();
}

/// Distances this small are rounding.
inline constexpr double kRounding = 1e-9;

/// Distances within the tolerance count as zero: such an end lies on the plane.
inline double snapped(double d) {
    return std::fabs(d) <= kSurfaceTolerance ? 0 : d;
}

/// The trees that a query looks at (blocking, liquid or both) and the contents that stop it.
struct Trees {
    Tables tables;
    ChildRef roots[2] = {};
    int count = 0;
    std::uint32_t mask = 0;

    bool blocks(ChildRef leaf) const { return (format::leafContents(leaf) & mask) != 0; }
};

enum class Side : std::uint8_t { Front, Back, Both };

/// Which way a walk turns at a node.
struct Turn {
    Side side = Side::Both;
    bool noted = false;  ///< the place lies on that side only up to the tolerance: part of what `exists` is asked
};

/// What the walk over touching leaves found.
struct Touch {
    bool free = false;           ///< some leaf (in every tree at once) does not block
    std::uint32_t contents = 0;  ///< of the leaves met, or-ed; complete only when not free
};

/// A side taken of a plane that holds the place looked at, or nearly so.
struct Choice {
    std::uint32_t node = 0;
    Side side = Side::Both;
};
inline constexpr std::uint32_t kMaxChoices = 32;  // more planes than this through one place only cost time
using Choices = std::span<const Choice>;

/// Visits the leaves that touch a place, as told by sideOf(node), until one is found that is free in all trees. Where a
/// plane holds the place, both sides are visited, and every later node with that same plane - in the other tree too -
/// takes the side already taken: each combination visited is a direction around the place. `exists(choices)` tells
/// whether there is space that way at all. `budget` counts visited nodes down; at zero the walk stops (kWalkBudget).
template <class SideOf, class Exists>
Touch touchingLeaves(const Trees& trees, const SideOf& sideOf, const Exists& exists, std::int64_t& budget) {
    struct Frame {
        ChildRef child;
        std::uint16_t tree, choices;
        std::uint32_t turn;  // node whose back side this frame takes
    };
    std::array<Frame, 2 * format::kMaxDepth> stack;
    std::array<Choice, kMaxChoices> choices;
    std::uint32_t pending = 0, chosen = 0, tree = 0;
    ChildRef child = trees.roots[0];
    Touch touch;
    for (;;) {
        if (format::isLeaf(child)) {
            const bool real = exists(Choices(choices.data(), chosen));
            budget -= std::int64_t{chosen} * chosen;  // asking takes longer the more planes there are
            if (real) touch.contents |= format::leafContents(child);
            if (real && !trees.blocks(child)) {
                if (static_cast<int>(++tree) == trees.count) {
                    touch.free = true;
                    return touch;
                }
                child = trees.roots[tree];
                continue;
            }
            if (pending == 0 || budget <= 0) return touch;
            const Frame& frame = stack[--pending];
            child = frame.child;
            tree = frame.tree;
            chosen = frame.choices;
            if (chosen < kMaxChoices) choices[chosen++] = {frame.turn, Side::Back};
            continue;
        }
        --budget;
        const NodeRecord& node = trees.tables.nodes[child];
        const Turn turn = sideOf(node);
        Side side = turn.side;
        if (turn.noted && chosen < kMaxChoices) choices[chosen++] = {child, side};
        if (side == Side::Both) {
            for (std::uint32_t i = 0; i < chosen; ++i)
                if (samePlane(trees.tables.nodes[choices[i].node], node)) side = choices[i].side;
        }
        if (side == Side::Both) {
            stack[pending++] = {node.back, static_cast<std::uint16_t>(tree), static_cast<std::uint16_t>(chosen), child};
            if (chosen < kMaxChoices) choices[chosen++] = {child, Side::Front};
            side = Side::Front;
        }
        child = side == Side::Front ? node.front() : node.back;
    }
}

/// Nodes that one query may visit in walks over touching leaves. Real maps need thousands; a crafted file could ask for
/// the square of its size, and gets the answer `invalid` instead.
inline constexpr std::int64_t kWalkBudget = std::int64_t{1} << 24;

/// The leaves that come within the tolerance of a point.
Touch touchPoint(const Trees& trees, const Vec3& p, std::int64_t& budget);

/// Planes that an end of the trace was snapped to although it does not lie on them exactly. Two of them at an acute
/// angle can be near the end while the space between them is not: then only the slow walk can tell.
class SnapList {
  public:
    void add(const NodeRecord& node) {
        if (count_ < kSize)
            nodes_[count_++] = &node;
        else
            full_ = true;
    }
    bool anyAcute(const Tables& tables) const;
    /// Being near each of several planes is not being near the space between them.
    bool several() const { return count_ > 1; }

  private:
    static constexpr std::uint32_t kSize = 8;
    std::array<const NodeRecord*, kSize> nodes_{};
    std::uint32_t count_ = 0;
    bool full_ = false;
};

/// nodeDistance, snapped; planes that this moves an end onto are noted.
inline double snappedDistance(const Tables& tables, const NodeRecord& node, const Vec3& p, SnapList& snaps) {
    const double d = nodeDistance(tables, node, p);
    if (std::fabs(d) > kSurfaceTolerance) return d;
    if (d != 0) snaps.add(node);
    return 0;
}

/// A trace as the walks see it.
struct Line {
    Vec3 start, end, delta;
    double length = 0;      ///< units, > 0
    double toleranceT = 0;  ///< kSurfaceTolerance as a part of the length; may be infinite for tiny moves
};

/// Where a trace first enters what blocks it, or why it does not.
struct Contact {
    bool hit = false, startsolid = false, allsolid = false;
    double t = 1;      ///< of the entry
    double leave = 0;  ///< where a trace from inside left solid
    std::uint32_t contents = 0;
    std::int64_t node = -1;  ///< whose plane was entered; -1: several, or not known
};

/// Follows a trace from leaf to leaf and knows when it really enters or leaves solid: stretches shorter than the
/// tolerance (a corner that is only touched) change nothing.
struct Follower {
    bool inside = false;   // in solid since the start
    bool pending = false;  // a change of state that is not yet long enough to count
    double pendingT = 0;
    double leave = 0;

    /// One leaf's stretch [from, to]. True when it is now certain that solid was entered at pendingT.
    bool advance(bool blocked, double from, double to, double toleranceT) {
        if (blocked == inside) {
            pending = false;
            return false;
        }
        if (!pending) {
            pending = true;
            pendingT = from;
        }
        if (to - pendingT <= toleranceT) return false;
        if (!inside) return true;
        inside = pending = false;
        leave = pendingT;
        return false;
    }
};

/// The end is reached without a hit: a change of state still pending counts when the end itself is clearly in it.
/// `unsure` asks for the end's own state in any case.
void finishAtEnd(const Trees& trees, const Line& line, const Follower& follower, bool unsure, Contact& contact,
                 std::int64_t& budget);

/// Steps from event to event along a trace, asking all touching leaves each time. Slow and right in every case: used
/// for traces that lie in a node's plane, begin or end at an acute edge, or look at two trees from inside one.
Contact walkSlow(const Trees& trees, const Line& line, std::int64_t& budget);

/// A node's plane that the trace crosses at `t`, facing it; the one faced most directly where there are several. For
/// contacts that no brush accounts for, such as cracks that the fill closed.
Plane crossedPlane(const Trees& trees, const Line& line, double t, std::int64_t& budget);

}  // namespace hullbake::detail
