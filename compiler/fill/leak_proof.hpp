// Proves that a leak is real: finds the leaves of the void and shows that the paths to them are more than cracks.
//
// In: a first tree with its leaves and portals. Out: the leaves that the void reaches, and paths to them. Invariant: a
// leaf counts as void only if the ball reaches it.
//
// The first flood passes every portal. If it reaches an entity, a second flood moves the ball. A portal is
// blocked if no ball fits that covers its middle or enters from beside it. Across leaves, the ball moves from portal to
// portal.
// A leaf that the ball cannot cross extends through a crack. Example: a thin sheet along a room's floor, under the wall
// and out into the open. Such a leaf is cut where the crack ends, along an edge of one of its portals, and both floods
// start again.
// This ends when the ball has reached every entity that the first flood reaches. After kMaxRounds the ball gets no
// further, nor within a leaf after kMaxCuts.
// The cuts into leaves do not influence what fits. So neither planes that cross a crack at a slant nor needle-shaped
// leaves in open space mislead the proof.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <vector>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/fill/fill_planes.hpp"
#include "compiler/fill/portals.hpp"
#include "compiler/fill/roomy_ways.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

class LeakProof {
  public:
    /// Floods from the leaves on the box around the map. `leaves` and `portals` change when refine() cuts leaves.
    LeakProof(FillPlanes& planes, const BallSpace& space, TreeNode& root, std::vector<TreeNode*>& leaves,
              Portals& portals);

    bool holds(std::uint32_t leaf) const { return possible_[leaf]; }
    /// Returns true if a leaf that holds() is none of the void, but of the space in front of a portal. The ball fits in
    /// the portal and gets from there to the leaf's middle, and did not get there from the void. Such a leaf ends in a
    /// throat, through which the void's ball looks in.
    bool isOfRoom(std::uint32_t leaf, std::uint32_t portal) const;

    /// A point that must not count as void because of a crack. It lies in or on a leaf that the flood has reached.
    struct VoidPoint {
        std::uint32_t leaf;
        Vec3 point;
    };

    /// Tries the paths to these points. Returns false if something was blocked or cut and the floods have started
    /// again. The points may then lie in other leaves, or outside the void.
    bool refine(const std::vector<VoidPoint>& points);

    /// Returns true if a portal is more than a crack: wide enough by itself, or the ball fits that covers
    /// its middle.
    bool conducts(std::uint32_t portal) const;
    /// Returns the centre of a ball that covers the middle of a portal. Into a crack it must fit without moving out of
    /// its mouth.
    std::optional<Vec3> ballThrough(std::uint32_t portal) const;
    /// Returns the centre of such a ball that covers the middle of a leaf. It may lie beside a leaf that is thin.
    std::optional<Vec3> ballWithin(std::uint32_t leaf) const;

    /// Cuts a leaf by a plane of the hull. The front part keeps the number. Returns the number of the back part, or
    /// nothing if the plane does not pass through the leaf.
    std::optional<std::uint32_t> split(std::uint32_t leaf, PlaneId plane);

    /// Returns the path to the void from a point that refine() has proven.
    std::vector<Vec3> wayToVoid(const VoidPoint& point) const;

  private:
    struct Link {
        std::uint32_t leaf, portal;
    };
    // Path of the ball across a leaf: start point and points on the way.
    struct Crossing {
        bool free = false;
        std::vector<Vec3> by;
    };
    struct Cut {
        std::uint32_t leaf;
        std::vector<std::uint32_t> portals;
        Vec3 from, to;
    };

    /// Returns true for a portal that the floods ignore, as it is narrower than a thousandth of a crack.
    bool isSlit(std::uint32_t portal) const { return portals_[portal].width < kOnPlane; }
    void link();
    void flood();
    void prove();
    bool tryStep(std::uint32_t leaf, std::uint32_t portal);
    bool getsTo(const VoidPoint& point);
    std::optional<Vec3> ballIn(std::uint32_t portal) const;
    std::vector<std::uint32_t> outerLeaves() const;
    const std::optional<Vec3>& ballAt(std::uint32_t portal);
    std::optional<Vec3> ballAtNext(std::uint32_t portal) const;
    std::vector<Vec3> starts(std::uint32_t leaf, const Vec3& towards) const;
    Crossing cross(std::uint32_t leaf, const Vec3& to) const;
    Crossing crossByDetour(std::uint32_t leaf, const Vec3& from, const Vec3& to) const;
    Crossing crossAside(std::uint32_t leaf, const Vec3& from, const Vec3& to) const;
    Crossing crossAlong(std::uint32_t leaf, const std::vector<Vec3>& ways, const Vec3& from, const Vec3& to) const;
    bool cut(const Cut& wanted);
    std::uint32_t replaceLeaf(std::uint32_t number, const CutPlane& by, const ConvexCell& front,
                              const ConvexCell& back);
    std::optional<std::uint32_t> splitBy(std::uint32_t leaf, const CutPlane& by, char isCut);
    void cutPortal(std::uint32_t portal, std::uint32_t leaf, const CutPlane& by, std::uint32_t added);
    void addPortal(const Portal& portal, char isCut);

    FillPlanes& planes_;
    const BallSpace& space_;
    double radius_, covering_;  // of the ball, and distance of its centre from what it covers
    TreeNode& root_;
    std::vector<TreeNode*>& leaves_;
    Portals& portals_;
    std::vector<std::vector<Link>> links_;
    std::vector<std::uint32_t> from_, through_;  // by leaf: leaf and portal that the ball came from
    std::vector<std::uint32_t> origins_;         // by leaf: leaf of the first tree that it is a part of
    std::vector<std::uint32_t> cutsWithin_;      // indexed by leaf of the first tree
    std::vector<bool> possible_, proven_;        // indexed by leaf
    std::vector<char> asked_, blocked_, isCut_;  // indexed by portal
    std::vector<std::optional<Vec3>> balls_;     // indexed by portal, once asked
    std::vector<Cut> cuts_;
    std::set<std::uint32_t> shut_;  // leaves on the box around the map, too thin to be cut: the void is not in them
    bool proving_ = false;
    RoomyWays roomyWays_;
    mutable std::set<std::array<double, 6>> stuck_;  // start and end of crossings that failed
    int rounds_ = 0;
};

}  // namespace hullbake
