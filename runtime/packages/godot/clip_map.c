#include "clip_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

/* --- Open --- */

const char* openClipMap(ClipMap* map, const void* bytes, size_t size) {
    HullbakeFault fault = HULLBAKE_FAULT_INIT;
    closeClipMap(map);
    /* A copy of its own: the engine's bytes may move, and malloc aligns. */
    map->block = malloc(size > 0 ? size : 1);
    if (map->block == NULL) return "out of memory";
    if (size > 0) memcpy(map->block, bytes, size);
    if (hullbakeOpen(map->block, size, &map->storage, sizeof map->storage, &map->map, &fault) == HullbakeStatusOk)
        return NULL;
    snprintf(map->fault, sizeof map->fault, "%s (section %.4s, byte %llu)", hullbakeStatusText(fault.status),
             fault.section[0] != 0 ? fault.section : "head", (unsigned long long)fault.offset);
    closeClipMap(map);
    return map->fault;
}

void closeClipMap(ClipMap* map) {
    free(map->block);
    map->block = NULL;
    map->map = NULL;
}

/* --- Arguments --- */

static const char* const kNotPosition = "a position is a Vector3, or an array of three numbers";

static const char* probeArgument(const ClipCall* call, int index, ClipProbe* probe) {
    return readProbe(call->map, call->engine, call->arguments[index], probe);
}

static const char* vectorArgument(const ClipCall* call, int index, HullbakeVec3* vector) {
    return call->engine->vector(call->arguments[index], vector) ? NULL : kNotPosition;
}

static const char* secondsArgument(const ClipCall* call, int index, double* seconds) {
    return call->engine->number(call->arguments[index], seconds) ? NULL : "seconds are a number";
}

/* Finds the fields of an argument, or none for one that was left out. */
static const char* fieldsArgument(const ClipCall* call, int index, const char* error, Fields* fields) {
    fields->engine = call->engine;
    fields->dictionary = call->arguments[index];
    return fields->dictionary == NULL || call->engine->isDictionary(fields->dictionary) ? NULL : error;
}

/* --- Answers --- */

static Fields answerFields(const ClipCall* call, Value* answer) {
    const Fields fields = {call->engine, answer};
    call->engine->makeDictionary(answer);
    return fields;
}

/* --- Methods --- */

static const char* openBytes(void* context, const void* bytes, size_t size) {
    return openClipMap(context, bytes, size);
}

static const char* runOpen(const ClipCall* call, Value* answer) {
    const char* fault = call->engine->bytes(call->arguments[0], openBytes, call->map);
    if (fault == NULL) fault = "";
    call->engine->makeText(answer, fault, strlen(fault));
    return NULL;
}

static const char* runHulls(const ClipCall* call, Value* answer) {
    call->engine->makeList(answer);
    for (uint32_t hull = 0; hull < hullbakeHullCount(call->map->map); ++hull) {
        Value element;
        const Fields fields = answerFields(call, &element);
        writeHull(call->map, hull, &fields);
        call->engine->append(answer, &element);
    }
    return NULL;
}

static const char* runModels(const ClipCall* call, Value* answer) {
    call->engine->makeList(answer);
    for (uint32_t model = 0; model < hullbakeModelCount(call->map->map); ++model) {
        Value element;
        const Fields fields = answerFields(call, &element);
        writeModel(call->map, model, &fields);
        call->engine->append(answer, &element);
    }
    return NULL;
}

static const char* runPlayerStarts(const ClipCall* call, Value* answer) {
    HullbakePlayerStart starts[HULLBAKE_MAX_PLAYER_STARTS];
    size_t found = 0;
    hullbakePlayerStarts(call->map->map, starts, sizeof starts[0], HULLBAKE_MAX_PLAYER_STARTS, &found);
    call->engine->makeList(answer);
    for (size_t i = 0; i < found && i < HULLBAKE_MAX_PLAYER_STARTS; ++i) {
        Value element;
        const Fields fields = answerFields(call, &element);
        writePlayerStart(&starts[i], &fields);
        call->engine->append(answer, &element);
    }
    return NULL;
}

/* One entity. Of keys that are equal the first counts, as for the compiler. */
/* Editors write keys of a few words. */
enum { kLongestKey = 1023 };

static void appendEntity(const ClipCall* call, const HullbakeEntity* entity, Value* list) {
    Value element, keys;
    HullbakeText key, text;
    size_t cursor = 0;
    const Fields fields = answerFields(call, &element);
    call->engine->makeDictionary(&keys);
    const Fields pairs = {call->engine, &keys};
    while (hullbakeEntityPair(entity, &cursor, &key, &text) == HullbakeStatusOk) {
        char name[2 * kLongestKey + 1];
        Value before;
        if (key.length > kLongestKey) continue;
        name[utf8OfMap(key, name)] = 0;
        if (call->engine->field(&keys, name, &before))
            call->engine->release(&before);
        else
            writeSpan(&pairs, name, text);
    }
    writeInteger(&fields, "number", entity->number);
    call->engine->set(&element, "keys", &keys);
    call->engine->append(list, &element);
}

static const char* runEntities(const ClipCall* call, Value* answer) {
    char pattern[256] = "";
    HullbakeEntity entity = HULLBAKE_ENTITY_INIT;
    if (call->arguments[0] != NULL && !call->engine->text(call->arguments[0], pattern, sizeof pattern))
        return "a pattern is a text";
    call->engine->makeList(answer);
    for (;;) {
        const HullbakeStatus status = pattern[0] == 0
                                          ? hullbakeNextEntity(call->map->map, &entity)
                                          : hullbakeFindClass(call->map->map, pattern, entity.number, &entity);
        if (status != HullbakeStatusOk) return NULL;
        appendEntity(call, &entity, answer);
    }
}

static const char* runTrace(const ClipCall* call, Value* answer) {
    ClipProbe probe;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeVec3 start = {0, 0, 0}, end = {0, 0, 0};
    const char* error = probeArgument(call, 0, &probe);
    if (error == NULL) error = vectorArgument(call, 1, &start);
    if (error == NULL) error = vectorArgument(call, 2, &end);
    if (error == NULL) {
        hullbakeTrace(call->map->map, &probe.probe, start, end, &trace);
        const Fields fields = answerFields(call, answer);
        writeTrace(&trace, &fields);
    }
    freeProbe(&probe);
    return error;
}

static const char* runContentsAt(const ClipCall* call, Value* answer) {
    ClipProbe probe;
    HullbakeVec3 origin = {0, 0, 0};
    HullbakeContents contents = 0;
    const char* error = probeArgument(call, 0, &probe);
    if (error == NULL) error = vectorArgument(call, 1, &origin);
    if (error == NULL && hullbakeContentsAt(call->map->map, &probe.probe, origin, &contents) != HullbakeStatusOk)
        error = hullbakeRefusalText(hullbakeRefusal(call->map->map, &probe.probe, origin));
    if (error == NULL) call->engine->makeInteger(answer, contents);
    freeProbe(&probe);
    return error;
}

static const char* runContentsName(const ClipCall* call, Value* answer) {
    double bits = 0;
    if (!call->engine->number(call->arguments[0], &bits) || !(bits >= 0 && bits <= 4294967295.0))
        return "contents are a number of 32 bits";
    const char* name = hullbakeContentsName((HullbakeContents)bits);
    call->engine->makeText(answer, name, strlen(name));
    return NULL;
}

static const char* listOverlaps(const ClipCall* call, const HullbakeProbe* probe, HullbakeVec3 origin, Value* answer) {
    size_t count = 0;
    HullbakeOverlap* overlaps = malloc(HULLBAKE_MAX_OVERLAPS * sizeof *overlaps);
    if (overlaps == NULL) return "out of memory";
    if (hullbakeOverlap(call->map->map, probe, origin, overlaps, sizeof *overlaps, HULLBAKE_MAX_OVERLAPS, &count) !=
        HullbakeStatusOk) {
        free(overlaps);
        return hullbakeRefusalText(hullbakeRefusal(call->map->map, probe, origin));
    }
    call->engine->makeList(answer);
    for (size_t i = 0; i < count && i < HULLBAKE_MAX_OVERLAPS; ++i) {
        Value element;
        const Fields fields = answerFields(call, &element);
        writeOverlap(&overlaps[i], &fields);
        call->engine->append(answer, &element);
    }
    free(overlaps);
    return NULL;
}

static const char* runOverlap(const ClipCall* call, Value* answer) {
    ClipProbe probe;
    HullbakeVec3 origin = {0, 0, 0};
    const char* error = probeArgument(call, 0, &probe);
    if (error == NULL) error = vectorArgument(call, 1, &origin);
    if (error == NULL) error = listOverlaps(call, &probe.probe, origin, answer);
    freeProbe(&probe);
    return error;
}

static const char* runSlide(const ClipCall* call, Value* answer) {
    ClipProbe probe;
    HullbakeSlideInput input = HULLBAKE_SLIDE_INPUT_INIT;
    HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
    Fields motion;
    const char* error = probeArgument(call, 0, &probe);
    if (error == NULL) error = fieldsArgument(call, 1, "a motion is a dictionary", &motion);
    if (error == NULL) error = readSlideInput(&motion, &input);
    if (error == NULL) error = secondsArgument(call, 2, &input.seconds);
    if (error == NULL) {
        hullbakeSlide(call->map->map, &probe.probe, &input, &result, NULL, 0, 0);
        const Fields fields = answerFields(call, answer);
        writeSlideResult(&result, &fields);
    }
    freeProbe(&probe);
    return error;
}

static const char* runWalk(const ClipCall* call, Value* answer) {
    ClipProbe probe;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
    HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
    double seconds = 0;
    Fields before, ruleFields;
    const char* error = probeArgument(call, 0, &probe);
    if (error == NULL) error = fieldsArgument(call, 1, "a state is a dictionary", &before);
    if (error == NULL) error = readWalkState(&before, &state);
    if (error == NULL) error = secondsArgument(call, 2, &seconds);
    if (error == NULL) error = fieldsArgument(call, 3, "rules are a dictionary", &ruleFields);
    if (error == NULL && ruleFields.dictionary != NULL) error = readWalkRules(&ruleFields, &rules);
    if (error == NULL) {
        Value after;
        hullbakeWalk(call->map->map, &probe.probe, &rules, &state, seconds, &result, NULL, 0, 0);
        const Fields fields = answerFields(call, answer), afterFields = answerFields(call, &after);
        writeWalkResult(&result, &fields);
        writeWalkState(&state, &afterFields);
        call->engine->set(answer, "state", &after);
    }
    freeProbe(&probe);
    return error;
}

/* clang-format off */
const ClipMethod kClipMethods[] = {
    {"open", runOpen, KindText, 1, 1, {{"bytes", KindBytes}}},
    {"hulls", runHulls, KindList, 0, 0, {{NULL, KindAny}}},
    {"models", runModels, KindList, 0, 0, {{NULL, KindAny}}},
    {"player_starts", runPlayerStarts, KindList, 0, 0, {{NULL, KindAny}}},
    {"entities", runEntities, KindList, 0, 1, {{"pattern", KindText}}},
    {"trace", runTrace, KindDictionary, 3, 3, {{"probe", KindAny}, {"start", KindAny}, {"end", KindAny}}},
    {"contents_at", runContentsAt, KindInteger, 2, 2, {{"probe", KindAny}, {"origin", KindAny}}},
    {"contents_name", runContentsName, KindText, 1, 1, {{"contents", KindInteger}}},
    {"overlap", runOverlap, KindList, 2, 2, {{"probe", KindAny}, {"origin", KindAny}}},
    {"slide", runSlide, KindDictionary, 3, 3,
     {{"probe", KindAny}, {"motion", KindDictionary}, {"seconds", KindNumber}}},
    {"walk", runWalk, KindDictionary, 3, 4,
     {{"probe", KindAny}, {"state", KindDictionary}, {"seconds", KindNumber}, {"rules", KindDictionary}}},
    {"step_movers", runStepMovers, KindDictionary, 2, 3,
     {{"world", KindDictionary}, {"seconds", KindNumber}, {"rules", KindDictionary}}},
    {"push_body", runPushBody, KindDictionary, 3, 4,
     {{"world", KindDictionary}, {"body", KindInteger}, {"way", KindAny}, {"rules", KindDictionary}}},
};
/* clang-format on */
const size_t kClipMethodCount = sizeof kClipMethods / sizeof kClipMethods[0];
