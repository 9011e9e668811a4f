/* What the bindings for every version of Godot share: the class ClipMap without the engine. A binding hands over its
 * dictionaries as functions that read and write named values. All text is UTF-8; null is no error. */
#ifndef HULLBAKE_GODOT_CLIP_MAP_H
#define HULLBAKE_GODOT_CLIP_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "hullbake/hullbake.h"

/* One map and the bytes that it looks into. All zero is a closed one. */
typedef struct ClipMap {
    void* block;
    const HullbakeMap* map;
    HullbakeStorage storage;
    char fault[160]; /* the last error of open */
} ClipMap;

/* Writes values of one dictionary. */
typedef struct FieldWriter {
    void* dictionary;
    void (*flag)(void* dictionary, const char* key, int value);
    void (*integer)(void* dictionary, const char* key, int64_t value);
    void (*number)(void* dictionary, const char* key, double value);
    void (*vector)(void* dictionary, const char* key, HullbakeVec3 value);
    void (*text)(void* dictionary, const char* key, const char* value, size_t length);
} FieldWriter;

typedef enum { FieldMissing, FieldRead, FieldOfWrongType } FieldAnswer;

/* Reads values of one dictionary. A flag or whole number is read as a number. An answer is written only if read. */
typedef struct FieldReader {
    const void* dictionary;
    FieldAnswer (*number)(const void* dictionary, const char* key, double* value);
    FieldAnswer (*vector)(const void* dictionary, const char* key, HullbakeVec3* value);
    FieldAnswer (*text)(const void* dictionary, const char* key, char* value, size_t room);
} FieldReader;

/* Copies the bytes of a .hull file and opens them instead of what was open. Returns null, or why nothing is open. */
const char* openClipMap(ClipMap* map, const void* bytes, size_t size);
void closeClipMap(ClipMap* map);

/* Makes a probe of a hull's name. Returns null, or what is wrong. */
const char* probeOfHull(const ClipMap* map, const char* name, HullbakeProbe* probe);
/* Makes a probe of the fields hull, or mins and maxs; model (-1 is all), mask, skin. */
const char* readProbe(const ClipMap* map, const FieldReader* fields, HullbakeProbe* probe);
const char* readWalkRules(const FieldReader* fields, HullbakeWalkRules* rules);
const char* readWalkState(const FieldReader* fields, HullbakeWalkState* state);

void writeHull(const ClipMap* map, uint32_t hull, const FieldWriter* fields);
void writePlayerStart(const HullbakePlayerStart* start, const FieldWriter* fields);
void writeTrace(const HullbakeTrace* trace, const FieldWriter* fields);
void writeWalkState(const HullbakeWalkState* state, const FieldWriter* fields);
/* Writes all but the state. */
void writeWalkResult(const HullbakeWalkResult* result, const FieldWriter* fields);

#endif
