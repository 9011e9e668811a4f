// Finds the nearest free position for a box that is stuck.
// In: a probe, its position and a distance. Out: an Unstick.

#include <algorithm>

#include "block/box_checks.hpp"
#include "hullbake/clip_map.hpp"
#include "neighbours/shape_neighbours.hpp"
#include "neighbours/unstick_obstacles.hpp"
#include "query/shape_query.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Upper bound of the nodes and sides that one query visits. Real maps take thousands at most, and usually a few
// hundred. Terrain of slanted brushes off the grid takes half of the bound in its hardest places.
constexpr std::int64_t kUnstickBudget = std::int64_t{1} << 22;
// First search radius, units, and its growth until a position is found. Easy cases stay cheap, and a radius little
// larger than the distance keeps the search from regions that are no nearer.
constexpr double kFirstLook = 1, kLookGrowth = 1.5;

// Searches from `origin`, in the world. Positions of the answer are in the world, too.
Unstick unstickFrom(const Vec3& origin, const NeighbourSet& near, const BakedTrees& baked, double maxDistance) {
    Unstick answer;
    if (isInRange(origin)) answer.position = origin;
    answer.refusal = !near.valid ? near.refusal : isValidDistance(maxDistance) ? Refusal::None : Refusal::BadDistance;
    if (answer.refusal != Refusal::None) return answer;
    std::int64_t budget = kUnstickBudget;
    const UnstickObstacles ways(near, baked, budget);
    const bool stuck = ways.stuckAt({});
    if (ways.tooMuch()) {
        answer.refusal = Refusal::TooMuchWork;
        return answer;
    }
    answer.status = stuck ? UnstickStatus::None : UnstickStatus::Free;
    if (!stuck) return answer;
    Region everywhere;
    NearestFreePoint search(ways, everywhere, budget);
    for (double look = kFirstLook; budget > 0; look *= kLookGrowth) {
        if (!search.run(std::min(look, maxDistance) + kRounding)) {
            if (look >= maxDistance) break;
            continue;
        }
        const Vec3 way = search.place();
        if (!isInRange(near.origin + way) || !isInRange(origin + way)) break;
        answer.status = UnstickStatus::Found;
        answer.distance = length(way);
        answer.direction = {way.x / answer.distance, way.y / answer.distance, way.z / answer.distance};
        answer.position = origin + way;
        break;
    }
    return answer;
}

// Returns the trees of a hull, or none for a box.
BakedTrees treesOf(const format::Tables& tables, const Probe& probe, const NeighbourSet& near) {
    if (!near.valid || probe.box) return {};
    const std::size_t hulls = tables.hulls.size(), first = near.first * hulls + probe.hull.value;
    return {{tables.nodes.data(), tables.planes.data()}, tables.roots.subspan(first), hulls, near.models.size()};
}

// Its own frame, because the brushes of members take much stack.
HULLBAKE_NOINLINE Unstick unstickWithScene(const format::Tables& tables, const Probe& probe, const Vec3& origin,
                                           double maxDistance) {
    NeighbourSet near = neighboursOf(tables, probe, origin);
    MemberBrushes room;
    if (isValidDistance(maxDistance)) addMembers(tables, probe, origin, maxDistance, room, near);
    return unstickFrom(origin, near, treesOf(tables, probe, near), maxDistance);
}

}  // namespace

Unstick ClipMap::unstick(const Probe& probe, const Vec3& origin, double maxDistance) const noexcept {
    if (probe.shape != nullptr) {
        const std::optional<Probe> plain = plainProbe(probe);
        return plain ? unstick(*plain, origin, maxDistance) : unstickShape(tables_, probe, origin, maxDistance);
    }
    if (probe.scene != nullptr) return unstickWithScene(tables_, probe, origin, maxDistance);
    const NeighbourSet near = neighboursOf(tables_, probe, origin);
    return unstickFrom(origin, near, treesOf(tables_, probe, near), maxDistance);
}

}  // namespace hullbake
