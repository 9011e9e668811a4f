// Moves balls of a given radius through the passable leaves of a tree.
//
// In: a tree and the segment that a ball moves along. Out: whether the ball fits everywhere on it. Invariant: a ball
// that does not fit never passes.
#pragma once

#include <optional>

#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// Returns true if a leaf is neither solid nor sky.
bool passable(const TreeNode& leaf);

/// Returns true if a ball of that radius passes through passable leaves only, from `from` to `to`. A ball of radius 0
/// is a point, whose path must not even touch sealing leaves.
/// Never true for a ball that does not fit. May be false for a ball that fits close to acute corners (not edges) of
/// sealing leaves.
bool ballPasses(const TreeNode& root, const Vec3& from, const Vec3& to, double radius);

/// Returns the centre of a ball of that radius in passable leaves that covers `p`, or comes as close as the corner of
/// three walls allows. The centre is `p`, or `p` moved by up to `reach` along the diagonals of a frame with unit axis
/// `up`. Without `alongUp` it only moves across `up`.
std::optional<Vec3> ballAround(const TreeNode& root, const Vec3& p, const Vec3& up, double radius, double reach,
                               bool alongUp = true);

}  // namespace hullbake
