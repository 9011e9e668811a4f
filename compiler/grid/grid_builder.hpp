// The grid of free boxes over the world of one hull.
//
// In: the baked tree of the world. Out: cells of equal size; for each a box without anything solid in it, grown as far
// as it goes, and the few nodes that divide the cell. The grid answers most traces without the tree. Source:
// docs/hull_theory.md, section 8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hullbake/format.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Of all trees in the file. From there on cells are twice as large, as grids would take more than the trees; and so on
/// with four times as many.
inline constexpr std::size_t kHugeTrees = 100000;

struct GridInput {
    std::span<const format::NodeRecord> nodes;
    std::span<const Plane> planes;  ///< those that are not axial, by what names them in the nodes
    format::ChildRef root;          ///< of the world's blocking tree
    Box around;                     ///< where traces are to be expected; free space beyond it has no cells
    double cellSize;                ///< units, a power of two; taken larger in huge worlds
    std::size_t allNodes;           ///< of all trees in the file
};

/// One hull's part of the sections GRID, GBLK, GCEL, GSUB, GCUT, GPLN, GNOD, GBRU, GLST and GBOX, with indices from 0.
struct GridData {
    format::GridRecord record{};  ///< no blocks when nothing is free
    std::vector<format::BlockRecord> blocks;
    std::vector<format::CellRecord> cells;  ///< from kOwnCells on
    std::vector<std::uint32_t> subtrees;    ///< into cuts and nodes
    std::vector<format::CutRecord> cuts;
    std::vector<format::PlaneRecord> cutPlanes;  ///< the first is the plane of nothing
    std::vector<format::FreeBoxRecord> boxes;
    std::vector<format::NodeRecord> nodes;  ///< each after its children; planes as in the input
    std::vector<std::uint32_t> heights;     ///< of the nodes: how many are on the longest way down
    std::vector<std::uint32_t> listOf;      ///< from kOwnCells on, into lists
    std::vector<std::uint32_t> lists;
};

/// The blocks of a grid before its boxes are known.
struct GridLayout {
    format::GridRecord record{};        ///< no blocks when nothing is free
    std::vector<std::uint32_t> places;  ///< by block: its number among those not wholly solid; kNoIndex for these
};

/// `beside` asks something of the layout, maybe on another thread while boxes are grown.
GridData buildGrid(const GridInput& input, const std::function<void(const GridLayout&)>& beside = {});

}  // namespace hullbake
