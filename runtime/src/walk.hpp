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

/// What asking about space between so many planes takes, in nodes visited.
constexpr std::int64_t costOfAsking(std::uint32_t planes) {
    return std::int64_t{planes} * planes * planes / 4;
}

/// The side taken before of the node's plane; Both when it is new.
inline Side sideTaken(const Tables& tables, Choices choices, const NodeRecord& node) {
    for (const Choice& choice : choices)
        if (samePlane(tables.nodes[choice.node], node)) return choice.side;
    return Side::Both;
}

/// The side of a node's plane that a point lies on, Both within the tolerance.
inline Side sideNear(const Tables& tables, const NodeRecord& node, const Vec3& p) {
    const double d = snapped(nodeDistance(tables, node, p));
    return d > 0 ? Side::Front : d < 0 ? Side::Back : Side::Both;
}

/// Visits the leaves that touch a place, as told by sideOf(node), until one is found that is free in all trees and
/// isEnough(choices) agrees. Where a plane holds the place, both sides are visited, and every later node with that same
/// plane - in the other tree too - takes the side already taken: each combination visited is a direction around the
/// place. `exists(choices, tree, blocks)` tells whether the leaf met has any space that way. `budget` counts visited
/// nodes down; at zero the walk stops (kWalkBudget).
template <class SideOf, class Exists, class IsEnough>
Touch touchingLeaves(const Trees& trees, const SideOf& sideOf, const Exists& exists, const IsEnough& isEnough,
                     std::int64_t& budget) {
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
            const Choices taken(choices.data(), chosen);
            const bool blocks = trees.blocks(child);
            const bool real = exists(taken, static_cast<int>(tree), blocks);
            budget -= costOfAsking(chosen);
            if (real) touch.contents |= format::leafContents(child);
            if (real && !blocks) {
                if (static_cast<int>(tree) + 1 < trees.count) {
                    child = trees.roots[++tree];
                    continue;
                }
                touch.free = true;
                if (isEnough(taken)) return touch;
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
        Side side = sideOf(node);
        if (side == Side::Both) side = sideTaken(trees.tables, Choices(choices.data(), chosen), node);
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

/// The question whether half-spaces have a point in common close by.
class NearestPoint {
  public:
    /// Asks about points at n . x >= least.
    void add(const Vec3& normal, double least) {
        if (count_ < kMax) constraints_[count_++] = {normal, least};
    }

    /// Is there a point within the tolerance of the origin where all that was added holds?
    bool exists() const;
    std::int64_t cost() const { return costOfAsking(static_cast<std::uint32_t>(count_)); }

  private:
    static constexpr int kMax = 24;

    struct Constraint {
        Vec3 normal;
        double least;
    };
    const Vec3& normal(int i) const { return constraints_[i].normal; }
    double least(int i) const { return constraints_[i].least; }
    bool holds(const Vec3& x) const;
    bool onTwo(int i, int k) const;
    bool onThree(int i, int k, int m) const;

    std::array<Constraint, kMax> constraints_;
    int count_ = 0;
};

/// Whether the space on the chosen sides comes within the tolerance of `p`, with some room there and not just a point.
bool comesNear(const Tables& tables, Choices choices, const Vec3& p);

/// The leaves that come within the tolerance of a point.
Touch touchPoint(const Trees& trees, const Vec3& p, std::int64_t& budget);

/// A trace as the walks see it.
struct Line {
    Vec3 start, end, delta;
    double length = 0;      ///< units, > 0
    double toleranceT = 0;  ///< kSurfaceTolerance as a part of the length; may be infinite for tiny moves
};

/// Where a trace first enters what blocks it, or why it does not.
struct Contact {
    bool hit = false, startsolid = false, allsolid = false;
    double t = 1;  ///< of the entry
    double until =
        0;  ///< it is not later than this, or than `t`: the trace may have stayed near free space for a while
    double leave = 0;  ///< where a trace from inside left solid
    std::uint32_t contents = 0;
    std::int64_t node = -1;      ///< whose plane was entered; -1: several, or not known
    std::int64_t exitNode = -1;  ///< by whose plane free space was left, as walkSlow found; -1: not known
};

/// Asks the bare brushes whether the trace enters one of them between `t` and `until`, and is in it then.
class BrushCheck {
  public:
    template <class Check>
    explicit BrushCheck(const Check& check)
        : check_(&check),
          call_([](const void* self, double t, double until) { return (*static_cast<const Check*>(self))(t, until); }) {
    }
    bool entered(double t, double until) const { return call_(check_, t, until); }

  private:
    const void* check_;
    bool (*call_)(const void*, double, double);
};

/// Follows the free space that comes within the tolerance of the trace, cell by cell. Slow and right in every case:
/// used for traces that lie in a node's plane, begin or end near one, or look at two trees from inside one. A short
/// stretch that seems solid is believed only when the brushes agree: some cells are thinner than rounding.
Contact walkSlow(const Trees& trees, const Line& line, const BrushCheck& brushes, std::int64_t& budget);

}  // namespace hullbake::detail
