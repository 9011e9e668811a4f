// Builds the eight-wide tree of bounding volumes over each model's bare brushes.
//
// In: the brush records of a model. Out: nodes, breadth first. Invariant: the depth stays within kMaxBvhDepth.
#pragma once

#include <span>
#include <vector>

#include "hullbake/format.hpp"

namespace hullbake {

/// Appends the tree over brushes [first, first + count) to `nodes`, breadth first, and returns its root; kNoIndex
/// without brushes.
std::uint32_t appendVolumeTree(std::span<const format::BrushRecord> brushes, std::uint32_t first, std::uint32_t count,
                               std::vector<format::BvhNode>& nodes);

}  // namespace hullbake
