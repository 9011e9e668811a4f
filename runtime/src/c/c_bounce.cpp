// The C interface of projectiles.

#include <algorithm>
#include <array>

#include "c/c_move_values.hpp"
#include "c/c_probe.hpp"
#include "c/caller_array.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/bounce.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

constexpr HullbakeBounceRules kDefaultRules = HULLBAKE_BOUNCE_RULES_INIT;

static_assert(HullbakeBounceOff == int(BounceEvent::Bounce) && HullbakeBounceSlide == int(BounceEvent::Slide) &&
              HullbakeBounceRest == int(BounceEvent::Rest) && HullbakeBounceFall == int(BounceEvent::Fall));
static_assert(kDefaultRules.acceleration.z == BounceRules{}.acceleration.z &&
              kDefaultRules.restitution == BounceRules{}.restitution &&
              kDefaultRules.friction == BounceRules{}.friction && kDefaultRules.restSpeed == BounceRules{}.restSpeed &&
              kDefaultRules.floorNormal == BounceRules{}.floorNormal);

BounceRules rulesOf(const HullbakeBounceRules& rules) {
    return {fromC(rules.acceleration), rules.restitution, rules.friction,
            rules.restSpeed,           rules.floorNormal, rules.unstick};
}

HullbakeBounceHit hitToC(const BounceHit& hit) {
    return {sizeof(HullbakeBounceHit),
            static_cast<HullbakeBounceEvent>(hit.event),
            hit.time,
            toC(hit.position),
            toC(hit.before),
            toC(hit.after),
            toC(hit.plane.normal),
            hit.plane.dist,
            static_cast<HullbakeContents>(hit.contents),
            hit.model.value,
            hit.member.value,
            0};
}

using HitRoom = CallerArray<HullbakeBounceHit>;

BounceResult bounceInto(const HitRoom& to, const ClipMap& map, const Probe& probe, const BounceRules& rules,
                        const BounceState& state, double seconds) {
    if (to.room == 0) return bounce(map, probe, rules, state, seconds);
    std::array<BounceHit, HULLBAKE_MAX_BOUNCE_HITS> scratch;
    const std::span<BounceHit> hits(scratch.data(), std::min(scratch.size(), to.room));
    const BounceResult result = bounce(map, probe, rules, state, seconds, hits);
    to.write(std::span<const BounceHit>(hits.first(std::min(result.hits, hits.size()))), hitToC);
    return result;
}

HullbakeStatus answerBounce(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeBounceRules* rules,
                            HullbakeBounceState* state, double seconds, const HitRoom& hits, BounceResult& answer) {
    if (rules == nullptr || state == nullptr) return HullbakeStatusNullArgument;
    HullbakeBounceState before = HULLBAKE_BOUNCE_STATE_INIT;
    HullbakeBounceRules read = kDefaultRules;
    if (!readSized(state, HULLBAKE_BOUNCE_STATE_MIN, before)) return HullbakeStatusBadSize;
    if (!readSized(rules, HULLBAKE_BOUNCE_RULES_MIN, read)) return HullbakeStatusBadSize;
    ReadProbe mover;
    HullbakeStatus status = readProbe(map, probe, mover);
    if (status == HullbakeStatusOk) status = hits.status(HULLBAKE_BOUNCE_HIT_MIN);
    if (status != HullbakeStatusOk) return status;
    const BounceState from{fromC(before.origin), fromC(before.velocity), before.resting != 0};
    answer = bounceInto(hits, map->clip, mover, rulesOf(read), from, seconds);
    if (answer.status == SlideStatus::Invalid) return HullbakeStatusInvalidQuery;
    const BounceState& after = answer.state;
    writeSized(
        state, before.size,
        HullbakeBounceState{before.size, flagToC(after.resting), {0, 0, 0}, toC(after.origin), toC(after.velocity)});
    return HullbakeStatusOk;
}

}  // namespace

HullbakeStatus hullbakeBounce(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeBounceRules* rules,
                              HullbakeBounceState* state, double seconds, HullbakeBounceResult* result,
                              HullbakeBounceHit* hits, size_t stride, size_t room) {
    if (result == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeBounceResult>(result, HULLBAKE_BOUNCE_RESULT_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    BounceResult answer;
    answer.refusal = Refusal::BadArguments;
    const HullbakeStatus status = answerBounce(map, probe, rules, state, seconds, {hits, stride, room}, answer);
    HullbakeBounceResult told = HULLBAKE_BOUNCE_RESULT_INIT;
    told.status = static_cast<HullbakeSlideStatus>(answer.status);
    told.refusal = toC(answer.refusal);
    told.hits = static_cast<std::uint32_t>(answer.hits);
    told.traces = answer.traces;
    told.touchings = answer.touchings;
    writeSized(result, size, told);
    return status;
}
