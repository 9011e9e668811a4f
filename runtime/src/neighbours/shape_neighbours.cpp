#include "neighbours/shape_neighbours.hpp"

#include <algorithm>
#include <array>

#include "brushes/body_gap.hpp"
#include "brushes/round_cast.hpp"
#include "neighbours/nearest_free_point.hpp"
#include "neighbours/overlap_order.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "query/shape_body.hpp"
#include "query/surface.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Upper bound of the faces, edges and corners that one query looks at.
constexpr std::int64_t kNeighbourBudget = std::int64_t{1} << 24;
// Units beyond the tangent plane of a contact from which another brush hides it.
constexpr double kHides = 1e-7;
constexpr double kFirstReach = 1, kReachGrowth = 1.5;

/// The brushes around a body in the space of the models.
class BodyPlace {
  public:
    BodyPlace(const Tables& tables, const Probe& probe, const RoundBody& body, const Vec3& origin)
        : tables_(tables), probe_(probe), body_(body), origin_(origin), bounds_(body.bounds()) {}

    const Vec3& origin() const { return origin_; }
    const RoundBody& body() const { return body_; }
    BrushShape shapeOf(std::uint32_t brush) const { return {tables_, tables_.brushes[brush]}; }
    BodyGap gapTo(std::uint32_t brush, const Vec3& way) const {
        return gapBetween(shapeOf(brush), body_, origin_ + way);
    }

    /// Calls visit(model, brush) for the brushes whose bounds come within `room` of the body moved by `way`.
    template <class Visit>
    void forBrushes(const Vec3& way, double room, std::int64_t& budget, const Visit& visit) const {
        const ModelRange models = modelsOf(tables_, probe_.model);
        for (std::uint32_t m = models.first; m < models.end; ++m) {
            const RoundSet set{tables_, boxBrushes(tables_, bounds_, tables_.hulls.size(), {m}), body_, probe_.mask};
            set.brushes.forBrushesWithin(origin_ + way, origin_ + way, room + kNearBrush, [&](std::uint32_t brush) {
                const BrushRecord& record = tables_.brushes[brush];
                if (!set.counts(record) || budget <= 0) return;
                const BrushShape shape = shapeOf(brush);
                budget -= std::int64_t{shape.edgeCount()} * shape.cornerCount() + record.faceCount;
                visit(m, brush);
            });
        }
    }

    /// Returns true if another brush reaches beyond the tangent plane at the point of contact: it hides the contact.
    bool isHidden(std::uint32_t brush, const BodyGap& contact, std::int64_t& budget) const {
        bool hidden = false;
        forBrushes({}, std::max(contact.gap, 0.0), budget, [&](std::uint32_t, std::uint32_t other) {
            if (other == brush || hidden) return;
            const BrushShape shape = shapeOf(other);
            for (const SideRecord& face : shape.faces())
                if (heightOver(face, contact.point) > kSurfaceTolerance) return;
            hidden = reachAlong(shape, contact.normal) > dot(contact.normal, contact.point) + kHides;
        });
        return hidden;
    }

  private:
    const Tables& tables_;
    const Probe& probe_;
    const RoundBody& body_;
    Vec3 origin_;
    Box bounds_;
};

/// Presents the brushes to NearestFreePoint. Each is left across a face, or the way that is the least from a place.
class BodyObstacles {
  public:
    struct Obstacle {
        std::uint32_t brush = 0;
        BodyGap gap;
    };

    BodyObstacles(const BodyPlace& place, std::int64_t& budget) : place_(place), budget_(budget) {}

    bool at(const Vec3& x, Obstacle& obstacle) const {
        obstacle.gap.gap = -kSurfaceTolerance;
        place_.forBrushes(x, 0, budget_, [&](std::uint32_t, std::uint32_t brush) {
            const BodyGap gap = place_.gapTo(brush, x);
            if (gap.gap < obstacle.gap.gap) obstacle = {brush, gap};
        });
        return obstacle.gap.gap < -kSurfaceTolerance;
    }

    template <class Visit>
    void forWays(const Obstacle& obstacle, const Visit& visit) const {
        const BrushShape shape = place_.shapeOf(obstacle.brush);
        const auto leave = [&](std::uint32_t index, const Vec3& normal, double dist) {
            visit(index, HalfSpace{normal, dist + reachAgainst(place_.body(), normal) - dot(normal, place_.origin())});
        };
        const auto faces = shape.faces();
        for (std::uint32_t i = 0; i < faces.size(); ++i) {
            const Vec3 normal = vectorOf(faces[i].normal);
            if (isGrown(faces[i]))
                leave(i, normal, faces[i].dist);
            else
                visit(i, HalfSpace{normal, -heightOver(faces[i], place_.origin())});
        }
        if (obstacle.gap.normal != Vec3{})
            leave(static_cast<std::uint32_t>(faces.size()), obstacle.gap.normal,
                  reachAlong(shape, obstacle.gap.normal));
    }

  private:
    const BodyPlace& place_;
    std::int64_t& budget_;
};

/// The planes that a body touches, one of each brush, the nearest first.
struct BodyPlanes {
    struct One {
        BodyGap gap;
        std::uint32_t model = 0, brush = 0;

        bool before(const One& other) const {
            if (std::fabs(gap.gap - other.gap.gap) > kRounding) return gap.gap < other.gap.gap;
            return model != other.model ? model < other.model : brush < other.brush;
        }
    };
    std::array<One, kMaxTouchedPlanes> planes;
    std::size_t count = 0;

    void add(const One& one) {
        std::size_t at = std::min(count, planes.size());
        if (at == planes.size() && !one.before(planes[--at])) return;
        for (; at > 0 && one.before(planes[at - 1]); --at) planes[at] = planes[at - 1];
        planes[at] = one;
        count = std::min(count + 1, planes.size());
    }
};

// Returns why neighbours of shapes are refused, or None.
Refusal refusalOfPlace(const Tables& tables, const Probe& probe, const Vec3& origin) {
    const Refusal refusal = refusalAt(tables, probe, origin);
    return refusal == Refusal::None && turns(probe) ? Refusal::TurnedModel : refusal;
}

// Calls ask(place) with the body where the map draws the models.
template <class Ask>
auto askPlace(const Tables& tables, const Probe& probe, const Vec3& origin, const Ask& ask) {
    const Vec3 there = origin - displacementOf(probe);
    return askBody(subjectOf(*probe.shape), Turn(Transform()),
                   [&](const RoundBody& body, const Turn&) { return ask(BodyPlace(tables, probe, body, there)); });
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
        if (!isInRange(origin + way) || !isInRange(place.origin() + way)) break;
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
    return true;
}

}  // namespace

std::optional<Probe> plainProbe(const Probe& probe) {
    if (!probe.shape->valid()) return std::nullopt;
    const ShapeSubject subject = subjectOf(*probe.shape);
    if (subject.path != ShapePath::Box) return std::nullopt;
    Probe plain = probe;
    plain.shape = nullptr;
    plain.box = subject.box;
    return plain;
}

NeighbourCount overlapOfShape(const Tables& tables, const Probe& probe, const Vec3& origin, std::span<Overlap> out) {
    const Refusal refusal = refusalOfPlace(tables, probe, origin);
    if (refusal != Refusal::None) return {0, true, refusal};
    return askPlace(tables, probe, origin, [&](const BodyPlace& place) {
        NeighbourCount answer;
        std::int64_t budget = kNeighbourBudget;
        place.forBrushes({}, 0, budget, [&](std::uint32_t model, std::uint32_t index) {
            const double gap = place.gapTo(index, {}).gap;
            if (gap > kSurfaceTolerance) return;
            const BrushRecord& brush = tables.brushes[index];
            const Overlap overlap{{model},
                                  brush.number,
                                  brush.line,
                                  brush.entity,
                                  static_cast<Contents>(brush.contents),
                                  gap >= -kSurfaceTolerance,
                                  kNoMember};
            insertInOrder(overlap, out, answer.count++);
        });
        if (budget <= 0) return NeighbourCount{0, true, Refusal::TooMuchWork};
        return answer;
    });
}

NeighbourCount touchingOfShape(const Tables& tables, const Probe& probe, const Vec3& origin, double distance,
                               std::span<TouchedPlane> out) {
    const Refusal refusal = refusalOfPlace(tables, probe, origin);
    if (refusal != Refusal::None) return {0, true, refusal};
    if (!isValidDistance(distance)) return {0, true, Refusal::BadDistance};
    return askPlace(tables, probe, origin, [&](const BodyPlace& place) {
        BodyPlanes found;
        std::int64_t budget = kNeighbourBudget;
        const double reach = std::max(distance, kSurfaceTolerance);
        place.forBrushes({}, reach, budget, [&](std::uint32_t model, std::uint32_t brush) {
            const BodyGap gap = place.gapTo(brush, {});
            if (gap.gap < -kSurfaceTolerance || gap.gap > reach + kRounding) return;
            if (!place.isHidden(brush, gap, budget)) found.add({gap, model, brush});
        });
        if (budget <= 0) return NeighbourCount{0, true, Refusal::TooMuchWork};
        for (std::size_t i = 0; i < std::min(found.count, out.size()); ++i) {
            const BodyPlanes::One& one = found.planes[i];
            const BrushRecord& brush = tables.brushes[one.brush];
            const std::uint32_t face = tables.sides[brush.firstSide + one.gap.face].face;
            out[i] = {one.gap.normal,
                      dot(one.gap.normal, origin) - one.gap.gap,
                      one.gap.gap,
                      one.gap.gap,
                      {one.model},
                      static_cast<Contents>(brush.contents),
                      surfaceOf(tables, {one.brush, face, false, true}),
                      kNoMember};
        }
        return NeighbourCount{found.count};
    });
}

Unstick unstickShape(const Tables& tables, const Probe& probe, const Vec3& origin, double maxDistance) {
    Unstick answer;
    if (isInRange(origin)) answer.position = origin;
    answer.refusal = refusalOfPlace(tables, probe, origin);
    if (answer.refusal == Refusal::None && !isValidDistance(maxDistance)) answer.refusal = Refusal::BadDistance;
    if (answer.refusal != Refusal::None) return answer;
    answer = askPlace(tables, probe, origin,
                      [&](const BodyPlace& place) { return unstickFromPlace(place, origin, maxDistance); });
    if (answer.status != UnstickStatus::Found || staysOnItsSide(tables, probe, origin, answer.position)) return answer;
    Unstick none;
    none.status = UnstickStatus::None;
    none.position = origin;
    return none;
}

}  // namespace hullbake::detail
