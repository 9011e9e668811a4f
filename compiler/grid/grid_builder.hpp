// Builds the grid of free boxes over the world of one hull.
//
// In: the baked tree of the world. Out: cells of equal size. Each has a box that overlaps no solid, grown as far as
// possible, and the few nodes that divide the cell.
// The grid answers most traces without the tree. Source: docs/hull_theory.md, section 8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Number of nodes of all trees in the file above which cells are twice as large, and again for every four times as
/// many. Beyond it grids would take more memory than the trees.
inline constexpr std::size_t kHugeTrees = 100000;

struct GridInput {
    std::span<const format::NodeRecord> nodes;
    std::span<const Plane> planes;  ///< planes that are not axial, indexed by their number in the nodes
    format::ChildRef root;          ///< of the world's blocking tree
    Box around;                     ///< space where traces are expected; free space beyond it has no cells
    double cellSize;                ///< world units, a power of two; larger in huge worlds
    std::size_t allNodes;           ///< of all trees in the file
};

/// One hull's part of the sections GRID, GBLK, GCEL, GSUB, GCUT, GPLN, GNOD, GBRU, GLST and GBOX, with indices from 0.
struct GridData {
    format::GridRecord record{};  ///< no blocks if nothing is free
    std::vector<format::BlockRecord> blocks;
    std::vector<format::CellRecord> cells;  ///< starting at kOwnCells
    std::vector<std::uint32_t> subtrees;    ///< indices into cuts and nodes
    std::vector<format::CutRecord> cuts;
    std::vector<format::PlaneRecord> cutPlanes;  ///< the first is a placeholder for unused slots
    std::vector<format::FreeBoxRecord> boxes;
    std::vector<format::NodeRecord> nodes;  ///< each after its children; planes as in the input
    std::vector<std::uint32_t> heights;     ///< by node: nodes on the longest path to a leaf
    std::vector<std::uint32_t> listOf;      ///< starting at kOwnCells, indices into lists
    std::vector<std::uint32_t> lists;
};

/// The blocks of a grid before its boxes are known.
struct GridLayout {
    format::GridRecord record{};        ///< no blocks if nothing is free
    std::vector<std::uint32_t> places;  ///< by block: its number among those not entirely solid, else kNoIndex
};

/// Builds the grid. `beside` may read the layout, possibly on another thread while boxes grow.
GridData buildGrid(const GridInput& input, const std::function<void(const GridLayout&)>& beside = {});

}  // namespace hullbake
