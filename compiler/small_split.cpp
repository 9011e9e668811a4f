// A handful of polygons: the split that leads to the fewest nodes, found by trying.

#include <algorithm>

#include "compiler/split_choice.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kTried = 3;  // the most promising planes at each level
constexpr int kMaxTries = 600;     // splits tried in all; after that only the most promising plane is

struct Ranked {
    PlaneId id;
    double cost;
};

std::vector<Ranked> rankedPlanes(const PlaneTable& planes, std::span<const Winding> faces) {
    std::vector<Ranked> ranked;
    for (const Winding& face : faces) {
        const PlaneId id = face.plane & ~1u;
        if (std::any_of(ranked.begin(), ranked.end(), [&](const Ranked& r) { return r.id == id; })) continue;
        double front = 0, back = 0, on = 0, split = 0;
        for (const Winding& other : faces) {
            const PlaneSide side = (other.plane & ~1u) == id ? PlaneSide::On : roughSideOf(other, planes[id]);
            front += side == PlaneSide::Front || side == PlaneSide::Both;
            back += side == PlaneSide::Back || side == PlaneSide::Both;
            on += side == PlaneSide::On;
            split += side == PlaneSide::Both;
        }
        ranked.push_back({id, 3 * split - on + 0.01 * std::max(front, back)});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) { return a.cost < b.cost; });
    return ranked;
}

// The fewest nodes that tell all faces apart, or `limit` when it takes at least that many.
std::size_t fewestNodes(const PlaneTable& planes, std::span<const Winding> faces, std::size_t limit, int& tries,
                        PlaneId& choice) {
    if (faces.empty() || limit == 0) return std::min<std::size_t>(0, limit);
    const std::vector<Ranked> ranked = rankedPlanes(planes, faces);
    choice = ranked.front().id;
    if (ranked.size() == 1) return std::min<std::size_t>(1, limit);
    std::size_t best = limit;
    for (std::size_t i = 0; i < std::min(ranked.size(), tries > 0 ? kTried : 1) && best > ranked.size(); ++i) {
        --tries;
        std::vector<Winding> front, back;
        for (const Winding& face : faces) {
            if ((face.plane & ~1u) == ranked[i].id) continue;
            Winding f, b;
            splitWinding(planes.equations(), face, planes[ranked[i].id], ranked[i].id, &f, &b);
            if (!f.empty()) front.push_back(std::move(f));
            if (!b.empty()) back.push_back(std::move(b));
        }
        PlaneId ignored = kNoPlane;
        std::size_t nodes = 1 + fewestNodes(planes, front, best - 1, tries, ignored);
        if (nodes >= best) continue;
        nodes += fewestNodes(planes, back, best - nodes, tries, ignored);
        if (nodes >= best) continue;
        best = nodes;
        choice = ranked[i].id;
    }
    return best;
}

}  // namespace

SplitPlane chooseSmallSplit(const PlaneTable& planes, std::span<const TreeFace> faces) {
    std::vector<Winding> windings;
    for (const TreeFace& face : faces) windings.push_back(face.winding);
    PlaneId choice = kNoPlane;
    int tries = kMaxTries;
    fewestNodes(planes, windings, 4 * faces.size() + 1, tries, choice);
    return {planes[choice], choice};
}

}  // namespace hullbake
