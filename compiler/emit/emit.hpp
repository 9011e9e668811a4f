// Emits the `.hull` block from the trees, their grids and the bare brushes.
//
// In: sections of the map, trees and grids. Out: the bytes of the block. Invariant: equal input gives equal bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "compiler/emit/map_sections.hpp"
#include "compiler/geometry/plane_records.hpp"
#include "compiler/grid/grid_builder.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

/// The two trees of a model in a hull.
struct ModelTrees {
    FlatTree blocking, liquid;
};

/// The sections of all trees, which do not depend on the grids.
class TreeSections {
  public:
    explicit TreeSections(const std::vector<ModelTrees>& trees);

    /// Returns the file's plane value for a node of a tree, or of the grid over it. Ids become indices into PLAN; axial
    /// planes stay.
    std::uint64_t planeIn(const format::NodeRecord& node, const FlatTree& tree);

    const std::vector<format::RootRecord>& roots() const { return roots_; }
    const std::vector<format::NodeRecord>& nodes() const { return nodes_; }
    const PlaneRecords& planes() const { return planes_; }
    std::uint32_t maxDepth() const { return maxDepth_; }

  private:
    format::ChildRef addTree(const FlatTree& tree);

    std::vector<format::RootRecord> roots_;
    std::vector<format::NodeRecord> nodes_;
    PlaneRecords planes_;
    // Indices into planes_, by table and id; kNoIndex for planes not added yet. Most planes are used by many nodes, so
    // this saves look-ups.
    std::unordered_map<const PlaneTable*, std::vector<std::uint32_t>> planeIndices_;
    std::uint32_t maxDepth_ = 0;
};

struct EmitInput {
    const MapSections& map;
    const std::vector<ModelTrees>& trees;  ///< [model * hulls + hull]
    TreeSections& treeSections;            ///< of these trees
    const std::vector<GridData>& grids;    ///< indexed by hull, or empty
};

/// Returns the block without its hash, which sealHull sets.
std::vector<std::byte> emitHull(const EmitInput& input);

}  // namespace hullbake
