#include "clip_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* --- Read --- */

static const char* const kNotOpen = "no map is open";

const char* probeOfHull(const ClipMap* map, const char* name, HullbakeProbe* probe) {
    if (map->map == NULL) return kNotOpen;
    if (hullbakeFindHull(map->map, name, &probe->hull) != HullbakeStatusOk) return "the map has no hull of that name";
    return NULL;
}

/* Reads a number that must be whole and in range. */
static const char* readWhole(const FieldReader* fields, const char* key, double low, double high, double* value) {
    const FieldAnswer answer = fields->number(fields->dictionary, key, value);
    if (answer == FieldMissing) return NULL;
    /* Written so that what is not a number is refused, too. */
    if (answer == FieldRead && *value >= low && *value <= high && *value == (double)(int64_t)*value) return NULL;
    return "a number is not whole, or out of range";
}

static const char* readNumber(const FieldReader* fields, const char* key, double* value) {
    return fields->number(fields->dictionary, key, value) == FieldOfWrongType ? "a field is not a number" : NULL;
}

static const char* readVector(const FieldReader* fields, const char* key, HullbakeVec3* value) {
    return fields->vector(fields->dictionary, key, value) == FieldOfWrongType ? "a field is not a vector" : NULL;
}

static const char* readUnsigned(const FieldReader* fields, const char* key, uint32_t* value) {
    double number = *value;
    const char* error = readWhole(fields, key, 0, 4294967295.0, &number);
    if (error == NULL) *value = (uint32_t)number;
    return error;
}

static const char* readFlag(const FieldReader* fields, const char* key, uint8_t* value) {
    double number = *value;
    const char* error = readWhole(fields, key, 0, 1, &number);
    if (error == NULL) *value = (uint8_t)number;
    return error;
}

static const char* readSubject(const ClipMap* map, const FieldReader* fields, HullbakeProbe* probe) {
    char name[256];
    const FieldAnswer mins = fields->vector(fields->dictionary, "mins", &probe->box.mins);
    const FieldAnswer maxs = fields->vector(fields->dictionary, "maxs", &probe->box.maxs);
    const FieldAnswer hull = fields->text(fields->dictionary, "hull", name, sizeof name);
    if (mins == FieldRead && maxs == FieldRead && hull == FieldMissing) {
        probe->boxed = 1;
        return NULL;
    }
    if (hull == FieldRead && mins == FieldMissing && maxs == FieldMissing) return probeOfHull(map, name, probe);
    return "a probe has either a hull, or mins and maxs";
}

const char* readProbe(const ClipMap* map, const FieldReader* fields, HullbakeProbe* probe) {
    double model = 0;
    const char* error = map->map == NULL ? kNotOpen : readSubject(map, fields, probe);
    if (error == NULL) error = readWhole(fields, "model", -1, 4294967294.0, &model);
    if (error == NULL) error = readUnsigned(fields, "mask", &probe->mask);
    if (error == NULL) error = readNumber(fields, "skin", &probe->skin);
    if (error == NULL) probe->model = model < 0 ? HULLBAKE_ALL_MODELS : (uint32_t)model;
    return error;
}

const char* readWalkRules(const FieldReader* fields, HullbakeWalkRules* rules) {
    const char* error = readUnsigned(fields, "mode", &rules->mode);
    if (error == NULL) error = readNumber(fields, "gravity", &rules->gravity);
    if (error == NULL) error = readNumber(fields, "step_height", &rules->stepHeight);
    if (error == NULL) error = readNumber(fields, "ground_normal", &rules->groundNormal);
    if (error == NULL) error = readNumber(fields, "unstick", &rules->unstick);
    if (error == NULL) error = readUnsigned(fields, "swims", &rules->swims);
    if (error == NULL) error = readUnsigned(fields, "ladders", &rules->ladders);
    return error;
}

const char* readWalkState(const FieldReader* fields, HullbakeWalkState* state) {
    const char* error = readVector(fields, "origin", &state->origin);
    if (error == NULL) error = readVector(fields, "velocity", &state->velocity);
    if (error == NULL) error = readFlag(fields, "on_ground", &state->onGround);
    if (error == NULL) error = readFlag(fields, "wedged", &state->wedged);
    if (error == NULL) error = readFlag(fields, "swimming", &state->swimming);
    if (error == NULL) error = readFlag(fields, "climbing", &state->climbing);
    if (error == NULL) error = readVector(fields, "ground_normal", &state->groundNormal);
    if (error == NULL) error = readNumber(fields, "ground_dist", &state->groundDist);
    if (error == NULL) error = readUnsigned(fields, "ground_contents", &state->groundContents);
    if (error == NULL) error = readUnsigned(fields, "ground_model", &state->groundModel);
    if (error == NULL) error = readVector(fields, "ladder", &state->ladder);
    return error;
}

/* --- Write --- */

static void writeText(const FieldWriter* fields, const char* key, const char* text) {
    fields->text(fields->dictionary, key, text, strlen(text));
}

void writeHull(const ClipMap* map, uint32_t hull, const FieldWriter* fields) {
    HullbakeHullInfo info = HULLBAKE_HULL_INFO_INIT;
    hullbakeHull(map->map, hull, &info);
    fields->text(fields->dictionary, "name", info.name.data, info.name.length);
    fields->vector(fields->dictionary, "mins", info.box.mins);
    fields->vector(fields->dictionary, "maxs", info.box.maxs);
}

void writePlayerStart(const HullbakePlayerStart* start, const FieldWriter* fields) {
    fields->vector(fields->dictionary, "origin", start->origin);
    fields->number(fields->dictionary, "yaw", start->yaw);
    fields->text(fields->dictionary, "classname", start->classname.data, start->classname.length);
}

void writeTrace(const HullbakeTrace* trace, const FieldWriter* fields) {
    void* to = fields->dictionary;
    fields->flag(to, "hit", trace->hit);
    fields->flag(to, "startsolid", trace->startsolid);
    fields->flag(to, "allsolid", trace->allsolid);
    fields->flag(to, "invalid", trace->invalid);
    fields->number(to, "fraction", trace->fraction);
    fields->number(to, "hit_fraction", trace->hitFraction);
    fields->vector(to, "endpos", trace->endpos);
    fields->vector(to, "normal", trace->normal);
    fields->number(to, "dist", trace->dist);
    fields->integer(to, "contents", trace->contents);
    fields->integer(to, "model", trace->model == HULLBAKE_ALL_MODELS ? -1 : (int64_t)trace->model);
    if (trace->invalid) writeText(fields, "reason", hullbakeRefusalText(trace->refusal));
}

void writeWalkState(const HullbakeWalkState* state, const FieldWriter* fields) {
    void* to = fields->dictionary;
    fields->vector(to, "origin", state->origin);
    fields->vector(to, "velocity", state->velocity);
    fields->flag(to, "on_ground", state->onGround);
    fields->flag(to, "wedged", state->wedged);
    fields->flag(to, "swimming", state->swimming);
    fields->flag(to, "climbing", state->climbing);
    fields->vector(to, "ground_normal", state->groundNormal);
    fields->number(to, "ground_dist", state->groundDist);
    fields->integer(to, "ground_contents", state->groundContents);
    fields->integer(to, "ground_model", state->groundModel);
    fields->vector(to, "ladder", state->ladder);
}

void writeWalkResult(const HullbakeWalkResult* result, const FieldWriter* fields) {
    static const char* const kStatus[] = {"moved", "stuck", "invalid"};
    void* to = fields->dictionary;
    writeText(fields, "status", result->status <= HullbakeSlideInvalid ? kStatus[result->status] : "invalid");
    fields->flag(to, "landed", result->landed);
    fields->flag(to, "left_ground", result->leftGround);
    fields->flag(to, "blocked", result->blocked);
    fields->number(to, "landing_speed", result->landingSpeed);
    fields->number(to, "climbed", result->climbed);
    fields->integer(to, "steps", result->steps);
    if (result->refusal != HullbakeRefusalNone) writeText(fields, "reason", hullbakeRefusalText(result->refusal));
}
