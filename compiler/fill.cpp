#include "compiler/fill.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "compiler/contents_rules.hpp"
#include "compiler/entity_values.hpp"

namespace hullbake {

namespace {

constexpr std::uint32_t kNoLeaf = 0xffffffffu;

bool passable(const TreeNode& leaf) {
    return !any(leaf.contents & kSealing);
}

struct Link {
    std::uint32_t leaf;
    std::uint32_t portal;
};

class Flood {
  public:
    Flood(std::size_t leafCount, const std::vector<Portal>& portals)
        : portals_(portals),
          links_(leafCount),
          from_(leafCount, kNoLeaf),
          through_(leafCount, kNoLeaf),
          reached_(leafCount, false) {
        for (std::uint32_t i = 0; i < portals.size(); ++i) {
            if (!portals[i].conducts) continue;
            links_[portals[i].front].push_back({portals[i].back, i});
            links_[portals[i].back].push_back({portals[i].front, i});
        }
    }

    void seed(std::uint32_t leaf) {
        if (reached_[leaf]) return;
        reached_[leaf] = true;
        queue_.push_back(leaf);
    }

    void run() {
        while (!queue_.empty()) {
            const std::uint32_t leaf = queue_.front();
            queue_.pop_front();
            for (const Link& link : links_[leaf]) {
                if (reached_[link.leaf]) continue;
                reached_[link.leaf] = true;
                from_[link.leaf] = leaf;
                through_[link.leaf] = link.portal;
                queue_.push_back(link.leaf);
            }
        }
    }

    /// The way back from a leaf to the seed, through the middles of the portals.
    std::vector<Vec3> wayBack(std::uint32_t leaf, std::uint32_t& seed) const {
        std::vector<Vec3> way;
        for (; from_[leaf] != kNoLeaf; leaf = from_[leaf]) way.push_back(centreOf(portals_[through_[leaf]].winding));
        seed = leaf;
        return way;
    }

    const std::vector<bool>& reached() const { return reached_; }

  private:
    const std::vector<Portal>& portals_;
    std::vector<std::vector<Link>> links_;
    std::vector<std::uint32_t> from_, through_;
    std::vector<bool> reached_;
    std::deque<std::uint32_t> queue_;
};

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

std::vector<Vec3> leakTrail(const Flood& voidFlood, const std::vector<TreeNode*>& leaves, const Vec3& origin,
                            std::uint32_t leaf) {
    std::uint32_t outermost = leaf;
    std::vector<Vec3> trail = voidFlood.wayBack(leaf, outermost);
    trail.insert(trail.begin(), origin);
    trail.push_back(leaves[outermost]->cell.interior());
    return trail;
}

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

FillResult fillOutside(TreeNode& root, const std::vector<TreeNode*>& leaves, const std::vector<Portal>& portals,
                       const std::vector<PointEntity>& entities, const Box& hullBox) {
    FillResult result;
    result.reached.assign(leaves.size(), true);
    Flood voidFlood(leaves.size(), portals);
    for (const TreeNode* leaf : leaves)
        if (passable(*leaf) && leaf->cell.reachesVoid()) voidFlood.seed(leaf->leaf);
    voidFlood.run();

    Flood inside(leaves.size(), portals);
    bool anySeed = false;
    for (const PointEntity& entity : entities) {
        std::vector<const TreeNode*> standing = freeLeavesTouching(root, {entity.origin, entity.origin});
        const bool inSolid = standing.empty();
        if (inSolid) standing = freeLeavesTouching(root, {entity.origin - hullBox.maxs, entity.origin - hullBox.mins});
        bool inVoid = false;
        for (const TreeNode* leaf : standing) {
            if (!voidFlood.reached()[leaf->leaf]) {
                inside.seed(leaf->leaf);
                anySeed = true;
                continue;
            }
            if (inSolid) continue;
            inVoid = true;
            if (!entity.playerStart) continue;
            result.leaked = true;
            result.leakEntity = &entity;
            result.trail = leakTrail(voidFlood, leaves, entity.origin, leaf->leaf);
            return result;
        }
        if (inVoid) result.outside.push_back(&entity);
    }
    if (!anySeed) return result;
    inside.run();
    for (TreeNode* leaf : leaves) {
        result.reached[leaf->leaf] = inside.reached()[leaf->leaf];
        if (passable(*leaf) && !inside.reached()[leaf->leaf]) leaf->contents = Contents::Solid;
    }
    result.filled = true;
    return result;
}

}  // namespace hullbake
