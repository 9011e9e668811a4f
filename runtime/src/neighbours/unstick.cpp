// The nearest free place for a box that is stuck.

#include <algorithm>

#include "hullbake/clip_map.hpp"
#include "neighbours/unstick_obstacles.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Nodes and sides that one way out may look at: real maps take thousands, most of them a few hundred.
constexpr std::int64_t kUnstickBudget = std::int64_t{1} << 20;
// Units: the search looks this far at first, and then twice as far each time, so that it need not go far when it need
// not.
constexpr double kFirstLook = 1;

bool withinRange(const Vec3& p) {
    return std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate && std::fabs(p.z) <= kMaxCoordinate;
}

Unstick unstickFrom(const NeighbourSet& near, const BakedTrees& baked, double maxDistance) {
    Unstick answer;
    answer.position = near.origin;
    // Written so that NaN fails.
    if (!near.valid || !(maxDistance >= 0 && maxDistance <= kMaxCoordinate)) return answer;
    std::int64_t budget = kUnstickBudget;
    const WayOut ways(near, baked, budget);
    const bool stuck = ways.stuckAt({});
    if (ways.tooMany()) return answer;
    answer.status = stuck ? UnstickStatus::None : UnstickStatus::Free;
    if (!stuck) return answer;
    Region everywhere;
    NearestSearch search(ways, everywhere, budget);
    for (double look = kFirstLook; budget > 0; look *= 2) {
        if (!search.run(std::min(look, maxDistance) + kRounding)) {
            if (look >= maxDistance) break;
            continue;
        }
        const Vec3 way = search.place();
        if (!withinRange(near.origin + way)) break;
        answer.status = UnstickStatus::Found;
        answer.distance = length(way);
        answer.direction = {way.x / answer.distance, way.y / answer.distance, way.z / answer.distance};
        answer.position = near.origin + way;
        break;
    }
    return answer;
}

}  // namespace

Unstick ClipMap::unstick(const PlaceInput& place, double maxDistance) const noexcept {
    const NeighbourSet near = hullNeighbours(place);
    BakedTrees baked;
    if (near.valid) {
        const std::size_t first = near.first * hulls_.size() + place.hull.value;
        baked = {{nodes_.data(), planes_.data()}, roots_.subspan(first), hulls_.size(), near.models.size()};
    }
    return unstickFrom(near, baked, maxDistance);
}

Unstick ClipMap::unstick(const Box& box, const PlaceInput& place, double maxDistance) const noexcept {
    return unstickFrom(boxNeighbours(box, place), {}, maxDistance);
}

}  // namespace hullbake
