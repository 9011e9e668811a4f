// Bodies that overlap a mover: one that has jumped there or appeared, or that was let in.
// It pushes them nowhere, and they may leave. But neither their own way nor what pushes or carries them takes them
// farther in than they are: in each brush of the mover the side that is nearest stops them, as if it did not move.

#include <utility>

#include "brushes/model_brushes.hpp"
#include "brushes/turned_set.hpp"
#include "scene/members.hpp"
#include "world/step.hpp"

namespace hullbake::detail {

namespace {

// Calls visit(normal) for each brush that the box is in, with the normal of the side through which it is out first.
template <class Set, class Visit>
void forWaysOut(const Set& set, const Vec3& origin, Contents mask, const Visit& visit) {
    set.forBrushesAt(origin, [&](std::uint32_t index) {
        const format::BrushRecord& brush = set.brushes[index];
        if (!any(static_cast<Contents>(brush.contents) & mask) || !set.rule.takesPart(brush)) return;
        const typename Set::Sides sides = set.sidesOf(brush);
        double nearest = kNoDemand;
        Vec3 normal;
        for (std::uint32_t s = 0; s < sides.size(); ++s) {
            const format::SideRecord side = sides[s];
            if (!sideCounts(side, set.box)) continue;
            const Plane plane = grownPlane(side, set.box);
            const double gap = distanceTo(plane, origin);
            if (gap <= nearest) continue;
            nearest = gap;
            normal = plane.normal;
        }
        if (nearest < -kSurfaceTolerance) visit(normal);
    });
}

}  // namespace

template <class Visit>
void WorldStep::forOverlaps(std::uint32_t i, std::uint32_t mover, const Visit& visit) const {
    const Box& box = world_.bodies[bodyOf(i)].box;
    const Contents mask = world_.passengers[bodyOf(i)].mask;
    const ModelId model = world_.models[world_.movers[mover].model].model;
    const Transform pose = poseOf(mover, now_);
    const Vec3 at = placeOf(i, now_);
    if (pose.turns())
        forWaysOut(turnedBrushes(map_.tables(), box, model, pose), at, mask, visit);
    else
        forWaysOut(boxBrushes(map_.tables(), box, model), at - pose.displacement, mask, visit);
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
            forOverlaps(i, m, [&](const Vec3& normal) {
                if (!std::exchange(told, true)) tellAt(WorldEventKind::Overlapped, i, m, normal);
            });
        }
    }
}

bool WorldStep::standsOn(std::uint32_t i, std::uint32_t mover) const {
    while (isBody(i)) i = thing(i).carrier;
    return i == mover;
}

// Stops a body where it would go farther into the mover that it overlaps now. One that stands on it goes along.
void WorldStep::keepFromGoingIn(std::uint32_t i, std::uint32_t mover, const Vec3& normal) {
    const bool stands = standsOn(i, mover);
    if (stands && thing(mover).turning) return;
    const Vec3 relative = stands ? thing(i).velocity - thing(mover).velocity : thing(i).velocity;
    if (dot(normal, relative) >= -kAlongPart * fastest_) return;
    WorldMeeting meeting;
    if (stands) meeting.other = mover;
    meeting.member = memberOf(mover);
    meeting.normal = normal;
    note(i, relative, 0, meeting);
}

void WorldStep::findOverlapped(std::uint32_t i, std::uint32_t mover) {
    forOverlaps(i, mover, [&](const Vec3& normal) { keepFromGoingIn(i, mover, normal); });
}

}  // namespace hullbake::detail
