#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { kEventRoom = 1024 };

static const char* const kBlocked[] = {"stop", "crush", "through", "rollback"};
static const char* const kForms[] = {"box", "capsule"};

/* --- Read --- */

static const char* readAxes(const Fields* fields, HullbakeTransform* transform) {
    static const char* const kError = "axes are a list of three vectors";
    Value list;
    const char* error = NULL;
    if (!fields->engine->field(fields->dictionary, "axes", &list)) {
        HullbakeVec3 angles = {0, 0, 0};
        error = readVector(fields, "angles", &angles);
        if (error == NULL && hullbakeRotation(angles, transform->pivot, transform) != HullbakeStatusOk)
            error = "angles are three finite numbers";
        return error;
    }
    if (fields->engine->count(&list) != 3) error = kError;
    for (int i = 0; error == NULL && i < 3; ++i) {
        Value axis;
        fields->engine->element(&list, i, &axis);
        if (!fields->engine->vector(&axis, &transform->axes[i])) error = kError;
        fields->engine->release(&axis);
    }
    fields->engine->release(&list);
    return error;
}

static const char* readPlacedModel(const Fields* fields, WorldRoom* room, size_t index) {
    static const HullbakePlacedModel kNew = HULLBAKE_PLACED_MODEL_INIT;
    HullbakePlacedModel* model = &room->models[index];
    *model = kNew;
    const char* error = readUnsigned(fields, "model", &model->model);
    if (error == NULL) error = readUnsigned(fields, "kind", &model->kind);
    if (error == NULL) error = readFlag(fields, "enabled", &model->enabled);
    if (error == NULL) error = readVector(fields, "pivot", &model->transform.pivot);
    if (error == NULL) error = readAxes(fields, &model->transform);
    if (error == NULL) error = readVector(fields, "displacement", &model->transform.displacement);
    return error;
}

static const char* readMover(const Fields* fields, WorldRoom* room, size_t index) {
    static const HullbakeMover kNew = HULLBAKE_MOVER_INIT;
    HullbakeMover* mover = &room->movers[index];
    *mover = kNew;
    const char* error = readUnsigned(fields, "model", &mover->model);
    if (error == NULL) error = readIndex(fields, "team", HULLBAKE_NO_TEAM, &mover->team);
    if (error == NULL) error = readIndex(fields, "parent", HULLBAKE_NO_MOVER, &mover->parent);
    if (error == NULL) error = readUnsigned(fields, "pushes", &mover->pushes);
    if (error == NULL) error = readVector(fields, "from", &mover->from);
    if (error == NULL) error = readVector(fields, "to", &mover->to);
    if (error == NULL) error = readVector(fields, "axis", &mover->axis);
    if (error == NULL) error = readNumber(fields, "from_degrees", &mover->fromDegrees);
    if (error == NULL) error = readNumber(fields, "to_degrees", &mover->toDegrees);
    if (error == NULL) error = readNumber(fields, "seconds", &mover->seconds);
    if (error == NULL) error = readNumber(fields, "clock", &mover->clock);
    if (error == NULL) error = readName(fields, "blocked", kBlocked, 4, &mover->blocked);
    if (error == NULL) error = readFlag(fields, "enabled", &mover->enabled);
    if (error == NULL) error = readFlag(fields, "jumped", &mover->jumped);
    return error;
}

static const char* readBody(const Fields* fields, WorldRoom* room, size_t index) {
    static const HullbakeBody kNew = HULLBAKE_BODY_INIT;
    static const HullbakePassenger kNewPassenger = HULLBAKE_PASSENGER_INIT;
    HullbakeBody* body = &room->bodies[index];
    HullbakePassenger* passenger = &room->passengers[index];
    *body = kNew;
    *passenger = kNewPassenger;
    const char* error = readVector(fields, "origin", &body->origin);
    if (error == NULL) error = readVector(fields, "mins", &body->box.mins);
    if (error == NULL) error = readVector(fields, "maxs", &body->box.maxs);
    if (error == NULL) error = readUnsigned(fields, "contents", &body->contents);
    if (error == NULL) error = readUnsigned(fields, "kind", &body->kind);
    if (error == NULL) error = readFlag(fields, "enabled", &body->enabled);
    if (error == NULL) error = readName(fields, "form", kForms, 2, &body->form);
    if (error == NULL) error = readIndex(fields, "ground_member", HULLBAKE_NO_MEMBER, &passenger->ground);
    if (error == NULL) error = readUnsigned(fields, "mask", &passenger->mask);
    if (error == NULL) error = readUnsigned(fields, "stopped_by", &passenger->stoppedBy);
    if (error == NULL) error = readFlag(fields, "pushable", &passenger->pushable);
    if (error == NULL) error = readFlag(fields, "rides", &passenger->rides);
    return error;
}

/* The lists of a world. Of one that is absent, `there` is 0. */
typedef struct WorldList {
    const char* key;
    size_t most, *count;
    const char* (*read)(const Fields* fields, WorldRoom* room, size_t index);
    Value list;
    int there;
} WorldList;

static const char* openList(const Fields* world, WorldList* list) {
    list->there = world->engine->field(world->dictionary, list->key, &list->list);
    const int64_t count = list->there ? world->engine->count(&list->list) : 0;
    if (count < 0 || (uint64_t)count > list->most) return "a list of the world is none, or too long";
    *list->count = (size_t)count;
    return NULL;
}

static const char* readElements(const Fields* world, const WorldList* list, WorldRoom* room) {
    const char* error = NULL;
    for (size_t i = 0; error == NULL && i < *list->count; ++i) {
        Value element;
        const Fields fields = {world->engine, &element};
        world->engine->element(&list->list, (int64_t)i, &element);
        error = world->engine->isDictionary(&element) ? list->read(&fields, room, i)
                                                      : "a member of the world is no dictionary";
        world->engine->release(&element);
    }
    return error;
}

/* At least one, as there is no need for an array that is null. */
static void* roomFor(size_t count, size_t size) {
    return calloc(count > 0 ? count : 1, size);
}

static const char* makeRoom(WorldRoom* room) {
    room->models = roomFor(room->modelCount, sizeof *room->models);
    room->movers = roomFor(room->moverCount, sizeof *room->movers);
    room->bodies = roomFor(room->bodyCount, sizeof *room->bodies);
    room->passengers = roomFor(room->bodyCount, sizeof *room->passengers);
    return room->models != NULL && room->movers != NULL && room->bodies != NULL && room->passengers != NULL
               ? NULL
               : "out of memory";
}

const char* readWorld(const Fields* world, WorldRoom* room) {
    WorldList lists[3] = {{"models", 65536, &room->modelCount, readPlacedModel, {{0}}, 0},
                          {"movers", HULLBAKE_MAX_MOVERS, &room->moverCount, readMover, {{0}}, 0},
                          {"bodies", HULLBAKE_MAX_WORLD_BODIES, &room->bodyCount, readBody, {{0}}, 0}};
    const char* error = NULL;
    memset(room, 0, sizeof *room);
    for (int i = 0; error == NULL && i < 3; ++i) error = openList(world, &lists[i]);
    if (error == NULL) error = makeRoom(room);
    for (int i = 0; error == NULL && i < 3; ++i) error = readElements(world, &lists[i], room);
    for (int i = 0; i < 3; ++i)
        if (lists[i].there) world->engine->release(&lists[i].list);
    return error;
}

void freeWorld(WorldRoom* room) {
    free(room->models);
    free(room->movers);
    free(room->bodies);
    free(room->passengers);
    memset(room, 0, sizeof *room);
}

/* --- Probes --- */

static const char* const kNotOpen = "no map is open";

static const char* probeOfHull(const ClipMap* map, const char* name, HullbakeProbe* probe) {
    if (hullbakeFindHull(map->map, name, &probe->hull) != HullbakeStatusOk) return "the map has no hull of that name";
    return NULL;
}

static const char* readSubject(const ClipMap* map, const Fields* fields, HullbakeProbe* probe) {
    char name[256];
    const FieldAnswer mins = vectorField(fields, "mins", &probe->box.mins);
    const FieldAnswer maxs = vectorField(fields, "maxs", &probe->box.maxs);
    const FieldAnswer hull = textField(fields, "hull", name, sizeof name);
    if (mins == FieldRead && maxs == FieldRead && hull == FieldMissing) {
        probe->boxed = 1;
        return NULL;
    }
    if (hull == FieldRead && mins == FieldMissing && maxs == FieldMissing) return probeOfHull(map, name, probe);
    return "a probe has either a hull, or mins and maxs";
}

static const char* readScene(const Fields* fields, ClipProbe* probe) {
    Value world;
    const Fields worldFields = {fields->engine, &world};
    if (!fields->engine->field(fields->dictionary, "world", &world)) return NULL;
    const char* error =
        fields->engine->isDictionary(&world) ? readWorld(&worldFields, &probe->room) : "a world is a dictionary";
    fields->engine->release(&world);
    if (error == NULL) error = readIndex(fields, "self", HULLBAKE_NO_MEMBER, &probe->scene.self);
    if (error == NULL) error = readUnsigned(fields, "stopped_by", &probe->scene.stoppedBy);
    probe->scene.models = probe->room.models;
    probe->scene.modelCount = probe->room.modelCount;
    probe->scene.bodies = probe->room.bodies;
    probe->scene.bodyCount = probe->room.bodyCount;
    probe->probe.scene = &probe->scene;
    return error;
}

const char* readProbe(const ClipMap* map, const Engine* engine, const Value* value, ClipProbe* probe) {
    static const HullbakeProbe kNew = HULLBAKE_PROBE_INIT;
    static const HullbakeScene kNewScene = HULLBAKE_SCENE_INIT;
    char name[256];
    const Fields fields = {engine, value};
    probe->probe = kNew;
    probe->scene = kNewScene;
    memset(&probe->room, 0, sizeof probe->room);
    if (map->map == NULL) return kNotOpen;
    if (engine->text(value, name, sizeof name)) return probeOfHull(map, name, &probe->probe);
    if (!engine->isDictionary(value)) return "a probe is the name of a hull, or a dictionary";
    const char* error = readSubject(map, &fields, &probe->probe);
    if (error == NULL) error = readIndex(&fields, "model", HULLBAKE_ALL_MODELS, &probe->probe.model);
    if (error == NULL) error = readUnsigned(&fields, "mask", &probe->probe.mask);
    if (error == NULL) error = readNumber(&fields, "skin", &probe->probe.skin);
    if (error == NULL) error = readScene(&fields, probe);
    return error;
}

void freeProbe(ClipProbe* probe) {
    freeWorld(&probe->room);
}

/* --- Steps --- */

typedef struct Step {
    Fields world;
    WorldRoom room;
    HullbakeWorldRules rules;
    HullbakeWorld arrays;
    HullbakeStepResult result;
} Step;

static void freeStep(Step* step) {
    freeWorld(&step->room);
    free(step->arrays.scratch);
    free(step->arrays.events);
    free(step->arrays.turned);
}

/* Reads a world and the rules. Whether it returns null or an error, the step is to be freed. */
static const char* readStep(const ClipCall* call, const Value* rules, Step* step) {
    static const HullbakeWorldRules kNewRules = HULLBAKE_WORLD_RULES_INIT;
    static const HullbakeWorld kNewWorld = HULLBAKE_WORLD_INIT;
    static const HullbakeStepResult kNewResult = HULLBAKE_STEP_RESULT_INIT;
    const Fields fields = {call->engine, rules};
    WorldRoom* room = &step->room;
    memset(step, 0, sizeof *step);
    step->rules = kNewRules;
    step->arrays = kNewWorld;
    step->result = kNewResult;
    step->world.engine = call->engine;
    step->world.dictionary = call->arguments[0];
    if (call->map->map == NULL) return kNotOpen;
    if (!call->engine->isDictionary(call->arguments[0])) return "a world is a dictionary";
    const char* error = rules == NULL || call->engine->isDictionary(rules) ? NULL : "rules are a dictionary";
    if (error == NULL && rules != NULL) error = readNumber(&fields, "skin", &step->rules.skin);
    if (error == NULL && rules != NULL) error = readNumber(&fields, "reach", &step->rules.reach);
    if (error == NULL && rules != NULL) error = readNumber(&fields, "follow", &step->rules.follow);
    if (error == NULL && rules != NULL) error = readNumber(&fields, "sagitta", &step->rules.sagitta);
    if (error == NULL) error = readWorld(&step->world, room);
    if (error != NULL) return error;
    step->arrays.scratchCount = room->moverCount + room->bodyCount;
    step->arrays.scratch = roomFor(step->arrays.scratchCount, sizeof *step->arrays.scratch);
    step->arrays.eventRoom = kEventRoom;
    step->arrays.events = roomFor(kEventRoom, sizeof *step->arrays.events);
    step->arrays.turned = roomFor(room->bodyCount, sizeof *step->arrays.turned);
    step->arrays.models = room->models;
    step->arrays.modelCount = room->modelCount;
    step->arrays.movers = room->movers;
    step->arrays.moverCount = room->moverCount;
    step->arrays.bodies = room->bodies;
    step->arrays.passengers = room->passengers;
    step->arrays.bodyCount = room->bodyCount;
    return step->arrays.scratch != NULL && step->arrays.events != NULL && step->arrays.turned != NULL ? NULL
                                                                                                      : "out of memory";
}

static void writeAxes(const Fields* fields, const HullbakeVec3* axes) {
    Value list;
    fields->engine->makeList(&list);
    for (int i = 0; i < 3; ++i) {
        Value axis;
        fields->engine->makeVector(&axis, axes[i]);
        fields->engine->append(&list, &axis);
    }
    fields->engine->set(fields->dictionary, "axes", &list);
}

static void writePlacedModel(const Fields* fields, const Step* step, size_t index) {
    writeVector(fields, "displacement", step->room.models[index].transform.displacement);
    writeAxes(fields, step->room.models[index].transform.axes);
}

static void writeMover(const Fields* fields, const Step* step, size_t index) {
    writeNumber(fields, "clock", step->room.movers[index].clock);
}

static void writeBody(const Fields* fields, const Step* step, size_t index) {
    writeVector(fields, "origin", step->room.bodies[index].origin);
    writeNumber(fields, "turned", step->arrays.turned[index]);
}

static void writeElements(const Step* step, const char* key, size_t count,
                          void (*write)(const Fields* fields, const Step* step, size_t index)) {
    const Engine* engine = step->world.engine;
    Value list;
    if (!engine->field(step->world.dictionary, key, &list)) return;
    for (size_t i = 0; i < count; ++i) {
        Value element;
        const Fields fields = {engine, &element};
        engine->element(&list, (int64_t)i, &element);
        write(&fields, step, i);
        engine->release(&element);
    }
    engine->release(&list);
}

static void writeEvent(const Fields* fields, const HullbakeWorldEvent* event) {
    writeNumber(fields, "time", event->time);
    writeText(fields, "kind", hullbakeWorldEventName(event->kind));
    writeIndex(fields, "mover", HULLBAKE_NO_MOVER, event->mover);
    writeIndex(fields, "body", HULLBAKE_NO_MEMBER, event->body);
    writeIndex(fields, "other", HULLBAKE_NO_MEMBER, event->other);
    writeVector(fields, "position", event->position);
    writeVector(fields, "normal", event->normal);
    writeNumber(fields, "dist", event->dist);
}

/* Writes the moved world and the answer. A step that was refused or rolled back has moved nothing. */
static void writeStep(const Step* step, Value* answer) {
    const Engine* engine = step->world.engine;
    const Fields fields = {engine, answer};
    Value events;
    engine->makeDictionary(answer);
    engine->makeList(&events);
    for (size_t i = 0; i < step->result.events && i < kEventRoom; ++i) {
        Value event;
        const Fields eventFields = {engine, &event};
        engine->makeDictionary(&event);
        writeEvent(&eventFields, &step->arrays.events[i]);
        engine->append(&events, &event);
    }
    engine->set(answer, "events", &events);
    writeInteger(&fields, "event_count", (int64_t)step->result.events);
    writeFlag(&fields, "rolled_back", step->result.rolledBack);
    writeFlag(&fields, "too_much", step->result.tooMuch);
    writeNumber(&fields, "stopped", step->result.stopped);
    writeInteger(&fields, "casts", step->result.casts);
    writeFlag(&fields, "invalid", step->result.refusal != HullbakeRefusalNone);
    if (step->result.refusal != HullbakeRefusalNone) {
        writeText(&fields, "reason", hullbakeRefusalText(step->result.refusal));
        return;
    }
    writeElements(step, "models", step->room.modelCount, writePlacedModel);
    writeElements(step, "movers", step->room.moverCount, writeMover);
    writeElements(step, "bodies", step->room.bodyCount, writeBody);
}

const char* runStepMovers(const ClipCall* call, Value* answer) {
    Step step;
    double seconds = 0;
    const char* error = readStep(call, call->arguments[2], &step);
    if (error == NULL && !call->engine->number(call->arguments[1], &seconds)) error = "seconds are a number";
    if (error == NULL) {
        hullbakeStepMovers(call->map->map, &step.rules, &step.arrays, seconds, &step.result);
        writeStep(&step, answer);
    }
    freeStep(&step);
    return error;
}

const char* runPushBody(const ClipCall* call, Value* answer) {
    Step step;
    double body = 0;
    HullbakeVec3 way = {0, 0, 0};
    const char* error = readStep(call, call->arguments[3], &step);
    if (error == NULL && !(call->engine->number(call->arguments[1], &body) && body >= 0 &&
                           body < (double)step.room.bodyCount && body == (double)(int64_t)body))
        error = "there is no body of that number";
    if (error == NULL && !call->engine->vector(call->arguments[2], &way))
        error = "a way is a Vector3, or an array of three numbers";
    if (error == NULL) {
        const Fields fields = {call->engine, answer};
        hullbakePushBody(call->map->map, &step.rules, &step.arrays, (uint32_t)body, way, &step.result);
        writeStep(&step, answer);
        writeNumber(&fields, "fraction", step.result.fraction);
    }
    freeStep(&step);
    return error;
}
