// Segments that stand for the traces a game will make: they weigh the choice of splitting planes.
#pragma once

#include <vector>

#include "compiler/build_tree.hpp"

namespace hullbake {

/// `count` segments from random points of the leaves for which wanted[leaf] holds, half of them 8..64 units long, half
/// 64..512, each cut where it meets what blocks. Outer leaves count as far as `around`. The same for the same tree.
std::vector<SampleSegment> sampleSegments(const TreeNode& root, const std::vector<TreeNode*>& leaves,
                                          const std::vector<bool>& wanted, const Box& around, std::size_t count);

}  // namespace hullbake
