// Fills a tree whose leaves are joined by portals.
//
// In: the first tree, its leaves and portals, and the entities. Out: the leaves that entities reach, or a leak.
// Invariant: unreached leaves become solid only if no player start is in the void.
#pragma once

#include <vector>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/fill/fill_planes.hpp"
#include "compiler/fill/point_entities.hpp"
#include "compiler/fill/portals.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

struct FillResult {
    bool filled = false, leaked = false;
    std::vector<Vec3> trail;  ///< of a leak: points from the entity to the void
    const PointEntity* leakEntity = nullptr;
    std::vector<const PointEntity*> outside;  ///< entities in the void that are not player starts
    std::vector<bool> reached;                ///< indexed by leaf; all true if not filled
};

/// Floods from the entities and makes the unreached passable leaves solid. Nothing changes if a player start is in the
/// void or no entity is in free space.
/// The flood passes wherever a ball of the narrowest passage does (LeakProof). Narrower crevices belong to the space
/// that they branch off; cracks through walls become solid. An entity in solid (an item on the floor, in a tall hull)
/// belongs to the free space that `hullBox` around its origin touches. Leaves that extend through a crack into the void
/// are cut where the crack ends: `leaves`, `portals` and `planes` then grow.
FillResult fillByLeaves(FillPlanes& planes, const BallSpace& space, TreeNode& root, std::vector<TreeNode*>& leaves,
                        Portals& portals, const std::vector<PointEntity>& entities, const Box& hullBox);

}  // namespace hullbake
