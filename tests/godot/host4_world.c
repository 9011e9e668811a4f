/* The world: a lift with a rider, a wall that pushes a crate, and a door that turns into another, step for step. */
#include "host4.h"

#include <stdio.h>
#include <string.h>

enum { kModels = 3, kMovers = 3, kBodies = 3, kEvents = 1024 };

typedef struct Native {
    HullbakePlacedModel models[kModels];
    HullbakeMover movers[kMovers];
    HullbakeBody bodies[kBodies];
    HullbakePassenger passengers[kBodies];
    HullbakeWorldScratch scratch[kMovers + kBodies];
    HullbakeWorldEvent events[kEvents];
    double turned[kBodies];
    HullbakeWorld world;
} Native;

static Native native;
static long events, carried, pushed, turned, members;

static Variant v3(HullbakeVec3 v) {
    return listOf(v.x, v.y, v.z);
}

/* --- The same world twice --- */

static Variant addModel(int index, uint32_t model, HullbakeVec3 displacement, HullbakeVec3 pivot) {
    static const HullbakePlacedModel kNew = HULLBAKE_PLACED_MODEL_INIT;
    Variant fields = dictionary();
    native.models[index] = kNew;
    native.models[index].model = model;
    native.models[index].transform.displacement = displacement;
    native.models[index].transform.pivot = pivot;
    put4(&fields, "model", intOf(model));
    put4(&fields, "displacement", v3(displacement));
    put4(&fields, "pivot", v3(pivot));
    return fields;
}

static Variant addMover(int index, HullbakeVec3 from, HullbakeVec3 to, double degrees, const char* blocked) {
    static const HullbakeMover kNew = HULLBAKE_MOVER_INIT;
    HullbakeMover* mover = &native.movers[index];
    Variant fields = dictionary();
    *mover = kNew;
    mover->model = (uint32_t)index;
    mover->from = from;
    mover->to = to;
    mover->toDegrees = degrees;
    mover->axis.z = degrees != 0;
    mover->seconds = 2;
    mover->blocked = strcmp(blocked, "through") == 0 ? HullbakeBlockedThrough : HullbakeBlockedStop;
    put4(&fields, "model", intOf(index));
    put4(&fields, "from", v3(from));
    put4(&fields, "to", v3(to));
    put4(&fields, "to_degrees", floatOf(degrees));
    if (degrees != 0) put4(&fields, "axis", vector3Of(0, 0, 1));
    put4(&fields, "seconds", intOf(2));
    put4(&fields, "blocked", textOf(blocked));
    return fields;
}

static Variant addBody(int index, HullbakeVec3 origin, HullbakeBox box, uint32_t ground) {
    static const HullbakeBody kNew = HULLBAKE_BODY_INIT;
    static const HullbakePassenger kNewPassenger = HULLBAKE_PASSENGER_INIT;
    Variant fields = dictionary();
    native.bodies[index] = kNew;
    native.bodies[index].origin = origin;
    native.bodies[index].box = box;
    native.passengers[index] = kNewPassenger;
    native.passengers[index].ground = ground;
    put4(&fields, "origin", v3(origin));
    put4(&fields, "mins", v3(box.mins));
    put4(&fields, "maxs", v3(box.maxs));
    put4(&fields, "ground_member", intOf(ground == HULLBAKE_NO_MEMBER ? -1 : (int64_t)ground));
    put4(&fields, "name", textOf("a field of the game's own"));
    return fields;
}

static void joinArrays(void) {
    const HullbakeWorld none = HULLBAKE_WORLD_INIT;
    native.world = none;
    native.world.models = native.models;
    native.world.modelCount = kModels;
    native.world.movers = native.movers;
    native.world.moverCount = kMovers;
    native.world.bodies = native.bodies;
    native.world.passengers = native.passengers;
    native.world.bodyCount = kBodies;
    native.world.scratch = native.scratch;
    native.world.scratchCount = kMovers + kBodies;
    native.world.events = native.events;
    native.world.eventRoom = kEvents;
    native.world.turned = native.turned;
}

static Variant makeWorld(void) {
    const HullbakeVec3 none = {0, 0, 0}, lift = {-480, -724, -112}, wall = {0, 0, 0}, door = {-448, -800, -128};
    const HullbakeVec3 high = {-480, -724, -12}, ahead = {0, 200, 0}, hinge = {328, 624, 128};
    const HullbakeBox person = {{-16, -16, -24}, {16, 16, 32}}, crate = {{-16, -16, 0}, {16, 16, 32}};
    Variant world = dictionary(), models = list(), movers = list(), bodies = list();
    append4(&models, addModel(0, 2, lift, none));
    append4(&models, addModel(1, 6, wall, none));
    append4(&models, addModel(2, 1, door, hinge));
    append4(&movers, addMover(0, lift, high, 0, "stop"));
    append4(&movers, addMover(1, wall, ahead, 0, "through"));
    append4(&movers, addMover(2, door, door, 90, "stop"));
    append4(&bodies, addBody(0, (HullbakeVec3){0, -100, 40.03125}, person, 0));
    append4(&bodies, addBody(1, (HullbakeVec3){128, -230, 0.03125}, crate, HULLBAKE_NO_MEMBER));
    append4(&bodies, addBody(2, (HullbakeVec3){-90, -190, 0.03125}, crate, HULLBAKE_NO_MEMBER));
    put4(&world, "models", models);
    put4(&world, "movers", movers);
    put4(&world, "bodies", bodies);
    joinArrays();
    return world;
}

/* --- Comparisons --- */

static void sameWorld(const Variant* world) {
    for (int i = 0; i < kModels; ++i) {
        const Variant* model = at4(field4(world, "models"), (size_t)i);
        const Variant* axes = field4(model, "axes");
        sameVector(model, "displacement", native.models[i].transform.displacement);
        for (int k = 0; k < 3; ++k) {
            const HullbakeVec3 axis = native.models[i].transform.axes[k];
            Variant fields = dictionary();
            put4(&fields, "axis", copy4(at4(axes, (size_t)k)));
            sameVector(&fields, "axis", axis);
            destroy(&fields);
        }
        sameNumber(at4(field4(world, "movers"), (size_t)i), "clock", native.movers[i].clock);
    }
    for (int i = 0; i < kBodies; ++i) {
        const Variant* body = at4(field4(world, "bodies"), (size_t)i);
        sameVector(body, "origin", native.bodies[i].origin);
        sameNumber(body, "turned", native.turned[i]);
        require(field4(body, "name") != NULL, "fields of the game's own");
    }
}

static void sameStep(const Variant* answer, const HullbakeStepResult* result) {
    const Variant* list = field4(answer, "events");
    sameSize(list, (size_t)result->events);
    sameNumber(answer, "event_count", (double)result->events);
    sameNumber(answer, "rolled_back", result->rolledBack);
    sameNumber(answer, "too_much", result->tooMuch);
    sameNumber(answer, "stopped", result->stopped);
    sameNumber(answer, "casts", result->casts);
    sameNumber(answer, "invalid", 0);
    for (size_t i = 0; i < result->events; ++i) {
        const HullbakeWorldEvent* event = &native.events[i];
        const char* name = hullbakeWorldEventName(event->kind);
        sameNumber(at4(list, i), "time", event->time);
        sameText(at4(list, i), "kind", name, strlen(name));
        sameNumber(at4(list, i), "mover", event->mover == HULLBAKE_NO_MOVER ? -1.0 : event->mover);
        sameNumber(at4(list, i), "body", event->body == HULLBAKE_NO_MEMBER ? -1.0 : event->body);
        sameNumber(at4(list, i), "other", event->other == HULLBAKE_NO_MEMBER ? -1.0 : event->other);
        sameVector(at4(list, i), "position", event->position);
        sameVector(at4(list, i), "normal", event->normal);
        sameNumber(at4(list, i), "dist", event->dist);
        ++events;
    }
}

/* --- Steps and queries --- */

static void stepOnce(Object* object, const HullbakeMap* map, const Variant* world) {
    const HullbakeWorldRules rules = HULLBAKE_WORLD_RULES_INIT;
    HullbakeStepResult result = HULLBAKE_STEP_RESULT_INIT;
    const HullbakeBody before[kBodies] = {native.bodies[0], native.bodies[1], native.bodies[2]};
    memset(native.turned, 0, sizeof native.turned);
    Variant answer = ask2(object, "step_movers", copy4(world), floatOf(1.0 / 60));
    hullbakeStepMovers(map, &rules, &native.world, 1.0 / 60, &result);
    sameStep(&answer, &result);
    sameWorld(world);
    carried += native.bodies[0].origin.z > before[0].origin.z;
    pushed += native.bodies[1].origin.y > before[1].origin.y;
    turned += native.bodies[2].origin.x != before[2].origin.x;
    destroy(&answer);
}

static void pushOnce(Object* object, const HullbakeMap* map, const Variant* world) {
    HullbakeWorldRules rules = HULLBAKE_WORLD_RULES_INIT;
    HullbakeStepResult result = HULLBAKE_STEP_RESULT_INIT;
    const HullbakeVec3 way = {between(-4, 4), between(-4, 4), 0};
    Variant ruleFields = dictionary();
    rules.skin = 0.125;
    put4(&ruleFields, "skin", floatOf(0.125));
    memset(native.turned, 0, sizeof native.turned);
    Variant answer = ask4(object, "push_body", copy4(world), intOf(1), v3(way), ruleFields);
    hullbakePushBody(map, &rules, &native.world, 1, way, &result);
    sameStep(&answer, &result);
    sameNumber(&answer, "fraction", result.fraction);
    sameWorld(world);
    destroy(&answer);
}

/* A trace that sees the world, and one that does not see a body of it. */
static void traceOnce(Object* object, const HullbakeMap* map, const Variant* world) {
    const int self = next() % 2 == 0;
    const HullbakeVec3 start = {between(-150, 150), between(-250, 50), between(4, 90)};
    const HullbakeVec3 end = {between(-150, 150), between(-250, 50), between(4, 90)};
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeScene scene = HULLBAKE_SCENE_INIT;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    Variant fields = dictionary();
    hullbakeFindHull(map, "point", &probe.hull);
    scene.models = native.models;
    scene.modelCount = kModels;
    scene.bodies = native.bodies;
    scene.bodyCount = kBodies;
    if (self) scene.self = HULLBAKE_BODY_MEMBER;
    probe.scene = &scene;
    put4(&fields, "hull", nameOf("point"));
    put4(&fields, "world", copy4(world));
    if (self) put4(&fields, "self", intOf(HULLBAKE_BODY_MEMBER));
    Variant answer = ask3(object, "trace", fields, v3(start), v3(end));
    hullbakeTrace(map, &probe, start, end, &trace);
    sameNumber(&answer, "fraction", trace.fraction);
    sameVector(&answer, "endpos", trace.endpos);
    sameNumber(&answer, "member", trace.member == HULLBAKE_NO_MEMBER ? -1.0 : trace.member);
    members += trace.member != HULLBAKE_NO_MEMBER;
    destroy(&answer);
}

/* --- Wrong worlds --- */

static Variant worldOf(const char* key, Variant value) {
    Variant world = dictionary();
    put4(&world, key, value);
    return world;
}

static Variant worldWith(const char* list1, const char* key, Variant value) {
    Variant members1 = list();
    append4(&members1, worldOf(key, value));
    return worldOf(list1, members1);
}

static void refuseWorlds(Object* object) {
    Variant numbers = listOf(1, 2, 3), sliding = dictionary();
    put4(&sliding, "hull", textOf("point"));
    put4(&sliding, "world", worldWith("bodies", "form", textOf("ball")));
    refuse(object, "step_movers", 2, worldOf("models", dictionary()), floatOf(0.1), nilOf(), nilOf());
    refuse(object, "step_movers", 2, worldOf("bodies", numbers), floatOf(0.1), nilOf(), nilOf());
    refuse(object, "step_movers", 2, worldWith("movers", "blocked", textOf("maybe")), floatOf(0.1), nilOf(), nilOf());
    refuse(object, "step_movers", 2, worldWith("models", "axes", listOf(1, 0, 0)), floatOf(0.1), nilOf(), nilOf());
    refuse(object, "step_movers", 2, worldWith("models", "angles", textOf("up")), floatOf(0.1), nilOf(), nilOf());
    refuse(object, "step_movers", 3, dictionary(), floatOf(0.1), worldOf("skin", textOf("thin")), nilOf());
    refuse(object, "push_body", 3, dictionary(), intOf(0), listOf(1, 0, 0), nilOf());
    refuse(object, "push_body", 3, worldWith("bodies", "kind", intOf(1)), intOf(0), textOf("up"), nilOf());
    refuse(object, "trace", 3, sliding, listOf(0, 0, 0), listOf(0, 0, 1), nilOf());
    Variant answer = ask2(object, "step_movers", dictionary(), floatOf(100));
    sameNumber(&answer, "invalid", 1);
    require(size4(field4(&answer, "reason")) > 0, "a reason");
    destroy(&answer);
}

void testWorld(Object* object, const HullbakeMap* map) {
    Variant world = makeWorld();
    for (int tick = 0; tick < 150; ++tick) {
        stepOnce(object, map, &world);
        if (tick % 10 == 5) pushOnce(object, map, &world);
        traceOnce(object, map, &world);
    }
    destroy(&world);
    refuseWorlds(object);
    printf("events %ld\ncarried %ld\npushed %ld\nturned %ld\nmembers %ld\n", events, carried, pushed, turned, members);
}
