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
        const WindingSides sides(planes_.equations(), *face.winding, {plane, id}, memo_);
        const PlaneSide side = sides.side();
        if (side == PlaneSide::Front) front.push_back(face);
        if (side == PlaneSide::Back) back.push_back(face);
        if (side != PlaneSide::Both) continue;
        Winding &inFront = pieces_.take(), &behind = pieces_.take();
        splitWinding(planes_.equations(), *face.winding, sides, {plane, id}, &inFront, &behind, memo_);
        if (!inFront.empty()) front.push_back(TreeFace(inFront));
        if (!behind.empty()) back.push_back(TreeFace(behind));
    }
}

// Finds the subtree of fewest nodes that separates all faces. Returns false if `limit` or more are needed. Sets that
// several orders of splits lead to are searched once.
bool SmallSplitChooser::find(std::span<const TreeFace> faces, std::size_t limit, Subtree& subtree) {
    subtree = {};
    if (faces.empty()) return limit > 0;
    std::uint32_t marks = 0;
    bool areWhole = true;
    for (const TreeFace& face : faces) {
        marks |= face.mark;
        areWhole = areWhole && face.mark != 0;
    }
    if (!areWhole) return search(faces, limit, subtree);
    if (const Known& known = knownOf(marks); known.marks == marks) {
        if (known.least >= limit) return false;
        if (known.subtree.nodes != 0) {
            subtree = known.subtree;
            return true;
        }
    }
    const bool isFound = search(faces, limit, subtree);
    // What a search without an end has found is not the fewest.
    if (tries_ > 0) knownOf(marks) = {marks, isFound ? subtree.nodes : limit, subtree};
    return isFound;
}

bool SmallSplitChooser::search(std::span<const TreeFace> faces, std::size_t limit, Subtree& subtree) {
    subtree = {};
    Planes planes = distinctPlanes(faces);
    // Each distinct plane needs at least one node.
    const std::size_t least = planes.size();
    if (limit <= least) return false;
    if (least == 1) {
        subtree = {found_.size(), 1};
        found_.push_back({planes.front(), 0});
        return true;
    }
    rank(faces, planes);
    for (std::size_t i = 0; i < std::min(least, tries_ > 0 ? kTried : 1) && limit > least; ++i) {
        --tries_;
        if (Subtree better; findBelow(faces, planes[i], limit, better)) {
            subtree = better;
            limit = better.nodes;
        }
    }
    return subtree.nodes != 0;
}

// Finds the subtree of fewest nodes that begins with a given split.
bool SmallSplitChooser::findBelow(std::span<const TreeFace> faces, PlaneId id, std::size_t limit, Subtree& subtree) {
    const StackPool<Winding>::Scope pieces(pieces_);
    Faces front, back;
    split(faces, id, front, back);
    Subtree inFront, behind;
    if (!find({front.data(), front.size()}, limit - 1, inFront)) return false;
    if (!find({back.data(), back.size()}, limit - 1 - inFront.nodes, behind)) return false;
    subtree = {found_.size(), 1 + inFront.nodes + behind.nodes};
    found_.push_back({id, static_cast<std::uint32_t>(inFront.nodes)});
    for (const Subtree& side : {inFront, behind})
        for (std::size_t i = 0; i < side.nodes; ++i) {
            const PlannedSplit split = found_[side.begin + i];
            found_.push_back(split);
        }
    return true;
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
    Faces marked;
    for (const TreeFace& face : faces) {
        marked.push_back(face);
        marked.back().mark = std::uint32_t{1} << (marked.size() - 1);
    }
    known_.assign(kKnown, {});
    found_.clear();
    tries_ = mostTries_;
    Subtree subtree;
    search({marked.data(), marked.size()}, 4 * faces.size() + 1, subtree);
    const PlannedSplit* const first = found_.data() + subtree.begin;
    if (tries_ > 0) plan = {first, subtree.nodes};
    return first->plane;
}

}  // namespace hullbake
