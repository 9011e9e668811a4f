#include "compiler/fill/fill_by_leaves.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/brushes/contents_rules.hpp"
#include "compiler/brushes/entity_values.hpp"
#include "compiler/fill/ball_clearance.hpp"
#include "compiler/fill/leak_proof.hpp"
#include "compiler/fill/leak_trail.hpp"

namespace hullbake {

namespace {

// All leaves that touch a box; a point is a box without size.
void leavesTouching(const TreeNode& node, const Box& box, std::vector<const TreeNode*>& out) {
    if (node.isLeaf()) {
        out.push_back(&node);
        return;
    }
    const Vec3 half = (box.maxs - box.mins) * 0.5;
    const double d = distanceTo(node.plane, (box.mins + box.maxs) * 0.5);
    const double reach = std::fabs(node.plane.normal.x) * half.x + std::fabs(node.plane.normal.y) * half.y +
                         std::fabs(node.plane.normal.z) * half.z + kOnPlane;
    if (d >= -reach) leavesTouching(*node.front, box, out);
    if (d <= reach) leavesTouching(*node.back, box, out);
}

std::vector<const TreeNode*> freeLeavesTouching(const TreeNode& root, const Box& box) {
    std::vector<const TreeNode*> leaves;
    leavesTouching(root, box, leaves);
    std::erase_if(leaves, [](const TreeNode* leaf) { return !passable(*leaf); });
    return leaves;
}

// The same for a box around a point in solid: the planes of nodes cut off the corners of leaves too far out to tell.
std::vector<const TreeNode*> freeLeavesMeeting(const TreeNode& root, const Box& box) {
    std::vector<const TreeNode*> leaves = freeLeavesTouching(root, box);
    const Vec3 margin{kOnPlane, kOnPlane, kOnPlane};
    std::erase_if(leaves, [&](const TreeNode* leaf) {
        const Cell cell = leaf->cell->cell();
        return std::none_of(cell.faces.begin(), cell.faces.end(), [&](const CellFace& face) {
            return meetsBox(face.winding, {box.mins - margin, box.maxs + margin});
        });
    });
    return leaves;
}

// Where an entity stands, and what it can reach.
class Fill {
  public:
    Fill(const PlaneEquations& equations, TreeNode& root, std::vector<TreeNode*>& leaves, Portals& portals,
         const std::vector<PointEntity>& entities, const Box& hullBox)
        : root_(root),
          leaves_(leaves),
          portals_(portals),
          entities_(entities),
          hullBox_(hullBox),
          void_(equations, root, leaves, portals) {}

    FillResult run() {
        do stand();
        while (!void_.settle(inVoid()));
        FillResult result;
        const bool seeded = sort(result);
        result.reached.assign(leaves_.size(), true);
        if (result.leaked || !seeded) return result;
        result.filled = true;
        result.reached = flood();
        for (TreeNode* leaf : leaves_)
            if (passable(*leaf) && !result.reached[leaf->leaf]) leaf->contents = Contents::Solid;
        return result;
    }

  private:
    struct EntityLocation {
        std::vector<const TreeNode*> leaves;
        bool inSolid = false;
    };

    void stand() {
        standing_.clear();
        for (const PointEntity& entity : entities_) {
            EntityLocation standing{freeLeavesTouching(root_, {entity.origin, entity.origin}), false};
            standing.inSolid = standing.leaves.empty();
            if (standing.inSolid)
                standing.leaves =
                    freeLeavesMeeting(root_, {entity.origin - hullBox_.maxs, entity.origin - hullBox_.mins});
            standing_.push_back(std::move(standing));
        }
    }

    std::vector<LeakProof::Place> inVoid() const {
        std::vector<LeakProof::Place> places;
        for (std::size_t i = 0; i < entities_.size(); ++i)
            for (const TreeNode* leaf : standing_[i].leaves)
                if (void_.holds(leaf->leaf))
                    places.push_back({leaf->leaf, standing_[i].inSolid ? leaf->cell->interior() : entities_[i].origin});
        return places;
    }

    // Leaks, entities in the void, and where the others flood from; whether there are any of these.
    bool sort(FillResult& result) {
        for (std::size_t i = 0; i < entities_.size(); ++i) {
            const PointEntity& entity = entities_[i];
            bool inVoid = false;
            for (const TreeNode* leaf : standing_[i].leaves) {
                if (!void_.holds(leaf->leaf)) {
                    seeds_.push_back(leaf->leaf);
                    continue;
                }
                if (standing_[i].inSolid) continue;
                inVoid = true;
                if (!entity.playerStart) continue;
                result.leaked = true;
                result.leakEntity = &entity;
                result.trail = shortened(root_, void_.wayOut({leaf->leaf, entity.origin}));
                return true;
            }
            if (inVoid) result.outside.push_back(&entity);
        }
        return !seeds_.empty();
    }

    struct Link {
        std::uint32_t leaf, portal;
    };

    // All that is connected with the seeds without the void and without cracks; and the crevices that branch off it.
    std::vector<bool> flood() {
        std::vector<std::vector<Link>> links(leaves_.size());
        for (std::uint32_t i = 0; i < portals_.size(); ++i) {
            if (portals_[i].width < kOnPlane) continue;
            links[portals_[i].front].push_back({portals_[i].back, i});
            links[portals_[i].back].push_back({portals_[i].front, i});
        }
        std::vector<bool> reached(leaves_.size(), false);
        std::vector<std::uint32_t> open = seeds_, narrow;
        while (!open.empty()) {
            const std::uint32_t leaf = open.back();
            open.pop_back();
            if (reached[leaf]) continue;
            reached[leaf] = true;
            for (const Link& link : links[leaf])
                if (!reached[link.leaf] && !void_.holds(link.leaf))
                    (void_.conducts(link.portal) ? open : narrow).push_back(link.leaf);
        }
        addCrevices(links, narrow, reached);
        return reached;
    }

    // Behind a narrow portal: a crevice ends there, a crack leads to the void or to a room that nothing reaches.
    void addCrevices(const std::vector<std::vector<Link>>& links, const std::vector<std::uint32_t>& narrow,
                     std::vector<bool>& reached) {
        std::vector<bool> seen(leaves_.size(), false);
        for (const std::uint32_t start : narrow) {
            if (reached[start] || seen[start]) continue;
            std::vector<std::uint32_t> part{start};
            seen[start] = true;
            bool ends = true;
            for (std::size_t i = 0; i < part.size(); ++i) {
                ends = ends && !void_.fitsWithin(part[i]);
                for (const Link& link : links[part[i]]) {
                    ends = ends && !void_.holds(link.leaf);
                    if (reached[link.leaf] || seen[link.leaf] || void_.holds(link.leaf)) continue;
                    seen[link.leaf] = true;
                    part.push_back(link.leaf);
                }
            }
            if (!ends) continue;
            for (const std::uint32_t leaf : part) reached[leaf] = true;
        }
    }

    TreeNode& root_;
    std::vector<TreeNode*>& leaves_;
    Portals& portals_;
    const std::vector<PointEntity>& entities_;
    const Box& hullBox_;
    LeakProof void_;
    std::vector<EntityLocation> standing_;  // by entity
    std::vector<std::uint32_t> seeds_;
};

}  // namespace

std::vector<PointEntity> pointEntities(const MapFile& map) {
    std::vector<PointEntity> entities;
    for (const MapEntity& entity : map.entities) {
        PointEntity point;
        if (!entity.brushes.empty() || !parseOrigin(entity.value("origin"), point.origin)) continue;
        point.classname = entity.classname();
        point.pos = entity.pos;
        point.playerStart = isPlayerStart(point.classname);
        entities.push_back(std::move(point));
    }
    return entities;
}

FillResult fillByLeaves(const PlaneEquations& equations, TreeNode& root, std::vector<TreeNode*>& leaves,
                        Portals& portals, const std::vector<PointEntity>& entities, const Box& hullBox) {
    return Fill(equations, root, leaves, portals, entities, hullBox).run();
}

}  // namespace hullbake
