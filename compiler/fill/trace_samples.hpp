// Samples segments that represent the traces of a game, to weigh the choice of splitting planes.
//
// In: the space to take them from. Out: segments, each cut at the first blocking leaf or surface. Invariant: equal
// input gives equal segments on every platform.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/fill/surface_rays.hpp"
#include "compiler/growth/brush_index.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/sample_segment.hpp"

namespace hullbake {

/// Returns up to `count` segments from random points of the leaves for which wanted[leaf] is true. Half of them are 8
/// to 64 units long, half 64 to 512, each cut at the first blocking leaf. Outer leaves are clipped to `around`. Equal
/// trees give equal segments.
std::vector<SampleSegment> sampleSegments(const TreeNode& root, const std::vector<TreeNode*>& leaves,
                                          const std::vector<bool>& wanted, const Box& around, std::size_t count);

/// Space to take samples from, and the surface that it lies in.
struct SampleSpace {
    const PlaneTable& planes;
    const std::vector<SurfacePiece>& pieces;
    const SurfaceRays& rays;                 ///< against all pieces
    const std::vector<std::uint32_t>& from;  ///< pieces that bound the space; without any it is not looked for
    std::function<bool(const Vec3&)> holds;  ///< true if a point is inside; called by several threads

    enum class Side : std::uint8_t { Inside, Outside, Unknown };
    /// Returns the side that a ray came from. Called by several threads. Optional.
    std::function<Side(const RayHit&)> inFrontOf = {};
};

/// Returns up to one and a half times `count` such segments, from points spread evenly over the part of a space inside
/// `around`.
std::vector<SampleSegment> sampleSegments(const SampleSpace& space, const Box& around, std::size_t count);

/// Returns up to `count` such segments outside of all brushes, from points spread evenly over `around`.
std::vector<SampleSegment> sampleSegments(const BrushIndex& brushes, const Box& around, std::size_t count);

}  // namespace hullbake
