// The C interface of movers.

#include <cstddef>
#include <type_traits>

#include "c/c_probe.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/hullbake_world.h"
#include "hullbake/world.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

constexpr HullbakeWorld kNoWorld = HULLBAKE_WORLD_INIT;
constexpr HullbakeWorldRules kDefaultWorldRules = HULLBAKE_WORLD_RULES_INIT;
constexpr HullbakeStepResult kNoStep = HULLBAKE_STEP_RESULT_INIT;
static_assert(kDefaultWorldRules.skin == WorldRules{}.skin && kDefaultWorldRules.reach == WorldRules{}.reach &&
              kDefaultWorldRules.follow == WorldRules{}.follow && kDefaultWorldRules.sagitta == WorldRules{}.sagitta);

// The arrays of a world are used where the C caller has them.
static_assert(sizeof(HullbakeMover) == sizeof(Mover) && sizeof(HullbakePassenger) == sizeof(Passenger) &&
              sizeof(HullbakeWorldEvent) == sizeof(WorldEvent) &&
              sizeof(HullbakeWorldScratch) == sizeof(WorldScratch) && std::is_standard_layout_v<Mover> &&
              std::is_standard_layout_v<Passenger> && std::is_standard_layout_v<WorldEvent>);
static_assert(offsetof(HullbakeMover, model) == offsetof(Mover, model) &&
              offsetof(HullbakeMover, team) == offsetof(Mover, team) &&
              offsetof(HullbakeMover, parent) == offsetof(Mover, parent) &&
              offsetof(HullbakeMover, pushes) == offsetof(Mover, pushes) &&
              offsetof(HullbakeMover, from) == offsetof(Mover, from) &&
              offsetof(HullbakeMover, to) == offsetof(Mover, to) &&
              offsetof(HullbakeMover, axis) == offsetof(Mover, axis) &&
              offsetof(HullbakeMover, fromDegrees) == offsetof(Mover, fromDegrees) &&
              offsetof(HullbakeMover, toDegrees) == offsetof(Mover, toDegrees) &&
              offsetof(HullbakeMover, seconds) == offsetof(Mover, seconds) &&
              offsetof(HullbakeMover, clock) == offsetof(Mover, clock) &&
              offsetof(HullbakeMover, blocked) == offsetof(Mover, blocked) &&
              offsetof(HullbakeMover, enabled) == offsetof(Mover, enabled) &&
              offsetof(HullbakeMover, jumped) == offsetof(Mover, jumped));
static_assert(offsetof(HullbakePassenger, ground) == offsetof(Passenger, ground) &&
              offsetof(HullbakePassenger, mask) == offsetof(Passenger, mask) &&
              offsetof(HullbakePassenger, stoppedBy) == offsetof(Passenger, stoppedBy) &&
              offsetof(HullbakePassenger, pushable) == offsetof(Passenger, pushable) &&
              offsetof(HullbakePassenger, rides) == offsetof(Passenger, rides));
static_assert(offsetof(HullbakeWorldEvent, time) == offsetof(WorldEvent, time) &&
              offsetof(HullbakeWorldEvent, kind) == offsetof(WorldEvent, kind) &&
              offsetof(HullbakeWorldEvent, mover) == offsetof(WorldEvent, mover) &&
              offsetof(HullbakeWorldEvent, body) == offsetof(WorldEvent, body) &&
              offsetof(HullbakeWorldEvent, other) == offsetof(WorldEvent, other) &&
              offsetof(HullbakeWorldEvent, position) == offsetof(WorldEvent, position) &&
              offsetof(HullbakeWorldEvent, normal) == offsetof(WorldEvent, plane) &&
              offsetof(HullbakeWorldEvent, dist) == offsetof(WorldEvent, plane) + sizeof(Vec3));
static_assert(HullbakeBlockedStop == int(Blocked::Stop) && HullbakeBlockedCrush == int(Blocked::Crush) &&
              HullbakeBlockedThrough == int(Blocked::Through) && HullbakeBlockedRollback == int(Blocked::Rollback));
static_assert(HullbakeWorldArrived == int(WorldEventKind::Arrived) &&
              HullbakeWorldContact == int(WorldEventKind::Contact) &&
              HullbakeWorldScraped == int(WorldEventKind::Scraped) &&
              HullbakeWorldLeftGround == int(WorldEventKind::LeftGround) &&
              HullbakeWorldBlocked == int(WorldEventKind::Blocked) &&
              HullbakeWorldCrushed == int(WorldEventKind::Crushed) &&
              HullbakeWorldOverlapped == int(WorldEventKind::Overlapped));
static_assert(HULLBAKE_MAX_MOVERS == kMaxMovers && HULLBAKE_MAX_WORLD_BODIES == kMaxWorldBodies &&
              HULLBAKE_MAX_MOVER_DEPTH == kMaxMoverDepth && HULLBAKE_MAX_LEG_SECONDS == kMaxLegSeconds &&
              HULLBAKE_MAX_TURN == kMaxTurn && HULLBAKE_MAX_TURN_PIECES == kMaxTurnPieces &&
              HULLBAKE_NO_MOVER == kNoMover && HULLBAKE_NO_TEAM == kNoTeam);

// What a C caller gives for a step.
struct ReadWorld {
    WorldRules rules;
    World world;
    std::span<WorldScratch> scratch;
    std::span<WorldEvent> events;
};

HullbakeStatus readWorld(const HullbakeWorldRules* rules, const HullbakeWorld* theirs, ReadWorld& read) {
    if (rules == nullptr || theirs == nullptr) return HullbakeStatusNullArgument;
    HullbakeWorldRules asked = kDefaultWorldRules;
    HullbakeWorld c = kNoWorld;
    if (!readSized(rules, HULLBAKE_WORLD_RULES_MIN, asked) || !readSized(theirs, sizeof c, c))
        return HullbakeStatusBadSize;
    const bool missing = (c.modelCount > 0 && c.models == nullptr) || (c.moverCount > 0 && c.movers == nullptr) ||
                         (c.bodyCount > 0 && (c.bodies == nullptr || c.passengers == nullptr)) ||
                         (c.scratchCount > 0 && c.scratch == nullptr) || (c.eventRoom > 0 && c.events == nullptr);
    if (missing) return HullbakeStatusNullArgument;
    read.rules = {asked.skin, asked.reach, asked.follow, asked.sagitta};
    read.world.models = {reinterpret_cast<PlacedModel*>(c.models), c.modelCount};
    read.world.movers = {reinterpret_cast<Mover*>(c.movers), c.moverCount};
    read.world.bodies = {reinterpret_cast<Body*>(c.bodies), c.bodyCount};
    read.world.passengers = {reinterpret_cast<const Passenger*>(c.passengers), c.bodyCount};
    if (c.turned != nullptr) read.world.turned = {c.turned, c.bodyCount};
    read.scratch = {reinterpret_cast<WorldScratch*>(c.scratch), c.scratchCount};
    read.events = {reinterpret_cast<WorldEvent*>(c.events), c.eventRoom};
    return HullbakeStatusOk;
}

// Makes a step and writes its result; `step(read, fraction)` is the call.
template <class Step>
HullbakeStatus answerStep(const HullbakeMap* map, const HullbakeWorldRules* rules, const HullbakeWorld* world,
                          HullbakeStepResult* result, const Step& step) {
    if (map == nullptr || result == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeStepResult>(result, HULLBAKE_STEP_RESULT_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeStepResult c = kNoStep;
    ReadWorld read;
    const HullbakeStatus status = readWorld(rules, world, read);
    if (status != HullbakeStatusOk) {
        c.refusal = toC(Refusal::BadArguments);
        writeSized(result, size, c);
        return status;
    }
    const StepResult answer = step(read, c.fraction);
    c.refusal = toC(answer.refusal);
    c.rolledBack = answer.rolledBack ? 1 : 0;
    c.tooMuch = answer.tooMuch ? 1 : 0;
    c.stopped = answer.stopped;
    c.events = answer.events;
    c.casts = answer.casts;
    writeSized(result, size, c);
    return answer.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

}  // namespace

HullbakeStatus hullbakeIndexScene(const HullbakeMap* map, const HullbakeScene* scene, double slack,
                                  HullbakeSceneSlot* slots, size_t count, size_t* used) {
    if (map == nullptr || scene == nullptr || slots == nullptr || used == nullptr) return HullbakeStatusNullArgument;
    *used = 0;
    Scene read;
    const HullbakeStatus status = readScene(scene, read);
    if (status != HullbakeStatusOk) return status;
    *used = indexScene(map->clip, read, slack, {reinterpret_cast<SceneSlot*>(slots), count});
    return *used > 0 ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus hullbakeStepMovers(const HullbakeMap* map, const HullbakeWorldRules* rules, const HullbakeWorld* world,
                                  double seconds, HullbakeStepResult* result) {
    return answerStep(map, rules, world, result, [&](const ReadWorld& read, double&) {
        return stepMovers(map->clip, read.rules, read.world, seconds, read.scratch, read.events);
    });
}

HullbakeStatus hullbakePushBody(const HullbakeMap* map, const HullbakeWorldRules* rules, const HullbakeWorld* world,
                                uint32_t body, HullbakeVec3 way, HullbakeStepResult* result) {
    return answerStep(map, rules, world, result, [&](const ReadWorld& read, double& fraction) {
        return pushBody(map->clip, read.rules, read.world, body, fromC(way), fraction, read.scratch, read.events);
    });
}

HullbakeStatus hullbakeCarrierVelocity(const HullbakeWorld* world, uint32_t body, HullbakeVec3* velocity) {
    if (velocity == nullptr) return HullbakeStatusNullArgument;
    *velocity = {};
    ReadWorld read;
    const HullbakeStatus status = readWorld(&kDefaultWorldRules, world, read);
    if (status != HullbakeStatusOk) return status;
    if (body >= read.world.bodies.size()) return HullbakeStatusInvalidQuery;
    *velocity = toC(carrierVelocity(read.world, body));
    return HullbakeStatusOk;
}

const char* hullbakeWorldEventName(uint8_t kind) {
    return worldEventName(static_cast<WorldEventKind>(kind)).data();
}
