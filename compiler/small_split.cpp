// A handful of polygons: the split that leads to the fewest nodes, found by trying.

#include <algorithm>

#include "compiler/split_choice.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kTried = 3;  // the most promising planes at each level
constexpr int kMaxTries = 600;     // splits tried in all; after that only the most promising plane is

using Planes = InlineVector<PlaneId, kSmallSplit>;

Planes distinctPlanes(std::span<const TreeFace> faces) {
    Planes planes;
    for (const TreeFace& face : faces)
        if (std::find(planes.begin(), planes.end(), face.plane) == planes.end()) planes.push_back(face.plane);
    return planes;
}

// The lower, the more promising.
double rankOf(const Plane& plane, PlaneId id, std::span<const TreeFace> faces) {
    const int axis = planeAxis(plane);
    int front = 0, back = 0, on = 0, split = 0;
    for (const TreeFace& face : faces) {
        PlaneSide side = PlaneSide::On;
        if (face.plane != id) {
            const BoxDistances reach(plane, face.bounds);
            if (reach.inFront())
                side = PlaneSide::Front;
            else if (reach.behind())
                side = PlaneSide::Back;
            else
                side = roughSideOfFace(face, plane, axis);
        }
        front += side == PlaneSide::Front || side == PlaneSide::Both;
        back += side == PlaneSide::Back || side == PlaneSide::Both;
        on += side == PlaneSide::On;
        split += side == PlaneSide::Both;
    }
    return 3.0 * split - on + 0.01 * std::max(front, back);
}

// The most promising planes first; equals stay in their order.
void rank(const PlaneTable& table, std::span<const TreeFace> faces, Planes& planes) {
    struct Ranked {
        PlaneId id;
        double rank;
    };
    InlineVector<Ranked, kSmallSplit> ranked;
    for (const PlaneId id : planes) {
        const Ranked one{id, rankOf(table[id], id, faces)};
        std::size_t at = ranked.size();
        ranked.push_back(one);
        for (; at > 0 && one.rank < ranked[at - 1].rank; --at) ranked[at] = ranked[at - 1];
        ranked[at] = one;
    }
    for (std::size_t i = 0; i < ranked.size(); ++i) planes[i] = ranked[i].id;
}

}  // namespace

// The fewest nodes that tell all faces apart, or `limit` when it takes at least that many.
std::size_t SmallSplitChooser::fewestNodes(std::span<const TreeFace> faces, std::size_t limit, PlaneId& choice) {
    if (faces.empty()) return 0;
    Planes planes = distinctPlanes(faces);
    // Each takes a node.
    const std::size_t least = planes.size();
    choice = planes.front();
    if (limit <= least || least == 1) return std::min(least, limit);
    rank(planes_, faces, planes);
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

// The same when the first split is given.
std::size_t SmallSplitChooser::fewestNodesBelow(std::span<const TreeFace> faces, PlaneId id, std::size_t limit) {
    const Plane& plane = planes_[id];
    const Pool<Winding>::Scope pieces(pieces_);
    InlineVector<TreeFace, kSmallSplit> inFront, behind;
    for (const TreeFace& face : faces) {
        if (face.plane == id) continue;
        const BoxDistances reach(plane, face.bounds);
        if (reach.inFront()) {
            inFront.push_back(face);
            continue;
        }
        if (reach.behind()) {
            behind.push_back(face);
            continue;
        }
        const WindingSides sides(planes_.equations(), *face.winding, plane, id);
        const PlaneSide side = sides.side();
        if (side == PlaneSide::Front) inFront.push_back(face);
        if (side == PlaneSide::Back) behind.push_back(face);
        if (side != PlaneSide::Both) continue;
        Winding &front = pieces_.take(), &back = pieces_.take();
        splitWinding(planes_.equations(), *face.winding, sides, plane, id, &front, &back);
        if (!front.empty()) inFront.push_back(TreeFace(front));
        if (!back.empty()) behind.push_back(TreeFace(back));
    }
    PlaneId ignored = kNoPlane;
    const std::size_t nodes = 1 + fewestNodes({inFront.data(), inFront.size()}, limit - 1, ignored);
    if (nodes >= limit) return limit;
    return nodes + fewestNodes({behind.data(), behind.size()}, limit - nodes, ignored);
}

SplitPlane SmallSplitChooser::choose(std::span<const TreeFace> faces) {
    PlaneId choice = kNoPlane;
    tries_ = kMaxTries;
    fewestNodes(faces, 4 * faces.size() + 1, choice);
    return {planes_[choice], choice};
}

}  // namespace hullbake
