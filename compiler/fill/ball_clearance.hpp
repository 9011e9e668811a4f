// Moves balls of a given radius through the passable leaves of a tree.
//
// In: a tree and the way of a ball. Out: whether the ball fits all along. Invariant: a ball that does not fit is never
// let through.
#pragma once

#include <optional>

#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// Returns true if a leaf is neither solid nor sky.
bool passable(const TreeNode& leaf);

/// Returns true if a ball of that radius passes through passable leaves only, all the way from `from` to `to`. A ball
/// of radius 0 is a point, whose way may not even touch what seals. Never true for a ball that does not fit. Close to
/// acute corners (not edges) of sealing leaves it may be false for a ball that fits.
bool ballPasses(const TreeNode& root, const Vec3& from, const Vec3& to, double radius);

/// Returns the middle of a ball of that radius in passable leaves that covers `p`, or comes as close to it as the
/// corner of three walls allows. It is `p` itself, or `p` moved by up to `reach` along the diagonals of a frame with
/// the unit axis `up`; without `alongUp` only across `up`.
std::optional<Vec3> ballAround(const TreeNode& root, const Vec3& p, const Vec3& up, double radius, double reach,
                               bool alongUp = true);

}  // namespace hullbake
