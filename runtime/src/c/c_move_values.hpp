// Converts the structs of moves between C and C++, and asserts that their numbers agree.
#pragma once

#include "c/c_values.hpp"
#include "hullbake/slide.hpp"

namespace hullbake::detail {

static_assert(HullbakeSlideModeRobust == int(SlideMode::Robust) && HullbakeSlideModeClassic == int(SlideMode::Classic));
static_assert(HullbakePathEnd == int(PathEvent::End) && HullbakePathBump == int(PathEvent::Bump) &&
              HullbakePathLand == int(PathEvent::Land) && HullbakePathGround == int(PathEvent::Ground) &&
              HullbakePathStepUp == int(PathEvent::StepUp) && HullbakePathStepOver == int(PathEvent::StepOver) &&
              HullbakePathStepDown == int(PathEvent::StepDown) && HullbakePathDrop == int(PathEvent::Drop) &&
              HullbakePathFall == int(PathEvent::Fall) && HullbakePathClear == int(PathEvent::Clear) &&
              HullbakePathUnstick == int(PathEvent::Unstick) && HullbakePathBend == int(PathEvent::Bend));
static_assert(HullbakeSlideMoved == int(SlideStatus::Moved) && HullbakeSlideStuck == int(SlideStatus::Stuck) &&
              HullbakeSlideInvalid == int(SlideStatus::Invalid));
static_assert(HullbakeAnchorFeet == int(Anchor::Feet) && HullbakeAnchorOrigin == int(Anchor::Origin) &&
              HullbakeAnchorCentre == int(Anchor::Centre) && HullbakeAnchorHead == int(Anchor::Head));
static_assert(HULLBAKE_MAX_MOVE_PLANES == kMaxMovePlanes && HULLBAKE_MAX_MOVE_SECONDS == kMaxMoveSeconds &&
              HULLBAKE_DEFAULT_UNSTICK == kDefaultUnstick && HULLBAKE_GROUND_NORMAL == WalkRules{}.groundNormal);

/// Returns true if a C caller's number is a SlideMode.
inline bool knownMode(HullbakeSlideMode mode) {
    return mode <= HullbakeSlideModeClassic;
}
inline bool knownAnchor(HullbakeAnchor anchor) {
    return anchor <= HullbakeAnchorHead;
}

inline std::uint8_t flagToC(bool set) {
    return static_cast<std::uint8_t>(set ? 1 : 0);
}

inline ClassicRules fromC(const HullbakeClassicRules& rules) {
    return {rules.bumps, rules.overbounce, rules.stopSpeed};
}
inline SlideInput fromC(const HullbakeSlideInput& input) {
    return {fromC(input.origin),   fromC(input.velocity), input.seconds, fromC(input.acceleration),
            SlideMode(input.mode), fromC(input.classic),  input.unstick};
}
inline WalkRules fromC(const HullbakeWalkRules& rules) {
    WalkRules read;
    read.gravity = rules.gravity;
    read.stepHeight = rules.stepHeight;
    read.groundNormal = rules.groundNormal;
    read.mode = SlideMode(rules.mode);
    read.classic = fromC(rules.classic);
    read.unstick = rules.unstick;
    if (rules.swims != 0) read.swim = {Contents{rules.liquids}, rules.buoyancy, rules.drag, rules.ledge};
    read.ladders = Contents{rules.ladders};
    read.ladderReach = rules.ladderReach;
    return read;
}
inline WalkState fromC(const HullbakeWalkState& state) {
    return {fromC(state.origin),
            fromC(state.velocity),
            state.onGround != 0,
            state.wedged != 0,
            {fromC(state.groundNormal), state.groundDist},
            Contents{state.groundContents},
            {state.groundModel},
            {state.groundMember},
            state.swimming != 0,
            state.climbing != 0,
            fromC(state.ladder)};
}

inline HullbakePathPoint toC(const PathPoint& point) {
    return {sizeof(HullbakePathPoint),
            static_cast<HullbakePathEvent>(point.event),
            toC(point.position),
            point.time,
            toC(point.plane.normal),
            point.plane.dist,
            static_cast<HullbakeContents>(point.contents),
            point.model.value,
            point.member.value,
            0};
}
inline HullbakeSlideResult toC(const SlideResult& result) {
    HullbakeSlideResult c = HULLBAKE_SLIDE_RESULT_INIT;
    c.status = static_cast<HullbakeSlideStatus>(result.status);
    c.origin = toC(result.origin);
    c.velocity = toC(result.velocity);
    c.blocked = flagToC(result.blocked);
    c.refusal = toC(result.refusal);
    c.pathPoints = static_cast<std::uint32_t>(result.pathPoints);
    c.traces = result.traces;
    c.touchings = result.touchings;
    c.planeCount = result.planeCount;
    for (std::uint32_t i = 0; i < result.planeCount; ++i) c.planes[i] = toC(result.planes[i]);
    return c;
}
inline HullbakeWalkState toC(const WalkState& state) {
    return {sizeof(HullbakeWalkState),
            flagToC(state.onGround),
            flagToC(state.wedged),
            flagToC(state.swimming),
            flagToC(state.climbing),
            toC(state.origin),
            toC(state.velocity),
            toC(state.ground.normal),
            state.ground.dist,
            static_cast<HullbakeContents>(state.groundContents),
            state.groundModel.value,
            state.groundMember.value,
            0,
            toC(state.ladder)};
}
inline HullbakeWalkResult toC(const WalkResult& result) {
    HullbakeWalkResult c = HULLBAKE_WALK_RESULT_INIT;
    c.status = static_cast<HullbakeSlideStatus>(result.status);
    c.landed = flagToC(result.landed);
    c.leftGround = flagToC(result.leftGround);
    c.refusal = toC(result.refusal);
    c.blocked = flagToC(result.blocked);
    c.refusal = toC(result.refusal);
    c.pathPoints = static_cast<std::uint32_t>(result.pathPoints);
    c.landingSpeed = result.landingSpeed;
    c.climbed = result.climbed;
    c.steps = result.steps;
    c.traces = result.traces;
    c.touchings = result.touchings;
    c.planeCount = result.planeCount;
    for (std::uint32_t i = 0; i < result.planeCount; ++i) c.planes[i] = toC(result.planes[i]);
    return c;
}
inline HullbakeGround toC(const Ground& ground) {
    return {sizeof(HullbakeGround),
            flagToC(ground.found),
            flagToC(ground.walkable),
            toC(ground.refusal),
            0,
            ground.gap,
            toC(ground.plane.normal),
            ground.plane.dist,
            static_cast<HullbakeContents>(ground.contents),
            ground.model.value,
            toC(ground.surface),
            ground.member.value,
            0};
}
inline HullbakeHullChange toC(const HullChange& change) {
    return {sizeof(HullbakeHullChange), flagToC(change.fits), toC(change.refusal), {0, 0}, toC(change.origin)};
}

}  // namespace hullbake::detail
