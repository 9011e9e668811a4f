// Leak trails: the way that the fill has found from an entity to the void, made short.
#pragma once

#include <vector>

#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// Shortens a way and keeps its ends. It goes straight where a ball of half the narrowest passage sees past corners,
/// and corners are pulled in. Old steps may touch what seals (the first, from an entity that stands on a floor); new
/// ones keep clear of it.
std::vector<Vec3> shortened(const TreeNode& root, std::vector<Vec3> way);

}  // namespace hullbake
