// Stages 6 and 8, the common part: a BSP tree from boundary polygons. Splitters are planes of the polygons (or, where
// those only peel a many-sided convex shape face by face, an axial plane through their middle); a cell without polygons
// is a leaf, and what fills it is asked for at a point inside. Subtrees run as tasks and are placed by their parent, so
// the tree does not depend on who finishes first.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/packed_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/growth/brush_index.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

struct SliverCell;

/// A boundary polygon, or a piece of one, on its way down the tree. Small and without the polygon itself, so that it
/// goes from node to node cheaply and most questions are settled by its bounds.
struct TreeFace {
    Box bounds;  ///< of the winding
    const Winding* winding;
    PlaneId plane;  ///< of the winding, the even id

    /// `polygon` must outlive this.
    explicit TreeFace(const Winding& polygon)
        : bounds(boundsOf(polygon)), winding(&polygon), plane(polygon.plane & ~1u) {}
};

/// sideOf for a face; its bounds settle it where they are clear.
PlaneSide sideOfFace(const PlaneEquations& equations, const TreeFace& face, const Plane& plane, PlaneId id);

/// roughSideOf for a face; `axis` is planeAxis(plane): axial planes, which face the canonical way, are settled by its
/// bounds.
inline PlaneSide roughSideOfFace(const TreeFace& face, const Plane& plane, int axis) {
    if (axis < 3) {
        const bool front = face.bounds.maxs[axis] - plane.dist > kOnPlane,
                   back = face.bounds.mins[axis] - plane.dist < -kOnPlane;
        if (front) return back ? PlaneSide::Both : PlaneSide::Front;
        return back ? PlaneSide::Back : PlaneSide::On;
    }
    const BoxDistances reach(plane, face.bounds);
    return reach.inFront() ? PlaneSide::Front : reach.behind() ? PlaneSide::Back : roughSideOf(*face.winding, plane);
}

/// A stretch of a sampled trace inside a node's cell.
struct SampleSegment {
    Vec3 from, to;
};

/// What keeps the void out. Clips do not: whoever's mask leaves them out passes through.
inline constexpr Contents kSealing = Contents::Solid | Contents::Sky;

struct TreeNode {
    Plane plane;                            ///< of a node; faces the canonical way
    PlaneId id = kNoPlane;                  ///< of its plane, see PlaneTable::resolved; the fill's own cuts have none
    bool leads = true;                      ///< to a leaf that is wanted, see touchesReached
    std::unique_ptr<TreeNode> front, back;  ///< both for a node, neither for a leaf
    Contents contents = Contents::Empty;    ///< of a leaf
    std::uint32_t leaf = 0;                 ///< number of a leaf, see numberLeaves
    std::unique_ptr<PackedCell> cell;       ///< of a leaf that does not seal, when kept
    std::unique_ptr<Winding> cap;           ///< of a node, when kept: its plane within its cell

    bool isLeaf() const { return front == nullptr; }
};

struct TreeOptions {
    bool keepGeometry = false;  ///< cells and caps: for portals and the fill
    /// Segments that stand for the traces to come: with them planes are chosen for few steps per trace, without for
    /// balance.
    std::vector<SampleSegment> samples;
    /// What fills a leaf.
    std::function<Contents(const CellFaces&)> classify;
    /// The same for leaves between planes that all but coincide (SliverCell), in which polygons of other planes are too
    /// narrow to be kept: the brushes themselves tell what parts them. Optional, both or neither.
    const BrushIndex* brushes = nullptr;
    std::function<Contents(const SliverCell&)> classifySliver;
    /// Called now and then with the number of polygons consumed. Optional, from any thread.
    std::function<void(std::size_t)> progress;
};

/// Builds the tree over `polygons` inside `root`. The depth stays below format::kMaxDepth whatever the input.
std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, std::span<const Winding> polygons, const Cell& root,
                                    const TreeOptions& options);

/// Merges leaves with equal contents into their parents, all the way up.
void mergeEqualLeaves(TreeNode& node);

/// Numbers leaves and collects them, front before back.
std::vector<TreeNode*> numberLeaves(TreeNode& root);
/// All nodes that are no leaves, parents first.
std::vector<TreeNode*> innerNodes(TreeNode& root);
std::size_t treeDepth(const TreeNode& root);
/// Gives back the memory of cells and caps.
void dropGeometry(TreeNode& root);

/// The leaf that holds `p`; on a plane, the front one.
const TreeNode& leafAt(const TreeNode& root, const Vec3& p);

}  // namespace hullbake
