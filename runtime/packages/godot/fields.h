/* Fields of dictionaries, and the structs of hullbake.h as dictionaries. What reads returns null, or what is wrong; a
 * field that is absent keeps what it was. */
#ifndef HULLBAKE_GODOT_FIELDS_H
#define HULLBAKE_GODOT_FIELDS_H

#include "clip_map.h"

/* A dictionary to read or to write. */
typedef struct Fields {
    const Engine* engine;
    const Value* dictionary;
} Fields;

/* Read one field, and tell whether it is there. */
typedef enum { FieldMissing, FieldRead, FieldOfWrongType } FieldAnswer;
FieldAnswer vectorField(const Fields* fields, const char* key, HullbakeVec3* vector);
FieldAnswer textField(const Fields* fields, const char* key, char* text, size_t room);

const char* readNumber(const Fields* fields, const char* key, double* value);
const char* readVector(const Fields* fields, const char* key, HullbakeVec3* value);
const char* readUnsigned(const Fields* fields, const char* key, uint32_t* value);
const char* readFlag(const Fields* fields, const char* key, uint8_t* value);
/* Reads one of `count` names, as its index. */
const char* readName(const Fields* fields, const char* key, const char* const* names, uint8_t count, uint8_t* value);
/* Reads an index, or -1 for `none`. */
const char* readIndex(const Fields* fields, const char* key, uint32_t none, uint32_t* value);

void writeFlag(const Fields* fields, const char* key, int value);
void writeInteger(const Fields* fields, const char* key, int64_t value);
void writeNumber(const Fields* fields, const char* key, double value);
void writeVector(const Fields* fields, const char* key, HullbakeVec3 value);
void writeText(const Fields* fields, const char* key, const char* value);
/* Writes text of a map as UTF-8 and returns its length, 2 * text.length at most, without a closing zero. Maps have
   bytes: what is no UTF-8 is read as Latin-1, character for character, as engines refuse it. */
size_t utf8OfMap(HullbakeText text, char* utf8);
void writeSpan(const Fields* fields, const char* key, HullbakeText value);
/* Writes an index, and -1 for `none`. */
void writeIndex(const Fields* fields, const char* key, uint32_t none, uint32_t value);

const char* readWalkRules(const Fields* fields, HullbakeWalkRules* rules);
const char* readWalkState(const Fields* fields, HullbakeWalkState* state);
const char* readSlideInput(const Fields* fields, HullbakeSlideInput* input);

void writeHull(const ClipMap* map, uint32_t hull, const Fields* fields);
void writeModel(const ClipMap* map, uint32_t model, const Fields* fields);
void writePlayerStart(const HullbakePlayerStart* start, const Fields* fields);
void writeTrace(const HullbakeTrace* trace, const Fields* fields);
void writeOverlap(const HullbakeOverlap* overlap, const Fields* fields);
void writeSlideResult(const HullbakeSlideResult* result, const Fields* fields);
void writeWalkState(const HullbakeWalkState* state, const Fields* fields);
/* Writes all but the state. */
void writeWalkResult(const HullbakeWalkResult* result, const Fields* fields);

#endif
