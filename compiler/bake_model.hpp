// From grown brushes to the tree that ships: boundary, first tree, fill, second tree.
//
// In: the grown brushes of one model in one hull, either the blocking or the liquid ones. Out: the packed tree, and
// what the fill has found. Invariant: only which brushes there are decides the tree, not how many threads build it.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/fill/point_entities.hpp"
#include "compiler/growth/grow.hpp"
#include "compiler/stage_clock.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/flat_tree.hpp"

namespace hullbake {

struct BakeInput {
    const PlaneTable& planes;
    std::vector<GrownBrush*> brushes;                    ///< their faces are gone afterwards
    Box around;                                          ///< all grown brushes of the hull, with room to spare
    const std::vector<PointEntity>* entities = nullptr;  ///< to fill from; null: no fill
    Box hullBox;
    StageClock& clock;
    std::function<void(std::size_t done, std::size_t found)> progress;  ///< polygons just placed, or just found
};

struct BakeResult {
    FlatTree tree;
    std::unique_ptr<const PlaneTable> planesOfCracks;  ///< the tree's, if not those of the input
    std::size_t boundaryFaces = 0, firstTreeNodes = 0, nodes = 0, depth = 0;
    FillResult fill;
};

BakeResult bakeModel(const BakeInput& input);

}  // namespace hullbake
