// The public function of projectiles.

#include "hullbake/bounce.hpp"

#include "move/bouncer.hpp"
#include "move/move_checks.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Upper bounds of the acceleration, units a second squared, and of friction. Larger values could overflow.
constexpr double kMostPull = 1e6;
constexpr double kMostFriction = 1e3;

bool validRules(const BounceRules& rules) {
    return length(rules.acceleration) <= kMostPull && rules.restitution >= 0 && rules.restitution <= 1 &&
           rules.friction >= 0 && rules.friction <= kMostFriction && isValidDistance(rules.restSpeed) &&
           rules.floorNormal > 0 && rules.floorNormal <= 1 && isValidDistance(rules.unstick);
}

}  // namespace

std::string_view bounceEventName(BounceEvent event) noexcept {
    switch (event) {
        case BounceEvent::Slide:
            return "slide";
        case BounceEvent::Rest:
            return "rest";
        case BounceEvent::Fall:
            return "fall";
        case BounceEvent::Bounce:
            break;
    }
    return "bounce";
}

BounceResult bounce(const ClipMap& map, const Probe& probe, const BounceRules& rules, const BounceState& state,
                    double seconds, std::span<BounceHit> hits) noexcept {
    BounceResult result;
    result.state = state;
    const MoveSpace space(map, probe);
    result.refusal = refusalOfMove(space, state.origin, state.velocity, rules.acceleration, seconds);
    if (result.refusal == Refusal::None && !validRules(rules)) result.refusal = Refusal::BadRules;
    if (result.refusal != Refusal::None) return result;
    PathRecorder noPath({});
    Bouncer(space, noPath, rules, state, seconds, hits).run(result);
    if (result.status != SlideStatus::Moved) result.refusal = space.refused();
    result.traces = space.traces();
    result.touchings = space.touchings();
    return result;
}

}  // namespace hullbake
