// Bodies that overlap a mover: one that has jumped there or appeared, or that was let in.
// It pushes them nowhere, and they may leave. But neither their own way nor what pushes or carries them takes them
// farther in than they are: in each brush of the mover the side that is nearest stops them, as if it did not move. So
// do its other brushes where the body comes to them.

#include <utility>

#include "brushes/model_brushes.hpp"
#include "brushes/turned_set.hpp"
#include "scene/members.hpp"
#include "world/box_sweep.hpp"
#include "world/step.hpp"

namespace hullbake::detail {

namespace {

// A place seen from a brush: the side that it is farthest in front of, or the least way behind.
struct BrushPlace {
    double gap = kNoDemand;
    Vec3 normal;

    bool isInside() const { return gap < -kSurfaceTolerance; }
};

// Calls visit(plane) for each side of the brush that counts.
template <class Set, class Visit>
void forPlanes(const Set& set, const format::BrushRecord& brush, const Visit& visit) {
    const typename Set::Sides sides = set.sidesOf(brush);
    for (std::uint32_t s = 0; s < sides.size(); ++s) {
        const format::SideRecord side = sides[s];
        if (sideCounts(side, set.box)) visit(grownPlane(side, set.box));
    }
}

// Calls visit(brush, place) for each brush near the way, with where its start is.
template <class Set, class Visit>
void forBrushes(const Set& set, const Vec3& from, const Vec3& to, Contents mask, const Visit& visit) {
    const Vec3 half = (to - from) * 0.5;
    set.forBrushesAt(
        from + half,
        [&](std::uint32_t index) {
            const format::BrushRecord& brush = set.brushes[index];
            if (!any(static_cast<Contents>(brush.contents) & mask) || !set.rule.takesPart(brush)) return;
            BrushPlace place;
            forPlanes(set, brush, [&](const Plane& plane) {
                const double gap = distanceTo(plane, from);
                if (gap > place.gap) place = {gap, plane.normal};
            });
            visit(brush, place);
        },
        kNearBrush + length(half));
}

// Sweeps along a way that begins in front of the brush, by the planes. Corners cut by less than the tolerance are
// missed.
template <class Set>
BoxMeet sweepBrush(const Set& set, const format::BrushRecord& brush, const Vec3& from, const Vec3& to) {
    BoxMeet meet;
    double enter = -1, leave = 1;
    forPlanes(set, brush, [&](const Plane& plane) {
        const double here = distanceTo(plane, from), there = distanceTo(plane, to);
        if (here > -kSurfaceTolerance && there > -kSurfaceTolerance) {
            leave = -1;
        } else if (here > -kSurfaceTolerance) {
            const double at = std::max(here / (here - there), 0.0);
            if (at <= enter) return;
            enter = at;
            meet.normal = plane.normal;
        } else if (there > -kSurfaceTolerance) {
            leave = std::min(leave, here / (here - there));
        }
    });
    meet.hit = enter >= 0 && leave - enter > kSurfaceTolerance / length(to - from);
    meet.fraction = enter;
    return meet;
}

}  // namespace

// Calls visit(set, from, to, brush, place) for the brushes of the mover near the body's way from where it is.
template <class Visit>
void WorldStep::forBrushesOf(std::uint32_t mover, std::uint32_t i, const Vec3& way, const Visit& visit) const {
    const Box& box = world_.bodies[bodyOf(i)].box;
    const Contents mask = world_.passengers[bodyOf(i)].mask;
    const ModelId model = world_.models[world_.movers[mover].model].model;
    const Transform pose = poseOf(mover, now_);
    const auto visitAll = [&](const auto& set, const Vec3& from) {
        const Vec3 to = from + way;
        forBrushes(set, from, to, mask, [&](const format::BrushRecord& brush, const BrushPlace& place) {
            visit(set, from, to, brush, place);
        });
    };
    if (pose.turns())
        visitAll(turnedBrushes(map_.tables(), box, model, pose), placeOf(i, now_));
    else
        visitAll(boxBrushes(map_.tables(), box, model), placeOf(i, now_) - pose.displacement);
}

// Tells which bodies overlap movers that have jumped.
void WorldStep::tellOverlaps() {
    for (std::uint32_t m = 0; m < movers(); ++m) {
        if (!world_.movers[m].jumped || thing(m).gone) continue;
        const ModelId model = world_.models[world_.movers[m].model].model;
        const Box bounds = placedBounds(map_.tables().models[model.value], poseOf(m, now_));
        for (std::uint32_t i = movers(); i < count(); ++i) {
            if (thing(i).gone || areApart(bounds, boxAt(i, now_)) || !meets(i, m)) continue;
            bool told = false;
            forBrushesOf(m, i, {}, [&](const auto&, const Vec3&, const Vec3&, const auto&, const BrushPlace& place) {
                if (place.isInside() && !std::exchange(told, true))
                    tellAt(WorldEventKind::Overlapped, i, m, place.normal);
            });
        }
    }
}

bool WorldStep::standsOn(std::uint32_t i, std::uint32_t mover) const {
    while (isBody(i)) i = thing(i).carrier;
    return i == mover;
}

// Stops a body after so many seconds where it would go farther into the mover that it overlaps, or into another brush
// of it. One that stands on it goes along; where that turns, until something pushes it another way.
void WorldStep::keepFromGoingIn(std::uint32_t i, std::uint32_t mover, const Vec3& normal, double seconds) {
    const bool stands = standsOn(i, mover), turns = stands && thing(mover).turning;
    const double least = -kAlongPart * fastest_;
    if (turns && dot(normal, thing(i).velocity - velocityAlong(i)) >= least) return;
    const Vec3 relative = stands && !turns ? thing(i).velocity - thing(mover).velocity : thing(i).velocity;
    if (dot(normal, relative) >= least) return;
    WorldMeeting meeting;
    if (stands && !turns) meeting.other = mover;
    meeting.member = memberOf(mover);
    meeting.normal = normal;
    note(i, relative, seconds, meeting);
}

// The body overlaps the mover, which does not turn. `way` is how it goes in so many seconds, seen from the mover.
void WorldStep::findOverlapped(std::uint32_t i, std::uint32_t mover, const Vec3& way, double seconds) {
    forBrushesOf(mover, i, way,
                 [&](const auto& set, const Vec3& from, const Vec3& to, const format::BrushRecord& brush,
                     const BrushPlace& place) {
                     if (place.isInside()) return keepFromGoingIn(i, mover, place.normal, 0);
                     const BoxMeet meet = sweepBrush(set, brush, from, to);
                     if (meet.hit) keepFromGoingIn(i, mover, meet.normal, meet.fraction * seconds);
                 });
}

}  // namespace hullbake::detail
