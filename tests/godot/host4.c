/* Plays Godot 4 for the binding: loads the library, registers its class, calls every method, and compares all answers
 * with those of the library that is linked here. usage: host4 LIBRARY ENTRY FILE.hull TRACES WALKERS TICKS [FILE.hull]
 *
 * The second file has a message of bytes that are no UTF-8. */
#include "host4.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long values4;

static uint64_t bytes[1 << 17];
static long hits, startsolid, inside, landed, blocked, touched, slid;

uint32_t next(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

double between(double low, double high) {
    return low + (high - low) * (next() / 4294967296.0);
}

/* --- Questions --- */

static Variant askWith(Object* object, const char* method, Variant* arguments, int count) {
    static long calls;
    const Variant* pointers[4] = {NULL};
    GdxCallError error;
    for (int i = 0; i < count; ++i) pointers[i] = &arguments[i];
    const Variant answer = calls++ % 2 == 0 ? callBy(object, method, pointers, count, &error)
                                            : callBareBy(object, method, pointers, count);
    require(calls % 2 == 0 || error.error == GdxCallOk, "a call that is right");
    for (int i = 0; i < count; ++i) destroy(&arguments[i]);
    return answer;
}

Variant ask0(Object* object, const char* method) {
    return askWith(object, method, NULL, 0);
}

Variant ask1(Object* object, const char* method, Variant a) {
    return askWith(object, method, &a, 1);
}

Variant ask2(Object* object, const char* method, Variant a, Variant b) {
    Variant arguments[] = {a, b};
    return askWith(object, method, arguments, 2);
}

Variant ask3(Object* object, const char* method, Variant a, Variant b, Variant c) {
    Variant arguments[] = {a, b, c};
    return askWith(object, method, arguments, 3);
}

Variant ask4(Object* object, const char* method, Variant a, Variant b, Variant c, Variant d) {
    Variant arguments[] = {a, b, c, d};
    return askWith(object, method, arguments, 4);
}

/* --- Comparisons --- */

static void sameBits(const Variant* value, double native, const char* what) {
    const double number = value->type == GdxTypeBool  ? value->as.flag
                          : value->type == GdxTypeInt ? (double)value->as.integer
                                                      : value->as.number;
    require(value->type >= GdxTypeBool && value->type <= GdxTypeFloat, what);
    require(memcmp(&number, &native, sizeof native) == 0, what);
    ++values4;
}

void sameNumber(const Variant* dictionary, const char* key, double native) {
    const Variant* value = field4(dictionary, key);
    require(value != NULL, key);
    sameBits(value, native, key);
}

void sameVector(const Variant* dictionary, const char* key, HullbakeVec3 native) {
    const Variant* value = field4(dictionary, key);
    require(value != NULL && value->type == GdxTypeArray && size4(value) == 3, key);
    sameBits(at4(value, 0), native.x, key);
    sameBits(at4(value, 1), native.y, key);
    sameBits(at4(value, 2), native.z, key);
}

void sameText(const Variant* dictionary, const char* key, const char* native, size_t length) {
    const Variant* value = field4(dictionary, key);
    require(value != NULL && size4(value) == length && memcmp(text4(value), native, length) == 0, key);
    ++values4;
}

void sameSize(const Variant* list, size_t native) {
    require(list->type == GdxTypeArray && size4(list) == native, "the size of a list");
    ++values4;
}

Variant positionOf(HullbakeVec3 p, int floats) {
    if (floats) return vector3Of(p.x, p.y, p.z);
    return next() % 2 == 0 ? listOf(p.x, p.y, p.z) : packedOf(p.x, p.y, p.z);
}

/* --- Traces --- */

static HullbakeVec3 place(int floats) {
    const double x = between(-1200, 1200), y = between(-700, 700), z = between(-240, 420);
    return floats ? (HullbakeVec3){(float)x, (float)y, (float)z} : (HullbakeVec3){x, y, z};
}

static HullbakeVec3 placeInHall(void) {
    const double x = between(-160, 160), y = between(-300, 100);
    return (HullbakeVec3){x, y, between(30, 160)};
}

static Variant probeOf(const HullbakeMap* map, long i, HullbakeProbe* probe) {
    static const char* const kHulls[] = {"point", "player", "large"};
    Variant fields;
    if (i % 4 < 3) hullbakeFindHull(map, kHulls[i % 4], &probe->hull);
    if (i % 4 == 0) return textOf(kHulls[0]);
    if (i % 4 == 2) return nameOf(kHulls[2]);
    fields = dictionary();
    if (i % 4 == 1) {
        put4(&fields, "hull", textOf(kHulls[1]));
        return fields;
    }
    probe->boxed = 1;
    probe->box = (HullbakeBox){{-11, -12, -13}, {14, 15, 16.5}};
    probe->model = HULLBAKE_ALL_MODELS;
    probe->mask = HullbakeContentsSolid;
    probe->skin = 0.25;
    put4(&fields, "mins", vector3Of(-11, -12, -13));
    put4(&fields, "maxs", listOf(14, 15, 16.5));
    put4(&fields, "model", intOf(-1));
    put4(&fields, "mask", intOf(1));
    put4(&fields, "skin", floatOf(0.25));
    return fields;
}

static void sameTrace(const Variant* answer, const HullbakeTrace* trace) {
    sameNumber(answer, "hit", trace->hit);
    sameNumber(answer, "startsolid", trace->startsolid);
    sameNumber(answer, "allsolid", trace->allsolid);
    sameNumber(answer, "invalid", trace->invalid);
    sameNumber(answer, "fraction", trace->fraction);
    sameNumber(answer, "hit_fraction", trace->hitFraction);
    sameVector(answer, "endpos", trace->endpos);
    sameVector(answer, "normal", trace->normal);
    sameNumber(answer, "dist", trace->dist);
    sameNumber(answer, "contents", trace->contents);
    sameNumber(answer, "model", trace->model == HULLBAKE_ALL_MODELS ? -1.0 : trace->model);
    hits += trace->hit;
    startsolid += trace->startsolid;
}

static void sameOverlaps(Object* object, const HullbakeMap* map, long i, HullbakeVec3 origin) {
    static HullbakeOverlap overlaps[HULLBAKE_MAX_OVERLAPS];
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    size_t count = 0;
    Variant answer = ask2(object, "overlap", probeOf(map, i, &probe), positionOf(origin, 0));
    hullbakeOverlap(map, &probe, origin, overlaps, sizeof overlaps[0], HULLBAKE_MAX_OVERLAPS, &count);
    sameSize(&answer, count);
    for (size_t k = 0; k < count; ++k) {
        const Variant* element = at4(&answer, k);
        sameNumber(element, "model", overlaps[k].model);
        sameNumber(element, "brush", overlaps[k].brush);
        sameNumber(element, "line", overlaps[k].line);
        sameNumber(element, "entity", overlaps[k].entity);
        sameNumber(element, "contents", overlaps[k].contents);
        sameNumber(element, "touches", overlaps[k].touches);
        ++touched;
    }
    destroy(&answer);
}

static void traceAll(Object* object, const HullbakeMap* map, long count) {
    for (long i = 0; i < count; ++i) {
        HullbakeProbe probe = HULLBAKE_PROBE_INIT;
        HullbakeTrace trace = HULLBAKE_TRACE_INIT;
        HullbakeContents contents = 0;
        const int floats = next() % 3 == 0;
        const HullbakeVec3 start = floats ? place(1) : placeInHall(), end = place(0);
        Variant answer = ask3(object, "trace", probeOf(map, i, &probe), positionOf(start, floats), positionOf(end, 0));
        hullbakeTrace(map, &probe, start, end, &trace);
        sameTrace(&answer, &trace);
        destroy(&answer);
        hullbakeContentsAt(map, &probe, start, &contents);
        answer = ask2(object, "contents_at", probeOf(map, i, &probe), positionOf(start, floats));
        sameBits(&answer, contents, "contents_at");
        inside += contents != 0;
        destroy(&answer);
        if (i % 4 == 0) sameOverlaps(object, map, next() % 4, start);
    }
}

/* --- Moves --- */

static void sameState(const Variant* answer, const HullbakeWalkState* state) {
    sameVector(answer, "origin", state->origin);
    sameVector(answer, "velocity", state->velocity);
    sameNumber(answer, "on_ground", state->onGround);
    sameNumber(answer, "wedged", state->wedged);
    sameNumber(answer, "swimming", state->swimming);
    sameNumber(answer, "climbing", state->climbing);
    sameVector(answer, "ground_normal", state->groundNormal);
    sameNumber(answer, "ground_dist", state->groundDist);
    sameNumber(answer, "ground_contents", state->groundContents);
    sameNumber(answer, "ground_model", state->groundModel);
    sameNumber(answer, "ground_member", state->groundMember == HULLBAKE_NO_MEMBER ? -1.0 : state->groundMember);
    sameVector(answer, "ladder", state->ladder);
}

static void walkOne(Object* object, const HullbakeMap* map, int odd, long ticks, HullbakeWalkState state) {
    static const char* const kStatus[] = {"moved", "stuck", "invalid"};
    HullbakeProbe player = HULLBAKE_PROBE_INIT;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    Variant fields = dictionary();
    double x = 0, y = 320;
    hullbakeFindHull(map, "player", &player.hull);
    if (odd) {
        rules.gravity = 600;
        rules.swims = 1;
    }
    put4(&fields, "origin", positionOf(state.origin, 0));
    for (long tick = 0; tick < ticks; ++tick) {
        HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
        Variant ruleFields = dictionary(), answer;
        if (tick % 20 == 0 && tick > 0) {
            x = between(-320, 320);
            y = between(-320, 320);
        }
        state.velocity.x = x;
        state.velocity.y = y;
        put4(&fields, "velocity", positionOf(state.velocity, 0));
        if (odd) put4(&ruleFields, "gravity", intOf(600));
        if (odd) put4(&ruleFields, "swims", boolOf(1));
        hullbakeWalk(map, &player, &rules, &state, 1.0 / 60, &result, NULL, 0, 0);
        answer = odd ? ask4(object, "walk", textOf("player"), fields, floatOf(1.0 / 60), ruleFields)
                     : ask3(object, "walk", textOf("player"), fields, floatOf(1.0 / 60));
        if (!odd) destroy(&ruleFields);
        sameText(&answer, "status", kStatus[result.status], strlen(kStatus[result.status]));
        sameNumber(&answer, "landed", result.landed);
        sameNumber(&answer, "left_ground", result.leftGround);
        sameNumber(&answer, "blocked", result.blocked);
        sameNumber(&answer, "landing_speed", result.landingSpeed);
        sameNumber(&answer, "climbed", result.climbed);
        sameNumber(&answer, "steps", result.steps);
        sameState(field4(&answer, "state"), &state);
        fields = dictionary();
        const char* const keys[] = {"origin", "on_ground",     "wedged",      "swimming",        "climbing",
                                    "ladder", "ground_normal", "ground_dist", "ground_contents", "ground_model"};
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; ++k)
            put4(&fields, keys[k], copy4(field4(field4(&answer, "state"), keys[k])));
        destroy(&answer);
        landed += result.landed;
        blocked += result.blocked;
    }
    destroy(&fields);
}

static void walkAll(Object* object, const HullbakeMap* map, long walkers, long ticks) {
    HullbakePlayerStart start;
    size_t starts = 0;
    hullbakePlayerStarts(map, &start, sizeof start, 1, &starts);
    for (long i = 0; i < walkers; ++i) {
        HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
        state.origin = start.origin;
        walkOne(object, map, i % 2 == 1, ticks, state);
    }
}

static void slideAll(Object* object, const HullbakeMap* map, long count) {
    static const char* const kStatus[] = {"moved", "stuck", "invalid"};
    for (long i = 0; i < count; ++i) {
        HullbakeProbe probe = HULLBAKE_PROBE_INIT;
        HullbakeSlideInput input = HULLBAKE_SLIDE_INPUT_INIT;
        HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
        Variant motion = dictionary();
        input.origin = placeInHall();
        input.velocity = place(0);
        input.seconds = 0.5;
        input.acceleration.z = i % 2 == 0 ? 0 : -800;
        put4(&motion, "origin", positionOf(input.origin, 0));
        put4(&motion, "velocity", positionOf(input.velocity, 0));
        if (i % 2 != 0) put4(&motion, "acceleration", vector3Of(0, 0, -800));
        Variant answer = ask3(object, "slide", probeOf(map, 1 + i % 3, &probe), motion, floatOf(0.5));
        hullbakeSlide(map, &probe, &input, &result, NULL, 0, 0);
        sameText(&answer, "status", kStatus[result.status], strlen(kStatus[result.status]));
        sameVector(&answer, "origin", result.origin);
        sameVector(&answer, "velocity", result.velocity);
        sameNumber(&answer, "blocked", result.blocked);
        slid += result.blocked;
        destroy(&answer);
    }
}

/* --- The map --- */

static void sameHullsAndModels(Object* object, const HullbakeMap* map) {
    Variant hulls = ask0(object, "hulls"), models = ask0(object, "models");
    sameSize(&hulls, hullbakeHullCount(map));
    sameSize(&models, hullbakeModelCount(map));
    for (uint32_t i = 0; i < hullbakeHullCount(map); ++i) {
        HullbakeHullInfo info = HULLBAKE_HULL_INFO_INIT;
        hullbakeHull(map, i, &info);
        sameText(at4(&hulls, i), "name", info.name.data, info.name.length);
        sameVector(at4(&hulls, i), "mins", info.box.mins);
        sameVector(at4(&hulls, i), "maxs", info.box.maxs);
    }
    for (uint32_t i = 0; i < hullbakeModelCount(map); ++i) {
        HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
        hullbakeModel(map, i, &info);
        sameText(at4(&models, i), "classname", info.classname.data, info.classname.length);
        sameNumber(at4(&models, i), "entity", info.entity);
        sameVector(at4(&models, i), "mins", info.bounds.mins);
        sameVector(at4(&models, i), "maxs", info.bounds.maxs);
        sameVector(at4(&models, i), "origin", info.origin);
    }
    destroy(&hulls);
    destroy(&models);
}

static void sameEntities(Object* object, const HullbakeMap* map) {
    HullbakeEntity entity = HULLBAKE_ENTITY_INIT;
    Variant entities = ask0(object, "entities"), starts = ask0(object, "player_starts");
    Variant some = ask1(object, "entities", textOf("info_player_*"));
    size_t count = 0;
    for (; hullbakeNextEntity(map, &entity) == HullbakeStatusOk; ++count) {
        const Variant* keys = field4(at4(&entities, count), "keys");
        HullbakeText key, value;
        size_t cursor = 0;
        sameNumber(at4(&entities, count), "number", entity.number);
        while (hullbakeEntityPair(&entity, &cursor, &key, &value) == HullbakeStatusOk) {
            char name[256];
            snprintf(name, sizeof name, "%.*s", (int)key.length, key.data);
            sameText(keys, name, value.data, value.length);
        }
    }
    sameSize(&entities, count);
    sameSize(&some, size4(&starts));
    printf("entities %zu starts %zu '%s' yaw %.0f\n", count, size4(&some), text4(field4(at4(&starts, 0), "classname")),
           field4(at4(&starts, 0), "yaw")->as.number);
    destroy(&entities);
    destroy(&some);
    destroy(&starts);
}

/* --- The run --- */

static void openIn(Object* object, const void* data, size_t size, const char* expected) {
    Variant fault = ask1(object, "open", bytesOf(data, size));
    require(strcmp(text4(&fault), expected) == 0, text4(&fault));
    destroy(&fault);
}

static void useClass(size_t size, long traces, long walkers, long ticks) {
    HullbakeStorage storage;
    const HullbakeMap* map = NULL;
    Object *object = newObject(), *closed = newObject();
    require(hullbakeOpen(bytes, size, &storage, sizeof storage, &map, NULL) == HullbakeStatusOk, "a map");
    openIn(object, bytes, size, "");
    traceAll(object, map, traces);
    walkAll(object, map, walkers, ticks);
    slideAll(object, map, traces / 4);
    sameHullsAndModels(object, map);
    sameEntities(object, map);
    testWorld(object, map);
    testWrongCalls(object, closed);
    Variant data = bytesOf(bytes, size);
    const Variant* unwanted[] = {&data};
    callUnwantedBy(closed, "open", unwanted, 1);
    callUnwantedBy(closed, "hulls", NULL, 0);
    destroy(&data);
    openIn(closed, NULL, 0, "too small for a .hull file (section head, byte 0)");
    ((uint8_t*)bytes)[5000] ^= 255;
    openIn(object, bytes, size, "altered: the contents do not match their hash (section head, byte 24)");
    Variant hulls = ask0(object, "hulls");
    sameSize(&hulls, 0);
    destroy(&hulls);
    freeObject(object);
    freeObject(closed);
}

/* The text of a map with bytes that are no UTF-8. */
static void printMessage(const char* name) {
    FILE* file = fopen(name, "rb");
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    Object* object = newObject();
    openIn(object, bytes, size, "");
    Variant entities = ask0(object, "entities");
    printf("message '%s'\n", text4(field4(field4(at4(&entities, 0), "keys"), "message")));
    destroy(&entities);
    freeObject(object);
    if (file != NULL) fclose(file);
}

typedef GdxBool (*Entry)(GdxGetProcAddress, void*, GdxInitialization*);

/* An engine that lacks one function is refused, whichever it is. */
static void lackEach(Entry entry) {
    long lacked = 0;
    for (size_t i = 0; i < functionCount(); ++i) {
        GdxInitialization initialization = {0, NULL, NULL, NULL};
        withheld = functionName(i);
        require(!entry(getProcAddress, theLibrary(), &initialization), withheld);
        ++lacked;
    }
    withheld = NULL;
    printf("lacked %ld\n", lacked);
}

int main(int argc, char** argv) {
    FILE* file = argc >= 7 ? fopen(argv[3], "rb") : NULL;
    const size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    void* library = argc >= 7 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    GdxInitialization initialization = {0, NULL, NULL, NULL};
    Entry entry = NULL;
    require(library != NULL, "the library");
    void* symbol = dlsym(library, argv[2]);
    require(symbol != NULL, "the entry");
    memcpy(&entry, &symbol, sizeof entry);
    lackEach(entry);
    require(entry(getProcAddress, theLibrary(), &initialization), "the entry's answer");
    require(initialization.minimumLevel == GdxLevelScene, "the level");
    for (GdxEnum level = GdxLevelScene; level <= GdxLevelScene + 1; ++level)
        initialization.initialize(initialization.userdata, level);
    require(liveClasses == 1, "a class");
    printf("methods %zu\n", methodCount());
    useClass(size, atol(argv[4]), atol(argv[5]), atol(argv[6]));
    if (argc == 8) printMessage(argv[7]);
    for (GdxEnum level = GdxLevelScene + 1; level >= GdxLevelScene; --level)
        initialization.deinitialize(initialization.userdata, level);
    if (file != NULL) fclose(file);
    dlclose(library);
    printf("values %ld\nhits %ld\nstartsolid %ld\ninside %ld\nlanded %ld\nblocked %ld\ntouched %ld\nslid %ld\n",
           values4, hits, startsolid, inside, landed, blocked, touched, slid);
    printf("alive: variants %ld, heaps %ld, objects %ld, classes %ld\n", liveVariants, liveHeaps, liveObjects,
           liveClasses);
    return 0;
}
