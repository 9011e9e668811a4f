// Depth-first search over the most promising planes, bounded by the best node count so far and a number of tries.

#include "compiler/tree/split_search.hpp"

#include <algorithm>

#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kTried = 3;  // number of most promising planes tried at each level

// Ranks a plane; a lower rank is more promising.
double rankOf(const Plane& plane, PlaneId id, std::span<const TreeFace> faces) {
    const int axis = planeAxis(plane);
    int front = 0, back = 0, on = 0, split = 0;
    for (const TreeFace& face : faces) {
        if (face.plane == id) {
            ++on;
            continue;
        }
        const PlaneSide side = roughSideOfFace(face, plane, axis);
        front += side == PlaneSide::Front || side == PlaneSide::Both;
        back += side == PlaneSide::Back || side == PlaneSide::Both;
        on += side == PlaneSide::On;
        split += side == PlaneSide::Both;
    }
    return 3.0 * split - on + 0.01 * std::max(front, back);
}

}  // namespace

SmallSplitChooser::Planes SmallSplitChooser::distinctPlanes(std::span<const TreeFace> faces) {
    Planes planes;
    for (const TreeFace& face : faces)
        if (std::find(planes.begin(), planes.end(), face.plane) == planes.end()) planes.push_back(face.plane);
    return planes;
}

// Sorts the most promising planes first; equal ranks keep their order.
void SmallSplitChooser::rank(std::span<const TreeFace> faces, Planes& planes) const {
    double ranks[kSmallSplit];
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const PlaneId id = planes[i];
        const double own = rankOf(planes_[id], id, faces);
        std::size_t at = i;
        for (; at > 0 && own < ranks[at - 1]; --at) {
            ranks[at] = ranks[at - 1];
            planes[at] = planes[at - 1];
        }
        ranks[at] = own;
        planes[at] = id;
    }
}

// Splits the faces by one of their planes and drops those that lie on it.
void SmallSplitChooser::split(std::span<const TreeFace> faces, PlaneId id, Faces& front, Faces& back) {
    const Plane& plane = planes_[id];
    for (const TreeFace& face : faces) {
        if (face.plane == id) continue;
        const BoxDistances reach(plane, face.bounds);
        if (reach.inFront()) {
            front.push_back(face);
            continue;
        }
        if (reach.behind()) {
            back.push_back(face);
            continue;
        }
        const WindingSides sides(planes_.equations(), *face.winding, {plane, id});
        const PlaneSide side = sides.side();
        if (side == PlaneSide::Front) front.push_back(face);
        if (side == PlaneSide::Back) back.push_back(face);
        if (side != PlaneSide::Both) continue;
        Winding &inFront = pieces_.take(), &behind = pieces_.take();
        splitWinding(planes_.equations(), *face.winding, sides, {plane, id}, &inFront, &behind);
        if (!inFront.empty()) front.push_back(TreeFace(inFront));
        if (!behind.empty()) back.push_back(TreeFace(behind));
    }
}

// Returns the fewest nodes that separate all faces, or `limit` if that many are needed.
std::size_t SmallSplitChooser::fewestNodes(std::span<const TreeFace> faces, std::size_t limit, PlaneId& choice) {
    if (faces.empty()) return 0;
    Planes planes = distinctPlanes(faces);
    // Each distinct plane needs at least one node.
    const std::size_t least = planes.size();
    choice = planes.front();
    if (limit <= least || least == 1) return std::min(least, limit);
    rank(faces, planes);
    choice = planes.front();
    std::size_t best = limit;
    for (std::size_t i = 0; i < std::min(least, tries_ > 0 ? kTried : 1) && best > least; ++i) {
        --tries_;
        const std::size_t nodes = fewestNodesBelow(faces, planes[i], best);
        if (nodes >= best) continue;
        best = nodes;
        choice = planes[i];
    }
    return best;
}

// Returns the fewest nodes below a given first split.
std::size_t SmallSplitChooser::fewestNodesBelow(std::span<const TreeFace> faces, PlaneId id, std::size_t limit) {
    const StackPool<Winding>::Scope pieces(pieces_);
    Faces front, back;
    split(faces, id, front, back);
    PlaneId ignored = kNoPlane;
    const std::size_t nodes = 1 + fewestNodes({front.data(), front.size()}, limit - 1, ignored);
    if (nodes >= limit) return limit;
    return nodes + fewestNodes({back.data(), back.size()}, limit - nodes, ignored);
}

// Follows only the most promising planes. If no plane is needed twice, the node count is minimal, and a search would
// try no other plane, here or in a subtree. Returns false if a plane is needed twice.
bool SmallSplitChooser::makePlan(std::span<const TreeFace> faces, Planes& planes) {
    if (planes.size() > 1) rank(faces, planes);
    const StackPool<Winding>::Scope pieces(pieces_);
    Faces front, back;
    split(faces, planes.front(), front, back);
    Planes frontPlanes = distinctPlanes({front.data(), front.size()}),
           backPlanes = distinctPlanes({back.data(), back.size()});
    if (1 + frontPlanes.size() + backPlanes.size() > planes.size()) return false;
    const std::size_t at = plan_.size();
    plan_.push_back({planes.front(), 0});
    if (!front.empty() && !makePlan({front.data(), front.size()}, frontPlanes)) return false;
    plan_[at].inFront = static_cast<std::uint32_t>(plan_.size() - at - 1);
    return back.empty() || makePlan({back.data(), back.size()}, backPlanes);
}

PlaneId SmallSplitChooser::choose(std::span<const TreeFace> faces, SplitPlan& plan) {
    plan_.clear();
    Planes planes = distinctPlanes(faces);
    if (makePlan(faces, planes)) {
        plan = plan_;
        return plan_.front().plane;
    }
    PlaneId choice = kNoPlane;
    tries_ = mostTries_;
    fewestNodes(faces, 4 * faces.size() + 1, choice);
    return choice;
}

}  // namespace hullbake
