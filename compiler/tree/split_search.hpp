// Searches for the split of a few polygons that leads to the fewest nodes.
//
// In: at most kSmallSplit polygons. Out: the plane to split by and, where the whole subtree is certain, a plan of it.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/base/inline_vector.hpp"
#include "compiler/base/stack_pool.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/tree/tree_face.hpp"

namespace hullbake {

/// Upper bound of the polygons of a node whose split is searched.
inline constexpr std::size_t kSmallSplit = 12;

/// How thoroughly the splits of a tree are chosen.
struct SplitEffort {
    int tries;               ///< splits tried for a node whose split is searched
    std::size_t candidates;  ///< planes scored for a node of few polygons, which is split for few nodes
    bool keepsAll;           ///< true if a subtree counts that was found when no tries were left
    bool alongAxes;          ///< true if auxiliary axial planes come first where polygons have planes of their own
};

/// Returns the effort for a tree of so many polygons. Where there are very many, as of terrain, most have a plane of
/// their own: a long search saves few nodes.
constexpr SplitEffort effortFor(std::size_t polygons, bool alongAxes) {
    constexpr std::size_t kVeryMany = 40'000;
    return polygons < kVeryMany ? SplitEffort{600, 60, false, alongAxes} : SplitEffort{10, 24, true, alongAxes};
}

/// The side of a plane that its polygons face.
enum class Facing : std::uint8_t {
    Unsure,  ///< they differ, or a polygon there or below is not exact
    Front,   ///< that of the plane with even id
    Back
};

/// A node of a subtree that is known in advance. Nodes are in preorder: the node, its front nodes, then its back nodes.
struct PlannedSplit {
    PlaneId plane;
    std::uint32_t inFront;  ///< number of nodes that follow for the front
    Facing facing = Facing::Unsure;
};
using SplitPlan = std::span<const PlannedSplit>;

/// Chooses the plane that leads to few nodes by trying several at every level, for at most kSmallSplit polygons.
class SmallSplitChooser {
  public:
    /// `memo` may be null.
    SmallSplitChooser(const PlaneTable& planes, const SplitEffort& effort, MeetingMemo* memo)
        : planes_(planes), memo_(memo), mostTries_(effort.tries), keepsAll_(effort.keepsAll) {}

    /// Returns the plane to split by. `plan` becomes the whole subtree if the search came to its end or all that is
    /// found counts, else empty. It is valid until the next call.
    PlaneId choose(std::span<const TreeFace> faces, SplitPlan& plan);

  private:
    using Item = std::uint32_t;                              // index into items_
    using Planes = InlineVector<std::uint8_t, kSmallSplit>;  // indices into ids_

    // Some of the polygons, in order. Parts come in the place of the whole.
    struct Set {
        InlineVector<Item, 2 * kSmallSplit> items;
        std::uint32_t whole = 0;  // one bit for each item that is a whole polygon
        bool isExact = true;      // false if a polygon is not exact

        bool empty() const { return items.empty(); }
    };
    // Sides of a plane that whole polygons lie on, one bit for each polygon. Found when they are asked for.
    struct Sides {
        std::uint32_t known = 0, front = 0, back = 0;
    };
    // A subtree that was found: where its plan is in found_, one split for each node.
    struct Subtree {
        std::uint32_t begin = 0, nodes = 0;
    };
    // What is known of some of the polygons: a subtree of the fewest nodes, or that at least so many are needed.
    struct Known {
        std::uint32_t marks = 0, least = 0;
        Subtree subtree;  // no nodes if it was not found
    };
    static constexpr std::size_t kKnown = 256;
    // Parts that are in use. Returns those taken during its lifetime.
    struct Parts {
        explicit Parts(SmallSplitChooser& of) : chooser(of), windings(of.pieces_), items(of.items_.size()) {}
        ~Parts();
        Parts(const Parts&) = delete;
        Parts& operator=(const Parts&) = delete;

        SmallSplitChooser& chooser;
        StackPool<Winding>::Scope windings;
        std::size_t items;
    };

    Set take(std::span<const TreeFace> faces);
    bool isWhole(const Set& set) const {
        return set.items.size() == static_cast<std::size_t>(std::popcount(set.whole));
    }
    CutPlane cutPlane(std::size_t plane) const { return {planes_[ids_[plane]], ids_[plane]}; }
    Planes distinctPlanes(const Set& set) const;
    double rankOf(const Set& set, std::size_t plane);
    void rank(const Set& set, Planes& planes);
    PlaneSide sideOf(Item item, std::size_t plane);
    void add(Set& set, Item item) const;
    void addPart(Set& set, const Winding& part, std::size_t plane);
    PlannedSplit split(const Set& set, std::size_t plane, Set& front, Set& back);
    bool makePlan(const Set& set, Planes& planes);
    bool find(const Set& set, std::uint32_t limit, Subtree& subtree);
    bool search(const Set& set, std::uint32_t limit, Subtree& subtree);
    bool findBelow(const Set& set, std::size_t plane, std::uint32_t limit, Subtree& subtree);
    Known& knownOf(std::uint32_t marks) { return known_[marks % kKnown]; }

    const PlaneTable& planes_;
    MeetingMemo* memo_;
    int mostTries_;  // splits tried in all; afterwards only the most promising plane is
    bool keepsAll_;
    InlineVector<PlaneId, kSmallSplit> ids_;         // distinct planes of all polygons
    Sides rough_[kSmallSplit], exact_[kSmallSplit];  // by plane
    std::vector<TreeFace> items_;                    // whole polygons, then parts of them
    std::vector<std::uint8_t> planeOf_;              // by item
    std::vector<bool> exactOf_;                      // by item
    std::size_t wholes_ = 0;                         // number of whole polygons
    StackPool<Winding> pieces_;
    std::vector<PlannedSplit> plan_;
    std::vector<PlannedSplit> found_;  // plans of the subtrees of one search
    std::vector<Known> known_;         // by marks; a later entry replaces an earlier one
    int tries_ = 0;
};

}  // namespace hullbake
