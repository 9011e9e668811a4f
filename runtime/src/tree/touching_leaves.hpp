// Visits every leaf that touches a position, for all queries on baked trees.
// In: a space that planes divide into cells, and a position. Out: whether it is free, and its contents.
// Invariant: solid is the interior of the closed union of expanded brushes. A position is blocked only if *every* leaf
// that touches it blocks. So the seam of two touching brushes is solid, the surface of one is not.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "hullbake/format.hpp"
#include "hullbake/math.hpp"
#include "tree/tolerances.hpp"

namespace hullbake::detail {

using format::ChildRef;
using format::NodeRecord;
using format::PlaneRecord;

/// Nodes and planes of a hull's trees or of the grid's cells.
struct NodeTables {
    const NodeRecord* nodes = nullptr;
    const PlaneRecord* planes = nullptr;
};

/// Returns the signed distance of `p` to a node's plane.
inline double nodeDistance(const NodeTables& tables, const NodeRecord& node, const Vec3& p) {
    const std::uint32_t kind = node.kind();
    if (kind != format::kGeneralPlane) return p[static_cast<int>(kind)] - node.axialDist();
    const PlaneRecord& plane = tables.planes[node.plane];
    return plane.normal[0] * p.x + plane.normal[1] * p.y + plane.normal[2] * p.z - plane.dist;
}

inline Plane nodePlane(const NodeTables& tables, const NodeRecord& node) {
    // Chooses the axis without a branch: it is as good as random.
    const std::uint32_t kind = node.kind();
    if (kind != format::kGeneralPlane)
        return {{kind == 0 ? 1.0 : 0.0, kind == 1 ? 1.0 : 0.0, kind == 2 ? 1.0 : 0.0}, node.axialDist()};
    const PlaneRecord& record = tables.planes[node.plane];
    return {{record.normal[0], record.normal[1], record.normal[2]}, record.dist};
}

/// Returns true if both nodes have the same plane. General planes are unique in their table, so indices suffice.
inline bool samePlane(const NodeRecord& a, const NodeRecord& b) {
    return a.plane == b.plane && a.kind() == b.kind();
}

/// Returns zero for distances within the tolerance: such an end lies on the plane.
inline double snapped(double d) {
    return std::fabs(d) <= kSurfaceTolerance ? 0 : d;
}

/// Relation of one plane to another.
enum class Facing : std::uint8_t { Other, Same, Flipped };

enum class Side : std::uint8_t { Front, Back, Both };

/// The side chosen of a plane that passes through the position, or nearly so.
struct Choice {
    std::uint32_t node = 0;
    Side side = Side::Both;
};
inline constexpr std::uint32_t kMaxChoices = 32;  // upper bound; more planes through one position only cost time
using Choices = std::span<const Choice>;

/// For spaces with a tree, whose cells have few planes: nothing needs to be kept of them.
struct NoLimits {};

/// How a free cell may be known to last longer along a trace than any other: until the trace leaves it, or until it no
/// longer comes within the tolerance.
enum class Lasts : std::uint8_t { Unknown, Within, Near };

/// The trees of a query (blocking, liquid or both) and the contents that stop it.
struct Trees {
    NodeTables tables;
    ChildRef roots[2] = {};
    int count = 0;
    std::uint32_t mask = 0;

    // Interface of a Space: what touchingLeaves needs from cells between planes.
    using Ref = ChildRef;
    ChildRef root(int tree) const { return roots[tree]; }
    static bool isLeaf(ChildRef child) { return format::isLeaf(child); }
    static std::uint32_t contents(ChildRef leaf) { return format::leafContents(leaf); }
    bool blocks(ChildRef leaf) const { return (format::leafContents(leaf) & mask) != 0; }
    ChildRef front(ChildRef node) const { return tables.nodes[node].front(); }
    ChildRef back(ChildRef node) const { return tables.nodes[node].back; }
    double distance(ChildRef node, const Vec3& p) const { return nodeDistance(tables, tables.nodes[node], p); }
    Plane plane(ChildRef node) const { return nodePlane(tables, tables.nodes[node]); }
    Facing facing(ChildRef a, ChildRef b) const {
        return samePlane(tables.nodes[a], tables.nodes[b]) ? Facing::Same : Facing::Other;
    }
    static std::uint32_t id(ChildRef node) { return node; }
    Plane planeOf(std::int64_t id) const { return plane(static_cast<ChildRef>(id)); }
    static constexpr bool kPrunes = false, kImplies = false;
    static constexpr bool kHasTree = true;
    using Cell = Choices;
    using Limits = NoLimits;
    // Trees are complete from the start: they cover every position of a trace.
    static constexpr bool kLasts = false;
    static bool cover(double) { return true; }
    static double until() { return 1; }
    // Where the next brush is left, which a tree does not know.
    static double leftAfter(double) { return 1; }
    // Distance from all planes of a cell at which it has room, units.
    static constexpr double room() { return kRounding; }
};

/// Result of touchingLeaves.
struct Touch {
    bool free = false;           ///< some leaf (in all trees at once) does not block
    std::uint32_t contents = 0;  ///< of the leaves visited, or-ed; complete only if not free
};

/// Upper bound of the planes between which a space is tested.
inline constexpr std::uint32_t kMaxPlanes = 24;

/// Cost of testing the space between `planes` planes, in nodes visited.
constexpr std::int64_t costOfAsking(std::uint32_t planes) {
    return std::int64_t{planes} * planes * planes / 4;
}

/// Returns the side of the node's plane that an earlier choice fixes, directly or by implication. Returns Both if none
/// does.
template <class Space>
Side sideChosen(const Space& space, Choices choices, typename Space::Ref node) {
    for (const Choice& choice : choices) {
        if constexpr (Space::kImplies) {
            const Side side = space.implied(choice, node);
            if (side != Side::Both) return side;
            continue;
        }
        const Facing facing = space.facing(choice.node, node);
        if (facing == Facing::Same) return choice.side;
        if (facing == Facing::Flipped) return choice.side == Side::Front ? Side::Back : Side::Front;
    }
    return Side::Both;
}

/// Distance, units, up to which a plane bounds the space that comes within the tolerance of a point: NearestPoint
/// looks a little farther than the tolerance, and no nearer to a plane than rounding.
inline constexpr double kBoundsNear = kSurfaceTolerance + 3 * kRounding;

/// Returns the side of a node's plane that a point lies on, Both within the tolerance.
template <class Space>
Side sideNear(const Space& space, typename Space::Ref node, const Vec3& p) {
    const double d = space.distance(node, p);
    return d > kBoundsNear ? Side::Front : d < -kBoundsNear ? Side::Back : Side::Both;
}

/// The sides chosen on the way to a leaf that touches a position, and whether there is space between their planes.
/// `room` and `budget`: those of touchingLeaves.
template <class Space, class Room>
class ChosenSides {
  public:
    ChosenSides(const Room& room, std::int64_t& budget) : room_(room), budget_(budget) {}

    Choices all() const { return {choices_.data(), count_}; }
    std::uint32_t count() const { return count_; }
    /// Returns true if the space is pruned: there is none.
    bool isClosed() const { return closed_; }

    void add(std::uint32_t node, Side side) {
        if (count_ < kMaxChoices) choices_[count_++] = {node, side};
        if constexpr (Space::kPrunes) {
            // Brushes crowd: planes that the test leaves out would make free space of what is none.
            if (count_ > kMaxPlanes) budget_ = 0;
            closed_ = !hasRoom();
        }
    }

    /// Goes back to the first `count` sides.
    void cutTo(std::uint32_t count) {
        count_ = count;
        closed_ = false;
    }

    /// Returns true if there is space at the leaf that they lead to.
    bool leaveSpace() {
        if constexpr (Space::kPrunes)
            return !closed_;
        else
            return hasRoom();
    }

  private:
    bool hasRoom() {
        const bool room = room_(all());
        budget_ -= costOfAsking(count_);
        return room;
    }

    const Room& room_;
    std::int64_t& budget_;
    std::array<Choice, kMaxChoices> choices_;
    std::uint32_t count_ = 0;
    bool closed_ = false;
};

/// Visits the leaves that touch a position, until one is free in all trees and isEnough(choices) returns true.
/// sideOf(node) returns the side of the position. For Both, both sides are visited. Every later node with that plane,
/// in the other tree too, takes the chosen side: each combination visited is a direction around the position.
/// `room(choices)` returns whether there is space in that direction. `onLeaf(choices, tree, blocks)` is called for the
/// leaves that have some. `budget` counts visited nodes down, and at zero the visit stops (kTraceBudget).
template <class Space, class SideOf, class Room, class OnLeaf, class IsEnough>
Touch touchingLeaves(const Space& space, const SideOf& sideOf, const Room& room, const OnLeaf& onLeaf,
                     const IsEnough& isEnough, std::int64_t& budget) {
    struct Frame {
        typename Space::Ref child;
        std::uint16_t tree, choices;
        std::uint32_t turn;  // node of which this frame takes the back side
    };
    std::array<Frame, std::size_t{2} * format::kMaxDepth> stack;
    ChosenSides<Space, Room> chosen(room, budget);
    std::uint32_t pending = 0, tree = 0;
    typename Space::Ref child = space.root(0);
    Touch touch;
    for (;;) {
        if (chosen.isClosed() || space.isLeaf(child)) {
            const bool real = chosen.leaveSpace();
            const bool blocks = real && space.blocks(child);
            if (real) {
                touch.contents |= space.contents(child);
                onLeaf(chosen.all(), static_cast<int>(tree), blocks);
            }
            if (real && !blocks) {
                if (static_cast<int>(tree) + 1 < space.count) {
                    child = space.root(static_cast<int>(++tree));
                    continue;
                }
                touch.free = true;
                if (isEnough(chosen.all())) return touch;
            }
            if (pending == 0 || budget <= 0) return touch;
            const Frame& frame = stack[--pending];
            child = frame.child;
            tree = frame.tree;
            chosen.cutTo(frame.choices);
            chosen.add(frame.turn, Side::Back);
            continue;
        }
        --budget;
        Side side = sideOf(child);
        if (side == Side::Both) side = sideChosen(space, chosen.all(), child);
        if (side == Side::Both) {
            if (pending == stack.size()) budget = 0;  // trees are never that deep, chains of brushes may be
            if (budget <= 0) return touch;
            stack[pending++] = {space.back(child), static_cast<std::uint16_t>(tree),
                                static_cast<std::uint16_t>(chosen.count()), child};
            chosen.add(child, Side::Front);
            side = Side::Front;
        }
        child = side == Side::Front ? space.front(child) : space.back(child);
    }
}

/// Upper bound of the nodes that one query visits in touchingLeaves. Real maps need thousands. A crafted file could
/// need the square of its size and gets `invalid` instead. Boxes expanded at query time go on with a Crowd, and sooner.
inline constexpr std::int64_t kTraceBudget = std::int64_t{1} << 24, kChainBudget = std::int64_t{1} << 20;

/// Tests whether half-spaces have a common point near the origin.
class NearestPoint {
  public:
    /// Adds the half-space n . x >= least. Half-spaces beyond the first kMaxPlanes are ignored.
    void add(const Vec3& normal, double least) {
        if (count_ < kMax)
            constraints_[count_++] = {normal.x, normal.y, normal.z, least};
        else
            ignored_ = true;
    }
    bool ignoredSome() const { return ignored_; }

    /// Returns true if a point within the tolerance of the origin lies in all half-spaces.
    bool exists() const;
    std::int64_t cost() const { return costOfAsking(static_cast<std::uint32_t>(count_)); }

  private:
    static constexpr int kMax = kMaxPlanes;

    struct Constraint {  // not initialised: that would take longer than most tests
        double x, y, z, least;
    };
    Vec3 normal(int i) const { return {constraints_[i].x, constraints_[i].y, constraints_[i].z}; }
    double least(int i) const { return constraints_[i].least; }
    bool holds(const Vec3& x) const;
    bool onTwo(int i, int k) const;
    bool onThree(int i, int k, int m) const;

    std::array<Constraint, kMax> constraints_;
    int count_ = 0;
    bool ignored_ = false;
};

/// Returns true if the space on the chosen sides comes within the tolerance of `p` and is more than a point.
template <class Space>
bool comesNear(const Space& space, Choices choices, const Vec3& p) {
    NearestPoint nearest;
    double away = 0;
    for (const Choice& choice : choices) {
        Plane plane = space.plane(choice.node);
        if (choice.side == Side::Back) plane = {-plane.normal, -plane.dist};
        away = distanceTo(plane, p);
        nearest.add(plane.normal, space.room() - away);
    }
    return choices.size() < 2 ? away >= -kSurfaceTolerance : nearest.exists();
}

/// Visits the cells that touch a position: onCell(cell, tree, blocks) for all that have room, isEnough(cell) for free
/// ones, until it returns true.
template <class Space, class OnCell, class IsEnough>
Touch touchingCells(const Space& space, const Vec3& p, const OnCell& onCell, const IsEnough& isEnough,
                    std::int64_t& budget) {
    return touchingLeaves(
        space, [&](typename Space::Ref node) { return sideNear(space, node, p); },
        [&](Choices choices) { return comesNear(space, choices, p); }, onCell, isEnough, budget);
}

/// Visits the leaves within the tolerance of a point, until a free one is found.
template <class Space>
Touch touchPoint(const Space& space, const Vec3& p, std::int64_t& budget) {
    return touchingCells(
        space, p, [](Choices, int, bool) {}, [](Choices) { return true; }, budget);
}

}  // namespace hullbake::detail
