// Locates the entities in the tree, refines the leak proof until their locations are final, then floods.

#include "compiler/fill/fill_by_leaves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/fill/leak_proof.hpp"
#include "compiler/fill/leak_trail.hpp"
#include "compiler/fill/tolerances.hpp"

namespace hullbake {

namespace {

// Collects all leaves that touch a box; a point is a box without size.
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

// Returns the free leaves whose faces overlap a box around a point in solid. Node planes alone do not clip the acute
// corners of leaves, so faces are tested.
std::vector<const TreeNode*> freeLeavesMeeting(const TreeNode& root, const Box& box) {
    std::vector<const TreeNode*> leaves = freeLeavesTouching(root, box);
    const Vec3 margin{kOnPlane, kOnPlane, kOnPlane};
    std::erase_if(leaves, [&](const TreeNode* leaf) {
        const ConvexCell cell = leaf->cell->cell();
        return std::none_of(cell.faces.begin(), cell.faces.end(), [&](const CellFace& face) {
            return meetsBox(face.winding, {box.mins - margin, box.maxs + margin});
        });
    });
    return leaves;
}

// Upper bound of the rounds that free sheets: one may lie behind another.
constexpr int kSheetRounds = 4;

// Locates the entities and floods from those in free space.
class Fill {
  public:
    Fill(FillPlanes& planes, const BallSpace& space, TreeNode& root, std::vector<TreeNode*>& leaves, Portals& portals,
         const std::vector<PointEntity>& entities, const Box& hullBox)
        : planes_(planes),
          space_(space),
          root_(root),
          leaves_(leaves),
          portals_(portals),
          entities_(entities),
          hullBox_(hullBox),
          void_(planes, space, root, leaves, portals) {}

    FillResult run() {
        do locateEntities();
        while (!void_.refine(entitiesInVoid()));
        FillResult result;
        const bool seeded = classifyEntities(result);
        result.reached.assign(leaves_.size(), true);
        if (result.leaked || !seeded) return result;
        result.filled = true;
        result.reached = flood();
        for (int round = 0; round < kSheetRounds && freeSheets(result.reached); ++round) {
        }
        dropSheets(result.reached);
        for (TreeNode* leaf : leaves_)
            if (passable(*leaf) && !result.reached[leaf->leaf]) leaf->contents = Contents::Solid;
        return result;
    }

  private:
    struct EntityLocation {
        std::vector<const TreeNode*> leaves;
        bool inSolid = false;
    };

    void locateEntities() {
        locations_.clear();
        for (const PointEntity& entity : entities_) {
            EntityLocation location{freeLeavesTouching(root_, {entity.origin, entity.origin}), false};
            location.inSolid = location.leaves.empty();
            if (location.inSolid)
                location.leaves =
                    freeLeavesMeeting(root_, {entity.origin - hullBox_.maxs, entity.origin - hullBox_.mins});
            locations_.push_back(std::move(location));
        }
    }

    std::vector<LeakProof::VoidPoint> entitiesInVoid() const {
        std::vector<LeakProof::VoidPoint> points;
        for (std::size_t i = 0; i < entities_.size(); ++i)
            for (const TreeNode* leaf : locations_[i].leaves)
                if (void_.holds(leaf->leaf))
                    points.push_back(
                        {leaf->leaf, locations_[i].inSolid ? leaf->cell->interior() : entities_[i].origin});
        return points;
    }

    // Finds a leak, the entities in the void, and the leaves where the others start to flood. Returns true if there is
    // any such leaf.
    bool classifyEntities(FillResult& result) {
        for (std::size_t i = 0; i < entities_.size(); ++i) {
            const PointEntity& entity = entities_[i];
            bool inVoid = false;
            const bool onlyVoid = std::ranges::all_of(locations_[i].leaves,
                                                      [&](const TreeNode* leaf) { return void_.holds(leaf->leaf); });
            for (const TreeNode* leaf : locations_[i].leaves) {
                if (!void_.holds(leaf->leaf)) {
                    seeds_.push_back(leaf->leaf);
                    continue;
                }
                // A box in solid may stick out through a wall. It stands in the void only if it touches nothing else.
                if (locations_[i].inSolid && !(onlyVoid && entity.playerStart)) continue;
                inVoid = true;
                if (!entity.playerStart) continue;
                result.leaked = true;
                result.leakEntity = &entity;
                const Vec3 from = locations_[i].inSolid ? leaf->cell->interior() : entity.origin;
                result.trail = shortened(space_, void_.wayToVoid({leaf->leaf, from}));
                return true;
            }
            if (inVoid) result.outside.push_back(&entity);
        }
        return !seeds_.empty();
    }

    struct Link {
        std::uint32_t leaf, portal;
    };
    // The links of all leaves, in one list.
    struct Links {
        std::vector<std::uint32_t> begins;  // by leaf, and the end
        std::vector<Link> all;

        std::span<const Link> operator[](std::uint32_t leaf) const {
            return {all.data() + begins[leaf], all.data() + begins[leaf + 1]};
        }
    };

    Links linksOfLeaves() const {
        const auto forEnds = [&](const auto& visit) {
            std::uint32_t i = 0;
            for (const Portal& portal : portals_) {
                if (portal.width >= kOnPlane) {
                    visit(portal.front, Link{portal.back, i});
                    visit(portal.back, Link{portal.front, i});
                }
                ++i;
            }
        };
        Links links;
        links.begins.assign(leaves_.size() + 2, 0);
        // Ends of lists move on to their places while these are filled.
        forEnds([&](std::uint32_t leaf, const Link&) { ++links.begins[leaf + 2]; });
        std::partial_sum(links.begins.begin(), links.begins.end(), links.begins.begin());
        links.all.resize(links.begins.back());
        forEnds([&](std::uint32_t leaf, const Link& link) { links.all[links.begins[leaf + 1]++] = link; });
        return links;
    }

    // Floods from the seeds, skipping the void and cracks, and adds the crevices that branch off.
    std::vector<bool> flood() {
        const Links links = linksOfLeaves();
        std::vector<bool> reached(leaves_.size(), false);
        std::vector<std::uint32_t> open = seeds_, narrow;
        while (!open.empty()) {
            const std::uint32_t leaf = open.back();
            open.pop_back();
            if (reached[leaf]) continue;
            reached[leaf] = true;
            for (const Link& link : links[leaf]) {
                if (reached[link.leaf]) continue;
                if (!void_.holds(link.leaf))
                    (void_.conducts(link.portal) ? open : narrow).push_back(link.leaf);
                else if (void_.isOfRoom(link.leaf, link.portal))
                    open.push_back(link.leaf);
            }
        }
        addCrevices(links, narrow, reached);
        return reached;
    }

    // Adds the crevices behind narrow portals, which are dead ends. A crack leads to the void or to an unreached room,
    // and is skipped.
    void addCrevices(const Links& links, const std::vector<std::uint32_t>& narrow, std::vector<bool>& reached) {
        std::vector<bool> seen(leaves_.size(), false);
        const auto isVoid = [&](std::uint32_t leaf) { return void_.holds(leaf) && !reached[leaf]; };
        for (const std::uint32_t start : narrow) {
            if (reached[start] || seen[start]) continue;
            std::vector<std::uint32_t> part{start};
            seen[start] = true;
            bool ends = true;
            for (std::size_t i = 0; i < part.size(); ++i) {
                ends = ends && !isRoomy(part[i], reached);
                for (const Link& link : links[part[i]]) {
                    ends = ends && !isVoid(link.leaf);
                    if (reached[link.leaf] || seen[link.leaf] || isVoid(link.leaf)) continue;
                    seen[link.leaf] = true;
                    part.push_back(link.leaf);
                }
            }
            if (!ends) continue;
            for (const std::uint32_t leaf : part) reached[leaf] = true;
        }
    }

    // Adds the parts of sheets that lie in front of crack mouths. A sheet is a leaf along a wall of a room that goes on
    // through a crack. No ball passes from such a part into other space. Returns true if there are any.
    bool freeSheets(std::vector<bool>& reached) {
        const std::vector<std::uint32_t> parts = cutSheets(leavesBeside(reached));
        reached.resize(leaves_.size(), false);
        std::vector<bool> isPart(leaves_.size(), false), beside = isPart, inside = isPart, outside = isPart;
        for (const std::uint32_t part : parts) isPart[part] = true;
        for (std::uint32_t i = 0; i < portals_.size(); ++i) {
            const Portal& portal = portals_[i];
            if (portal.width < kOnPlane || !(isPart[portal.front] || isPart[portal.back])) continue;
            for (const auto& [part, other] : {std::pair{portal.front, portal.back}, {portal.back, portal.front}})
                if (isPart[part] && reached[other]) beside[part] = true;
            const std::optional<Vec3> ball = void_.ballThrough(i);
            if (!ball) continue;
            const bool ballIsReached = isReached(*ball, reached);
            for (const auto& [part, other] : {std::pair{portal.front, portal.back}, {portal.back, portal.front}})
                if (isPart[part] && reached[other] == ballIsReached) (ballIsReached ? inside : outside)[part] = true;
        }
        std::vector<std::uint32_t> added;
        for (const std::uint32_t part : parts)
            if (!outside[part] && (inside[part] || (beside[part] && isOfRoom(part, reached)))) added.push_back(part);
        for (const std::uint32_t part : added) reached[part] = true;
        return !added.empty();
    }

    // Takes away the parts of reached sheets that lie in other space. A sheet too thin to be cut may go on through a
    // seam into the void.
    void dropSheets(std::vector<bool>& reached) {
        std::vector<std::uint32_t> sheets;
        for (std::uint32_t i = 0; i < portals_.size(); ++i) {
            const Portal& portal = portals_[i];
            if (portal.width < space_.passage() || reached[portal.front] == reached[portal.back]) continue;
            if (const std::optional<Vec3> ball = void_.ballThrough(i); ball && !isReached(*ball, reached))
                sheets.push_back(reached[portal.front] ? portal.front : portal.back);
        }
        std::sort(sheets.begin(), sheets.end());
        sheets.erase(std::unique(sheets.begin(), sheets.end()), sheets.end());
        const std::vector<std::uint32_t> parts = cutSheets(sheets);
        reached.resize(leaves_.size(), true);
        std::vector<std::uint32_t> outside;
        for (const std::uint32_t part : parts)
            if (const std::optional<Vec3> ball = void_.ballWithin(part); ball && !isReached(*ball, reached))
                outside.push_back(part);
        for (const std::uint32_t part : outside) reached[part] = false;
    }

    // Returns true if a ball in reached space covers the middle of a leaf, or comes near it outside of cracks.
    bool isOfRoom(std::uint32_t leaf, const std::vector<bool>& reached) const {
        if (const std::optional<Vec3> ball = void_.ballWithin(leaf)) return isReached(*ball, reached);
        const Vec3 middle = leaves_[leaf]->cell->interior();
        if (space_.isInCrack(middle, space_.passage())) return false;
        const auto seesMiddle = [&](const Vec3& ball) {
            return isReached(ball, reached) && space_.passes(ball, middle, 0);
        };
        // In a corner few of the directions tried leave room for a ball so near.
        for (const double reach : {space_.passage(), 2 * space_.passage()})
            if (space_.ballAround(middle, {0, 0, 1}, space_.ballRadius(), reach, true, seesMiddle)) return true;
        return false;
    }

    // Cuts leaves by the planes of the brushes that they touch. Returns all parts.
    std::vector<std::uint32_t> cutSheets(const std::vector<std::uint32_t>& leaves) {
        std::vector<std::uint32_t> parts;
        for (const std::uint32_t leaf : leaves) {
            const std::size_t first = parts.size();
            parts.push_back(leaf);
            for (const PlaneId plane : planesBeside(leaf))
                for (std::size_t i = first, end = parts.size(); i < end; ++i)
                    if (const auto added = void_.split(parts[i], plane)) parts.push_back(*added);
        }
        return parts;
    }

    // Returns the unreached leaves next to reached ones.
    std::vector<std::uint32_t> leavesBeside(const std::vector<bool>& reached) const {
        std::vector<std::uint32_t> leaves;
        for (const Portal& portal : portals_) {
            if (portal.width < kOnPlane || reached[portal.front] == reached[portal.back]) continue;
            leaves.push_back(reached[portal.front] ? portal.back : portal.front);
        }
        std::sort(leaves.begin(), leaves.end());
        leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
        return leaves;
    }

    // Returns the planes through a leaf of brushes within a passage's width of it.
    std::vector<PlaneId> planesBeside(std::uint32_t leaf) const {
        const ConvexCell cell = leaves_[leaf]->cell->cell();
        const Box box = leaves_[leaf]->cell->bounds();
        const double passage = space_.passage();
        const Vec3 margin{passage, passage, passage};
        std::vector<PlaneId> planes;
        for (const GrownBrush* brush : space_.sealingNear({box.mins - margin, box.maxs + margin})) {
            std::vector<PlaneId> through;
            bool apart = false;
            for (const PlaneId id : brush->planes) {
                double least = 1e300, most = -1e300;
                for (const CellFace& face : cell.faces)
                    for (const WindingVertex& vertex : face.winding.vertices) {
                        const double d = distanceTo(planes_.table()[id], vertex.p);
                        least = std::min(least, d);
                        most = std::max(most, d);
                    }
                apart = apart || least > passage;
                if (least < -kOnPlane && most > kOnPlane) through.push_back(id);
            }
            if (!apart) planes.insert(planes.end(), through.begin(), through.end());
        }
        return planes;
    }

    // Returns true if at least half of a ball is in reached space. Sheets of other space may pass through it.
    bool isReached(const Vec3& ball, const std::vector<bool>& reached) const {
        int inside = 0;
        for (const double x : {-1.0, 1.0})
            for (const double y : {-1.0, 1.0})
                for (const double z : {-1.0, 1.0})
                    inside += reached[leafAt(root_, ball + Vec3{x, y, z} * (space_.ballRadius() / 2)).leaf] ? 1 : 0;
        return inside >= 4;
    }

    // Returns true if a ball fits at the middle of a leaf, outside of reached space.
    bool isRoomy(std::uint32_t leaf, const std::vector<bool>& reached) const {
        const std::optional<Vec3> ball = void_.ballWithin(leaf);
        return ball && !isReached(*ball, reached);
    }

    FillPlanes& planes_;
    const BallSpace& space_;
    TreeNode& root_;
    std::vector<TreeNode*>& leaves_;
    Portals& portals_;
    const std::vector<PointEntity>& entities_;
    const Box& hullBox_;
    LeakProof void_;
    std::vector<EntityLocation> locations_;  // indexed by entity
    std::vector<std::uint32_t> seeds_;
};

}  // namespace

FillResult fillByLeaves(FillPlanes& planes, const BallSpace& space, TreeNode& root, std::vector<TreeNode*>& leaves,
                        Portals& portals, const std::vector<PointEntity>& entities, const Box& hullBox) {
    return Fill(planes, space, root, leaves, portals, entities, hullBox).run();
}

}  // namespace hullbake
