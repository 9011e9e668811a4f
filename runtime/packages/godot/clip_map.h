/* What the bindings for every version of Godot share: the class ClipMap without the engine. */
#ifndef HULLBAKE_GODOT_CLIP_MAP_H
#define HULLBAKE_GODOT_CLIP_MAP_H

#include "engine.h"

/* One map and the bytes that it looks into. All zero is a closed one. */
typedef struct ClipMap {
    void* block;
    const HullbakeMap* map;
    HullbakeStorage storage;
    char fault[160]; /* the last error of open */
} ClipMap;

#define CLIP_MOST_ARGUMENTS 4

/* One call of a method. Arguments that were left out are null. */
typedef struct ClipCall {
    ClipMap* map;
    const Engine* engine;
    const Value* arguments[CLIP_MOST_ARGUMENTS];
} ClipCall;

typedef struct ClipMethod {
    const char* name;
    /* Makes `answer` and returns null; or returns what is wrong, and makes none. */
    const char* (*run)(const ClipCall* call, Value* answer);
    ValueKind answer;
    int least, most; /* arguments; those that may be left out are dictionaries, or texts */
    struct {
        const char* name;
        ValueKind kind;
    } parameters[CLIP_MOST_ARGUMENTS];
} ClipMethod;

/* All methods of the class. */
extern const ClipMethod kClipMethods[];
extern const size_t kClipMethodCount;

/* Copies the bytes of a .hull file and opens them instead of what was open. Returns null, or why nothing is open. */
const char* openClipMap(ClipMap* map, const void* bytes, size_t size);
void closeClipMap(ClipMap* map);

#endif
