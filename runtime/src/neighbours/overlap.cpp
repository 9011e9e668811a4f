// Finds the brushes that a box overlaps or touches.
// In: a probe and its position. Out: the brushes in the order of the map.

#include <algorithm>
#include <cmath>

#include "hullbake/clip_map.hpp"
#include "neighbours/nearest_free_point.hpp"
#include "neighbours/neighbour_set.hpp"
#include "neighbours/overlap_order.hpp"
#include "neighbours/shape_neighbours.hpp"
#include "query/shape_query.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake {

using namespace detail;
using namespace format;

namespace {

// Presents one brush to NearestFreePoint: the free space is the brush, and each of its planes is an obstacle.
class OneBrush {
  public:
    using Obstacle = HalfSpace;

    OneBrush(const NeighbourSet& near, const BrushRecord& brush) : near_(near), brush_(brush) {}

    bool at(const Vec3& x, HalfSpace& back) const {
        const auto forPlanes = [&](const auto& visit) {
            for (const SideRecord& side : near_.sidesOf(brush_))
                if (sideCounts(side, near_.set.box)) visit(near_.planeOf(side));
        };
        return outsideOf(x, forPlanes, back);
    }

    template <class Visit>
    void forWays(const HalfSpace& back, const Visit& visit) const {
        visit(0, back);
    }

  private:
    const NeighbourSet& near_;
    const BrushRecord& brush_;
};

enum class Relation : std::uint8_t { Apart, Touching, Overlapping };

Relation relationTo(const NeighbourSet& near, const BrushRecord& brush, std::int64_t& budget) {
    double outside = -1e30;
    for (const SideRecord& side : near.sidesOf(brush)) {
        if (!sideCounts(side, near.set.box)) continue;
        --budget;
        outside = std::max(outside, -near.planeOf(side).dist);
        if (outside > kSurfaceTolerance) return Relation::Apart;
    }
    if (outside < -kSurfaceTolerance) return Relation::Overlapping;
    if (outside <= 0) return Relation::Touching;
    // Beside an edge or a corner the brush is farther away than its planes.
    const OneBrush obstacles(near, brush);
    Region region;
    return NearestFreePoint(obstacles, region, budget).run(kSurfaceTolerance + kRounding) ? Relation::Touching
                                                                                          : Relation::Apart;
}

NeighbourCount overlapIn(const NeighbourSet& near, std::span<Overlap> out) {
    if (!near.valid) return {0, true, near.refusal};
    NeighbourCount answer;
    std::int64_t budget = kTraceBudget;
    near.forBrushes({}, {}, kNearBrush, [&](std::uint32_t model, std::uint32_t index) {
        const BrushRecord& brush = near.brush(index);
        const Relation relation = budget > 0 ? relationTo(near, brush, budget) : Relation::Apart;
        if (relation == Relation::Apart) return;
        const Overlap overlap{near.isOfMember(index) ? near.members->model(near.memberIndex(index)) : ModelId{model},
                              brush.number,
                              brush.line,
                              brush.entity,
                              static_cast<Contents>(brush.contents),
                              relation == Relation::Touching,
                              near.isOfMember(index) ? near.members->member(near.memberIndex(index)) : kNoMember};
        insertInOrder(overlap, out, answer.count++);
    });
    if (budget <= 0) return {0, true, Refusal::TooMuchWork};
    return answer;
}

// Its own frame, because the brushes of members take much stack.
HULLBAKE_NOINLINE NeighbourCount overlapWithScene(const Tables& tables, const Probe& probe, const Vec3& origin,
                                                  std::span<Overlap> out) {
    NeighbourSet near = neighboursOf(tables, probe, origin);
    MemberBrushes room;
    addMembers(tables, probe, origin, kNearBrush, room, near);
    NeighbourCount answer = overlapIn(near, out);
    for (std::uint32_t i = 0; i < room.roundCount() && !answer.invalid; ++i) {
        const Body& body = room.round(i);
        const double distance = gapToRound(shapeOf(tables, probe), body, origin).distance;
        if (distance > kSurfaceTolerance) continue;
        const bool touches = distance >= -kSurfaceTolerance;
        insertInOrder({{}, 0, 0, 0, body.contents, touches, room.roundMember(i)}, out, answer.count++);
    }
    return answer;
}

}  // namespace

NeighbourCount ClipMap::overlap(const Probe& probe, const Vec3& origin, std::span<Overlap> out) const noexcept {
    if (probe.shape != nullptr) {
        const std::optional<Probe> plain = plainProbe(probe);
        return plain ? overlap(*plain, origin, out) : overlapOfShape(tables_, probe, origin, out);
    }
    if (probe.scene != nullptr) return overlapWithScene(tables_, probe, origin, out);
    return overlapIn(neighboursOf(tables_, probe, origin), out);
}

}  // namespace hullbake
