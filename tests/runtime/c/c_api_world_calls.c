#include <math.h>
#include <stddef.h>
#include <string.h>

#include "c_api_check.h"

/* Two small bodies in free space, one in front of the other. */
static void fill(HullbakeBody* bodies, HullbakePassenger* passengers, HullbakeVec3 start) {
    const HullbakeBody body = HULLBAKE_BODY_INIT;
    const HullbakePassenger passenger = HULLBAKE_PASSENGER_INIT;
    int i;
    for (i = 0; i < 2; ++i) {
        bodies[i] = body;
        passengers[i] = passenger;
        bodies[i].origin = start;
        bodies[i].origin.z -= 2 * i;
        bodies[i].box.maxs.x = bodies[i].box.maxs.y = bodies[i].box.maxs.z = 0.5;
        bodies[i].box.mins.x = bodies[i].box.mins.y = bodies[i].box.mins.z = -0.5;
    }
}

static void checkMistakes(const HullbakeMap* map, HullbakeWorld world, HullbakeWorldRules rules) {
    HullbakeStepResult result = HULLBAKE_STEP_RESULT_INIT;
    CHECK(hullbakeStepMovers(NULL, &rules, &world, 1, &result) == HullbakeStatusNullArgument);
    CHECK(hullbakeStepMovers(map, NULL, &world, 1, &result) == HullbakeStatusNullArgument);
    CHECK(result.refusal == HullbakeRefusalBadArguments);
    CHECK(hullbakeStepMovers(map, &rules, NULL, 1, &result) == HullbakeStatusNullArgument);
    CHECK(hullbakeStepMovers(map, &rules, &world, 1, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeStepMovers(map, &rules, &world, NAN, &result) == HullbakeStatusInvalidQuery);
    CHECK(result.refusal == HullbakeRefusalBadTime);
    world.scratchCount = 1;
    CHECK(hullbakeStepMovers(map, &rules, &world, 1, &result) == HullbakeStatusInvalidQuery);
    CHECK(result.refusal == HullbakeRefusalTooMuchWork);
    world.scratch = NULL;
    CHECK(hullbakeStepMovers(map, &rules, &world, 1, &result) == HullbakeStatusNullArgument);
    world.size = 8;
    CHECK(hullbakeStepMovers(map, &rules, &world, 1, &result) == HullbakeStatusBadSize);
    rules.size = sizeof rules + 8;
    CHECK(hullbakeStepMovers(map, &rules, &world, 1, &result) == HullbakeStatusBadSize);
    result.size = 4;
    CHECK(hullbakeStepMovers(map, &rules, &world, 1, &result) == HullbakeStatusBadSize);
}

/* A mover of the world's own brushes carries nothing here, but its clock runs. */
static void checkMover(const HullbakeMap* map, HullbakeWorld world, const HullbakeWorldRules* rules) {
    HullbakePlacedModel placed = HULLBAKE_PLACED_MODEL_INIT;
    HullbakeMover mover = HULLBAKE_MOVER_INIT;
    HullbakeStepResult result = HULLBAKE_STEP_RESULT_INIT;
    placed.enabled = 0;
    mover.to.x = 8;
    mover.seconds = 2;
    world.models = &placed;
    world.movers = &mover;
    world.modelCount = world.moverCount = 1;
    CHECK(hullbakeStepMovers(map, rules, &world, 1, &result) == HullbakeStatusOk);
    CHECK(result.size == sizeof result && result.refusal == 0 && result.rolledBack == 0 && result.events == 0);
    CHECK(mover.clock == 1 && placed.transform.displacement.x == 4);
    CHECK(hullbakeStepMovers(map, rules, &world, 1.5, &result) == HullbakeStatusOk && result.events == 1);
    CHECK(mover.clock == 2 && placed.transform.displacement.x == 8);
    CHECK(world.events[0].kind == HullbakeWorldArrived && world.events[0].mover == 0 && world.events[0].time == 1);
    CHECK(world.events[0].body == HULLBAKE_NO_MEMBER && strcmp(hullbakeWorldEventName(0), "arrived") == 0);
    mover.blocked = 9;
    CHECK(hullbakeStepMovers(map, rules, &world, 1, &result) == HullbakeStatusInvalidQuery);
    CHECK(result.refusal == HullbakeRefusalBadScene && strcmp(hullbakeWorldEventName(99), "") == 0);
}

/* The first brush model as a turntable whose top is below the point. It takes a body along by a quarter turn. */
static void checkTurntable(const HullbakeMap* map, HullbakeWorld world, const HullbakeWorldRules* rules,
                           HullbakeVec3 start) {
    HullbakePlacedModel placed = HULLBAKE_PLACED_MODEL_INIT;
    HullbakeMover mover = HULLBAKE_MOVER_INIT;
    HullbakeStepResult result = HULLBAKE_STEP_RESULT_INIT;
    HullbakePassenger rider = HULLBAKE_PASSENGER_INIT;
    HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
    HullbakeVec3 *pivot = &placed.transform.pivot, *shift = &placed.transform.displacement;
    HullbakeVec3 velocity = {1, 1, 1};
    double turned[1] = {5};
    CHECK(hullbakeModel(map, 1, &info) == HullbakeStatusOk && hullbakeTurnable(map, 1));
    pivot->x = (info.bounds.mins.x + info.bounds.maxs.x) / 2;
    pivot->y = (info.bounds.mins.y + info.bounds.maxs.y) / 2;
    shift->x = start.x - pivot->x;
    shift->y = start.y - pivot->y;
    shift->z = start.z - 0.53125 - info.bounds.maxs.z;
    placed.model = 1;
    mover.from = mover.to = *shift;
    mover.axis.z = 2;
    mover.toDegrees = 90;
    mover.seconds = 1;
    rider.ground = 0;
    world.models = &placed;
    world.movers = &mover;
    world.passengers = &rider;
    world.turned = turned;
    world.modelCount = world.moverCount = world.bodyCount = 1;
    world.bodies[0].origin = start;
    world.bodies[0].origin.x += 4;
    CHECK(hullbakeCarrierVelocity(&world, 0, &velocity) == HullbakeStatusOk && fabs(velocity.x) < 1e-12);
    CHECK(fabs(velocity.y - 2 * 3.14159265358979) < 1e-9 && velocity.z == 0);
    CHECK(hullbakeCarrierVelocity(&world, 1, &velocity) == HullbakeStatusInvalidQuery && velocity.y == 0);
    CHECK(hullbakeCarrierVelocity(NULL, 0, &velocity) == HullbakeStatusNullArgument);
    CHECK(hullbakeCarrierVelocity(&world, 0, NULL) == HullbakeStatusNullArgument);
    CHECK(hullbakeStepMovers(map, rules, &world, 0.5, &result) == HullbakeStatusOk && result.events == 0);
    CHECK(fabs(placed.transform.axes[0].x - sqrt(0.5)) < 1e-15 && placed.transform.axes[2].z == 1);
    CHECK(fabs(world.bodies[0].origin.y - start.y - 4 * sqrt(0.5)) < 1e-9);
    CHECK(hullbakeStepMovers(map, rules, &world, 1, &result) == HullbakeStatusOk && result.events == 1);
    CHECK(world.events[0].kind == HullbakeWorldArrived && world.events[0].time == 0.5 && mover.clock == 1);
    CHECK(placed.transform.axes[0].y == 1 && placed.transform.axes[1].x == -1);
    CHECK(fabs(world.bodies[0].origin.x - start.x) < 1e-9 && fabs(world.bodies[0].origin.y - start.y - 4) < 1e-9);
    CHECK(world.bodies[0].origin.z == start.z && fabs(turned[0] - 95) < 1e-9);
    /* It has jumped up into the body. */
    mover.jumped = 1;
    world.bodies[0].origin.z -= 0.25;
    CHECK(hullbakeStepMovers(map, rules, &world, 1, &result) == HullbakeStatusOk && result.events == 1);
    CHECK(world.events[0].kind == HullbakeWorldOverlapped && world.events[0].mover == 0 && world.events[0].time == 0);
    CHECK(world.events[0].body == HULLBAKE_BODY_MEMBER && world.events[0].other == 0);
    CHECK(world.bodies[0].origin.z == start.z - 0.25);
    mover.axis.z = 1e-7;
    CHECK(hullbakeStepMovers(map, rules, &world, 1, &result) == HullbakeStatusInvalidQuery);
    CHECK(result.refusal == HullbakeRefusalBadScene);
    mover.axis.z = 1;
    mover.toDegrees = NAN;
    CHECK(hullbakeStepMovers(map, rules, &world, 1, &result) == HullbakeStatusInvalidQuery);
    CHECK(result.refusal == HullbakeRefusalBadScene && turned[0] == turned[0]);
}

void checkWorlds(const HullbakeMap* map, HullbakeVec3 start) {
    HullbakeBody bodies[2];
    HullbakePassenger passengers[2];
    HullbakeWorldScratch scratch[3];
    HullbakeWorldEvent events[4];
    HullbakeWorld world = HULLBAKE_WORLD_INIT;
    HullbakeWorldRules rules = HULLBAKE_WORLD_RULES_INIT;
    HullbakeStepResult result = HULLBAKE_STEP_RESULT_INIT;
    HullbakeVec3 way = {0, 0, -300};
    double gone;
    fill(bodies, passengers, start);
    world.bodies = bodies;
    world.passengers = passengers;
    world.bodyCount = 2;
    world.scratch = scratch;
    world.scratchCount = 3;
    world.events = events;
    world.eventRoom = 4;
    /* The first one pushes the second down to the ground. */
    CHECK(hullbakePushBody(map, &rules, &world, 0, way, &result) == HullbakeStatusOk);
    gone = start.z - bodies[0].origin.z;
    CHECK(result.fraction > 0 && result.fraction < 1 && fabs(gone - 300 * result.fraction) < 1e-9);
    CHECK(fabs(bodies[0].origin.z - bodies[1].origin.z - 1.03125) < 1e-9);
    CHECK(result.events == 2 && events[0].kind == HullbakeWorldContact && events[1].kind == HullbakeWorldBlocked);
    CHECK(events[0].body == (HULLBAKE_BODY_MEMBER | 1u) && events[0].other == HULLBAKE_BODY_MEMBER);
    CHECK(events[0].normal.z == -1 && fabs(events[0].time * 300 - (1 - 0.03125)) < 1e-9);
    CHECK(events[1].mover == HULLBAKE_NO_MOVER && result.casts > 0);
    CHECK(hullbakePushBody(map, &rules, &world, 2, way, &result) == HullbakeStatusInvalidQuery);
    checkMover(map, world, &rules);
    checkTurntable(map, world, &rules, start);
    checkMistakes(map, world, rules);
}
