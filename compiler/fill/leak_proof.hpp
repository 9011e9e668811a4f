// Which leaves belong to the void: the flood from outside, and the proof that its ways are more than cracks.
//
// In: a first tree with its leaves and portals. Out: the leaves that the void reaches, and ways to them. Invariant: a
// leaf is only called void when a ball of kMinPassage gets there.
//
// The flood first takes every portal. Where it comes to an entity, it is done again with a ball of kMinPassage: a
// portal is blocked where none fits that covers its middle (or comes from beside it), and the ball goes from portal to
// portal across the leaves. A leaf that it does not cross reaches through a crack - a thin sheet along a room's floor,
// under the wall and out into the open - and is cut where the crack ends, along an edge of one of its portals. Then
// both floods start again, until the ball has come to every entity that the other comes to (or kMaxRounds are over:
// then it gets no further). How the space is cut into leaves has no influence on what fits, so neither planes that
// cross a crack aslant nor those that cut open space into needles mislead it.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <vector>

#include "compiler/fill/portals.hpp"
#include "compiler/fill/roomy_ways.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

class LeakProof {
  public:
    /// Floods from the leaves on the box around the map. `leaves` and `portals` change when refine cuts leaves.
    LeakProof(const PlaneEquations& equations, TreeNode& root, std::vector<TreeNode*>& leaves, Portals& portals);

    bool holds(std::uint32_t leaf) const { return possible_[leaf]; }

    /// A point that must not be called void because of a crack: it lies in or on a leaf that the flood has come to.
    struct VoidPoint {
        std::uint32_t leaf;
        Vec3 point;
    };

    /// Tries the ways to these points. Returns false when something was blocked or cut and the floods have started
    /// again: the points may lie in other leaves now, or out of the void.
    bool refine(const std::vector<VoidPoint>& points);

    /// Returns true if a portal is more than a crack: wide enough by itself, or a ball of kMinPassage fits that covers
    /// its middle.
    bool conducts(std::uint32_t portal) const;
    /// Returns true if such a ball covers the middle of a leaf.
    bool fitsWithin(std::uint32_t leaf) const;

    /// Returns the way to the void from a point that refine() has proven.
    std::vector<Vec3> wayToVoid(const VoidPoint& point) const;

  private:
    struct Link {
        std::uint32_t leaf, portal;
    };
    // How the ball crosses a leaf: from one point to another, perhaps by others.
    struct Crossing {
        bool free = false;
        std::vector<Vec3> by;
    };
    struct Cut {
        std::uint32_t leaf;
        std::vector<std::uint32_t> portals;
        Vec3 from, to;
    };

    void link();
    void flood();
    void prove();
    bool tryStep(std::uint32_t leaf, std::uint32_t portal);
    std::vector<std::uint32_t> outerLeaves() const;
    const std::optional<Vec3>& ballAt(std::uint32_t portal);
    std::optional<Vec3> ballAtNext(std::uint32_t portal) const;
    std::vector<Vec3> starts(std::uint32_t leaf, const Vec3& towards) const;
    Crossing cross(std::uint32_t leaf, const Vec3& to) const;
    Crossing crossByDetour(std::uint32_t leaf, const Vec3& from, const Vec3& to) const;
    Crossing crossAside(std::uint32_t leaf, const Vec3& from, const Vec3& to) const;
    bool cut(const Cut& wanted);
    std::uint32_t replaceLeaf(std::uint32_t number, const Plane& plane, const ConvexCell& front,
                              const ConvexCell& back);
    void cutPortal(std::uint32_t portal, const Cut& wanted, const Plane& plane, std::uint32_t added);
    void addPortal(const Portal& portal, char isCut);

    const PlaneEquations& equations_;
    TreeNode& root_;
    std::vector<TreeNode*>& leaves_;
    Portals& portals_;
    std::vector<std::vector<Link>> links_;
    std::vector<std::uint32_t> from_, through_;  // by leaf: where the ball came from
    std::vector<bool> possible_, proven_;        // by leaf
    std::vector<char> asked_, blocked_, isCut_;  // by portal
    std::vector<std::optional<Vec3>> balls_;     // by portal, once asked
    std::vector<Cut> cuts_;
    bool proving_ = false;
    RoomyWays roomyWays_;
    mutable std::set<std::array<double, 6>> stuck_;  // from where to where it found no way
    int rounds_ = 0;
};

}  // namespace hullbake
