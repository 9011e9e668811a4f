#include "fields.h"

#include <stdlib.h>
#include <string.h>

/* --- Read --- */

static FieldAnswer numberField(const Fields* fields, const char* key, double* number) {
    Value value;
    if (!fields->engine->field(fields->dictionary, key, &value)) return FieldMissing;
    const int good = fields->engine->number(&value, number);
    fields->engine->release(&value);
    return good ? FieldRead : FieldOfWrongType;
}

FieldAnswer vectorField(const Fields* fields, const char* key, HullbakeVec3* vector) {
    Value value;
    if (!fields->engine->field(fields->dictionary, key, &value)) return FieldMissing;
    const int good = fields->engine->vector(&value, vector);
    fields->engine->release(&value);
    return good ? FieldRead : FieldOfWrongType;
}

FieldAnswer textField(const Fields* fields, const char* key, char* text, size_t room) {
    Value value;
    if (!fields->engine->field(fields->dictionary, key, &value)) return FieldMissing;
    const int good = fields->engine->text(&value, text, room);
    fields->engine->release(&value);
    return good ? FieldRead : FieldOfWrongType;
}

/* Reads a number that must be whole and in range. */
static const char* readWhole(const Fields* fields, const char* key, double low, double high, double* value) {
    const FieldAnswer answer = numberField(fields, key, value);
    if (answer == FieldMissing) return NULL;
    /* Written so that what is not a number is refused, too. */
    if (answer == FieldRead && *value >= low && *value <= high && *value == (double)(int64_t)*value) return NULL;
    return "a number is not whole, or out of range";
}

const char* readNumber(const Fields* fields, const char* key, double* value) {
    return numberField(fields, key, value) == FieldOfWrongType ? "a field is not a number" : NULL;
}

const char* readVector(const Fields* fields, const char* key, HullbakeVec3* value) {
    return vectorField(fields, key, value) == FieldOfWrongType ? "a field is not a vector" : NULL;
}

const char* readUnsigned(const Fields* fields, const char* key, uint32_t* value) {
    double number = *value;
    const char* error = readWhole(fields, key, 0, 4294967295.0, &number);
    if (error == NULL) *value = (uint32_t)number;
    return error;
}

const char* readFlag(const Fields* fields, const char* key, uint8_t* value) {
    double number = *value;
    const char* error = readWhole(fields, key, 0, 1, &number);
    if (error == NULL) *value = (uint8_t)number;
    return error;
}

const char* readName(const Fields* fields, const char* key, const char* const* names, uint8_t count, uint8_t* value) {
    char name[32];
    const FieldAnswer answer = textField(fields, key, name, sizeof name);
    if (answer == FieldMissing) return NULL;
    for (uint8_t i = 0; answer == FieldRead && i < count; ++i)
        if (strcmp(name, names[i]) == 0) {
            *value = i;
            return NULL;
        }
    return "a field is none of the names that it may be";
}

const char* readIndex(const Fields* fields, const char* key, uint32_t none, uint32_t* value) {
    double number = *value == none ? -1 : (double)*value;
    const char* error = readWhole(fields, key, -1, 4294967294.0, &number);
    if (error == NULL) *value = number < 0 ? none : (uint32_t)number;
    return error;
}

const char* readWalkRules(const Fields* fields, HullbakeWalkRules* rules) {
    const char* error = readUnsigned(fields, "mode", &rules->mode);
    if (error == NULL) error = readNumber(fields, "gravity", &rules->gravity);
    if (error == NULL) error = readNumber(fields, "step_height", &rules->stepHeight);
    if (error == NULL) error = readNumber(fields, "ground_normal", &rules->groundNormal);
    if (error == NULL) error = readNumber(fields, "unstick", &rules->unstick);
    if (error == NULL) error = readUnsigned(fields, "swims", &rules->swims);
    if (error == NULL) error = readUnsigned(fields, "ladders", &rules->ladders);
    return error;
}

const char* readWalkState(const Fields* fields, HullbakeWalkState* state) {
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
    if (error == NULL) error = readIndex(fields, "ground_member", HULLBAKE_NO_MEMBER, &state->groundMember);
    if (error == NULL) error = readVector(fields, "ladder", &state->ladder);
    return error;
}

const char* readSlideInput(const Fields* fields, HullbakeSlideInput* input) {
    const char* error = readVector(fields, "origin", &input->origin);
    if (error == NULL) error = readVector(fields, "velocity", &input->velocity);
    if (error == NULL) error = readUnsigned(fields, "mode", &input->mode);
    if (error == NULL) error = readVector(fields, "acceleration", &input->acceleration);
    if (error == NULL) error = readNumber(fields, "unstick", &input->unstick);
    return error;
}

/* --- Write --- */

void writeFlag(const Fields* fields, const char* key, int value) {
    Value made;
    fields->engine->makeFlag(&made, value != 0);
    fields->engine->set(fields->dictionary, key, &made);
}

void writeInteger(const Fields* fields, const char* key, int64_t value) {
    Value made;
    fields->engine->makeInteger(&made, value);
    fields->engine->set(fields->dictionary, key, &made);
}

void writeNumber(const Fields* fields, const char* key, double value) {
    Value made;
    fields->engine->makeNumber(&made, value);
    fields->engine->set(fields->dictionary, key, &made);
}

void writeVector(const Fields* fields, const char* key, HullbakeVec3 value) {
    Value made;
    fields->engine->makeVector(&made, value);
    fields->engine->set(fields->dictionary, key, &made);
}

/* Returns the bytes of the character there, or 0 if it is no UTF-8. */
static size_t utf8At(const unsigned char* text, size_t room) {
    static const uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char lead = text[0];
    const size_t size = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
    if (size < 2) return size;
    if (size > room) return 0;
    uint32_t value = text[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; ++i) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        value = value << 6 | (text[i] & 0x3fu);
    }
    return value < kLeast[size] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000) ? 0 : size;
}

size_t utf8OfMap(HullbakeText text, char* utf8) {
    const unsigned char* bytes = (const unsigned char*)text.data;
    size_t length = 0;
    for (size_t at = 0; at < text.length;) {
        const size_t size = utf8At(bytes + at, text.length - at);
        if (size == 0) {
            utf8[length++] = (char)(0xc0 | bytes[at] >> 6);
            utf8[length++] = (char)(0x80 | (bytes[at] & 0x3f));
            ++at;
        }
        for (size_t i = 0; i < size; ++i) utf8[length++] = text.data[at++];
    }
    return length;
}

static void makeTextOfMap(const Engine* engine, Value* made, HullbakeText text) {
    const unsigned char* bytes = (const unsigned char*)text.data;
    size_t at = 0;
    while (at < text.length && utf8At(bytes + at, text.length - at) > 0) at += utf8At(bytes + at, text.length - at);
    char* utf8 = at == text.length ? NULL : malloc(2 * text.length);
    engine->makeText(made, utf8 == NULL ? text.data : utf8, utf8 == NULL ? at : utf8OfMap(text, utf8));
    free(utf8);
}

void writeSpan(const Fields* fields, const char* key, HullbakeText value) {
    Value made;
    makeTextOfMap(fields->engine, &made, value);
    fields->engine->set(fields->dictionary, key, &made);
}

void writeText(const Fields* fields, const char* key, const char* value) {
    const HullbakeText text = {value, strlen(value)};
    writeSpan(fields, key, text);
}

void writeIndex(const Fields* fields, const char* key, uint32_t none, uint32_t value) {
    writeInteger(fields, key, value == none ? -1 : (int64_t)value);
}

static const char* slideStatus(HullbakeSlideStatus status) {
    static const char* const kStatus[] = {"moved", "stuck", "invalid"};
    return status <= HullbakeSlideInvalid ? kStatus[status] : "invalid";
}

void writeHull(const ClipMap* map, uint32_t hull, const Fields* fields) {
    HullbakeHullInfo info = HULLBAKE_HULL_INFO_INIT;
    hullbakeHull(map->map, hull, &info);
    writeSpan(fields, "name", info.name);
    writeVector(fields, "mins", info.box.mins);
    writeVector(fields, "maxs", info.box.maxs);
}

void writeModel(const ClipMap* map, uint32_t model, const Fields* fields) {
    HullbakeModelInfo info = HULLBAKE_MODEL_INFO_INIT;
    hullbakeModel(map->map, model, &info);
    writeSpan(fields, "classname", info.classname);
    writeInteger(fields, "entity", info.entity);
    writeVector(fields, "mins", info.bounds.mins);
    writeVector(fields, "maxs", info.bounds.maxs);
    writeVector(fields, "origin", info.origin);
}

void writePlayerStart(const HullbakePlayerStart* start, const Fields* fields) {
    writeVector(fields, "origin", start->origin);
    writeNumber(fields, "yaw", start->yaw);
    writeSpan(fields, "classname", start->classname);
}

void writeTrace(const HullbakeTrace* trace, const Fields* fields) {
    writeFlag(fields, "hit", trace->hit);
    writeFlag(fields, "startsolid", trace->startsolid);
    writeFlag(fields, "allsolid", trace->allsolid);
    writeFlag(fields, "invalid", trace->invalid);
    writeNumber(fields, "fraction", trace->fraction);
    writeNumber(fields, "hit_fraction", trace->hitFraction);
    writeVector(fields, "endpos", trace->endpos);
    writeVector(fields, "normal", trace->normal);
    writeNumber(fields, "dist", trace->dist);
    writeInteger(fields, "contents", trace->contents);
    writeIndex(fields, "model", HULLBAKE_ALL_MODELS, trace->model);
    writeIndex(fields, "member", HULLBAKE_NO_MEMBER, trace->member);
    if (trace->invalid) writeText(fields, "reason", hullbakeRefusalText(trace->refusal));
}

void writeOverlap(const HullbakeOverlap* overlap, const Fields* fields) {
    writeInteger(fields, "model", overlap->model);
    writeInteger(fields, "brush", overlap->brush);
    writeInteger(fields, "line", overlap->line);
    writeInteger(fields, "entity", overlap->entity);
    writeInteger(fields, "contents", overlap->contents);
    writeFlag(fields, "touches", overlap->touches);
    writeIndex(fields, "member", HULLBAKE_NO_MEMBER, overlap->member);
}

void writeSlideResult(const HullbakeSlideResult* result, const Fields* fields) {
    writeText(fields, "status", slideStatus(result->status));
    writeVector(fields, "origin", result->origin);
    writeVector(fields, "velocity", result->velocity);
    writeFlag(fields, "blocked", result->blocked);
    if (result->refusal != HullbakeRefusalNone) writeText(fields, "reason", hullbakeRefusalText(result->refusal));
}

void writeWalkState(const HullbakeWalkState* state, const Fields* fields) {
    writeVector(fields, "origin", state->origin);
    writeVector(fields, "velocity", state->velocity);
    writeFlag(fields, "on_ground", state->onGround);
    writeFlag(fields, "wedged", state->wedged);
    writeFlag(fields, "swimming", state->swimming);
    writeFlag(fields, "climbing", state->climbing);
    writeVector(fields, "ground_normal", state->groundNormal);
    writeNumber(fields, "ground_dist", state->groundDist);
    writeInteger(fields, "ground_contents", state->groundContents);
    writeInteger(fields, "ground_model", state->groundModel);
    writeIndex(fields, "ground_member", HULLBAKE_NO_MEMBER, state->groundMember);
    writeVector(fields, "ladder", state->ladder);
}

void writeWalkResult(const HullbakeWalkResult* result, const Fields* fields) {
    writeText(fields, "status", slideStatus(result->status));
    writeFlag(fields, "landed", result->landed);
    writeFlag(fields, "left_ground", result->leftGround);
    writeFlag(fields, "blocked", result->blocked);
    writeNumber(fields, "landing_speed", result->landingSpeed);
    writeNumber(fields, "climbed", result->climbed);
    writeInteger(fields, "steps", result->steps);
    if (result->refusal != HullbakeRefusalNone) writeText(fields, "reason", hullbakeRefusalText(result->refusal));
}
