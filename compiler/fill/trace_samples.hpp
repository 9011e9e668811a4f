// Segments that stand for the traces a game will make: they weigh the choice of splitting planes.
//
// In: the space to take them from. Out: segments, each cut where it hits what blocks. Invariant: the same input gives
// the same segments on every platform.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/fill/surface_rays.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/sample_segment.hpp"

namespace hullbake {

/// Returns `count` segments from random points of the leaves for which wanted[leaf] is true. Half of them are 8..64
/// units long, half 64..512, each cut where it hits what blocks. Outer leaves are clipped to `around`. The same tree
/// gives the same segments.
std::vector<SampleSegment> sampleSegments(const TreeNode& root, const std::vector<TreeNode*>& leaves,
                                          const std::vector<bool>& wanted, const Box& around, std::size_t count);

/// Space to take samples from, and the surface that it lies in.
struct SampleSpace {
    const PlaneTable& planes;
    const std::vector<SurfacePiece>& pieces;
    const SurfaceRays& rays;                 ///< against all pieces
    const std::vector<std::uint32_t>& from;  ///< pieces that bound the space; none: it goes on without bounds
    std::function<bool(const Vec3&)> holds;  ///< whether a point lies in it; asked by several threads

    enum class Side : std::uint8_t { Inside, Outside, Unknown };
    std::function<Side(const RayHit&)> inFrontOf = {};  ///< whether what a ray came from lies in it; likewise. Optional
};

/// Returns up to half as many again as `count` of such segments, from points spread evenly over the part of a space
/// inside `around`.
std::vector<SampleSegment> sampleSegments(const SampleSpace& space, const Box& around, std::size_t count);

}  // namespace hullbake
