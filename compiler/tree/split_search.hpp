// Searches for the split of a few polygons that leads to the fewest nodes.
//
// In: at most kSmallSplit polygons. Out: the plane to split by and, where the whole subtree is certain, a plan of it.
#pragma once

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
    bool alongAxes;          ///< true if auxiliary axial planes come first where polygons have planes of their own
};

/// Returns the effort for a tree of so many polygons. Where there are very many, as of terrain, most have a plane of
/// their own: a long search saves few nodes.
constexpr SplitEffort effortFor(std::size_t polygons, bool alongAxes) {
    constexpr std::size_t kVeryMany = 40'000;
    return polygons < kVeryMany ? SplitEffort{600, 60, alongAxes} : SplitEffort{40, 24, alongAxes};
}

/// A node of a subtree that is known in advance. Nodes are in preorder: the node, its front nodes, then its back nodes.
struct PlannedSplit {
    PlaneId plane;
    std::uint32_t inFront;  ///< number of nodes that follow for the front
};
using SplitPlan = std::span<const PlannedSplit>;

/// Chooses the plane that leads to few nodes by trying several at every level, for at most kSmallSplit polygons.
class SmallSplitChooser {
  public:
    /// `memo` may be null.
    SmallSplitChooser(const PlaneTable& planes, int tries, MeetingMemo* memo)
        : planes_(planes), memo_(memo), mostTries_(tries) {}

    /// Returns the plane to split by. `plan` becomes the whole subtree if the search came to its end, else empty. It is
    /// valid until the next call.
    PlaneId choose(std::span<const TreeFace> faces, SplitPlan& plan);

  private:
    using Faces = InlineVector<TreeFace, kSmallSplit>;
    using Planes = InlineVector<PlaneId, kSmallSplit>;

    // A subtree that was found: where its plan is in found_, one split for each node.
    struct Subtree {
        std::size_t begin = 0, nodes = 0;
    };
    // What is known of some of the polygons: a subtree of the fewest nodes, or that at least so many are needed.
    struct Known {
        std::uint32_t marks = 0;
        std::size_t least = 0;
        Subtree subtree;  // no nodes if it was not found
    };
    static constexpr std::size_t kKnown = 256;

    static Planes distinctPlanes(std::span<const TreeFace> faces);
    void rank(std::span<const TreeFace> faces, Planes& planes) const;
    void split(std::span<const TreeFace> faces, PlaneId id, Faces& front, Faces& back);
    bool makePlan(std::span<const TreeFace> faces, Planes& planes);
    bool find(std::span<const TreeFace> faces, std::size_t limit, Subtree& subtree);
    bool search(std::span<const TreeFace> faces, std::size_t limit, Subtree& subtree);
    bool findBelow(std::span<const TreeFace> faces, PlaneId id, std::size_t limit, Subtree& subtree);
    Known& knownOf(std::uint32_t marks) { return known_[marks % kKnown]; }

    const PlaneTable& planes_;
    MeetingMemo* memo_;
    int mostTries_;  // splits tried in all; afterwards only the most promising plane is
    StackPool<Winding> pieces_;
    std::vector<PlannedSplit> plan_;
    std::vector<PlannedSplit> found_;  // plans of the subtrees of one search
    std::vector<Known> known_;         // by marks; a later entry replaces an earlier one
    int tries_ = 0;
};

}  // namespace hullbake
