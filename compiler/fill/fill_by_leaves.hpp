// Stage 7: leaf adjacency through portals, and the fill of what no entity reaches.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/tree/build_tree.hpp"

namespace hullbake {

/// A polygon between two leaves that are neither solid nor sky.
struct Portal {
    std::uint32_t front = 0, back = 0;  ///< leaf numbers
    Winding winding;
    Plane plane;       ///< that it lies on
    double width = 0;  ///< see widthOf
};

/// Many and large: a list that grows without moving them.
using Portals = std::deque<Portal>;

/// Cuts the portals of a tree built with keepGeometry whose leaves are numbered.
Portals makePortals(TreeNode& root, const PlaneEquations& equations);

/// Something with an origin in the map.
struct PointEntity {
    Vec3 origin;
    std::string classname;
    SourcePos pos;
    bool playerStart = false;
};

/// Entities without brushes that have an `origin`.
std::vector<PointEntity> pointEntities(const MapFile& map);

struct FillResult {
    bool filled = false, leaked = false;
    std::vector<Vec3> trail;  ///< of a leak: from the entity to the void
    const PointEntity* leakEntity = nullptr;
    std::vector<const PointEntity*> outside;  ///< entities in the void that are no player starts
    std::vector<bool> reached;                ///< by leaf; all true when not filled
};

/// Floods from the entities and turns the passable leaves that nothing reaches into solid - unless a player start
/// stands in the void, or no entity stands free. The flood passes wherever a ball of kMinPassage does (LeakProof);
/// crevices narrower than that belong to the space that they branch off, cracks through walls are solid. `hullBox`
/// tells how far an entity in solid (an item on the floor, seen by a tall hull) may be from the free space that it
/// belongs to: wherever the box would touch its origin. Leaves that reach through a crack into the void are cut where
/// the crack ends: `leaves` and `portals` then grow.
FillResult fillByLeaves(const PlaneEquations& equations, TreeNode& root, std::vector<TreeNode*>& leaves,
                        Portals& portals, const std::vector<PointEntity>& entities, const Box& hullBox);

/// Which boundary polygons touch a reached leaf, on either side.
std::vector<bool> touchesReached(TreeNode& root, const PlaneTable& planes, const std::vector<bool>& reached,
                                 const std::vector<Winding>& pieces);

}  // namespace hullbake
