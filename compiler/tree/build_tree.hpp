// Builds a BSP tree from boundary polygons; both trees of a bake are built here.
//
// In: the polygons and the cell around them. Out: the tree. It is split by planes of the polygons, or by an axial plane
// through their middle where those would only peel a many-sided convex shape. A cell without polygons is a leaf,
// classified at a point inside. Invariant: the tree does not depend on which task ends first.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "compiler/geometry/convex_cell.hpp"
#include "compiler/geometry/packed_cell.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/growth/brush_index.hpp"
#include "compiler/tree/sample_segment.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

struct SliverCell;

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
    /// Segments that stand for the traces to come. With them planes are chosen for few steps of each trace, without
    /// them for balance.
    std::vector<SampleSegment> samples;
    /// Returns what fills a leaf.
    std::function<Contents(const CellFaces&)> classify;
    /// Returns what fills a leaf between planes that all but coincide (SliverCell), where polygons of other planes are
    /// too narrow to be kept. Needs `brushes`, whose planes split such a leaf. Optional, both or neither.
    const BrushIndex* brushes = nullptr;
    std::function<Contents(const SliverCell&)> classifySliver;
    /// Called now and then with the number of polygons consumed. Optional, from any thread.
    std::function<void(std::size_t)> progress;
};

/// Builds the tree over `polygons` inside `root`. The depth stays below format::kMaxDepth whatever the input.
std::unique_ptr<TreeNode> buildTree(const PlaneTable& planes, std::span<const Winding> polygons, const ConvexCell& root,
                                    const TreeOptions& options);

/// Merges leaves with equal contents into their parents, all the way up.
void mergeEqualLeaves(TreeNode& node);

/// Numbers leaves and collects them, front before back.
std::vector<TreeNode*> numberLeaves(TreeNode& root);
/// Returns all nodes that are no leaves, parents first.
std::vector<TreeNode*> innerNodes(TreeNode& root);
std::size_t treeDepth(const TreeNode& root);
/// Frees the memory of cells and caps.
void dropGeometry(TreeNode& root);

/// Returns the leaf that contains `p`; on a plane, the front one.
const TreeNode& leafAt(const TreeNode& root, const Vec3& p);

}  // namespace hullbake
