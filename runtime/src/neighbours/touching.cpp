// Finds the planes of grown brushes near a box.
// In: a probe, its position and a distance. Out: planes, the nearest first.
// Counts only faces of the union of the brushes: faces, and parts of faces, that other brushes hide are skipped.

#include <algorithm>
#include <array>
#include <cmath>

#include "hullbake/clip_map.hpp"
#include "neighbours/nearest_free_point.hpp"
#include "neighbours/neighbour_set.hpp"
#include "neighbours/shape_neighbours.hpp"
#include "query/probe_checks.hpp"
#include "query/shape_query.hpp"
#include "query/surface.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake {

using namespace detail;
using namespace format;

namespace {

// Distance in front of a face, units, at which covering brushes are looked up, each enlarged by one tolerance.
// A brush that ends in the plane of the face hides nothing. One that reaches out of it by more than the tolerance hides
// the face, and so does one that leaves a crack of at most about three tolerances.
// Not a round number, because planes at a common angle to the face must not lie on the limit.
constexpr double kInFront = 2.2 * kSurfaceTolerance;
// Depth in a brush, units, from which the brush hides a face behind it. The end of the path may lie 1.2 tolerances deep
// in a brush that hides a neighbouring part.
constexpr double kBetween = 4 * kSurfaceTolerance;
// Half the least width of a face, units: narrower faces are skipped. A brush grown by a flat box may touch the plane of
// a bevel in an edge only.
constexpr double kNarrow = kSurfaceTolerance / 2;
// Upper bounds of the difference of unit normals and of distances, units, between equal planes.
constexpr double kEqualNormals = 1e-6;
constexpr double kEqualDistances = kSurfaceTolerance;

// Obstacles for points of a face's plane: outside the face, in front of another plane of its brush, or covered by
// another brush.
class HiddenParts {
  public:
    struct Obstacle {
        HalfSpace back;                      // half-space behind another plane of the same brush
        const BrushRecord* cover = nullptr;  // brush that covers the point
    };

    HiddenParts(const NeighbourSet& near, const BrushRecord& brush, const SideRecord& side)
        : near_(near), brush_(brush), side_(side), inFront_(near.planeOf(side).normal * kInFront) {}

    bool at(const Vec3& x, Obstacle& obstacle) const {
        if (outside(x, 0, obstacle.back)) return true;
        const Vec3 p = x + inFront_;
        double deepest = kRounding;
        near_.forBrushes(p, p, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
            const BrushRecord& other = near_.brush(index);
            if (&other == &brush_) return;
            double depth = 1e30;
            for (const SideRecord& side : near_.sidesOf(other)) {
                if (!sideCounts(side, near_.set.box)) continue;
                depth = std::min(depth, kSurfaceTolerance - distanceTo(near_.planeOf(side), p));
                if (depth <= deepest) return;
            }
            deepest = depth;
            obstacle.cover = &other;
        });
        return obstacle.cover != nullptr;
    }

    template <class Visit>
    void forWays(const Obstacle& obstacle, const Visit& visit) const {
        if (obstacle.cover == nullptr) {
            visit(0, obstacle.back);
            return;
        }
        std::uint32_t i = 0;
        for (const SideRecord& side : near_.sidesOf(*obstacle.cover)) {
            ++i;
            if (!sideCounts(side, near_.set.box)) continue;
            const Plane plane = near_.planeOf(side);
            const double room = kSurfaceTolerance - dot(plane.normal, inFront_);
            visit(i, HalfSpace{plane.normal, plane.dist + room, room});
        }
    }

    // Returns true if x is outside the brush's other sides when each is moved inwards by `margin`. `back` becomes the
    // half-space behind the plane that x is farthest in front of.
    bool outside(const Vec3& x, double margin, HalfSpace& back) const {
        double worst = kRounding;
        for (const SideRecord& side : near_.sidesOf(brush_)) {
            if (&side == &side_ || !sideCounts(side, near_.set.box)) continue;
            const Plane plane = near_.planeOf(side);
            const double lacks = distanceTo(plane, x) + margin;
            if (lacks <= worst) continue;
            worst = lacks;
            back = {-plane.normal, margin - plane.dist};
        }
        return worst > kRounding;
    }

  private:
    const NeighbourSet& near_;
    const BrushRecord& brush_;
    const SideRecord& side_;
    Vec3 inFront_;
};

// Presents the face, narrowed by kNarrow on all sides, to NearestFreePoint: it finds no point if the face is too
// narrow.
class Narrowed {
  public:
    using Obstacle = HalfSpace;
    explicit Narrowed(const HiddenParts& parts) : parts_(parts) {}
    bool at(const Vec3& x, HalfSpace& back) const { return parts_.outside(x, kNarrow, back); }
    template <class Visit>
    void forWays(const HalfSpace& back, const Visit& visit) const {
        visit(0, back);
    }

  private:
    const HiddenParts& parts_;
};

struct Found {
    Plane plane;  // its distance is relative to the origin
    double gap = 0;
    std::uint32_t model = 0, brush = 0, side = 0;
    bool bevel = false;

    double distance() const { return -plane.dist; }
    bool same(const Found& other) const {
        return length(plane.normal - other.plane.normal) <= kEqualNormals &&
               std::fabs(distance() - other.distance()) <= kEqualDistances;
    }
    // Orders planes: the nearest, then faces before bevels, then the first in the map.
    bool before(const Found& other) const {
        if (std::fabs(gap - other.gap) > kRounding) return gap < other.gap;
        if (bevel != other.bevel) return other.bevel;
        if (model != other.model) return model < other.model;
        return brush != other.brush ? brush < other.brush : side < other.side;
    }
};

class TouchSearch {
  public:
    TouchSearch(const NeighbourSet& near, double distance)
        : near_(near), reach_(std::max(distance, kSurfaceTolerance)) {}

    // Searches. Returns why the query is refused, or None.
    Refusal run() {
        near_.forBrushes({}, {}, reach_ + kNearBrush, [&](std::uint32_t model, std::uint32_t index) {
            const BrushRecord& brush = near_.brush(index);
            double outside = -1e30;
            for (const SideRecord& side : near_.sidesOf(brush)) {
                if (!sideCounts(side, near_.set.box)) continue;
                --budget_;
                outside = std::max(outside, -near_.planeOf(side).dist);
                if (outside > reach_) return;
            }
            held_ = held_ || outside <= 0;
            for (std::uint32_t i = 0; i < brush.sideCount && budget_ > 0; ++i) consider(model, index, i);
        });
        // A box inside the union of some brushes touches nothing, even in a seam where no single brush contains it.
        if (held_ && isStuck(near_, {}, budget_, tooMuch_)) count_ = 0;
        // Orders exactly, because before() does not order planes whose gaps differ by rounding.
        const auto isNearer = [](const Found& a, const Found& b) {
            if (a.gap != b.gap) return a.gap < b.gap;
            if (a.model != b.model) return a.model < b.model;
            return a.brush != b.brush ? a.brush < b.brush : a.side < b.side;
        };
        // As a heap, which takes less code than std::sort: they are few.
        std::make_heap(found_.begin(), found_.begin() + count_, isNearer);
        std::sort_heap(found_.begin(), found_.begin() + count_, isNearer);
        return budget_ > 0 && !tooMuch_ ? Refusal::None : Refusal::TooMuchWork;
    }

    std::span<const Found> found() const { return {found_.data(), count_}; }

  private:
    void consider(std::uint32_t model, std::uint32_t index, std::uint32_t i) {
        const BrushRecord& brush = near_.brush(index);
        const SideRecord& side = near_.sidesOf(brush)[i];
        if (!sideCounts(side, near_.set.box)) return;
        Found found{near_.planeOf(side), 0, model, index, i, (side.flags & kSideIsBevel) != 0};
        if (found.distance() < -kSurfaceTolerance || found.distance() > reach_) return;
        const HiddenParts parts(near_, brush, side);
        Region plane;
        if (!plane.add({found.plane.normal, found.plane.dist}) || !plane.add({-found.plane.normal, -found.plane.dist}))
            return;
        const Region::Mark whole = plane.mark();
        NearestFreePoint search(parts, plane, budget_);
        const bool near = search.run(reach_ + kTouchLength);
        tooMuch_ = tooMuch_ || search.incomplete();
        // The distance kept to one of two nearly parallel planes may lead far along it, past other obstacles.
        const Vec3 place = search.place(), nearer = search.placeWithoutRoom();
        found.gap = length(length(nearer - place) <= kTouchLength ? nearer : place);
        if (!near || found.gap > reach_ + kRounding || isBehind(place, brush)) return;
        plane.reset(whole);
        const Narrowed narrowed(parts);
        if (NearestFreePoint(narrowed, plane, budget_).run(1e30)) keep(found);
    }

    // Returns true if another brush lies between the box and a point of the face.
    bool isBehind(const Vec3& x, const BrushRecord& brush) {
        const Vec3 low{std::min(0.0, x.x), std::min(0.0, x.y), std::min(0.0, x.z)}, high = x - low;
        bool behind = false;
        near_.forBrushes(low, high, kNearBrush, [&](std::uint32_t, std::uint32_t index) {
            const BrushRecord& other = near_.brush(index);
            if (behind || &other == &brush) return;
            double enter = 0, leave = 1;
            for (const SideRecord& side : near_.sidesOf(other)) {
                if (!sideCounts(side, near_.set.box)) continue;
                --budget_;
                const Plane plane = near_.planeOf(side);
                const double d0 = -plane.dist + kBetween, d1 = d0 + dot(plane.normal, x);
                if (d0 >= 0 && d1 >= 0) return;
                if (d0 > 0)
                    enter = std::max(enter, d0 / (d0 - d1));
                else if (d1 > 0)
                    leave = std::min(leave, d0 / (d0 - d1));
            }
            behind = enter < leave;
        });
        return behind;
    }

    void keep(const Found& found) {
        for (std::size_t i = 0; i < count_; ++i) {
            if (!found_[i].same(found)) continue;
            if (found.before(found_[i])) found_[i] = found;
            return;
        }
        if (count_ < found_.size()) found_[count_++] = found;
    }

    const NeighbourSet& near_;
    double reach_;
    std::array<Found, kMaxTouchedPlanes> found_;
    std::size_t count_ = 0;
    std::int64_t budget_ = kTraceBudget;
    bool held_ = false, tooMuch_ = false;
};

// Returns the surface of a plane's side. Bodies have none.
Surface surfaceOfFound(const Tables& tables, const NeighbourSet& near, const Found& found, const SideRecord& side) {
    const std::uint32_t brush =
        near.isOfMember(found.brush) ? near.members->source(near.memberIndex(found.brush)) : found.brush;
    if (brush == kNoIndex) return {};
    return surfaceOf(tables, {brush, side.face, (side.flags & kSideIsBevel) != 0, true});
}

NeighbourCount touchingIn(const Tables& tables, const NeighbourSet& near, const Vec3& displacement, double distance,
                          std::span<TouchedPlane> out) {
    if (!near.valid) return {0, true, near.refusal};
    if (!isValidDistance(distance)) return {0, true, Refusal::BadDistance};
    TouchSearch search(near, distance);
    const Refusal refusal = search.run();
    if (refusal != Refusal::None) return {0, true, refusal};
    const std::span<const Found> found = search.found();
    for (std::size_t i = 0; i < std::min(found.size(), out.size()); ++i) {
        const Found& plane = found[i];
        const BrushRecord& brush = near.brush(plane.brush);
        const SideRecord& side = near.sidesOf(brush)[plane.side];
        const Plane grown = grownPlane(side, near.set.box);
        out[i] = {grown.normal,
                  grown.dist,
                  plane.distance(),
                  plane.gap,
                  {plane.model},
                  static_cast<Contents>(brush.contents),
                  surfaceOfFound(tables, near, plane, side),
                  kNoMember};
        if (near.isOfMember(plane.brush)) {
            out[i].model = near.members->model(near.memberIndex(plane.brush));
            out[i].member = near.members->member(near.memberIndex(plane.brush));
        }
        if (!(displacement == Vec3{})) out[i].dist += dot(grown.normal, displacement);
    }
    return {found.size(), false};
}

// Adds the planes that touch round bodies, each where it is nearest, to those of brushes.
void addRoundPlanes(const MemberBrushes& room, const Shape& shape, const Vec3& origin, double distance,
                    std::span<TouchedPlane> out, NeighbourCount& answer) {
    const double reach = std::max(distance, kSurfaceTolerance);
    for (std::uint32_t i = 0; i < room.roundCount() && answer.count < kMaxTouchedPlanes; ++i) {
        const Body& body = room.round(i);
        const RoundGap gap = gapToRound(shape, body, origin);
        if (gap.distance < -kSurfaceTolerance || gap.distance > reach + kRounding) continue;
        const std::size_t written = std::min(answer.count++, out.size());
        std::size_t at = written;
        if (at == out.size() && (at == 0 || !(gap.distance < out[--at].distance))) continue;
        for (; at > 0 && gap.distance < out[at - 1].distance; --at) out[at] = out[at - 1];
        out[at] = {gap.normal,   dot(gap.normal, origin) - gap.distance,
                   gap.distance, gap.distance,
                   {},           body.contents,
                   {},           room.roundMember(i)};
    }
}

// Its own frame, because the brushes of members take much stack.
HULLBAKE_NOINLINE NeighbourCount touchingWithScene(const Tables& tables, const Probe& probe, const Vec3& origin,
                                                   double distance, std::span<TouchedPlane> out) {
    NeighbourSet near = neighboursOf(tables, probe, origin);
    if (near.valid && !isValidDistance(distance)) return {0, true, Refusal::BadDistance};
    MemberBrushes room;
    addMembers(tables, probe, origin, std::max(distance, kSurfaceTolerance) + kTouchLength, room, near);
    NeighbourCount answer = touchingIn(tables, near, displacementOf(probe), distance, out);
    if (!answer.invalid) addRoundPlanes(room, shapeOf(tables, probe), origin, distance, out, answer);
    return answer;
}

}  // namespace

NeighbourCount ClipMap::touching(const Probe& probe, const Vec3& origin, double distance,
                                 std::span<TouchedPlane> out) const noexcept {
    if (probe.shape != nullptr) {
        const std::optional<Probe> plain = plainProbe(probe);
        return plain ? touching(*plain, origin, distance, out) : touchingOfShape(tables_, probe, origin, distance, out);
    }
    if (probe.scene != nullptr) return touchingWithScene(tables_, probe, origin, distance, out);
    return touchingIn(tables_, neighboursOf(tables_, probe, origin), displacementOf(probe), distance, out);
}

}  // namespace hullbake
