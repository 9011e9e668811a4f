// Segments that stand for the traces a game will make: they weigh the choice of splitting planes.
#pragma once

#include <vector>

#include "compiler/build_tree.hpp"
#include "compiler/surface_rays.hpp"

namespace hullbake {

/// `count` segments from random points of the leaves for which wanted[leaf] holds, half of them 8..64 units long, half
/// 64..512, each cut where it meets what blocks. Outer leaves count as far as `around`. The same for the same tree.
std::vector<SampleSegment> sampleSegments(const TreeNode& root, const std::vector<TreeNode*>& leaves,
                                          const std::vector<bool>& wanted, const Box& around, std::size_t count);

/// The space in front of pieces of a surface.
struct SampleSpace {
    const PlaneTable& planes;
    const std::vector<SurfacePiece>& pieces;
    const SurfaceRays& rays;                 ///< against all of them
    const std::vector<std::uint32_t>& from;  ///< those that bound the space
};

/// The same for such a space: evenly in space and direction, as lines are that leave random places of its surface by
/// Lambert's law. What nothing bounds counts as far as `around`.
std::vector<SampleSegment> sampleSegments(const SampleSpace& space, const Box& around, std::size_t count);

}  // namespace hullbake
