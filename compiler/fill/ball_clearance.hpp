// Moves balls of a given radius through the passable leaves of a tree.
//
// In: a tree and the way of a ball. Out: whether the ball fits all along. Invariant: a ball that does not fit is never
// let through.
#pragma once

#include <optional>

#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// Whether a leaf is neither solid nor sky.
bool passable(const TreeNode& leaf);

/// Whether a ball of that radius (0: a point, whose way may not even touch what seals) that moves from `from` to `to`
/// meets passable leaves only. Never true when it does not; close to acute corners (not edges) of sealing leaves a
/// free ball may be told blocked.
bool ballPasses(const TreeNode& root, const Vec3& from, const Vec3& to, double radius);

/// The middle of a ball of that radius in passable leaves that covers `p`, or comes as close to that as the corner of
/// three walls lets it: `p` itself, or moved along the diagonals of a frame with the axis `up` (of unit length);
/// without `alongUp` only across that.
std::optional<Vec3> ballAround(const TreeNode& root, const Vec3& p, const Vec3& up, double radius, double reach,
                               bool alongUp = true);

}  // namespace hullbake
