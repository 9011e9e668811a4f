// Bakes grown brushes into the tree of the file: boundary, first tree, fill, second tree.
//
// In: the grown brushes of one model in one hull, either the blocking or the liquid ones. Out: the packed tree, and the
// results of the fill.
// Invariant: the tree depends only on the brushes, not on the number of threads.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/fill/point_entities.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/settings.hpp"
#include "compiler/stage_clock.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

struct BakeInput {
    const PlaneTable& planes;
    std::vector<GrownBrush*> brushes;                    ///< their faces are freed
    Box around;                                          ///< contains all grown brushes of the hull, with a margin
    const std::vector<PointEntity>* entities = nullptr;  ///< entities to fill from; null: no fill
    Box hullBox;
    double passage = kPassage;  ///< CompileSettings::passage
    bool onGrid = false;        ///< the hull's (GrownHull::onGrid)
    StageClock& clock;
    std::function<void(std::size_t done, std::size_t found)> progress;  ///< polygons just placed, or just found
    bool packLater = false;  ///< true if the caller packs the tree by packTree(), if there is an unpacked one
};

struct BakeResult {
    FlatTree tree;
    std::unique_ptr<const PlaneTable> ownPlanes;  ///< planes of the tree, if not those of the input
    std::size_t boundaryFaces = 0, firstTreeNodes = 0, nodes = 0, depth = 0;
    FillResult fill;
    std::unique_ptr<TreeNode> unpacked;  ///< the tree until it is packed, on the planes of the input
};

BakeResult bakeModel(const BakeInput& input);

/// Packs an unpacked tree into the one that goes into the file. It takes one thread.
void packTree(BakeResult& result, const PlaneTable& planes);

}  // namespace hullbake
