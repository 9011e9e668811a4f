// Builds a BSP tree from boundary polygons, for both trees of a bake.
//
// In: the polygons and the cell around them. Out: the tree. Splits by planes of the polygons, or by an axial plane
// through their middle where those would only peel a many-sided convex shape. A cell without polygons becomes a leaf,
// classified at a point inside.
// Invariant: the tree does not depend on which task ends first.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/packed_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/tree/sample_segment.hpp"
#include "hullbake/contents.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

struct TreeNode {
    Plane plane;                            ///< of a node; faces the canonical way
    PlaneId id = kNoPlane;                  ///< id of the node's plane, see PlaneTable::resolved
    bool leads = true;                      ///< true if it leads to a wanted leaf, see touchesReached
    std::unique_ptr<TreeNode> front, back;  ///< both set for a node, both null for a leaf
    Contents contents = Contents::Empty;    ///< of a leaf
    std::uint32_t leaf = 0;                 ///< number of a leaf, see numberLeaves
    std::unique_ptr<PackedCell> cell;       ///< of a leaf that does not seal, if geometry is kept
    std::unique_ptr<Winding> cap;           ///< of a node, if geometry is kept: its plane clipped to its cell

    bool isLeaf() const { return front == nullptr; }
};

struct TreeOptions {
    bool keepGeometry = false;  ///< keeps cells and caps, for portals and the fill
    /// Segments that represent the traces to come. With them planes are chosen for few steps per trace, without them
    /// for balance.
    std::vector<SampleSegment> samples;
    /// Further planes of the table, by which a cell may be halved where its polygons would be peeled one by one.
    std::vector<PlaneId> halving;
    std::size_t mostDepth = format::kMaxDepth;  ///< which the depth stays below; at most format::kMaxDepth
    /// Returns the contents of a leaf.
    std::function<Contents(const CellFaces&)> classify;
    /// Set if all space in front of the polygons is empty, and all behind them has these contents. Leaves beside a
    /// polygon then need not be classified.
    std::optional<Contents> behind;
    /// Called occasionally with the number of polygons consumed. Optional; any thread may call it.
    std::function<void(std::size_t)> progress;
};

/// Builds the tree over `polygons` inside `root`. Throws std::length_error if its depth reaches options.mostDepth.
std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, std::span<const Winding* const> polygons,
                                    const ConvexCell& root, const TreeOptions& options);
std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, const std::vector<Winding>& polygons,
                                    const ConvexCell& root, const TreeOptions& options);

/// Merges leaves with equal contents into their parents, up to the root.
void mergeEqualLeaves(TreeNode& node);

/// Numbers the leaves and returns them, front before back.
std::vector<TreeNode*> numberLeaves(TreeNode& root);
/// Returns all inner nodes, parents first.
std::vector<TreeNode*> innerNodes(TreeNode& root);
std::size_t treeDepth(const TreeNode& root);
/// Frees the memory of cells and caps.
void dropGeometry(TreeNode& root);

/// Returns the leaf that contains `p`. A point on a plane belongs to the front.
const TreeNode& leafAt(const TreeNode& root, const Vec3& p);

}  // namespace hullbake
