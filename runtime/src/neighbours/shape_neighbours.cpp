#include "neighbours/shape_neighbours.hpp"

#include <algorithm>
#include <array>

#include "neighbours/body_place.hpp"
#include "neighbours/nearest_free_point.hpp"
#include "neighbours/overlap_order.hpp"
#include "neighbours/round_ways.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "query/surface.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Upper bound of the faces, edges and corners that one query looks at.
constexpr std::int64_t kNeighbourBudget = std::int64_t{1} << 24;
constexpr double kFirstReach = 1, kReachGrowth = 1.5;

/// Presents what is around a body to NearestFreePoint. A brush is left across a face, or the way that is the least from
/// a place; a round body that way or along an axis.
class BodyObstacles {
  public:
    struct Obstacle {
        NearBody near;
        Vec3 place;  // where the obstacle was found
    };

    BodyObstacles(const BodyPlace& place, std::int64_t& budget) : place_(place), budget_(budget) {}

    bool at(const Vec3& x, Obstacle& obstacle) const {
        double deepest = -kSurfaceTolerance;
        place_.forNear(x, 0, budget_, [&](const NearBody& near) {
            if (near.gap.gap >= deepest) return;
            deepest = near.gap.gap;
            obstacle = {near, x};
        });
        return deepest < -kSurfaceTolerance;
    }

    template <class Visit>
    void forWays(const Obstacle& obstacle, const Visit& visit) const {
        const NearBody& near = obstacle.near;
        if (near.brush == kNoIndex) {
            const RoundGap gap{near.gap.gap, near.normal, near.gap.point};
            forWaysOutOfRound(place_.roundBody(near.member), place_.bounds(), obstacle.place, gap, 0, visit);
            return;
        }
        place_.askFrame(near.member, [&](const BodyFrame& frame) {
            const BrushShape shape = frame.shapeOf(near.brush);
            const auto leave = [&](std::uint32_t index, const Vec3& normal, double dist) {
                visit(index, HalfSpace{frame.shown(normal),
                                       dist + reachAgainst(frame.body, normal) - dot(normal, frame.origin)});
            };
            const auto faces = shape.faces();
            for (std::uint32_t i = 0; i < faces.size(); ++i) {
                const Vec3 normal = vectorOf(faces[i].normal);
                if (isGrown(faces[i]))
                    leave(i, normal, faces[i].dist);
                else
                    visit(i, HalfSpace{frame.shown(normal), -heightOver(faces[i], frame.origin)});
            }
            if (near.gap.normal != Vec3{})
                leave(static_cast<std::uint32_t>(faces.size()), near.gap.normal, reachAlong(shape, near.gap.normal));
        });
    }

  private:
    const BodyPlace& place_;
    std::int64_t& budget_;
};

/// The planes that a body touches, one of each brush, the nearest first.
struct BodyPlanes {
    std::array<NearBody, kMaxTouchedPlanes> planes;
    std::size_t count = 0;

    static bool isBefore(const NearBody& a, const NearBody& b) {
        if (std::fabs(a.gap.gap - b.gap.gap) > kRounding) return a.gap.gap < b.gap.gap;
        if (a.member.isBody() != b.member.isBody()) return b.member.isBody();
        if (a.model != b.model) return a.model < b.model;
        return a.brush != b.brush ? a.brush < b.brush : a.member.value < b.member.value;
    }
    void add(const NearBody& one) {
        std::size_t at = std::min(count, planes.size());
        if (at == planes.size() && !isBefore(one, planes[--at])) return;
        for (; at > 0 && isBefore(one, planes[at - 1]); --at) planes[at] = planes[at - 1];
        planes[at] = one;
        count = std::min(count + 1, planes.size());
    }
};

// Returns why neighbours of shapes are refused, or None.
Refusal refusalOfPlace(const Tables& tables, const Probe& probe, const Vec3& origin) {
    const Refusal refusal = refusalAt(tables, probe, origin);
    return refusal == Refusal::None && turns(probe) ? Refusal::TurnedModel : refusal;
}

Unstick unstickFromPlace(const BodyPlace& place, const Vec3& origin, double maxDistance) {
    Unstick answer;
    answer.position = origin;
    std::int64_t budget = kNeighbourBudget;
    const BodyObstacles obstacles(place, budget);
    BodyObstacles::Obstacle obstacle;
    answer.status = obstacles.at({}, obstacle) ? UnstickStatus::None : UnstickStatus::Free;
    if (answer.status == UnstickStatus::Free) return answer;
    Region everywhere;
    NearestFreePoint search(obstacles, everywhere, budget);
    for (double look = kFirstReach; budget > 0; look *= kReachGrowth) {
        if (!search.run(std::min(look, maxDistance) + kRounding)) {
            if (look >= maxDistance) break;
            continue;
        }
        const Vec3 way = search.place();
        if (!isInRange(origin + way) || !isInRange(place.seenFromModels(way))) break;
        answer.status = UnstickStatus::Found;
        answer.distance = length(way);
        answer.direction = way * (1 / answer.distance);
        answer.position = origin + way;
        break;
    }
    return answer;
}

// Returns true if the middle of the body does not pass through a wall: it may start in solid, and enters none again.
bool staysOnItsSide(const Tables& tables, const Probe& probe, const Vec3& from, const Vec3& to) {
    const Box bounds = probe.shape->bounds();
    const Vec3 middle = (bounds.mins + bounds.maxs) * 0.5;
    Probe point = probe;
    point.shape = nullptr;
    point.box = Box{};
    point.skin = 0;
    const Vec3 start = from + middle, end = to + middle;
    if (!isInRange(start) || !isInRange(end)) return true;
    const ModelRange models = modelsOf(tables, probe.model);
    for (std::uint32_t m = models.first; m < models.end; ++m) {
        const Trace trace = traceModel(tables, {start, end, point, {m}});
        if (trace.hit && !trace.allsolid) return false;
    }
    if (probe.scene == nullptr) return true;
    bool stays = true;
    forMembersNear(tables, *probe.scene, sweptBox({}, start, end), [&](MemberId member) {
        const Trace trace = traceMember(tables, point, member, start, end);
        stays = !trace.hit || trace.allsolid;
        return stays;
    });
    return stays;
}

}  // namespace

NeighbourCount overlapOfShape(const Tables& tables, const Probe& probe, const Vec3& origin, std::span<Overlap> out) {
    const Refusal refusal = refusalOfPlace(tables, probe, origin);
    if (refusal != Refusal::None) return {0, true, refusal};
    const BodyPlace place(tables, probe, origin, 0);
    if (place.refusal() != Refusal::None) return {0, true, place.refusal()};
    NeighbourCount answer;
    std::int64_t budget = kNeighbourBudget;
    place.forNear({}, 0, budget, [&](const NearBody& near) {
        if (near.gap.gap > kSurfaceTolerance) return;
        const bool touches = near.gap.gap >= -kSurfaceTolerance;
        Overlap overlap{{near.model}, 0, 0, 0, near.contents, touches, near.member};
        if (!near.member.isBody()) {
            const BrushRecord& brush = tables.brushes[near.brush];
            overlap.brush = brush.number;
            overlap.line = brush.line;
            overlap.entity = brush.entity;
        }
        insertInOrder(overlap, out, answer.count++);
    });
    if (budget <= 0) return {0, true, Refusal::TooMuchWork};
    return answer;
}

NeighbourCount touchingOfShape(const Tables& tables, const Probe& probe, const Vec3& origin, double distance,
                               std::span<TouchedPlane> out) {
    const Refusal refusal = refusalOfPlace(tables, probe, origin);
    if (refusal != Refusal::None) return {0, true, refusal};
    if (!isValidDistance(distance)) return {0, true, Refusal::BadDistance};
    const double reach = std::max(distance, kSurfaceTolerance);
    const BodyPlace place(tables, probe, origin, reach);
    if (place.refusal() != Refusal::None) return {0, true, place.refusal()};
    BodyPlanes found;
    std::int64_t budget = kNeighbourBudget;
    place.forNear({}, reach, budget, [&](const NearBody& near) {
        if (near.gap.gap < -kSurfaceTolerance || near.gap.gap > reach + kRounding) return;
        if (!place.isHidden(near, budget)) found.add(near);
    });
    if (budget <= 0) return {0, true, Refusal::TooMuchWork};
    for (std::size_t i = 0; i < std::min(found.count, out.size()); ++i) {
        const NearBody& near = found.planes[i];
        const double gap = near.gap.gap;
        out[i] = {near.normal, dot(near.normal, origin) - gap, gap, gap, {near.model}, near.contents, {}, near.member};
        if (near.member.isBody()) continue;
        const std::uint32_t face = tables.sides[tables.brushes[near.brush].firstSide + near.gap.face].face;
        out[i].surface = surfaceOf(tables, {near.brush, face, false, true});
    }
    return {found.count};
}

Unstick unstickShape(const Tables& tables, const Probe& probe, const Vec3& origin, double maxDistance) {
    Unstick answer;
    if (isInRange(origin)) answer.position = origin;
    answer.refusal = refusalOfPlace(tables, probe, origin);
    if (answer.refusal == Refusal::None && !isValidDistance(maxDistance)) answer.refusal = Refusal::BadDistance;
    if (answer.refusal != Refusal::None) return answer;
    const BodyPlace place(tables, probe, origin, maxDistance);
    answer.refusal = place.refusal();
    if (answer.refusal != Refusal::None) return answer;
    answer = unstickFromPlace(place, origin, maxDistance);
    if (answer.status != UnstickStatus::Found || staysOnItsSide(tables, probe, origin, answer.position)) return answer;
    Unstick none;
    none.status = UnstickStatus::None;
    none.position = origin;
    return none;
}

}  // namespace hullbake::detail
