// Public functions of a walker: walk, groundBelow and changeHull.

#include <algorithm>
#include <array>

#include "hullbake/slide.hpp"
#include "move/classic_walk.hpp"
#include "move/move_checks.hpp"
#include "move/walker.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Upper bound of gravity, units a second squared. Larger values could overflow.
constexpr double kMostGravity = 1e6;

bool validMedia(const WalkRules& rules) {
    if ((rules.swim || any(rules.ladders)) && rules.mode == SlideMode::Classic) return false;
    if (!isValidDistance(rules.ladderReach)) return false;
    if (!rules.swim) return true;
    const auto sound = [](double value) { return value >= 0 && value <= kMostGravity; };
    return sound(rules.swim->buoyancy) && sound(rules.swim->drag) && isValidDistance(rules.swim->ledge);
}

bool validRules(const WalkRules& rules) {
    return rules.gravity >= 0 && rules.gravity <= kMostGravity && rules.stepHeight >= 0 &&
           rules.stepHeight <= kMaxCoordinate && rules.groundNormal > 0 && rules.groundNormal <= 1 &&
           detail::validRules(rules.classic) && isValidDistance(rules.unstick) && validMedia(rules);
}

Refusal refusalOfWalk(const MoveSpace& space, const WalkRules& rules, const WalkState& state, double seconds) {
    const Refusal refusal = refusalOfMove(space, state.origin, state.velocity, {}, seconds);
    if (refusal != Refusal::None) return refusal;
    if (!::hullbake::validRules(rules)) return Refusal::BadRules;
    const bool finite = isFinite(state.ground.normal) && std::isfinite(state.ground.dist) && isFinite(state.ladder);
    return finite ? Refusal::None : Refusal::BadGround;
}

// Only this call knows the ladders: they stop nobody.
void walkRobust(const ClipMap& map, const Probe& probe, const MoveSpace& space, PathRecorder& recorder,
                const WalkRules& rules, const WalkState& state, double seconds, WalkResult& result) {
    if (!any(rules.ladders)) {
        Walker(space, space, recorder, rules, state, seconds).run(result);
        return;
    }
    Probe toLadders = probe;
    toLadders.mask = rules.ladders;
    const MoveSpace ladders(map, toLadders);
    Walker(space, ladders, recorder, rules, state, seconds).run(result);
    result.traces += ladders.traces();
}

Vec3 anchorOf(const Box& box, Anchor anchor) {
    switch (anchor) {
        case Anchor::Feet:
            return {0, 0, box.mins.z};
        case Anchor::Head:
            return {0, 0, box.maxs.z};
        case Anchor::Centre:
            return (box.mins + box.maxs) * 0.5;
        case Anchor::Origin:
            break;
    }
    return {};
}

}  // namespace

WalkResult walk(const ClipMap& map, const Probe& probe, const WalkRules& rules, const WalkState& state, double seconds,
                std::span<PathPoint> path) noexcept {
    WalkResult result;
    result.state = state;
    const MoveSpace space(map, probe);
    result.refusal = refusalOfWalk(space, rules, state, seconds);
    if (result.refusal != Refusal::None) return result;
    PathRecorder recorder(path);
    if (rules.mode == SlideMode::Robust)
        walkRobust(map, probe, space, recorder, rules, state, seconds, result);
    else
        walkClassic(space, recorder, rules, state, seconds, result);
    if (result.status == SlideStatus::Moved)
        result.pathPoints = recorder.count();
    else
        result.refusal = space.refused();
    result.traces += space.traces();
    result.touchings = space.touchings();
    return result;
}

Ground groundBelow(const ClipMap& map, const Probe& probe, const Vec3& origin, double reach,
                   double groundNormal) noexcept {
    Ground ground;
    const MoveSpace space(map, probe);
    ground.refusal = refusalOfLook(space, origin, reach, groundNormal);
    if (ground.refusal != Refusal::None || !(reach > 0)) return ground;
    const Leg down = space.drop(origin, reach, leastGroundNormal(groundNormal));
    const Vec3 under = origin - Vec3{0, 0, reach};
    if (down.invalid) ground.refusal = space.refused();
    if (down.invalid || down.stuck || !down.hit) return ground;
    ground.found = true;
    ground.gap = down.contactFraction * reach;
    ground.plane = down.plane;
    ground.contents = down.contents;
    ground.model = down.model;
    ground.walkable = down.plane.normal.z >= leastGroundNormal(groundNormal);
    ground.member = down.member;
    ground.surface = space.surface(origin, under, down);
    if (ground.walkable) return ground;
    std::array<TouchedPlane, kMaxMovePlanes> room;
    for (const TouchedPlane& plane : space.touching(origin, std::min(reach, 2 * space.skin()), room)) {
        if (plane.normal.z < leastGroundNormal(groundNormal)) continue;
        ground.walkable = true;
        ground.gap = plane.distance / plane.normal.z;
        ground.plane = {plane.normal, plane.dist};
        ground.contents = plane.contents;
        ground.model = plane.model;
        ground.member = plane.member;
        ground.surface = plane.surface;
        break;
    }
    return ground;
}

HullChange changeHull(const ClipMap& map, const Probe& from, const Probe& to, const Vec3& origin, Anchor anchor,
                      double nudge) noexcept {
    HullChange change;
    change.origin = origin;
    const MoveSpace before(map, from), after(map, to);
    change.refusal = before.refusalAt(origin);
    const Vec3 there = origin + anchorOf(before.box(), anchor) - anchorOf(after.box(), anchor);
    if (change.refusal == Refusal::None) change.refusal = after.refusalAt(there);
    if (change.refusal == Refusal::None && !isValidDistance(nudge)) change.refusal = Refusal::BadDistance;
    if (change.refusal != Refusal::None) return change;
    if (after.isFree(there)) {
        change = {true, Refusal::None, there};
    } else if (nudge > 0) {
        const Unstick way = after.unstick(there, nudge);
        if (way.status == UnstickStatus::Found || way.status == UnstickStatus::Free)
            change = {true, Refusal::None, way.position};
    }
    if (!change.fits) change.refusal = after.refused();
    return change;
}

}  // namespace hullbake
