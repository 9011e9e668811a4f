// Clips the polygon of every node by both of its subtrees, in parallel over the nodes.

#include "compiler/fill/portals.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

namespace {

// Calls visit(leaf, piece) for the pieces of `winding` in adjacent leaves of `node`, on the side that `towards` (+1 or
// -1 along `own`'s normal) points to. wanted(node) prunes subtrees.
template <class Wanted, class Visit>
void forPieces(const PlaneEquations& equations, TreeNode& node, const Winding& winding, const Plane& own,
               double towards, const Wanted& wanted, const Visit& visit) {
    if (winding.empty() || !wanted(node)) return;
    if (node.isLeaf()) {
        visit(node, winding);
        return;
    }
    const WindingSides sides(equations, winding, {node.plane, node.id});
    PlaneSide side = sides.side();
    // A polygon on the plane of a deeper node belongs to the side that it faces.
    if (side == PlaneSide::On)
        side = dot(own.normal, node.plane.normal) * towards > 0 ? PlaneSide::Front : PlaneSide::Back;
    if (side == PlaneSide::Front) forPieces(equations, *node.front, winding, own, towards, wanted, visit);
    if (side == PlaneSide::Back) forPieces(equations, *node.back, winding, own, towards, wanted, visit);
    if (side != PlaneSide::Both) return;
    Winding front, back;
    splitWinding(equations, winding, sides, {node.plane, node.id}, &front, &back);
    forPieces(equations, *node.front, front, own, towards, wanted, visit);
    forPieces(equations, *node.back, back, own, towards, wanted, visit);
}

void portalsOf(const PlaneEquations& equations, TreeNode& node, std::vector<Portal>& out) {
    if (node.cap == nullptr) return;
    const auto wanted = [](const TreeNode& n) { return !n.isLeaf() || passable(n); };
    forPieces(
        equations, *node.front, *node.cap, node.plane, 1, wanted, [&](const TreeNode& frontLeaf, const Winding& piece) {
            forPieces(equations, *node.back, piece, node.plane, -1, wanted,
                      [&](const TreeNode& backLeaf, const Winding& portal) {
                          out.push_back(
                              {frontLeaf.leaf, backLeaf.leaf, portal, node.plane, widthOf(portal, node.plane.normal)});
                      });
        });
}

// Returns true if the space in front of a polygon's middle is in a wanted leaf. A point is located much faster than a
// polygon. Returns false, which decides nothing, if the point is close to other planes.
bool leadsFromMiddle(const TreeNode& root, const PlaneEquations& equations, const Winding& winding, const Plane& own) {
    // Lower bound of the distance from a plane at which a point decides. World units. Above the rounding of every cut.
    constexpr double kClearOfCuts = 1e-3;
    const Vec3 middle = centreOf(winding);
    const TreeNode* node = &root;
    while (!node->isLeaf() && node->leads) {
        double d = distanceTo(node->plane, middle);
        if ((node->id | 1) == (winding.plane | 1) &&
            sideOf(equations, winding, {node->plane, node->id}) == PlaneSide::On) {
            d = dot(own.normal, node->plane.normal);
        } else if (std::fabs(d) < kClearOfCuts) {
            return false;
        }
        node = d > 0 ? node->front.get() : node->back.get();
    }
    return node->leads;
}

// Returns the lowest node whose cell contains the box, clear of the planes above it, or the first node without wanted
// leaves.
TreeNode& lowestAround(TreeNode& root, const Box& box) {
    TreeNode* node = &root;
    while (!node->isLeaf() && node->leads) {
        const BoxDistances reach(node->plane, box);
        if (!reach.inFront() && !reach.behind()) break;
        node = reach.inFront() ? node->front.get() : node->back.get();
    }
    return *node;
}

// Marks the reached leaves and the nodes above them.
bool markLeading(TreeNode& node, const std::vector<bool>& reached) {
    if (node.isLeaf()) return node.leads = reached[node.leaf];
    const bool front = markLeading(*node.front, reached), back = markLeading(*node.back, reached);
    return node.leads = front || back;
}

}  // namespace

Portals makePortals(TreeNode& root, const PlaneEquations& equations) {
    constexpr std::size_t kNodesTogether = 64;  // nodes per task; large enough that few lists are joined
    const std::vector<TreeNode*> nodes = innerNodes(root);
    std::vector<std::vector<Portal>> results((nodes.size() + kNodesTogether - 1) / kNodesTogether);
    tbb::parallel_for(std::size_t{0}, results.size(), [&](std::size_t i) {
        const std::size_t end = std::min(nodes.size(), (i + 1) * kNodesTogether);
        for (std::size_t n = i * kNodesTogether; n < end; ++n) portalsOf(equations, *nodes[n], results[i]);
    });
    Portals portals;
    for (std::vector<Portal>& part : results) {
        std::move(part.begin(), part.end(), std::back_inserter(portals));
        part = std::vector<Portal>();
    }
    return portals;
}

std::vector<bool> touchesReached(TreeNode& root, const PlaneTable& planes, const std::vector<bool>& reached,
                                 const std::vector<Winding>& pieces) {
    markLeading(root, reached);
    std::vector<char> touches(pieces.size(), 0);  // not bits: written in parallel
    tbb::parallel_for(std::size_t{0}, pieces.size(), [&](std::size_t i) {
        const Plane& own = planes[pieces[i].plane];
        bool touched = leadsFromMiddle(root, planes.equations(), pieces[i], own);
        const auto wanted = [&](const TreeNode& node) { return node.leads && !touched; };
        const auto visit = [&](const TreeNode&, const Winding&) { touched = true; };
        if (touched) return void(touches[i] = 1);
        TreeNode& node = lowestAround(root, boundsOf(pieces[i]));
        for (const double towards : {1.0, -1.0})
            forPieces(planes.equations(), node, pieces[i], own, towards, wanted, visit);
        touches[i] = touched;
    });
    return {touches.begin(), touches.end()};
}

}  // namespace hullbake
